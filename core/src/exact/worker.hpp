// One thread of the exact search: its jobs, its counters, its answers. See worker.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "exact/tree_search.hpp"
#include "scheduling/scheduler.hpp"

namespace edgematch {

class Worker final : public TreeSearch {
  public:
    Worker(SearchPlans& plans, Scheduler& scheduler, bool boards);

    // Searches everything below the job's board. What is not searched when the scheduler stops goes to the scheduler.
    void search(const Job& job);
    void close();

    // Reports, shares, asks for more nodes.
    Next poll(Stacks& stacks) override;
    bool finish(Untried untried) override;
    void stop() override { scheduler_.stop(); }

  private:
    void return_root(Board board) override { scheduler_.return_root(std::move(board)); }
    void share(Stacks& stacks);
    void answer(const Level* last);
    void publish(const Stacks& stacks);
    std::vector<double> shares(const Stacks& stacks, std::size_t strand) const;
    void settle();
    void flush();

    SearchPlans& plans_;
    Scheduler& scheduler_;
    const bool boards_;
    double weight_ = 1;  // of the job
    std::int64_t granted_ = 0;
    std::int64_t polls_ = 0;
    Stats stats_;
    std::vector<Placement> found_;
    std::int64_t unreported_ = 0;
};

}  // namespace edgematch
