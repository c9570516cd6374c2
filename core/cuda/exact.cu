// The exact kernel: as many lanes as fit, each taking job after job from a queue until the round is over.
//
// A multiprocessor runs one or two large blocks that share one copy of the tables; next to it lie the stacks of all
// lanes and, for puzzles of more than 63 pieces, their sets of free pieces, laid out so that neighbouring lanes use
// neighbouring banks. Loading a job costs as much as some hundred steps, and the whole warp waits for it: so jobs are
// handed out when several lanes of a warp are idle, not one by one. What does not change within a puzzle is given as
// macros, so that the compiler knows it.
#include "lane.hpp"

using namespace edgematch::lanes;

namespace {

// Of 32 to 512 steps and 1 to 16 lanes the fastest on Owen's 7x7, H200.
constexpr int CHUNK = 32;       // steps between two looks at who is idle
constexpr int IDLE_ENOUGH = 2;  // lanes of a warp
constexpr u32 WARP = 0xffffffffu;

template <class T>
__device__ const T* copied(char*& room, const T* from, u32 count) {
    T* const to = reinterpret_cast<T*>(room);
    for (u32 i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
    room += (count * sizeof(T) + 15) / 16 * 16;
    return to;
}

}  // namespace

using Word = EDGEMATCH_WORD;
using Cursor = EDGEMATCH_CURSOR;
using Free = EDGEMATCH_FREE;
using Stack = EDGEMATCH_STACK;

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS, EDGEMATCH_BLOCKS)
    run(const Word* words, u32 word_count, const Cursor* heads, u32 head_count, const u16* rows, u32 row_count,
        const Level* levels, const Further* further, const u32* full, Cursor* paths, int* bases, int* at, u32* nodes,
        u32* found, Cursor* answers, u32 quota, u32 stride, u32 count, u32 budget, u32* queue) {
    Tables<Word, Cursor> tables{words,
                                heads,
                                rows,
                                levels,
                                further,
                                full,
                                EDGEMATCH_FULL_WORDS,
                                EDGEMATCH_DEPTHS,
                                EDGEMATCH_COLOR_BITS,
                                EDGEMATCH_TOP_BITS,
                                EDGEMATCH_SPREAD_BITS};
    const Jobs<Cursor> jobs{paths, bases, at, nodes, found, answers, quota, stride, count, budget};
    extern __shared__ __align__(16) char memory[];
    char* room = memory;
    if (EDGEMATCH_SHARED_TABLES) {
        tables.words = copied(room, tables.words, word_count);
        tables.heads = copied(room, tables.heads, head_count);
        tables.rows = copied(room, tables.rows, row_count);
        tables.levels = copied(room, tables.levels, tables.depths);
        tables.further = copied(room, tables.further, tables.depths * MOST_FURTHER);
        __syncthreads();
    }
    Lane<Word, Cursor, Free, Stack> lane;
    lane.tables = tables;
    lane.free.live_in(reinterpret_cast<u32*>(room) + threadIdx.x, EDGEMATCH_THREADS);
    if (Free::NEEDS_ROOM) room += EDGEMATCH_FULL_WORDS * EDGEMATCH_THREADS * sizeof(u32);
    // Entries of two bytes: two lanes share a word of a bank, and these are of different warps.
    constexpr u32 SHARE = sizeof(Stack::Entry) == 2 ? 2 : 1, APART = EDGEMATCH_THREADS / SHARE;
    const u32 slot = threadIdx.x % APART * SHARE + threadIdx.x / APART;
    lane.stack = Stack{reinterpret_cast<Stack::Entry*>(room) + slot, EDGEMATCH_THREADS, 16 - EDGEMATCH_COLOR_BITS};

    bool is_busy = false, is_dry = false;
    for (;;) {
        const int idle = 32 - __popc(__ballot_sync(WARP, is_busy));
        if (idle >= IDLE_ENOUGH && !is_busy && !is_dry) {
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
