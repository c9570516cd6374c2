// Filtering against slow, obvious versions: domains against arc consistency as it is defined, matchings against all
// matchings, color pairs against recounts.
#include <functional>
#include <numeric>
#include <set>

#include "doctest.h"
#include "filtering/colorpair/colorpair_board.hpp"
#include "filtering/domains.hpp"
#include "filtering/matching/alldifferent.hpp"
#include "filtering/matching/gacolor.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

using Sets = std::vector<std::set<int>>;

Sets read(const Domains& domains) {
    Sets sets(static_cast<std::size_t>(domains.tables.cells));
    for (int cell = 0; cell < domains.tables.cells; ++cell)
        domains.each_value(cell, [&](int value) { sets[static_cast<std::size_t>(cell)].insert(value); });
    return sets;
}

struct Slow {
    const Tables& tables;
    Sets sets;

    std::set<int> kinds_in(std::size_t cell) const {
        std::set<int> kinds;
        for (const int value : sets[cell]) kinds.insert(tables.kind[static_cast<std::size_t>(value)]);
        return kinds;
    }

    bool has_neighbour(std::size_t cell, int value, int side) const {
        const Cell other = tables.near[cell][static_cast<std::size_t>(side)];
        const auto color = tables.sides[static_cast<std::size_t>(value)][static_cast<std::size_t>(side)];
        const auto& around = sets[static_cast<std::size_t>(std::max<int>(0, other))];
        return other == OUTSIDE || std::any_of(around.begin(), around.end(), [&](int one) {
                   return tables.sides[static_cast<std::size_t>(one)][static_cast<std::size_t>(opposite(side))] ==
                          color;
               });
    }

    bool may_stay(std::size_t cell, int value) const {
        for (int side = 0; side < SIDES; ++side)
            if (!has_neighbour(cell, value, side)) return false;
        const int kind = tables.kind[static_cast<std::size_t>(value)];
        int decided = 0, possible = 0;
        bool is_one_of_few = false, is_mine_decided = kinds_in(cell).size() == 1;
        for (std::size_t other = 0; other < sets.size(); ++other)
            if (other != cell && kinds_in(other) == std::set<int>{kind}) ++decided;
        if (!is_mine_decided && decided >= tables.copies[static_cast<std::size_t>(kind)]) return false;
        for (const int mine : kinds_in(cell)) {  // another kind here that needs this very cell
            if (mine == kind) continue;
            possible = 0;
            for (std::size_t other = 0; other < sets.size(); ++other)
                possible += static_cast<int>(kinds_in(other).count(mine));
            is_one_of_few = is_one_of_few || possible <= tables.copies[static_cast<std::size_t>(mine)];
        }
        return !is_one_of_few;
    }

    bool run() {
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (std::size_t cell = 0; cell < sets.size(); ++cell) {
                const std::set<int> before = sets[cell];
                for (const int value : before)
                    if (!may_stay(cell, value)) is_changed = sets[cell].erase(value) > 0 || is_changed;
                if (sets[cell].empty()) return false;
            }
        }
        for (int kind = 0; kind < tables.kinds; ++kind) {
            int possible = 0;
            for (std::size_t cell = 0; cell < sets.size(); ++cell)
                possible += static_cast<int>(kinds_in(cell).count(kind));
            const auto is_decided = [&](const std::set<int>& values) {
                return std::all_of(values.begin(), values.end(),
                                   [&](int value) { return tables.kind[static_cast<std::size_t>(value)] == kind; });
            };
            const auto decided = std::count_if(sets.begin(), sets.end(), is_decided);
            const int copies = tables.copies[static_cast<std::size_t>(kind)];
            if (possible < copies || decided > copies) return false;
        }
        return true;
    }
};

TEST_CASE("propagation is arc consistency as it is defined") {
    Random random(2);
    for (int round = 0; round < 60; ++round) {
        const Puzzle puzzle = random_puzzle(3 + round % 2, 4, 3 + round % 5, random);
        const Kinds kinds(puzzle, false);
        const Tables tables(puzzle, kinds);
        Domains domains(tables, {});
        std::vector<int> board(static_cast<std::size_t>(tables.cells), -1);
        bool is_good = domains.load(board);
        for (int depth = 0; is_good && depth < 4; ++depth) {
            const int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(tables.cells)));
            std::vector<int> values;
            domains.each_value(cell, [&](int value) { values.push_back(value); });
            const int value = values[random.below(static_cast<std::uint32_t>(values.size()))];
            Slow slow{tables, read(domains)};
            const Sets before = slow.sets;
            slow.sets[static_cast<std::size_t>(cell)] = {value};
            domains.open();
            is_good = domains.keep(cell, value) && domains.propagate();
            if (!is_good) domains.forget();
            CHECK(is_good == slow.run());
            if (is_good) CHECK(read(domains) == slow.sets);
            if (!is_good || depth % 2 == 1) {
                domains.close();
                CHECK(read(domains) == before);
                is_good = true;
            }
        }
    }
}

// All perfect matchings, edge by edge.
TEST_CASE("an edge stays exactly when some perfect matching has it") {
    Random random(3);
    int perfect = 0;
    for (int round = 0; round < 400; ++round) {
        const int count = 2 * (2 + round % 4);
        PerfectMatching matching(count);
        std::set<std::pair<int, int>> edges, in_some;
        for (int u = 0; u < count; ++u)
            for (int v = u + 1; v < count; ++v)
                if (random.below(100) < 40) {
                    matching.add_edge(u, v);
                    edges.insert({u, v});
                }
        std::vector<std::pair<int, int>> chosen;
        std::vector<bool> used(static_cast<std::size_t>(count), false);
        const std::function<void()> extend = [&] {
            const auto free = std::find(used.begin(), used.end(), false);
            if (free == used.end()) {
                in_some.insert(chosen.begin(), chosen.end());
                return;
            }
            const int u = static_cast<int>(free - used.begin());
            for (int v = u + 1; v < count; ++v) {
                if (used[static_cast<std::size_t>(v)] || !edges.contains({u, v})) continue;
                used[static_cast<std::size_t>(u)] = used[static_cast<std::size_t>(v)] = true;
                chosen.emplace_back(u, v);
                extend();
                chosen.pop_back();
                used[static_cast<std::size_t>(u)] = used[static_cast<std::size_t>(v)] = false;
            }
        };
        extend();
        CHECK(matching.match() == !in_some.empty());
        if (in_some.empty()) continue;
        ++perfect;
        matching.filter();
        for (const auto& [u, v] : edges) CHECK(matching.has_edge(u, v) == in_some.contains({u, v}));
    }
    CHECK(perfect > 50);
}

// Both global rules remove no value of a solution, and they do remove something now and then.
TEST_CASE("global rules keep every value of a solution") {
    Random random(4);
    int removals = 0;
    for (int round = 0; round < 200; ++round) {
        const Puzzle puzzle = random_puzzle(3 + round % 2, 4, 3 + round % 3, random);
        const Kinds kinds(puzzle, false);
        const Tables tables(puzzle, kinds);
        Domains domains(tables, {});
        if (!domains.load(std::vector<int>(static_cast<std::size_t>(tables.cells), -1))) continue;
        for (int cell = 0; cell < 2; ++cell) {
            int first = -1;
            domains.each_value(cell, [&](int value) { first = first < 0 ? value : first; });
            if (first >= 0) domains.keep(cell, first);
        }
        if (!domains.propagate()) continue;
        const Sets before = read(domains);
        const Board root = tables.write(domains.board(), Board(puzzle.cells(), EMPTY));
        AllDifferent pieces(domains);
        ColorMatchings colors(domains);
        Recorder recorder;
        bool is_changed = false;
        const bool is_good = pieces.filter(is_changed) && domains.propagate() && colors.filter(is_changed, recorder);
        const Sets after = read(domains);
        for (std::size_t cell = 0; cell < before.size(); ++cell) {
            for (const int value : before[cell]) {
                if (is_good && after[cell].contains(value)) continue;
                std::vector<int> board = tables.read(root);
                board[cell] = value;
                if (!puzzle.is_consistent(tables.write(board, root))) continue;
                CHECK(solutions_below(puzzle, tables.write(board, root)) == 0);
                ++removals;
            }
        }
    }
    CHECK(removals > 20);
}

// Where cells of few kinds are left, every value meets another piece than its own; no value of a solution is lost.
bool meets_another(const Tables& tables, const Sets& sets, std::size_t cell, int value, int side) {
    const Cell other = tables.near[cell][static_cast<std::size_t>(side)];
    const int kind = tables.kind[static_cast<std::size_t>(value)];
    if (other == OUTSIDE || tables.copies[static_cast<std::size_t>(kind)] > 1) return true;
    const Slow slow{tables, sets};
    const auto color = tables.sides[static_cast<std::size_t>(value)][static_cast<std::size_t>(side)];
    const auto& around = sets[static_cast<std::size_t>(other)];
    return slow.kinds_in(static_cast<std::size_t>(other)).size() > 6 ||
           std::any_of(around.begin(), around.end(), [&](int one) {
               return tables.kind[static_cast<std::size_t>(one)] != kind &&
                      tables.sides[static_cast<std::size_t>(one)][static_cast<std::size_t>(opposite(side))] == color;
           });
}

TEST_CASE("a piece is not its own neighbour") {
    Random random(6);
    int removals = 0;
    for (int round = 0; round < 200; ++round) {
        const Puzzle puzzle = random_puzzle(4, 4 + round % 2, 3 + round % 4, random);
        const Kinds kinds(puzzle, false);
        const Tables tables(puzzle, kinds);
        Domains plain(tables, {}), distinct(tables, {.distinct = true});
        std::vector<int> board(static_cast<std::size_t>(tables.cells), -1);
        if (!plain.load(board)) continue;
        const int first = static_cast<int>(random.below(static_cast<std::uint32_t>(tables.cells)));
        const Sets before = read(plain);
        board[static_cast<std::size_t>(first)] = *before[static_cast<std::size_t>(first)].begin();
        if (!plain.load(board)) continue;
        const bool is_good = distinct.load(board);
        const Sets wide = read(plain), narrow = read(distinct);
        const Board root = tables.write(board, Board(puzzle.cells(), EMPTY));
        for (std::size_t cell = 0; cell < wide.size(); ++cell) {
            for (const int value : wide[cell]) {
                if (is_good && narrow[cell].contains(value)) {
                    for (int side = 0; side < SIDES; ++side) CHECK(meets_another(tables, narrow, cell, value, side));
                    continue;
                }
                std::vector<int> values = board;
                if (values[cell] >= 0 && values[cell] != value) continue;
                values[cell] = value;
                const Board removed = tables.write(values, root);
                if (puzzle.is_consistent(removed)) CHECK(solutions_below(puzzle, removed) == 0);
                ++removals;
            }
        }
    }
    CHECK(removals > 20);
}

// What a search sees of domains, for every kernel that this processor has, after the same decisions.
struct Seen {
    bool is_good;
    Sets sets;
    std::vector<int> sizes;
    int rarest;
    bool operator==(const Seen&) const = default;
};

std::vector<Seen> watch_decisions(const Tables& tables, const Rules& rules, Domains::Choose choose,
                                  std::uint64_t seed) {
    Random random(seed);
    Domains domains(tables, rules, choose);
    std::vector<Seen> seen;
    bool is_good = domains.load(std::vector<int>(static_cast<std::size_t>(tables.cells), -1));
    for (int depth = 0; is_good && domains.open_cells() > 0 && depth < 12; ++depth) {
        const Sets sets = read(domains);
        const auto cell = random.below(static_cast<std::uint32_t>(tables.cells));
        const std::vector<int> values(sets[cell].begin(), sets[cell].end());
        domains.open();
        is_good =
            domains.keep(static_cast<int>(cell), values[random.below(static_cast<std::uint32_t>(values.size()))]) &&
            domains.propagate();
        if (is_good) {
            seen.push_back({is_good, read(domains), domains.open_sizes(), domains.rarest_kind(16)});
            continue;
        }
        domains.forget();
        domains.close();
        is_good = true;
        seen.push_back({false, read(domains), {}, -1});
    }
    return seen;
}

TEST_CASE("all kernels of this processor agree") {
    const std::vector<Domains::Choose> kernels{&avx512_domain_kernel,
                                               [](bool) { return portable_domain_kernel(false); },
                                               [](bool) { return avx512_domain_kernel(false); }};
    Random random(5);
    for (std::uint64_t round = 0; round < 24; ++round) {
        const bool is_large = round % 4 == 3;  // more than 64 inner kinds
        const Puzzle puzzle = is_large ? random_puzzle(10, 11, 9, random) : random_puzzle(5, 6, 4, random);
        const Kinds kinds(puzzle, false);
        const Tables tables(puzzle, kinds);
        const Rules rules{.counts = true, .force_counts = true};
        const std::vector<Seen> expected = watch_decisions(tables, rules, &portable_domain_kernel, round);
        CHECK(!expected.empty());
        for (const Domains::Choose choose : kernels)
            if (choose(true).propagate != nullptr) CHECK(watch_decisions(tables, rules, choose, round) == expected);
        if (avx512_domain_kernel(true).propagate == nullptr) continue;
        const Rules distinct{.distinct = true, .counts = true, .force_counts = true};
        CHECK(watch_decisions(tables, distinct, &avx512_domain_kernel, round) ==
              watch_decisions(tables, distinct, &portable_domain_kernel, round));
    }
}

// Color pairs.

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

TEST_CASE("counts, preemption and explanations of color pairs") {
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
                                       .seed = 0,
                                       .threads = 1};
        wander(puzzle, options, random, failures_seen);
    }
    CHECK(failures_seen > 100);
}

// With two threads values are given away while explanations of failures are kept: no answer may be jumped over.
TEST_CASE("several threads find what one finds") {
    Random random(2);
    for (int round = 0; round < 40; ++round) {
        const Puzzle puzzle = random_puzzle(3, 3 + round % 2, 2 + round % 2, random);
        const Search search = search_below({Board(puzzle.cells(), EMPTY)});
        std::vector<Cell> order(puzzle.cells());
        std::iota(order.begin(), order.end(), Cell{0});
        const auto domains = [&](int threads, Recorder& recorder) {
            search_domains(puzzle, search,
                           {.order = order,
                            .dynamic = DynamicOrder::LastConflict,
                            .fixpoint = true,
                            .edges = true,
                            .pieces = true,
                            .distinct = true,
                            .counts = true,
                            .force_counts = true,
                            .by_piece = true,
                            .alldifferent = false,
                            .gacolor_from = -1,
                            .shaving = 0,
                            .refute = 8,
                            .seed = 0,
                            .threads = threads},
                           recorder);
        };
        const auto pairs = [&](int threads, Recorder& recorder) {
            colorpair(puzzle, search,
                      {.opposite = true,
                       .preemption = true,
                       .remaining = true,
                       .patterns = true,
                       .backjumping = true,
                       .value_order = true,
                       .heuristic = PairOrder::MinExpectedGap,
                       .shaving = 0,
                       .seed = 0,
                       .threads = threads},
                      recorder);
        };
        Recorder one, three, one_pairs, three_pairs;
        domains(1, one);
        domains(3, three);
        pairs(1, one_pairs);
        pairs(3, three_pairs);
        CHECK(one.answers == three.answers);
        CHECK(one.answers == one_pairs.answers);
        CHECK(one.answers == three_pairs.answers);
    }
}

// h(M) against all ways to put M squares on a small grid.
TEST_CASE("the most edges that so many squares share") {
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
