// The search on a puzzle small enough to know by heart, its stops, and its refusals.
#include "check.hpp"
#include "edgematch/engines.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

struct Recorder final : Control {
    bool stopped() override { return false; }
    void progress(const Progress& p) override { last = p.nodes; }
    bool found(std::span<const Placement> boards, std::size_t count) override {
        CHECK(count > 0 && boards.size() % count == 0);
        answers += static_cast<std::int64_t>(count);
        return true;
    }
    bool counted(std::int64_t count) override {
        answers += count;
        return true;
    }
    std::int64_t answers = 0, last = 0;
};

void stops_are_exact(const Puzzle& puzzle, bool labelled) {
    Search search = search_below({Board(puzzle.cells(), EMPTY)}, labelled);
    const BacktrackOptions options = in_rows(puzzle);
    Recorder all;
    const Report full = backtrack(puzzle, search, options, all);
    CHECK(full.remaining.empty() && all.answers > 0 && all.last == full.stats.nodes);
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

int main() {
    for (const int size : {2, 3, 4}) {
        stops_are_exact(square(size, 5), true);
        stops_are_exact(square(size, 5), false);
    }
    const Puzzle puzzle = square(3, 4);
    Recorder none;
    BacktrackOptions bad = in_rows(puzzle);
    bad.order[0] = 1;
    CHECK_THROWS(backtrack(puzzle, search_below({}), bad, none), BadRequest);
    CHECK_THROWS(Puzzle(33, 1, {}, true, true), BadRequest);
    CHECK_THROWS(Puzzle(2, 2, {}, true, true), BadRequest);
    return failures;
}
