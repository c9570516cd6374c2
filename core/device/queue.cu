// The queue of jobs on a device: which jobs have something left to do, which ones are divided, and where their paths
// go.
//
// Paths are columns of an array: entry `row` of column j is array[row * stride + j]. Jobs are listed in their sequence:
// one thread reads PER_THREAD jobs one after the other, first to count those it selects, then, once the CPU has added
// up the counts, to list them. So the lists do not depend on the sequence in which threads run.
#include "exact_lane.hpp"

using namespace edgematch::lanes;

using Item = EDGEMATCH_ITEM;

namespace {

constexpr u32 PER_THREAD = 64, MOST_LEVELS = 1024;
enum Selection { GOING, ABLE_BELOW, ABLE_AT };

__device__ u32 thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Whether a job has something left to do, or has untried candidates at its base level, which is below a level or at it.
__device__ bool is_selected(u32 selection, int base, int depth, int level) {
    if (selection == GOING) return depth >= 0;
    return base < depth && (selection == ABLE_BELOW ? base < level : base == level);
}

}  // namespace

extern "C" __global__ void count_selected(const int* bases, const int* depths, u32 begin, u32 end, u32 selection,
                                          int level, u32* counts) {
    const u32 first = begin + thread_number() * PER_THREAD;
    if (first >= end) return;
    const u32 last = end - first < PER_THREAD ? end : first + PER_THREAD;
    u32 count = 0;
    for (u32 job = first; job < last; ++job) count += is_selected(selection, bases[job], depths[job], level);
    counts[thread_number()] = count;
}

// Thread t lists its jobs from `places[t]` on, as long as there is space for `most`.
extern "C" __global__ void list_selected(const int* bases, const int* depths, u32 begin, u32 end, u32 selection,
                                         int level, const u32* places, u32* jobs, u32 most) {
    const u32 first = begin + thread_number() * PER_THREAD;
    if (first >= end) return;
    const u32 last = end - first < PER_THREAD ? end : first + PER_THREAD;
    u32 place = places[thread_number()];
    for (u32 job = first; job < last && place < most; ++job)
        if (is_selected(selection, bases[job], depths[job], level)) jobs[place++] = job;
}

// How many of the first jobs have untried candidates at each base level.
extern "C" __global__ void count_bases(const int* bases, const int* depths, u32 count, u32* jobs_at) {
    __shared__ u32 mine[MOST_LEVELS];
    for (u32 level = threadIdx.x; level < MOST_LEVELS; level += blockDim.x) mine[level] = 0;
    __syncthreads();
    for (u32 job = thread_number(); job < count; job += gridDim.x * blockDim.x)
        if (bases[job] < depths[job]) atomicAdd(&mine[bases[job]], 1u);
    __syncthreads();
    for (u32 level = threadIdx.x; level < MOST_LEVELS; level += blockDim.x)
        if (mine[level] > 0) atomicAdd(&jobs_at[level], mine[level]);
}

// The placements and answers of the jobs of a round.
extern "C" __global__ void add_up(const u32* nodes, const u32* found, u32 begin, u32 end, u64* sums) {
    const u32 first = begin + thread_number() * PER_THREAD;
    if (first >= end) return;
    const u32 last = end - first < PER_THREAD ? end : first + PER_THREAD;
    u64 all_nodes = 0, all_found = 0;
    for (u32 job = first; job < last; ++job) {
        all_nodes += nodes[job];
        all_found += found[job];
    }
    if (all_nodes > 0) atomicAdd(&sums[0], all_nodes);
    if (all_found > 0) atomicAdd(&sums[1], all_found);
}

// The numbers of some jobs.
extern "C" __global__ void pick(int* to, const int* from, const u32* jobs, u32 count) {
    const u32 i = thread_number();
    if (i < count) to[i] = from[jobs[i]];
}

// The untried candidates at the base level of job `jobs[i]` become job `first + i`, whose path is there already.
extern "C" __global__ void divide(int* bases, int* depths, Item* paths, u64 stride, const u32* jobs, u32 first,
                                  u32 count) {
    const u32 i = thread_number();
    if (i >= count) return;
    const u32 made = first + i;
    const int base = bases[jobs[i]]++;
    bases[made] = depths[made] = base;
    ++paths[static_cast<u32>(base) * stride + made];
}

// One thread per column; without numbers of columns they are the first ones.
extern "C" __global__ void copy_columns(Item* to, u64 to_stride, const u32* to_columns, const Item* from,
                                        u64 from_stride, const u32* from_columns, u32 rows, u32 count) {
    const u32 i = thread_number();
    if (i >= count) return;
    const u32 target = to_columns == nullptr ? i : to_columns[i];
    const u32 source = from_columns == nullptr ? i : from_columns[i];
    for (u32 row = blockIdx.y; row < rows; row += gridDim.y)
        to[row * to_stride + target] = from[row * from_stride + source];
}

// The answers of some jobs as columns: answer `places[i]` of job `jobs[i]` becomes column i.
extern "C" __global__ void copy_answers(Item* to, const Item* answers, const u32* jobs, const u32* places, u32 quota,
                                        u32 length, u32 count) {
    const u32 i = thread_number();
    if (i >= count) return;
    const Item* const answer = answers + (static_cast<u64>(jobs[i]) * quota + places[i]) * length;
    for (u32 level = 0; level < length; ++level) to[static_cast<u64>(level) * count + i] = answer[level];
}
