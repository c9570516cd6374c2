// What the workers of one search share: the roots still to be searched, the limits and the control. See scheduler.cpp.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <span>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/engines.hpp"

namespace edgematch {

struct Job {
    Board board;
    double weight = 1;  // its estimated share of the whole tree
};

inline constexpr std::int64_t WANTS_ALL = std::numeric_limits<std::int64_t>::max();

class Scheduler {
  public:
    // `slice`: the nodes between two polls of a worker. Throws BadRequest for a number of workers that makes no sense.
    Scheduler(const Search& search, int workers, std::int64_t slice, Control& control);

    // Runs `work` in one thread per worker, the first on the caller's own. The first failure comes out after all have
    // ended.
    void run(const std::function<void()>& work);

    bool is_stopping() const { return stopping_.load(std::memory_order_relaxed); }
    // Whether some worker has nothing to do.
    bool has_idle_worker() const { return idle_.load(std::memory_order_relaxed) > 0; }
    // Waits for a job; false when there is no more to do.
    bool take(Job& job);
    // A new job, split off one under way.
    void offer(Job job);
    void finish(double weight);
    void return_root(Board board);
    // Nodes that a worker may commit before its next poll; 0: stop, or there are none left.
    std::int64_t grant_nodes();
    // Nodes granted and not needed.
    void return_nodes(std::int64_t nodes);
    bool wants_all() const { return answers_left_.load(std::memory_order_relaxed) == WANTS_ALL; }
    // Whether one more answer is wanted; it counts as reported from now on.
    bool take_answer();
    void report(std::span<const Placement> boards, std::size_t count);
    void report(std::int64_t count);
    void report(const Stats& stats);
    // Reports progress: what a worker counted since its last report, and the part of its job that is done.
    void show(const Stats& news, std::int64_t depth, double part, std::span<const Placement> window);
    // Makes every worker return what it has not searched.
    void stop();
    Report close();

  private:
    const int workers_;
    const std::int64_t slice_;
    Control& control_;
    std::atomic<bool> stopping_{false};
    std::atomic<int> idle_{0};
    std::atomic<std::int64_t> answers_left_;

    std::mutex jobs_lock_;
    std::condition_variable jobs_changed_;
    std::deque<Job> jobs_;
    std::vector<Board> remaining_;
    std::int64_t nodes_left_;
    double done_ = 0;
    double shown_ = 0;  // the part done at the last progress report
    Stats total_;

    std::mutex control_lock_;
};

}  // namespace edgematch
