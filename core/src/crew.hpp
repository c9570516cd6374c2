// What the workers of one search share: the roots still to do, the limits, and the way to whoever asked. See crew.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/engines.hpp"

namespace edgematch {

struct Job {
    Board board;
    double weight = 1;  // its part of the whole tree, as far as one can tell
};

class Crew {
  public:
    Crew(const Search& search, Control& control);

    bool is_stopping() const { return stopping_.load(std::memory_order_relaxed); }
    // Nodes that a worker may commit before it asks again; 0: stop.
    std::int64_t grant();
    // Whether one more answer is wanted; it counts as reported from now on.
    bool take_answer();
    bool take(Job& job);
    void give_back(Board board, double weight);
    void finish(double weight) { done_ += weight; }
    void report(std::span<const Placement> boards, std::size_t count);
    void report(std::int64_t count);
    void report(const Stats& stats) { total_ += stats; }
    void show(const Stats& stats, std::int64_t depth, double part, std::span<const Placement> window);
    Report close();

  private:
    Control& control_;
    std::deque<Job> jobs_;
    std::vector<Board> remaining_;
    std::atomic<bool> stopping_{false};
    std::int64_t nodes_left_;
    std::int64_t answers_left_;
    double done_ = 0;
    Stats total_;
};

}  // namespace edgematch
