// Kinds and looks; see the header for the idea.
#include "edgematch/kinds.hpp"

#include <algorithm>
#include <map>

namespace edgematch {

Kinds::Kinds(const Puzzle& puzzle, bool labelled) : puzzle_(puzzle), labelled_(labelled) {
    std::map<Sides, std::uint16_t> first;
    for (std::size_t piece = 0; piece < puzzle.cells(); ++piece) {
        std::vector<Look> shown;
        for (int turns = 0; turns < puzzle.turns(); ++turns) {
            const auto placement = static_cast<Placement>(piece * 4 + static_cast<std::size_t>(turns));
            const Sides sides = puzzle.sides(placement);
            const auto same = [&](const Look& look) { return look.sides == sides; };
            if (labelled || std::none_of(shown.begin(), shown.end(), same)) shown.push_back({0, placement, sides});
        }
        Sides least = shown.front().sides;
        for (const Look& look : shown) least = std::min(least, look.sides);
        auto kind = static_cast<std::uint16_t>(members_.size());
        if (!labelled) kind = first.try_emplace(least, kind).first->second;
        if (kind == members_.size()) {
            members_.emplace_back();
            for (Look& look : shown) look.kind = kind;
            looks_.insert(looks_.end(), shown.begin(), shown.end());
        }
        members_[kind].push_back(static_cast<std::uint16_t>(piece));
        kind_of_.push_back(kind);
    }
}

Placement Kinds::turned_like(std::uint16_t piece, Placement stand_in) const {
    auto placement = static_cast<Placement>(piece * 4);
    while (puzzle_.sides(placement) != puzzle_.sides(stand_in)) ++placement;
    return placement;
}

void Kinds::name_pieces(std::span<const Placement> root, std::span<Placement> board) const {
    if (labelled_) return;
    std::vector<bool> used(puzzle_.cells(), false);
    for (const Placement placement : root)
        if (placement != EMPTY) used[static_cast<std::size_t>(placement >> 2)] = true;
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        if (root[cell] != EMPTY || board[cell] == EMPTY) continue;
        const auto& copies = members_[of(board[cell])];
        const auto piece = *std::find_if(copies.begin(), copies.end(), [&](auto p) { return !used[p]; });
        used[piece] = true;
        board[cell] = turned_like(piece, board[cell]);
    }
}

}  // namespace edgematch
