// Flat tables for the filtering engines; see the header.
#include "tables.hpp"

#include <algorithm>

namespace edgematch {

namespace {

std::uint8_t grey_sides(const Sides& sides) {
    unsigned mask = 0;
    for (unsigned side = 0; side < SIDES; ++side) mask |= unsigned{sides[side] == GREY} << side;
    return static_cast<std::uint8_t>(mask);
}

}  // namespace

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
        rim.push_back(puzzle.framed() ? static_cast<std::uint8_t>(puzzle.rim(static_cast<Cell>(cell))) : 0);
    }
    for (const Look& look : named.looks()) {
        if (look.kind == first.size()) first.push_back(static_cast<int>(kind.size()));
        kind.push_back(look.kind);
        sides.push_back(look.sides);
        word.push_back(packed(look.sides));
        grey.push_back(grey_sides(look.sides));
        colors = std::max(colors, 1 + *std::max_element(look.sides.begin(), look.sides.end()));
    }
    first.push_back(values);
    for (int k = 0; k < kinds; ++k) copies.push_back(static_cast<int>(named.copies(static_cast<std::size_t>(k))));
    for (int placement = 0; placement < 4 * cells; ++placement) {
        const auto name = static_cast<Placement>(placement);
        const int k = named.of(name);
        const Sides shown = puzzle.sides(name);
        int value = -1;
        for (int v = first[k]; v < first[k + 1]; ++v) {
            const bool is_same = named.looks()[static_cast<std::size_t>(v)].placement == name;
            if (is_same || (value < 0 && sides[v] == shown)) value = v;
        }
        value_of.push_back(value);
    }
}

std::vector<int> Tables::read(const Board& board) const {
    std::vector<int> values_by_cell;
    for (const Placement placement : board) values_by_cell.push_back(placement == EMPTY ? -1 : value_of[placement]);
    return values_by_cell;
}

Board Tables::write(const std::vector<int>& values_by_cell, const Board& root) const {
    Board board = root;
    for (std::size_t cell = 0; cell < board.size(); ++cell)
        if (root[cell] == EMPTY && values_by_cell[cell] >= 0)
            board[cell] = named.looks()[static_cast<std::size_t>(values_by_cell[cell])].placement;
    named.name_pieces(root, board);
    return board;
}

}  // namespace edgematch
