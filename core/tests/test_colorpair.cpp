// The rules of color pairs against slow, obvious versions: sets recounted, preemption against matchings, explanations.
#include <functional>
#include <set>

#include "check.hpp"
#include "filtering/colorpair/colorpair_board.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

using State = ColorPairBoard<2>;

// The pairs that two known sides of an empty cell make.
std::set<Pair> asked_around(const State& state, int cell) {
    const Tables& tables = state.tables;
    std::array<int, SIDES> known{-1, -1, -1, -1};
    for (int side = 0; side < SIDES; ++side) {
        const Cell other = tables.near[static_cast<std::size_t>(cell)][static_cast<std::size_t>(side)];
        if (other == OUTSIDE)
            known[static_cast<std::size_t>(side)] = GREY;
        else if (const int value = state.values()[static_cast<std::size_t>(other)]; value >= 0)
            known[static_cast<std::size_t>(side)] =
                tables.sides[static_cast<std::size_t>(value)][static_cast<std::size_t>(opposite(side))];
    }
    std::set<Pair> pairs;
    for (int position = 0; position < state.pairs.positions(); ++position) {
        const auto [s, t] = POSITION_SIDES[static_cast<std::size_t>(position)];
        const int a = known[static_cast<std::size_t>(s)], b = known[static_cast<std::size_t>(t)];
        if (a >= 0 && b >= 0) pairs.insert(state.pairs.at(position, static_cast<Color>(a), static_cast<Color>(b)));
    }
    return pairs;
}

void recount(const State& state) {
    const Tables& tables = state.tables;
    std::vector<int> left(tables.copies.begin(), tables.copies.end());
    for (const int value : state.values())
        if (value >= 0) --left[static_cast<std::size_t>(tables.kind[static_cast<std::size_t>(value)])];
    std::vector<int> offer(static_cast<std::size_t>(state.pairs.count()), 0), demand = offer;
    for (int kind = 0; kind < tables.kinds; ++kind)
        for (const Pair pair : state.pairs.of(kind)) offer[pair] += left[static_cast<std::size_t>(kind)];
    for (int cell = 0; cell < tables.cells; ++cell) {
        if (state.values()[static_cast<std::size_t>(cell)] >= 0) continue;
        for (const Pair pair : asked_around(state, cell)) {
            ++demand[pair];
            CHECK(state.asks(cell, pair));
        }
    }
    for (int pair = 0; pair < state.pairs.count(); ++pair) {
        CHECK(state.offer(pair) == offer[static_cast<std::size_t>(pair)]);
        CHECK(state.demand(pair) == demand[static_cast<std::size_t>(pair)]);
    }
}

// Whether the asking cells can be given different pieces that carry what they ask for.
bool can_serve_all(const State& state) {
    std::vector<int> cells;
    for (int cell = 0; cell < state.tables.cells; ++cell)
        if (state.values()[static_cast<std::size_t>(cell)] < 0 && state.asked_pairs(cell) > 0) cells.push_back(cell);
    std::vector<std::vector<int>> holders(static_cast<std::size_t>(state.tables.kinds));
    std::vector<bool> seen;
    const std::function<bool(int)> serve = [&](int cell) {
        for (int kind = 0; kind < state.tables.kinds; ++kind) {
            const auto k = static_cast<std::size_t>(kind);
            const auto carried = state.pairs.of(kind);
            const auto carries = [&](Pair pair) {
                return std::find(carried.begin(), carried.end(), pair) != carried.end();
            };
            const std::set<Pair> asked = asked_around(state, cell);
            if (seen[k] || state.left(kind) == 0 || !std::all_of(asked.begin(), asked.end(), carries)) continue;
            seen[k] = true;
            const bool is_free = static_cast<int>(holders[k].size()) < state.left(kind);
            const std::vector<int> others = holders[k];
            for (const int other : is_free ? std::vector<int>{-1} : others) {
                if (other >= 0 && !serve(other)) continue;
                if (other >= 0) holders[k].erase(std::find(holders[k].begin(), holders[k].end(), other));
                holders[k].push_back(cell);
                return true;
            }
        }
        return false;
    };
    return std::all_of(cells.begin(), cells.end(), [&](int cell) {
        seen.assign(static_cast<std::size_t>(state.tables.kinds), false);
        return serve(cell);
    });
}

// What is left when all but the cells of an explanation are emptied has no solution either.
void check_explanation(const State& state) {
    std::vector<int> kept(state.values().size(), -1);
    state.conflict.each(
        [&](int cell) { kept[static_cast<std::size_t>(cell)] = state.values()[static_cast<std::size_t>(cell)]; });
    const Puzzle& puzzle = state.tables.puzzle;
    const Board empty(puzzle.cells(), EMPTY);
    CHECK(solutions_below(puzzle, state.tables.write(kept, empty)) == 0);
}

// Places at random what agrees, now and then takes some back, and looks at everything on the way.
void wander(const Puzzle& puzzle, const ColorPairOptions& options, Random& random, int& failures_seen) {
    const Kinds kinds(puzzle, false);
    const Tables tables(puzzle, kinds);
    State state(tables, options);
    if (!state.filter_all()) return;
    std::vector<bool> was_good{true};
    for (int step = 0; step < 60; ++step) {
        std::vector<std::pair<int, int>> fitting;
        for (int cell = 0; cell < tables.cells; ++cell)
            for (int value = 0; value < tables.values; ++value)
                if (state.values()[static_cast<std::size_t>(cell)] < 0 && state.asked_pairs(cell) > 0 &&
                    state.agrees(cell, value) && state.left(tables.kind[static_cast<std::size_t>(value)]) > 0)
                    fitting.emplace_back(cell, value);
        if (was_good.back() && !fitting.empty() && random.below(4) != 0) {
            const auto [cell, value] = fitting[random.below(static_cast<std::uint32_t>(fitting.size()))];
            state.place(cell, value);
            was_good.push_back(state.filter());
            if (!was_good.back()) {
                ++failures_seen;
                check_explanation(state);
                if (!options.remaining) CHECK(!can_serve_all(state));
            }
        } else if (was_good.size() > 1) {
            state.unplace();
            was_good.pop_back();
        }
        recount(state);
    }
}

void test_sets_preemption_and_explanations() {
    Random random(1);
    int failures_seen = 0;
    for (int round = 0; round < 60; ++round) {
        const Puzzle puzzle = random_puzzle(3, 3 + round % 2, 3 + round % 4, random);
        const ColorPairOptions options{.opposite = round % 2 == 0,
                                       .preemption = round % 3 != 0,
                                       .remaining = round % 5 == 0,
                                       .patterns = true,
                                       .backjumping = true,
                                       .value_order = true,
                                       .heuristic = PairOrder::MinExpectedGap,
                                       .shaving = 0,
                                       .seed = 0};
        wander(puzzle, options, random, failures_seen);
    }
    CHECK(failures_seen > 100);
}

// h(M) against all ways to put M squares on a small grid.
void test_most_shared_edges() {
    for (int squares = 1; squares <= 9; ++squares) {
        int most = 0;
        for (unsigned set = 0; set < 1u << 12; ++set) {  // a grid of 3 x 4
            if (std::popcount(set) != squares) continue;
            int shared = std::popcount(set & (set >> 4));
            shared += std::popcount(set & ((set & 0xeeeu) >> 1));
            most = std::max(most, shared);
        }
        CHECK(most_shared_edges(squares) == most);
    }
}

}  // namespace

int main() {
    test_sets_preemption_and_explanations();
    test_most_shared_edges();
    return failures;
}
