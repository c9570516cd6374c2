// The exact search on small puzzles: what is left at a stop and what is found add up, and wrong orders are refused.
#include "doctest.h"
#include "edgematch/engines.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

void stops_are_exact(const Puzzle& puzzle, bool labelled) {
    Search search = search_below({Board(puzzle.cells(), EMPTY)}, labelled);
    const BacktrackOptions options = in_rows(puzzle);
    Recorder all;
    const Report full = backtrack(puzzle, search, options, all);
    CHECK(full.remaining.empty());
    CHECK(all.answers > 0);
    CHECK(all.nodes == full.stats.nodes);
    for (std::int64_t limit = 0; limit < full.stats.nodes; limit += 1 + full.stats.nodes / 50) {
        Recorder parts;
        search.node_limit = limit;
        const Report first = backtrack(puzzle, search, options, parts);
        Search rest = search;
        rest.node_limit = -1;
        rest.roots = first.remaining;
        const Report second = backtrack(puzzle, rest, options, parts);
        CHECK(parts.answers == all.answers);
        CHECK(first.stats.nodes + second.stats.nodes == full.stats.nodes);
    }
}

}  // namespace

TEST_CASE("what a stop leaves is exactly what was not searched") {
    for (const int size : {2, 3, 4})
        for (const bool labelled : {true, false}) stops_are_exact(square(size, 5), labelled);
}

TEST_CASE("several threads find what one finds") {
    const Puzzle puzzle = square(4, 5);
    const Search search = search_below({Board(puzzle.cells(), EMPTY)});
    BacktrackOptions options = in_rows(puzzle);
    Recorder one, three;
    const Report alone = backtrack(puzzle, search, options, one);
    options.threads = 3;
    const Report together = backtrack(puzzle, search, options, three);
    CHECK(one.answers == three.answers);
    CHECK(alone.stats.nodes == together.stats.nodes);
}

TEST_CASE("an order that is no permutation is refused") {
    const Puzzle puzzle = square(3, 4);
    Recorder none;
    BacktrackOptions bad = in_rows(puzzle);
    bad.order[0] = 1;
    CHECK_THROWS_AS(backtrack(puzzle, search_below({}), bad, none), BadRequest);
}
