// Chains against a slow and obvious count: every sequence of free placements along the line is written out.
#include <array>
#include <cmath>
#include <vector>

#include "doctest.h"
#include "edgematch/random.hpp"
#include "puzzle/frontier.hpp"
#include "puzzles.hpp"
#include "score/chain_vectors.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

// A partial board as the chains read it.
struct Half {
    const Puzzle& puzzle;
    Board board;

    u32 color(u32 place) const { return puzzle.sides(board[place / 4])[place % 4]; }
    bool is_free(u32 piece) const {
        return std::none_of(board.begin(), board.end(),
                            [&](Placement p) { return p != EMPTY && u32(p >> 2) == piece; });
    }
    float sides(u32 role, u32 color) const {
        float count = 0;
        for (u32 piece = 0; piece < puzzle.cells(); ++piece)
            for (int side = 0; side < SIDES; ++side) {
                const auto placement = static_cast<Placement>(piece * 4);
                count += is_free(piece) && puzzle.sides(placement)[std::size_t(side)] == color &&
                         role == static_cast<u32>(role_of(puzzle.grey_sides(placement), side));
            }
        return count;
    }
};

// A row by row board: `row` rows and `column` cells of the next one are filled at random, with or without matches.
Half partly_filled(const Puzzle& puzzle, std::size_t filled, const Board& hints, Random& random) {
    Half half{puzzle, hints};
    for (std::size_t cell = 0; cell < filled; ++cell) {
        if (half.board[cell] != EMPTY) continue;
        std::vector<Placement> fits;
        for (Placement p = 0; p < static_cast<Placement>(puzzle.cells() * 4); ++p)
            if (half.is_free(u32(p >> 2)) && puzzle.fits(puzzle.frame_mask(static_cast<Cell>(cell)), p))
                fits.push_back(p);
        half.board[cell] = fits[random.below(static_cast<std::uint32_t>(fits.size()))];
    }
    return half;
}

using Line = std::vector<std::pair<Cell, int>>;  // cells from X on, and the side of each towards the one before

// The weight of all ways to fill a line whose first cell must match `color` there: exact matches only.
double count_ways(const Half& half, const Line& line, std::size_t i, Color color) {
    if (i == line.size()) return 1;
    const auto [cell, ahead] = line[i];
    double ways = 0;
    for (Placement p = 0; p < static_cast<Placement>(half.puzzle.cells() * 4); ++p) {
        const bool is_hint = half.board[static_cast<std::size_t>(cell)] == p;
        if (!is_hint && half.board[static_cast<std::size_t>(cell)] != EMPTY) continue;
        if (!is_hint && !(half.is_free(u32(p >> 2)) && half.puzzle.fits(half.puzzle.frame_mask(cell), p))) continue;
        const Sides sides = half.puzzle.sides(p);
        bool is_match =
            sides[std::size_t(ahead)] == color || (is_hint && i == 0);  // the break of X itself is no matter here
        const int behind = i + 1 < line.size() ? opposite(line[i + 1].second) : -1;
        for (int side = 0; side < SIDES && !is_hint; ++side) {
            const Cell near = half.puzzle.neighbour(cell, side);
            if (side == ahead || side == behind || near == OUTSIDE) continue;
            const Placement other = half.board[static_cast<std::size_t>(near)];
            is_match &=
                other == EMPTY || half.puzzle.sides(other)[std::size_t(opposite(side))] == sides[std::size_t(side)];
        }
        if (is_match) ways += count_ways(half, line, i + 1, behind < 0 ? GREY : sides[std::size_t(behind)]);
    }
    return ways;
}

std::vector<float> chain_ways(const ChainPlan& plan, const Chain& chain, const Half& half) {
    std::vector<float> ways(plan.colors), spare(plan.colors);
    fill_chain(plan.tables(), chain, half, ways, spare);
    return ways;
}

double scale_of(const ChainPlan& plan, const Chain& chain) {
    double scale = 1;
    for (u32 i = 0; i < chain.count; ++i) scale *= double{plan.cells[chain.begin + i].scale};
    return scale;
}

// In an order by rows: the rest of the row, and the beginning of the next one up to the cell below X.
Line line_of(const Puzzle& puzzle, Cell x, u32 side) {
    Line line;
    const int column = x % puzzle.width();
    if (side == EAST) {
        for (int c = column + 1; c < puzzle.width(); ++c) line.emplace_back(static_cast<Cell>(x + c - column), WEST);
    } else {
        for (int c = column; c >= 0; --c)
            line.emplace_back(static_cast<Cell>(x + puzzle.width() + c - column), c == column ? NORTH : EAST);
    }
    return line;
}

void check_exact(const Puzzle& puzzle, const Board& hints, Random& random) {
    const std::vector<Cell> order = row_order(puzzle);
    const ChainPlan plan = plan_chains(puzzle, order, hints, 80.0);  // misses weigh nothing
    std::size_t step = 0;
    for (const Cell x : order) {
        if (hints[static_cast<std::size_t>(x)] != EMPTY) continue;
        const Half half = partly_filled(puzzle, static_cast<std::size_t>(x), hints, random);
        for (const Chain& chain : plan.at(step)) {
            const std::vector<float> ways = chain_ways(plan, chain, half);
            // X is empty on the board: what it shows is the color that is looked up.
            const Line line = line_of(puzzle, x, chain.side);
            for (Color color = 1; color < plan.colors; ++color)
                CHECK(double{ways[color]} ==
                      doctest::Approx(count_ways(half, line, 0, color) * scale_of(plan, chain)).epsilon(1e-4));
        }
        ++step;
    }
    CHECK(step + 1 == plan.steps.size());
}

}  // namespace

TEST_CASE("chains count the ways to fill the rest of a row and the beginning of the next one") {
    Random random(5);
    for (int round = 0; round < 4; ++round) {
        const Puzzle puzzle = random_puzzle(5, 4, 3, random);
        check_exact(puzzle, Board(puzzle.cells(), EMPTY), random);
    }
}

TEST_CASE("a hint in a chain or next to it fixes colors") {
    Random random(7);
    for (const std::size_t cell : {7u, 11u, 12u, 13u}) {
        const Puzzle puzzle = random_puzzle(5, 5, 3, random);
        Half half{puzzle, Board(puzzle.cells(), EMPTY)};
        for (Placement p = 0; p < static_cast<Placement>(puzzle.cells() * 4); ++p)
            if (puzzle.fits(0, p)) half.board[cell] = p;
        check_exact(puzzle, half.board, random);
    }
}

TEST_CASE("misses have their weight") {
    Random random(9);
    const Puzzle puzzle = random_puzzle(4, 3, 2, random);
    const double miss = std::exp(-2.0);
    const ChainPlan plan = plan_chains(puzzle, row_order(puzzle), Board(puzzle.cells(), EMPTY), 2.0);
    const Half half = partly_filled(puzzle, 6, Board(puzzle.cells(), EMPTY), random);
    const Chain& chain = plan.at(6)[0];  // one cell, at the frame: the last of the middle row
    REQUIRE(chain.side == EAST);
    REQUIRE(chain.count == 1);
    const std::vector<float> ways = chain_ways(plan, chain, half);
    const Color above = puzzle.sides(half.board[3])[SOUTH];
    double all = 0;
    std::array<double, 4> exact{}, shown{};
    for (Placement p = 0; p < static_cast<Placement>(puzzle.cells() * 4); ++p) {
        if (!half.is_free(u32(p >> 2)) || !puzzle.fits(1u << EAST, p)) continue;
        const Sides sides = puzzle.sides(p);
        exact[sides[WEST]] += sides[NORTH] == above;
        all += sides[NORTH] == above;
        ++shown[sides[WEST]];
    }
    for (Color color = 1; color < plan.colors; ++color) {
        const double expected = exact[color] + miss * all + miss * shown[color];
        CHECK(double{ways[color]} == doctest::Approx(expected * scale_of(plan, chain)).epsilon(1e-5));
    }
}

TEST_CASE("the logarithm of the chains is exact enough") {
    for (float value = 1e-30f; value < 1e30f; value *= 1.37f)
        CHECK(std::abs(chain_log(value) - std::log(value)) < 3e-5f);
    CHECK(chain_cost(0.0f, 2.0f) == chain_cost(FEWEST_WAYS, 2.0f));
}

TEST_CASE("vectors give the same numbers as the plain loop, to the last bit") {
    Random random(11);
    for (const int colors : {3, 9, 22}) {
        const Puzzle puzzle = random_puzzle(8, 8, colors, random);
        const Board hints(puzzle.cells(), EMPTY);
        ChainPlan plan = plan_chains(puzzle, row_order(puzzle), hints, 3.0);
        const ChainVectors vectors(plan, puzzle.cells());
        for (const std::size_t step : {9u, 20u, 35u, 48u}) {
            const Half half = partly_filled(puzzle, step, hints, random);
            // A slot for every side of every cell, and the sides and pieces left.
            std::vector<std::uint8_t> slots(puzzle.cells() * 4);
            for (u32 place = 0; place < step * 4; ++place) slots[place] = static_cast<std::uint8_t>(half.color(place));
            std::vector<std::uint64_t> used(ChainVectors::PIECES / 64, 0);
            for (u32 piece = 0; piece < puzzle.cells(); ++piece)
                if (!half.is_free(piece)) used[piece / 64] |= std::uint64_t{1} << (piece % 64);
            std::vector<std::int16_t> counts;
            for (u32 role = 0; role < ROLES; ++role)
                for (u32 color = 0; color < plan.colors; ++color)
                    counts.push_back(static_cast<std::int16_t>(half.sides(role, color)));
            const ChainBoard board{slots.data(), used.data(), counts.data(), plan.colors};
            for (const Chain& chain : plan.at(step)) {
                const std::vector<float> ways = chain_ways(plan, chain, half);
                std::vector<float> costs(plan.colors, 1.0f);
                vectors.price(chain, board, 0.7f, costs.data());
                CHECK(costs[0] == 1.0f);
                for (u32 color = 1; color < plan.colors; ++color)
                    CHECK(costs[color] == 1.0f + chain_cost(ways[color], 0.7f));
            }
        }
    }
}
