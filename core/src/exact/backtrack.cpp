// Zero look-ahead depth-first search: place a piece that agrees with all its neighbours, go on, come back.
#include <exception>
#include <string>
#include <thread>

#include "exact/worker.hpp"

namespace edgematch {

namespace {

constexpr int MAX_THREADS = 1024;

// Runs workers on their threads, the first on the caller's own; the first failure comes out after all have ended.
void run_crew(SearchPlans& plans, Scheduler& scheduler, const Search& search) {
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            Worker worker(plans, scheduler, search.boards);
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
        for (int i = 1; i < search.threads; ++i) helpers.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

Report backtrack(const Puzzle& puzzle, const Search& search, Control& control) {
    puzzle.require_order(search.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    if (search.threads < 1 || search.threads > MAX_THREADS)
        throw BadRequest("threads must be 1 to " + std::to_string(MAX_THREADS));
    const Kinds kinds(puzzle, search.labelled);
    SearchPlans plans(puzzle, kinds, search);
    Scheduler scheduler(search, control);
    run_crew(plans, scheduler, search);
    return scheduler.close();
}

}  // namespace edgematch
