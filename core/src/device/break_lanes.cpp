// The lanes of the break-tolerant GPU engine on the CPU: the same steps, one job after the other.
#include "device/break_lanes.hpp"

#include <algorithm>
#include <vector>

namespace edgematch {

using namespace lanes;

namespace {

template <class Lane, class Jobs>
void run_all(Lane& lane, const Jobs& jobs) {
    for (u32 job = 0; job < jobs.count; ++job) {
        lane.load(jobs, job);
        while (lane.step(jobs)) {
        }
        lane.store(jobs);
    }
}

template <class Lane, class Word>
Lane lane_with(const BreakTables<Word>& tables, std::vector<u16>& stack, std::vector<u32>& bits) {
    Lane lane;
    lane.tables = tables;
    lane.stack.use_memory(stack.data(), 1);
    lane.free.use_memory(bits.data(), 1);
    return lane;
}

}  // namespace

template <class Word>
void run_break_lanes(LaneStage stage, const BreakTables<Word>& tables, const BreakJobs& jobs) {
    std::vector<u16> stack(std::max(tables.cells_in + 2, tables.window + 1)), tries(MOST_LAST), spares(MOST_LAST);
    std::vector<u32> bits(tables.full_words);
    if (stage == LaneStage::COMPLETING) {
        auto lane = lane_with<CompletionLane<Word>>(tables, stack, bits);
        lane.tries = {tries.data(), 1, 0};
        lane.spares = {spares.data(), 1, 0};
        run_all(lane, jobs);
    } else if (stage == LaneStage::BREAKING) {
        auto lane = lane_with<BreakLane<Word, true>>(tables, stack, bits);
        run_all(lane, jobs);
    } else {
        auto lane = lane_with<BreakLane<Word, false>>(tables, stack, bits);
        run_all(lane, jobs);
    }
}

template <class Word>
void make_rows(const BreakTables<Word>& tables, const RowJobs& jobs) {
    std::vector<u16> stack(tables.window + 1);
    std::vector<u32> bits(tables.full_words);
    auto lane = lane_with<RowLane<Word>>(tables, stack, bits);
    run_all(lane, jobs);
}

template void make_rows<u32>(const BreakTables<u32>&, const RowJobs&);
template void make_rows<u64>(const BreakTables<u64>&, const RowJobs&);
template void run_break_lanes<u32>(LaneStage, const BreakTables<u32>&, const BreakJobs&);
template void run_break_lanes<u64>(LaneStage, const BreakTables<u64>&, const BreakJobs&);

}  // namespace edgematch
