// The kernels of the break-tolerant engine, one a stage: strict, breaking or completing, as the macro says.
//
// As in exact.cu a block shares one copy of the tables; beside it lie, for each lane, the set of free pieces and a part
// of the stack: the last 64 levels of a strict path, or those that a later stage can change or ask for. The less there
// is of it the more lanes fit: with whole paths strict lanes made 39 G placements a second on an H200, now 59 G.
#include "endgame_lane.hpp"
#include "first_rows.hpp"
#include "work_queue.hpp"

using namespace edgematch::lanes;

using Word = EDGEMATCH_WORD;

enum Stage { STRICT, BREAKING, COMPLETING };

constexpr int SHORT_JOBS = 8;  // as IDLE_ENOUGH, where loading a job takes as long as many of them

namespace {

extern __shared__ __align__(16) char memory[];

__device__ BreakTables<Word> given_tables(const Word* words, const u16* heads, const Site<Word>* cells,
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

// Gives a lane its tables, its set of free pieces and its stack; returns what is left of the room, for that lane.
template <class Lane>
__device__ u16* set_up(Lane& lane, BreakTables<Word> tables, u32 word_count, u32 head_count, u32 cell_count) {
    char* room = memory;
    if (EDGEMATCH_SHARED_TABLES) {
        tables.words = copied(room, tables.words, word_count);
        tables.heads = copied(room, tables.heads, head_count);
        tables.cells = copied(room, tables.cells, cell_count);
        __syncthreads();
    }
    lane.tables = tables;
    lane.free.live_in(reinterpret_cast<u32*>(room) + threadIdx.x, EDGEMATCH_THREADS);
    room += EDGEMATCH_FULL_WORDS * EDGEMATCH_THREADS * sizeof(u32);
    u16* const entries = reinterpret_cast<u16*>(room) + slot_of_two_bytes(EDGEMATCH_THREADS);
    lane.stack.live_in(entries, EDGEMATCH_THREADS);
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

__device__ void give_room(BreakLane<Word, EDGEMATCH_STAGE == BREAKING>&, u16*) {}

__device__ void give_room(CompletionLane<Word>& lane, u16* room) {
    lane.tries = {room, EDGEMATCH_THREADS, 0};
    lane.spares = {room + MOST_LAST * EDGEMATCH_THREADS, EDGEMATCH_THREADS, 0};
}

}  // namespace

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS, EDGEMATCH_BLOCKS)
    run(const Word* words, u32 word_count, const u16* heads, u32 head_count, const Site<Word>* cells, u32 cell_count,
        const u32* full, u16* paths, int* bases, int* at, u32* nodes, u32* found, u16* answers, u16* rows, u32* started,
        int* open, u32 rows_each, u32 quota, u32 stride, u32 count, u32 budget, u32* queue) {
    LaneOf<EDGEMATCH_STAGE == COMPLETING>::Type lane;
    give_room(lane, set_up(lane, given_tables(words, heads, cells, full), word_count, head_count, cell_count));
    const BreakJobs jobs{
        {paths, bases, at, nodes, found, answers, quota, stride, count, budget}, rows, started, open, rows_each};
    run_jobs<EDGEMATCH_STAGE == BREAKING ? SHORT_JOBS : IDLE_ENOUGH>(lane, jobs, queue);
}

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS, EDGEMATCH_BLOCKS)
    make_rows(const Word* words, u32 word_count, const u16* heads, u32 head_count, const Site<Word>* cells,
              u32 cell_count, const u32* full, u16* rows, const u32* places, u64 seed, u32 count, u32 choice,
              u32* queue) {
    RowLane<Word> lane;
    set_up(lane, given_tables(words, heads, cells, full), word_count, head_count, cell_count);
    const RowJobs jobs{rows, places, seed, count, choice};
    run_jobs(lane, jobs, queue);
}
