// Dealing out roots, nodes and answers to workers.
#include "crew.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace edgematch {

namespace {
constexpr std::int64_t UNLIMITED = std::numeric_limits<std::int64_t>::max();
// Nodes between two polls of a worker: about half a millisecond, so that a stop is felt at once and costs nothing.
constexpr std::int64_t SLICE = 1 << 16;
}  // namespace

Crew::Crew(const Search& search, Control& control)
    : control_(control),
      nodes_left_(search.node_limit < 0 ? UNLIMITED : search.node_limit),
      answers_left_(search.want < 0 ? UNLIMITED : search.want) {
    for (const Board& root : search.roots) jobs_.push_back({root, 1.0 / static_cast<double>(search.roots.size())});
    if (nodes_left_ == 0 || answers_left_ == 0) stopping_ = true;
}

std::int64_t Crew::grant() {
    if (is_stopping() || control_.stopped()) stopping_ = true;
    const std::int64_t granted = is_stopping() ? 0 : std::min(SLICE, nodes_left_);
    nodes_left_ -= granted;
    if (granted == 0) stopping_ = true;
    return granted;
}

bool Crew::take_answer() {
    if (answers_left_ == 0) return false;
    if (answers_left_ != UNLIMITED && --answers_left_ == 0) stopping_ = true;
    return true;
}

bool Crew::take(Job& job) {
    if (is_stopping() || jobs_.empty()) return false;
    job = std::move(jobs_.front());
    jobs_.pop_front();
    return true;
}

void Crew::give_back(Board board, double weight) {
    (void)weight;
    remaining_.push_back(std::move(board));
}

void Crew::report(std::span<const Placement> boards, std::size_t count) {
    if (!control_.found(boards, count)) stopping_ = true;
}

void Crew::report(std::int64_t count) {
    if (!control_.counted(count)) stopping_ = true;
}

void Crew::show(const Stats& stats, std::int64_t depth, double part, std::span<const Placement> window) {
    control_.progress(
        {total_.nodes + stats.nodes, total_.answers + stats.answers, depth, std::min(1.0, done_ + part), window});
}

Report Crew::close() {
    for (Job& job : jobs_) remaining_.push_back(std::move(job.board));
    if (remaining_.empty()) done_ = 1;
    control_.progress({total_.nodes, total_.answers, 0, std::min(1.0, done_), {}});
    return {std::move(remaining_), std::move(total_)};
}

}  // namespace edgematch
