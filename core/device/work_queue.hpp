// A round on the device: lanes take job after job from a queue until it is empty.
//
// Loading a job costs as much as some hundred steps, and the whole warp waits for it. So jobs are given out when
// several lanes of a warp are idle, not one by one.
#pragma once

#include "exact_lane.hpp"

namespace edgematch::lanes {

// Of 32 to 512 steps and 1 to 16 lanes the fastest (docs/research/gpu-kernels.md).
constexpr int CHUNK = 32;       // steps between two checks for idle lanes
constexpr int IDLE_ENOUGH = 2;  // idle lanes of a warp before jobs are given out
constexpr u32 WARP = 0xffffffffu;

// Copies a table into shared memory, behind those copied before.
template <class T>
__device__ const T* copied(char*& free_memory, const T* from, u32 count) {
    T* const to = reinterpret_cast<T*>(free_memory);
    for (u32 i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
    free_memory += (count * sizeof(T) + 15) / 16 * 16;
    return to;
}

// The index of a lane among entries of two bytes: two lanes share a word of a bank, and these are of different warps.
__device__ inline u32 slot_of_two_bytes(u32 threads) {
    return threadIdx.x % (threads / 2) * 2 + threadIdx.x / (threads / 2);
}

template <int ENOUGH = IDLE_ENOUGH, class Lane, class Jobs>
__device__ void run_jobs(Lane& lane, const Jobs& jobs, u32* queue) {
    bool is_busy = false, is_dry = false;
    for (;;) {
        const int idle = 32 - __popc(__ballot_sync(WARP, is_busy));
        if (idle >= ENOUGH && !is_busy && !is_dry) {
            const u32 next = atomicAdd(queue, 1u);
            is_dry = next >= jobs.count;
            is_busy = !is_dry;
            if (is_busy) lane.load(jobs, next);
        }
        if (!__any_sync(WARP, is_busy)) return;
        if (is_busy) {
            for (int i = 0; i < CHUNK && is_busy; ++i) is_busy = lane.step(jobs);
            if (!is_busy) lane.store(jobs);
        }
        __syncwarp();
    }
}

}  // namespace edgematch::lanes
