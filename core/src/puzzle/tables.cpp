// Flat tables for the filtering engines; see the header.
#include "puzzle/tables.hpp"

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
      kinds(static_cast<int>(named_.members().size())),
      values(0),
      colors(1) {
    for (int cell = 0; cell < cells; ++cell) {
        near.emplace_back();
        for (int side = 0; side < SIDES; ++side)
            near.back()[static_cast<std::size_t>(side)] = puzzle.neighbour(static_cast<Cell>(cell), side);
        rim.push_back(puzzle.framed() ? static_cast<std::uint8_t>(puzzle.rim(static_cast<Cell>(cell))) : 0);
    }
    std::vector<std::vector<Placement>> looks(puzzle.cells());
    for (const Placement look : named.looks()) looks[static_cast<std::size_t>(look >> 2)].push_back(look);
    value_of.resize(4 * puzzle.cells());
    for (const auto& members : named.members()) {
        first.push_back(values);
        copies.push_back(static_cast<int>(members.size()));
        for (const Placement look : looks[members.front()]) add_value(look);
        for (const std::size_t piece : members) name_values(static_cast<int>(piece));
    }
    first.push_back(values);
}

void Tables::add_value(Placement look) {
    const Sides shown = puzzle.sides(look);
    ++values;
    kind.push_back(static_cast<int>(first.size()) - 1);
    placement.push_back(look);
    sides.push_back(shown);
    word.push_back(packed(shown));
    grey.push_back(grey_sides(shown));
    colors = std::max(colors, 1 + *std::max_element(shown.begin(), shown.end()));
}

// Each placement of a piece of the last kind goes by the value that is it, or else that looks like it.
void Tables::name_values(int piece) {
    for (int turns = 0; turns < SIDES; ++turns) {
        const auto name = static_cast<Placement>(piece * SIDES + turns);
        const auto alike = std::find(sides.begin() + first.back(), sides.end(), puzzle.sides(name));
        const auto exact = std::find(placement.begin() + first.back(), placement.end(), name);
        value_of[static_cast<std::size_t>(name)] =
            static_cast<int>(exact != placement.end() ? exact - placement.begin() : alike - sides.begin());
    }
}

std::vector<int> Tables::read(const Board& board) const {
    std::vector<int> values_by_cell;
    for (const Placement laid : board) values_by_cell.push_back(laid == EMPTY ? -1 : value_of[laid]);
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
