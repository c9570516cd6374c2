// Zero look-ahead depth-first search: place a piece that agrees with all its neighbours, go on, come back.
#include <exception>
#include <string>
#include <thread>

#include "exact/worker.hpp"

namespace edgematch {

namespace {

constexpr int MAX_THREADS = 1024;

// Runs workers on their threads, the first on the caller's own; the first failure comes out after all have ended.
void run_workers(SearchPlans& plans, Scheduler& scheduler, int threads, bool boards) {
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            Worker worker(plans, scheduler, boards);
            Job job;
            while (scheduler.take(job)) worker.search(job);
            worker.close();
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            if (!failure) failure = std::current_exception();
            scheduler.stop();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

Report backtrack(const Puzzle& puzzle, const Search& search, const BacktrackOptions& options, Control& control) {
    puzzle.require_order(options.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    if (options.threads < 1 || options.threads > MAX_THREADS)
        throw BadRequest("threads must be 1 to " + std::to_string(MAX_THREADS));
    SearchPlans plans(puzzle, search.labelled, options.order, options.depth, options.prune);
    Scheduler scheduler(search, options.threads, control);
    run_workers(plans, scheduler, options.threads, search.boards);
    return scheduler.close();
}

}  // namespace edgematch
