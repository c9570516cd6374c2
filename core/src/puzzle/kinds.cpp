// Kinds and looks; see the header for the idea.
#include "edgematch/kinds.hpp"

#include <algorithm>
#include <map>

namespace edgematch {

namespace {
std::size_t piece_of(Placement placement) { return static_cast<std::size_t>(placement >> 2); }
}  // namespace

Kinds::Kinds(const Puzzle& puzzle, bool labelled) : puzzle_(puzzle), labelled_(labelled) {
    std::map<Sides, std::size_t> first;
    std::vector<Sides> shown;
    looks_.reserve(puzzle.cells() * static_cast<std::size_t>(puzzle.turns()));
    kind_of_.reserve(puzzle.cells());
    members_.reserve(puzzle.cells());
    for (std::size_t piece = 0; piece < puzzle.cells(); ++piece) {
        shown.clear();
        for (int turns = 0; turns < puzzle.turns(); ++turns) {
            const auto placement = static_cast<Placement>(piece * 4 + static_cast<std::size_t>(turns));
            const Sides sides = puzzle.sides(placement);
            if (!labelled && std::find(shown.begin(), shown.end(), sides) != shown.end()) continue;
            shown.push_back(sides);
            looks_.push_back(placement);
        }
        std::size_t kind = members_.size();
        if (!labelled) kind = first.try_emplace(*std::min_element(shown.begin(), shown.end()), kind).first->second;
        if (kind == members_.size()) members_.emplace_back();
        members_[kind].push_back(piece);
        kind_of_.push_back(kind);
    }
}

Kinds::Chain Kinds::chain(std::span<const Placement> root) const {
    std::vector<bool> used(puzzle_.cells(), false);
    for (const Placement placement : root)
        if (placement != EMPTY) used[piece_of(placement)] = true;
    Chain chain{std::vector<int>(puzzle_.cells(), NO_PIECE), std::vector<bool>(puzzle_.cells(), false)};
    for (const auto& copies : members_) {
        int last = NO_PIECE;
        for (const std::size_t piece : copies) {
            if (used[piece]) continue;
            if (last == NO_PIECE)
                chain.is_first[piece] = true;
            else
                chain.next[static_cast<std::size_t>(last)] = static_cast<int>(piece);
            last = static_cast<int>(piece);
        }
    }
    return chain;
}

void Kinds::name_pieces(std::span<const Placement> root, std::span<Placement> board) const {
    if (labelled_) return;
    std::vector<bool> used(puzzle_.cells(), false);
    for (const Placement placement : root)
        if (placement != EMPTY) used[piece_of(placement)] = true;
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        if (root[cell] != EMPTY || board[cell] == EMPTY) continue;
        const auto& copies = members_[kind_of_[piece_of(board[cell])]];
        const auto piece = *std::find_if(copies.begin(), copies.end(), [&](std::size_t p) { return !used[p]; });
        used[piece] = true;
        auto named = static_cast<Placement>(piece * 4);
        while (puzzle_.sides(named) != puzzle_.sides(board[cell])) ++named;
        board[cell] = named;
    }
}

}  // namespace edgematch
