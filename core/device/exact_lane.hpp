// One lane of the exact GPU engine: a depth-first search that can be suspended and resumed anywhere.
//
// A lane is one thread of the GPU. Its search is that of src/exact (zero look-ahead, lists by all known sides), cut
// into equal steps: each looks at a candidate, places it, or removes one. A *job* is a path of cursors, one per depth,
// with a base below which it does not backtrack. Roots, running searches and what is left of them are all jobs, so
// saving, sharing and resuming need nothing else. A lane runs one job at a time for a number of placements and stores
// it.
//
// This file is CUDA on the device and plain C++ on the CPU (src/device/exact_lanes.cpp), where it is tested without a
// GPU.
//
// A kind of piece is a field of bits in the set of free pieces. With c copies the field holds 2^(w-1) - 1 + (copies
// left): its top bit says whether one is left, and placing one subtracts 1. So duplicates cost nothing and a single
// piece is a single bit. Bit 0 is always set and belongs to the end of every list, which stops the scan for a free
// candidate without a second test.
#pragma once

#ifdef __CUDACC__
#define EDGEMATCH_LANE __device__ __forceinline__
#else
#define EDGEMATCH_LANE inline
#endif

namespace edgematch::lanes {

using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

constexpr u32 END = 0;        // the field of the end of a list
constexpr int FINISHED = -1;  // the depth of a job with nothing left to do
constexpr int MOST_FURTHER = 3;

// How the list of one depth is found: a row by the colors of the `other` neighbours, then a head in the row by the
// color that the placement before shows.
struct Level {
    u32 heads;  // where this level's rows start
    u16 other;  // the depth of the first other neighbour, and which color of the level above the stack carries
    u16 bits;   // the shift of the color that the level above shows, that of the first other neighbour, flags
};
constexpr u32 OTHER_MASK = 1023, CARRY_SHIFT = 10;
constexpr u32 OTHER_SHIFT = 6, HAS_OWN = 1u << 12, HAS_OTHER = 1u << 13, FURTHER_SHIFT = 14, SHIFT_MASK = 63;
constexpr u32 CARRIED = 63;  // instead of a shift: the color is in the stack itself

// The second to fourth other neighbour, followed through a table: (row so far, color) -> row.
struct Further {
    u32 table;
    u16 depth;
    u16 shift;
};

// A puzzle and an order as flat arrays. A word packs a candidate: the top bit of its field, the distance from there to
// the lowest bit, and its four colors.
template <class Word, class Cursor>
struct Tables {
    const Word* words;
    const Cursor* heads;
    const u16* rows;
    const Level* levels;
    const Further* further;
    const u32* full;  // the set of free pieces of an empty board
    u32 full_words;
    u32 depths;
    u32 color_bits;
    u32 top_bits;
    u32 spread_bits;
};

// The set of free pieces in a register: puzzles of up to 63 pieces.
struct FreeInRegister {
    u64 bits = 0;

    static constexpr bool NEEDS_MEMORY = false;
    EDGEMATCH_LANE void use_memory(u32*, u32) {}
    EDGEMATCH_LANE void reset(const u32* full, u32 words) { bits = full[0] | (words > 1 ? u64{full[1]} << 32 : 0); }
    EDGEMATCH_LANE bool has(u32 top) const { return (bits >> top) & 1; }
    EDGEMATCH_LANE void take(u32 low) { bits -= u64{1} << low; }
    EDGEMATCH_LANE void give(u32 low) { bits += u64{1} << low; }
};

// The set of free pieces in memory, `stride` words apart; a field does not cross a word.
struct FreeInMemory {
    u32* bits = nullptr;
    u32 stride = 1;

    static constexpr bool NEEDS_MEMORY = true;
    EDGEMATCH_LANE void use_memory(u32* memory, u32 apart) {
        bits = memory;
        stride = apart;
    }
    EDGEMATCH_LANE void reset(const u32* full, u32 words) {
        for (u32 i = 0; i < words; ++i) bits[i * stride] = full[i];
    }
    EDGEMATCH_LANE bool has(u32 top) const { return (bits[(top >> 5) * stride] >> (top & 31)) & 1; }
    EDGEMATCH_LANE void take(u32 low) { bits[(low >> 5) * stride] -= 1u << (low & 31); }
    EDGEMATCH_LANE void give(u32 low) { bits[(low >> 5) * stride] += 1u << (low & 31); }
};

// A stack of cursors, `stride` apart.
template <class Cursor>
struct CursorStack {
    using Entry = Cursor;
    Entry* entries;
    u32 stride;
    u32 color_shift;  // not used here

    EDGEMATCH_LANE void put(u32 depth, u32 cursor, u32) { entries[depth * stride] = static_cast<Entry>(cursor); }
    EDGEMATCH_LANE u32 cursor(u32 depth) const { return entries[depth * stride]; }
    EDGEMATCH_LANE u32 carried(u32) const { return 0; }
};

// The same where cursors are so small that one color of the candidate fits into the entry: reading the neighbour above
// is one load instead of two.
struct CarryingStack {
    using Entry = u16;
    Entry* entries;
    u32 stride;
    u32 color_shift;

    EDGEMATCH_LANE void put(u32 depth, u32 cursor, u32 color) {
        entries[depth * stride] = static_cast<Entry>(cursor | color << color_shift);
    }
    EDGEMATCH_LANE u32 cursor(u32 depth) const { return entries[depth * stride] & ((1u << color_shift) - 1); }
    EDGEMATCH_LANE u32 carried(u32 depth) const { return static_cast<u32>(entries[depth * stride]) >> color_shift; }
};

// Jobs as columns: entry `depth` of job j is paths[depth * stride + j].
template <class Cursor>
struct Jobs {
    Cursor* paths;
    int* bases;       // candidates of shallower levels are not this job's
    int* depths;      // where it continues; FINISHED: nowhere
    u32* nodes;       // out: placements of this round
    u32* found;       // out: answers of this round
    Cursor* answers;  // out: their paths, `quota` per job; null: answers are only counted
    u32 quota;
    u32 stride;
    u32 count;
    u32 budget;  // placements a job may make in this round
};

#ifndef EDGEMATCH_SCAN
#define EDGEMATCH_SCAN 3  // candidates tested in one step; of 1 to 6 the fastest (docs/research/gpu-kernels.md)
#endif

template <class Word, class Cursor, class Free, class Stack>
struct Lane {
    Tables<Word, Cursor> tables;
    Free free;
    Stack stack;

    u32 job = 0;
    int base = 0, depth = FINISHED;
    u32 cursor = 0, budget = 0, found = 0;

    EDGEMATCH_LANE u32 top(Word w) const { return static_cast<u32>(w) & ((1u << tables.top_bits) - 1); }
    EDGEMATCH_LANE u32 low(Word w) const {
        return top(w) - (static_cast<u32>(w >> tables.top_bits) & ((1u << tables.spread_bits) - 1));
    }
    EDGEMATCH_LANE u32 color(Word w, u32 shift) const {
        return static_cast<u32>(w >> shift) & ((1u << tables.color_bits) - 1);
    }
    EDGEMATCH_LANE u32 shown_by(u32 level, u32 shift) const {
        return shift == CARRIED ? stack.carried(level) : color(tables.words[stack.cursor(level)], shift);
    }

    // Resumes a job.
    EDGEMATCH_LANE void load(const Jobs<Cursor>& jobs, u32 which) {
        job = which;
        base = jobs.bases[job];
        depth = jobs.depths[job];
        budget = jobs.budget;
        found = 0;
        free.reset(tables.full, tables.full_words);
        for (int level = 0; level < depth; ++level) {
            const u32 at = jobs.paths[static_cast<u32>(level) * jobs.stride + job];
            push(static_cast<u32>(level), at, tables.words[at], tables.levels[level + 1]);
        }
        cursor = jobs.paths[static_cast<u32>(depth) * jobs.stride + job];
    }

    // Suspends the job. Levels without an untried candidate are no longer its own.
    EDGEMATCH_LANE void store(const Jobs<Cursor>& jobs) {
        jobs.nodes[job] = jobs.budget - budget;
        jobs.found[job] = found;
        jobs.depths[job] = depth;
        if (depth == FINISHED) return;
        while (base < depth && top(tables.words[stack.cursor(static_cast<u32>(base)) + 1]) == END) ++base;
        jobs.bases[job] = base;
        for (u32 level = 0; level < static_cast<u32>(depth); ++level)
            jobs.paths[level * jobs.stride + job] = static_cast<Cursor>(stack.cursor(level));
        jobs.paths[static_cast<u32>(depth) * jobs.stride + job] = static_cast<Cursor>(cursor);
    }

    // Tests the next candidates. False: the job is finished or its budget for this round is spent.
    EDGEMATCH_LANE bool step(const Jobs<Cursor>& jobs) {
        Word word = tables.words[cursor];
        for (int i = 1; i < EDGEMATCH_SCAN; ++i)
            if (!free.has(top(word))) word = tables.words[++cursor];
        const u32 field = top(word);
        if (!free.has(field)) {
            ++cursor;
            return true;
        }
        if (field == END) return backtrack();
        if (budget == 0) return false;
        if (static_cast<u32>(depth) + 1 == tables.depths) return answer(jobs);
        --budget;
        descend(word);
        return true;
    }

  private:
    EDGEMATCH_LANE void push(u32 at, u32 which, Word word, const Level& below) {
        stack.put(at, which, color(word, below.other >> CARRY_SHIFT));
        free.take(low(word));
    }

    EDGEMATCH_LANE bool backtrack() {
        if (depth == base) {
            depth = FINISHED;
            return false;
        }
        --depth;
        cursor = stack.cursor(static_cast<u32>(depth));
        free.give(low(tables.words[cursor]));
        ++cursor;
        return true;
    }

    EDGEMATCH_LANE void descend(Word word) {
        const Level level = tables.levels[depth + 1];
        push(static_cast<u32>(depth), cursor, word, level);
        ++depth;
        u32 index = 0;
        if (level.bits & HAS_OTHER) index = shown_by(level.other & OTHER_MASK, level.bits >> OTHER_SHIFT & SHIFT_MASK);
        for (u32 i = 0; i < static_cast<u32>(level.bits >> FURTHER_SHIFT); ++i) {
            const Further next = tables.further[static_cast<u32>(depth) * MOST_FURTHER + i];
            index = tables.rows[next.table + (index << tables.color_bits) + shown_by(next.depth, next.shift)];
        }
        if (level.bits & HAS_OWN) index = (index << tables.color_bits) + color(word, level.bits & SHIFT_MASK);
        cursor = tables.heads[level.heads + index];
    }

    // The last cell: a free candidate is an answer. If the job's quota is full, it waits for the next round.
    EDGEMATCH_LANE bool answer(const Jobs<Cursor>& jobs) {
        if (jobs.answers != nullptr) {
            if (found == jobs.quota) return false;
            Cursor* const path = jobs.answers + (static_cast<u64>(job) * jobs.quota + found) * tables.depths;
            for (u32 level = 0; level < static_cast<u32>(depth); ++level)
                path[level] = static_cast<Cursor>(stack.cursor(level));
            path[depth] = static_cast<Cursor>(cursor);
        }
        --budget;
        ++found;
        ++cursor;
        return true;
    }
};

}  // namespace edgematch::lanes
