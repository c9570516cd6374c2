// Distributes roots, nodes and answers to workers and balances their work.
//
// Nobody steals from a running worker: an idle one counts itself in `idle_`, and the others, at their next poll, offer
// the shallowest part of their own stack. A stack is touched by its owner only, the hot loop knows nothing of sharing,
// and a job is counted by the worker that split it off, so that the total of nodes is the same however the tree is cut.
#include "scheduling/scheduler.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "scheduling/joined_threads.hpp"

namespace edgematch {

namespace {
constexpr std::int64_t UNLIMITED = std::numeric_limits<std::int64_t>::max();
constexpr int MAX_WORKERS = 1024;
}  // namespace

Scheduler::Scheduler(const Search& search, int workers, std::int64_t slice, Control& control)
    : workers_(workers),
      slice_(slice),
      control_(control),
      answers_left_(search.want < 0 ? WANTS_ALL : search.want),
      nodes_left_(search.node_limit < 0 ? UNLIMITED : search.node_limit) {
    if (workers < 1 || workers > MAX_WORKERS) throw BadRequest("threads must be 1 to " + std::to_string(MAX_WORKERS));
    for (const Board& root : search.roots) jobs_.push_back({root, 1.0 / static_cast<double>(search.roots.size())});
    if (nodes_left_ == 0 || answers_left_ == 0) stopping_ = true;
}

void Scheduler::run(const std::function<void()>& work) {
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto guarded = [&] {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            if (!failure) failure = std::current_exception();
            stop();
        }
    };
    {
        JoinedThreads helpers;
        for (int i = 1; i < workers_; ++i) helpers.start(guarded);
        guarded();
    }
    if (failure) std::rethrow_exception(failure);
}

bool Scheduler::take(Job& job) {
    std::unique_lock lock(jobs_lock_);
    if (++idle_ == workers_ && jobs_.empty()) jobs_changed_.notify_all();
    jobs_changed_.wait(lock, [&] { return is_stopping() || !jobs_.empty() || idle_ == workers_; });
    if (is_stopping() || jobs_.empty()) return false;  // stays idle, so that the others see that all is done
    --idle_;
    job = std::move(jobs_.front());
    jobs_.pop_front();
    return true;
}

void Scheduler::offer(Job job) {
    const std::lock_guard lock(jobs_lock_);
    done_ -= job.weight;
    jobs_.push_back(std::move(job));
    jobs_changed_.notify_one();
}

void Scheduler::finish(double weight) {
    const std::lock_guard lock(jobs_lock_);
    done_ += weight;
}

void Scheduler::return_root(Board board) {
    const std::lock_guard lock(jobs_lock_);
    remaining_.push_back(std::move(board));
}

std::int64_t Scheduler::grant_nodes() {
    if (control_.stopped()) stop();
    if (is_stopping()) return 0;
    const std::lock_guard lock(jobs_lock_);
    const std::int64_t granted = std::min(slice_, nodes_left_);
    if (nodes_left_ != UNLIMITED) nodes_left_ -= granted;
    return granted;
}

void Scheduler::return_nodes(std::int64_t nodes) {
    const std::lock_guard lock(jobs_lock_);
    if (nodes_left_ != UNLIMITED) nodes_left_ += nodes;
}

bool Scheduler::take_answer() {
    if (wants_all()) return true;
    const std::int64_t left = answers_left_.fetch_sub(1);
    if (left <= 1) stop();
    return left > 0;
}

void Scheduler::report(std::span<const Placement> boards, std::size_t count) {
    const std::lock_guard lock(control_lock_);
    if (!control_.found(boards, count)) stop();
}

void Scheduler::report(std::int64_t count) {
    const std::lock_guard lock(control_lock_);
    if (!control_.counted(count)) stop();
}

void Scheduler::report(const Stats& stats) {
    const std::lock_guard lock(jobs_lock_);
    total_ += stats;
}

void Scheduler::show(const Stats& news, std::int64_t depth, double part, std::span<const Placement> window) {
    Progress progress{0, 0, depth, 0, window};
    {
        const std::lock_guard lock(jobs_lock_);
        total_ += news;
        progress.nodes = total_.nodes;
        progress.answers = total_.answers;
        progress.fraction = shown_ = std::clamp(done_ + part, 0.0, 1.0);
    }
    const std::lock_guard lock(control_lock_);
    control_.progress(progress);
}

void Scheduler::stop() {
    const std::lock_guard lock(jobs_lock_);
    stopping_ = true;
    jobs_changed_.notify_all();
}

Report Scheduler::close() {
    for (Job& job : jobs_) remaining_.push_back(std::move(job.board));
    const double done = remaining_.empty() ? 1 : std::clamp(std::max(done_, shown_), 0.0, 1.0);
    control_.progress({total_.nodes, total_.answers, 0, done, {}});
    return {std::move(remaining_), std::move(total_)};
}

}  // namespace edgematch
