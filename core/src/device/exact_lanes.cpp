// The lanes of the exact GPU engine on the CPU: the same steps, one job after the other.
//
// It is slower than src/exact and meant for tests: what holds for these lanes holds for the CUDA kernel, which is
// compiled from the same header (core/device/exact_lane.hpp).
#include "device/exact_lanes.hpp"

#include <vector>

namespace edgematch {

using namespace lanes;

template <class Word, class Cursor, class Free, class Stack>
void run_lanes(const Tables<Word, Cursor>& tables, const Jobs<Cursor>& jobs) {
    std::vector<typename Stack::Entry> stack(tables.depths);
    std::vector<u32> bits(tables.full_words);
    Lane<Word, Cursor, Free, Stack> lane;
    lane.tables = tables;
    lane.stack = Stack{stack.data(), 1, 16 - tables.color_bits};
    lane.free.use_memory(bits.data(), 1);
    for (u32 job = 0; job < jobs.count; ++job) {
        lane.load(jobs, job);
        while (lane.step(jobs)) {
        }
        lane.store(jobs);
    }
}

template void run_lanes<u32, u16, FreeInRegister, CarryingStack>(const Tables<u32, u16>&, const Jobs<u16>&);
template void run_lanes<u32, u16, FreeInRegister, CursorStack<u16>>(const Tables<u32, u16>&, const Jobs<u16>&);
template void run_lanes<u32, u16, FreeInMemory, CursorStack<u16>>(const Tables<u32, u16>&, const Jobs<u16>&);
template void run_lanes<u64, u32, FreeInMemory, CursorStack<u32>>(const Tables<u64, u32>&, const Jobs<u32>&);

}  // namespace edgematch
