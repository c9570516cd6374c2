// The kernels of the break-tolerant engine, one per stage: strict, breaking or completing, by macro.
//
// As in exact.cu a block shares one copy of the tables. Next to it each lane has its set of free pieces and a part of
// its stack: the last 64 levels of a strict path, or those that a later stage can change or read. Smaller stacks mean
// more lanes (docs/research/gpu-kernels.md).
#include "endgame_lane.hpp"
#include "first_rows.hpp"
#include "work_queue.hpp"

using namespace edgematch::lanes;

using Word = EDGEMATCH_WORD;

enum Stage { STRICT, BREAKING, COMPLETING };

constexpr int SHORT_JOBS = 8;  // like IDLE_ENOUGH, for jobs that are short compared with loading them

namespace {

extern __shared__ __align__(16) char memory[];

__device__ BreakTables<Word> given_tables(const Word* words, const u16* heads, const CellRecord<Word>* cells,
                                          const u32* full) {
    return {words,
            heads,
            cells,
            full,
            EDGEMATCH_FULL_WORDS,
            EDGEMATCH_START,
            EDGEMATCH_END,
            EDGEMATCH_LOW,
            EDGEMATCH_STRICT,
            EDGEMATCH_ROW,
            EDGEMATCH_FACES,
            EDGEMATCH_TURNS,
            EDGEMATCH_CELLS,
            EDGEMATCH_COLOR_BITS,
            EDGEMATCH_PIECE_BITS,
            EDGEMATCH_BURNT_BITS,
            EDGEMATCH_FIRST_SIDE,
            EDGEMATCH_SECOND_SIDE,
            EDGEMATCH_HINT_BURNT,
            EDGEMATCH_WINDOW,
            EDGEMATCH_REACH,
            EDGEMATCH_DIVIDE_FROM,
            EDGEMATCH_DIVIDE_DOWN};
}

// Gives a lane its tables, its set of free pieces and its stack; returns the memory after them.
template <class Lane>
__device__ u16* set_up(Lane& lane, BreakTables<Word> tables, u32 word_count, u32 head_count, u32 cell_count) {
    char* free_memory = memory;
    if (EDGEMATCH_SHARED_TABLES) {
        tables.words = copied(free_memory, tables.words, word_count);
        tables.heads = copied(free_memory, tables.heads, head_count);
        tables.cells = copied(free_memory, tables.cells, cell_count);
        __syncthreads();
    }
    lane.tables = tables;
    lane.free.use_memory(reinterpret_cast<u32*>(free_memory) + threadIdx.x, EDGEMATCH_THREADS);
    free_memory += EDGEMATCH_FULL_WORDS * EDGEMATCH_THREADS * sizeof(u32);
    u16* const entries = reinterpret_cast<u16*>(free_memory) + slot_of_two_bytes(EDGEMATCH_THREADS);
    lane.stack.use_memory(entries, EDGEMATCH_THREADS);
    return entries + EDGEMATCH_SLOTS * EDGEMATCH_THREADS;
}

template <bool IS_LAST>
struct LaneOf {
    using Type = BreakLane<Word, EDGEMATCH_STAGE == BREAKING>;
};
template <>
struct LaneOf<true> {
    using Type = CompletionLane<Word>;
};

__device__ void give_memory(BreakLane<Word, EDGEMATCH_STAGE == BREAKING>&, u16*) {}

__device__ void give_memory(CompletionLane<Word>& lane, u16* free_memory) {
    lane.tries = {free_memory, EDGEMATCH_THREADS, 0};
    lane.spares = {free_memory + MOST_LAST * EDGEMATCH_THREADS, EDGEMATCH_THREADS, 0};
}

}  // namespace

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS, EDGEMATCH_BLOCKS)
    run(const Word* words, u32 word_count, const u16* heads, u32 head_count, const CellRecord<Word>* cells,
        u32 cell_count, const u32* full, u16* paths, int* bases, int* at, u32* nodes, u32* found, u16* answers,
        u16* rows, u32* started, int* open, u32 rows_each, u32 quota, u32 stride, u32 count, u32 budget, u32* queue) {
    LaneOf<EDGEMATCH_STAGE == COMPLETING>::Type lane;
    give_memory(lane, set_up(lane, given_tables(words, heads, cells, full), word_count, head_count, cell_count));
    const BreakJobs jobs{
        {paths, bases, at, nodes, found, answers, quota, stride, count, budget}, rows, started, open, rows_each};
    run_jobs<EDGEMATCH_STAGE == BREAKING ? SHORT_JOBS : IDLE_ENOUGH>(lane, jobs, queue);
}

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS, EDGEMATCH_BLOCKS)
    make_rows(const Word* words, u32 word_count, const u16* heads, u32 head_count, const CellRecord<Word>* cells,
              u32 cell_count, const u32* full, u16* rows, const u32* places, u64 seed, u32 count, u32 choice,
              u32* queue) {
    RowLane<Word> lane;
    set_up(lane, given_tables(words, heads, cells, full), word_count, head_count, cell_count);
    const RowJobs jobs{rows, places, seed, count, choice};
    run_jobs(lane, jobs, queue);
}
