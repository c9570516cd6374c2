// The puzzle and what is compiled from it: geometry, kinds of pieces, refusals.
#include "doctest.h"
#include "edgematch/puzzle.hpp"
#include "puzzle/edges.hpp"
#include "puzzles.hpp"

using namespace edgematch;

TEST_CASE("sizes and pieces that cannot be are refused") {
    CHECK_THROWS_AS(Puzzle(33, 1, {}, true, true), BadRequest);
    CHECK_THROWS_AS(Puzzle(2, 2, {}, true, true), BadRequest);
}

TEST_CASE("neighbours are each other's neighbours, and the outside is outside") {
    const Puzzle puzzle = square(4, 5);
    for (Cell cell = 0; cell < 16; ++cell)
        for (int side = 0; side < SIDES; ++side)
            if (const Cell other = puzzle.neighbour(cell, side); other != OUTSIDE)
                CHECK(puzzle.neighbour(other, opposite(side)) == cell);
    CHECK(puzzle.neighbour(0, NORTH) == OUTSIDE);
    CHECK(puzzle.neighbour(15, SOUTH) == OUTSIDE);
    CHECK(puzzle.neighbour(5, EAST) == 6);
}

TEST_CASE("boards are checked, and breaks are counted") {
    const Puzzle puzzle = square(4, 5);
    Board solved(puzzle.cells());
    for (std::size_t cell = 0; cell < solved.size(); ++cell) solved[cell] = static_cast<Placement>(cell * 4);
    CHECK(puzzle.is_consistent(solved));
    CHECK(count_breaks(puzzle, solved) == 0);
    solved[5] = static_cast<Placement>(solved[5] + 1);
    CHECK(puzzle.is_consistent(solved) == (count_breaks(puzzle, solved) == 0));
    CHECK_THROWS_AS(puzzle.require_board(Board(3, EMPTY)), BadRequest);
    CHECK_THROWS_AS(puzzle.require_order(std::vector<Cell>{0, 1}), BadRequest);
}
