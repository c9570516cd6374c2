// Kinds and looks; see the header for the idea.
#include "edgematch/kinds.hpp"

#include <algorithm>
#include <map>

namespace edgematch {

Kinds::Kinds(const Puzzle& puzzle, bool labelled) : puzzle_(puzzle), labelled_(labelled) {
    std::map<Sides, std::uint16_t> kind_by_sides;
    std::vector<std::size_t> first_look;  // of each kind
    std::vector<Sides> shown;
    for (std::size_t piece = 0; piece < puzzle.cells(); ++piece) {
        const std::size_t before = placements_.size();
        shown.clear();
        for (int turns = 0; turns < puzzle.turns(); ++turns) {
            const auto placement = static_cast<Placement>(piece * 4 + static_cast<std::size_t>(turns));
            const Sides sides = puzzle.sides(placement);
            if (!labelled && std::find(shown.begin(), shown.end(), sides) != shown.end()) continue;
            shown.push_back(sides);
            placements_.push_back(placement);
        }
        auto kind = static_cast<std::uint16_t>(members_.size());
        if (!labelled)
            kind = kind_by_sides.try_emplace(*std::min_element(shown.begin(), shown.end()), kind).first->second;
        if (kind == members_.size()) {
            members_.emplace_back();
            first_look.push_back(looks_.size());
            for (std::size_t i = 0; i < shown.size(); ++i) looks_.push_back({kind, placements_[before + i], shown[i]});
        }
        members_[kind].push_back(piece);
        kind_of_.push_back(kind);
        for (std::size_t turns = 0; turns < SIDES; ++turns) {
            const auto placement = static_cast<Placement>(piece * 4 + turns);
            const Sides sides = puzzle.sides(placement);
            std::size_t look = first_look[kind];
            while (look + 1 < looks_.size() && looks_[look].placement != placement &&
                   (labelled || looks_[look].sides != sides))
                ++look;
            look_of_.push_back(look);
        }
    }
}

std::vector<bool> Kinds::pieces_on(std::span<const Placement> board) const {
    std::vector<bool> used(puzzle_.cells(), false);
    for (const Placement placement : board)
        if (placement != EMPTY) used[static_cast<std::size_t>(placement >> 2)] = true;
    return used;
}

Kinds::Chain Kinds::chain(std::span<const Placement> root) const {
    const std::vector<bool> used = pieces_on(root);
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
    std::vector<bool> used = pieces_on(root);
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        if (root[cell] != EMPTY || board[cell] == EMPTY) continue;
        const auto& copies = members_[of(board[cell])];
        const auto piece = *std::find_if(copies.begin(), copies.end(), [&](std::size_t p) { return !used[p]; });
        used[piece] = true;
        auto named = static_cast<Placement>(piece * 4);
        while (puzzle_.sides(named) != puzzle_.sides(board[cell])) ++named;
        board[cell] = named;
    }
}

}  // namespace edgematch
