// Flat arrays for the filtering engines; see the header.
#include "puzzle/tables.hpp"

#include <algorithm>

namespace edgematch {

std::uint32_t packed(const Sides& sides) {
    return sides[0] | std::uint32_t{sides[1]} << 8 | std::uint32_t{sides[2]} << 16 | std::uint32_t{sides[3]} << 24;
}

Tables::Tables(const Puzzle& puzzle_, const Kinds& named_)
    : puzzle(puzzle_),
      named(named_),
      cells(static_cast<int>(puzzle_.cells())),
      kinds(static_cast<int>(named_.count())),
      values(static_cast<int>(named_.looks().size())),
      colors(1) {
    for (int cell = 0; cell < cells; ++cell) {
        near.emplace_back();
        for (int side = 0; side < SIDES; ++side)
            near.back()[static_cast<std::size_t>(side)] = puzzle.neighbour(static_cast<Cell>(cell), side);
        rim.push_back(puzzle.framed() ? static_cast<std::uint8_t>(puzzle.frame_mask(static_cast<Cell>(cell))) : 0);
    }
    for (const Look& look : named.looks()) {
        if (look.kind == first.size()) first.push_back(static_cast<int>(kind.size()));
        kind.push_back(look.kind);
        placement.push_back(look.placement);
        sides.push_back(look.sides);
        word.push_back(packed(look.sides));
        grey.push_back(static_cast<std::uint8_t>(puzzle.grey_sides(look.placement)));
        colors = std::max(colors, 1 + *std::max_element(look.sides.begin(), look.sides.end()));
    }
    first.push_back(values);
    for (std::size_t k = 0; k < named.count(); ++k) copies.push_back(static_cast<int>(named.copies(k)));
}

std::vector<int> Tables::read(const Board& board) const {
    std::vector<int> values_by_cell;
    for (const Placement here : board)
        values_by_cell.push_back(here == EMPTY ? -1 : static_cast<int>(named.look_of(here)));
    return values_by_cell;
}

Board Tables::write(const std::vector<int>& values_by_cell, const Board& root) const {
    Board board = root;
    for (std::size_t cell = 0; cell < board.size(); ++cell)
        if (root[cell] == EMPTY && values_by_cell[cell] >= 0)
            board[cell] = placement[static_cast<std::size_t>(values_by_cell[cell])];
    named.name_pieces(root, board);
    return board;
}

}  // namespace edgematch
