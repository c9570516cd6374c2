// Zero look-ahead depth-first search: place a piece that agrees with all its neighbours, go on, come back.
#include "exact/worker.hpp"

namespace edgematch {

namespace {
// Nodes between two polls of a worker: about half a millisecond, so that it stops quickly and polling costs nothing.
constexpr std::int64_t SLICE = 1 << 16;
}  // namespace

Report backtrack(const Puzzle& puzzle, const Search& search, const BacktrackOptions& options, Control& control) {
    puzzle.require_order(options.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    Scheduler scheduler(search, options.threads, SLICE, control);
    SearchPlans plans(puzzle, search.labelled, options.order, options.depth, options.prune);
    scheduler.run([&] {
        Worker worker(plans, scheduler, search.boards);
        Job job;
        while (scheduler.take(job)) worker.search(job);
        worker.close();
    });
    return scheduler.close();
}

}  // namespace edgematch
