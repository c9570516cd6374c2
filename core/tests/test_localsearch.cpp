// Local search: assignments are the cheapest, the gain of an exchange is what the score changes by, scores never lie.
#include <algorithm>
#include <numeric>

#include "doctest.h"
#include "edgematch/localsearch.hpp"
#include "edgematch/regions.hpp"
#include "localsearch/arrangement.hpp"
#include "localsearch/assignment.hpp"
#include "puzzle/edges.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

Puzzle grid(int width, int height, int colors, bool framed, bool turnable) {
    std::vector<Sides> pieces;
    const auto paint = [&](int a, int b, int c) {
        return static_cast<Color>(1 + (a * 7 + b * 5 + a * b + c) % colors);
    };
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            pieces.push_back({row || !framed ? paint(row, column, 0) : GREY,
                              column + 1 < width || !framed ? paint(row, column + 1, 1) : GREY,
                              row + 1 < height || !framed ? paint(row + 1, column, 0) : GREY,
                              column || !framed ? paint(row, column, 1) : GREY});
    return {width, height, pieces, framed, turnable};
}

int edges_of(const Puzzle& puzzle) { return 2 * puzzle.width() * puzzle.height() - puzzle.width() - puzzle.height(); }

void check_gains(const Puzzle& puzzle) {
    Random random(3);
    Arrangement now(puzzle, Board(puzzle.cells(), EMPTY));
    now.scatter(random);
    for (int round = 0; round < 3000; ++round) {
        const auto& cells = now.free_cells();
        const Cell first = cells[random.below(static_cast<std::uint32_t>(cells.size()))];
        const auto& group = now.group_of(first);
        const Cell second = group[random.below(static_cast<std::uint32_t>(group.size()))];
        const auto at = [&](Cell cell, Cell from) {
            return now.best_turn(cell, now.board()[static_cast<std::size_t>(from)] >> 2, random).placement;
        };
        const Exchange exchange{first, second, at(first, second), at(second, first)};
        const int gain = now.gain(exchange);
        now.make(exchange, gain);
        CHECK(now.score() == edges_of(puzzle) - count_breaks(puzzle, now.board()));
    }
}

void check_scores(const Puzzle& puzzle) {
    Recorder control;
    LocalSearch search(puzzle, Board(puzzle.cells(), EMPTY), 5);
    int best = search.best_score();
    const auto look = [&] {
        CHECK(search.score() == edges_of(puzzle) - count_breaks(puzzle, search.board()));
        CHECK(search.best_score() == edges_of(puzzle) - count_breaks(puzzle, search.best()));
        CHECK(search.best_score() >= std::max(best, search.score()));
        best = search.best_score();
    };
    for (int round = 0; round < 3; ++round) {
        search.anneal(20000, 0.5, 0.2, control), look();
        search.reassign(8, 20, control), look();
        search.alternate(control), look();
        search.descend(control), look();
        search.search_tabu(20, 5, control), look();
        search.accept_late(5000, 100, 0.0, control), look();
        search.scatter(), look();
    }
}

}  // namespace

TEST_CASE("an assignment is the cheapest of all") {
    Random random(7);
    Assignment assignment;
    for (std::size_t size = 1; size <= 6; ++size)
        for (int round = 0; round < 50; ++round) {
            std::vector<std::int32_t> costs(size * size);
            for (std::int32_t& cost : costs) cost = static_cast<std::int32_t>(random.below(12));
            const auto chosen = assignment.solve(costs, size);
            std::int32_t total = 0, least = INT32_MAX;
            for (std::size_t row = 0; row < size; ++row) total += costs[row * size + chosen[row]];
            std::vector<std::size_t> columns(size);
            std::iota(columns.begin(), columns.end(), std::size_t{0});
            do {
                std::int32_t sum = 0;
                for (std::size_t row = 0; row < size; ++row) sum += costs[row * size + columns[row]];
                least = std::min(least, sum);
            } while (std::next_permutation(columns.begin(), columns.end()));
            CHECK(total == least);
        }
}

TEST_CASE("gains are differences of scores, and every method keeps the score") {
    for (const bool framed : {true, false})
        for (const bool turnable : {true, false}) {
            check_gains(grid(5, 4, 4, framed, turnable));
            check_scores(grid(5, 4, 4, framed, turnable));
            check_scores(grid(6, 1, 2, framed, turnable));
        }
}

TEST_CASE("the fillings of a region, all at once or one by one") {
    const Puzzle puzzle = grid(4, 4, 3, true, true);
    Recorder control;
    std::vector<Board> roots{Board(puzzle.cells(), EMPTY)};
    RegionOptions options{
        .cells = {0, 1, 2, 3}, .most_breaks = 0, .improve = false, .want = -1, .node_limit = -1, .seed = 0};
    const Fillings all = fill_region(puzzle, roots, options, control);
    CHECK(!all.boards.empty());
    CHECK(all.remaining.empty());
    for (const Board& board : all.boards) {
        CHECK(count_breaks(puzzle, board) == 0);
        CHECK(board[4] == EMPTY);
    }
    std::vector<Board> one_by_one;
    options.want = 1;
    while (!roots.empty()) {
        const Fillings some = fill_region(puzzle, roots, options, control);
        one_by_one.insert(one_by_one.end(), some.boards.begin(), some.boards.end());
        roots = some.remaining;
    }
    CHECK(one_by_one == all.boards);
    options.cells = {0, 0};
    CHECK_THROWS_AS(fill_region(puzzle, roots, options, control), BadRequest);
}
