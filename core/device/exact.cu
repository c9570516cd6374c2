// The exact kernel: as many lanes as fit, each taking job after job from a queue until the round is over.
//
// A multiprocessor runs one or two large blocks that share one copy of the tables. Next to it are the stacks of all
// lanes and, for puzzles of more than 63 pieces, their sets of free pieces, stored so that neighbouring lanes use
// neighbouring banks. What is constant for a puzzle is given as macros, so that the compiler knows it.
#include "work_queue.hpp"

using namespace edgematch::lanes;

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
    char* free_memory = memory;
    if (EDGEMATCH_SHARED_TABLES) {
        tables.words = copied(free_memory, tables.words, word_count);
        tables.heads = copied(free_memory, tables.heads, head_count);
        tables.rows = copied(free_memory, tables.rows, row_count);
        tables.levels = copied(free_memory, tables.levels, tables.depths);
        tables.further = copied(free_memory, tables.further, tables.depths * MOST_FURTHER);
        __syncthreads();
    }
    Lane<Word, Cursor, Free, Stack> lane;
    lane.tables = tables;
    lane.free.use_memory(reinterpret_cast<u32*>(free_memory) + threadIdx.x, EDGEMATCH_THREADS);
    if (Free::NEEDS_MEMORY) free_memory += EDGEMATCH_FULL_WORDS * EDGEMATCH_THREADS * sizeof(u32);
    const u32 slot = sizeof(Stack::Entry) == 2 ? slot_of_two_bytes(EDGEMATCH_THREADS) : threadIdx.x;
    lane.stack =
        Stack{reinterpret_cast<Stack::Entry*>(free_memory) + slot, EDGEMATCH_THREADS, 16 - EDGEMATCH_COLOR_BITS};

    run_jobs(lane, jobs, queue);
}
