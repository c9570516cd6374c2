// One lane of the break-tolerant GPU engine: a depth-first search by a recipe, suspended and resumed as in
// exact_lane.hpp.
//
// Every order of a recipe fills a cell after two fixed neighbours of it (for example west and south), so a list is
// found by two colors. Hints are not part of a path: their colors are stored with the cells next to them. A search has
// three stages, each a kernel of its own, and what arrives at the end of a stage is a job of the next:
//
// 1. *strict*: from a random first row up to the cut, where no break is allowed yet. Exact fits only, and a quota of
//    sides of the burnt colors. Lists are sorted by falling number of burnt sides: the first that fails ends its list.
// 2. *breaking*: up to the last cells. Three lists per cell, one after the other: candidates that match both
// neighbours,
//    only the first, only the second. A break at a hint counts like any other. A schedule limits their number.
// 3. *completing* (endgame_lane.hpp): the last cells, filled optimally.
//
// Plain C++ on the CPU (src/device/break_lanes.cpp), CUDA on the device.
#pragma once

#include "exact_lane.hpp"

namespace edgematch::lanes {

constexpr int NEW = -2;       // the depth of a job that begins with a random first row
constexpr u32 NO_LIST = ~0u;  // in place of heads: no such break here
constexpr u32 ANY_FRAME = 16;
constexpr int AHEAD = 8;  // cells of a path that are loaded at once when a job is resumed

// What is known of a cell before the search: where its lists are, and its limits.
template <class Word>
struct CellRecord {
    Word mask;           // the sides that are known when it is filled, as in a word
    Word fixed;          // those of them that face hints
    Word value;          // and their colors
    u32 heads[3];        // of the lists that match both neighbours, the first, the second
    u16 first, second;   // positions of the neighbours on the stack, or that of no neighbour
    u16 allowed, quota;  // most breaks and fewest burnt sides on the board once it is filled
    u16 frame;           // the sides on the outside, a bit each; ANY_FRAME: no frame
    u16 unused;
};

// A puzzle, an order and a stage as flat arrays. A word packs a candidate: its piece (counted from 1), its burnt sides,
// its four colors; 0 ends a list.
template <class Word>
struct BreakTables {
    const Word* words;
    const u16* heads;
    const CellRecord<Word>* cells;
    const u32* full;  // the set of free pieces of a board with hints only; bit 0 is set
    u32 full_words;
    u32 start;     // the depth at which this stage starts: a job reports its path from there on
    u32 end;       // the depth at which it ends
    u32 low;       // the first depth on the stack
    u32 strict;    // the depth at which followers begin, and breaks are counted
    u32 row;       // cells of the random first row
    u32 faces;     // where the words by placement begin
    u32 turns;     // of a piece
    u32 cells_in;  // all depths
    u32 color_bits, piece_bits, burnt_bits;
    u32 first_side, second_side;
    u32 hint_burnt;   // burnt sides of the hints
    u32 window;       // levels that a strict lane keeps on its stack, a power of two
    u32 reach;        // how far back the neighbours of a cell of the strict stage are
    u32 divide_from;  // a job is divided at the first open level from here on, ...
    u32 divide_down;  // ... else at the last one before, not below this

    EDGEMATCH_LANE u32 piece(Word w) const { return static_cast<u32>(w) & ((1u << piece_bits) - 1); }
    EDGEMATCH_LANE u32 burnt(Word w) const { return static_cast<u32>(w >> piece_bits) & ((1u << burnt_bits) - 1); }
    EDGEMATCH_LANE u32 shift(u32 side) const { return piece_bits + burnt_bits + side * color_bits; }
    EDGEMATCH_LANE u32 color(Word w, u32 side) const {
        return static_cast<u32>(w >> shift(side)) & ((1u << color_bits) - 1);
    }
    EDGEMATCH_LANE u32 misses(Word difference) const {
        return (color(difference, 0) != 0) + (color(difference, 1) != 0) + (color(difference, 2) != 0) +
               (color(difference, 3) != 0);
    }
    EDGEMATCH_LANE u32 exact_list(const CellRecord<Word>& cell, Word need) const {
        return heads[cell.heads[0] + (color(need, first_side) << color_bits | color(need, second_side))];
    }

    // The colors that a cell's known sides must match, from the stack.
    template <class Stack>
    EDGEMATCH_LANE Word need(const CellRecord<Word>& cell, const Stack& stack) const {
        const u32 first = color(words[stack.near(cell.first)], (first_side + 2) & 3);
        const u32 second = color(words[stack.near(cell.second)], (second_side + 2) & 3);
        return cell.value | static_cast<Word>(first) << shift(first_side) |
               static_cast<Word>(second) << shift(second_side);
    }
};

// The part of a path that a lane keeps in fast memory, the rest stays with the job; one more entry is for no neighbour.
struct PathStack {
    u16* entries = nullptr;
    u32 stride = 1;
    u16* path = nullptr;  // of the job
    u32 path_stride = 1;

    EDGEMATCH_LANE void use_memory(u16* memory, u32 apart) {
        entries = memory;
        stride = apart;
    }
    EDGEMATCH_LANE void belong_to(u16* of_job, u32 apart) {
        path = of_job;
        path_stride = apart;
    }
    EDGEMATCH_LANE u32 near(u32 place) const { return entries[place * stride]; }
};

// The levels from `low` on, after the entry for no neighbour.
struct UpperStack : PathStack {
    u32 low = 0;

    template <class Word>
    EDGEMATCH_LANE void begin(const BreakTables<Word>& tables, u16* of_job, u32 apart, u32) {
        belong_to(of_job, apart);
        low = tables.low;
        entries[0] = 0;
    }
    EDGEMATCH_LANE u32 at(u32 level) const {
        return level < low ? path[level * path_stride] : entries[(level - low + 1) * stride];
    }
    EDGEMATCH_LANE void take(u32 level, u32 cursor) {
        if (level >= low) put(level, cursor);
    }
    EDGEMATCH_LANE void put(u32 level, u32 cursor) { entries[(level - low + 1) * stride] = static_cast<u16>(cursor); }
    EDGEMATCH_LANE void backtrack_to(u32) {}
    EDGEMATCH_LANE void save(u32 depth) {
        for (u32 level = low; level < depth; ++level) path[level * path_stride] = static_cast<u16>(at(level));
    }
};

// A strict path is long, and its lane works at the end of it: the last `window` levels are kept, in a ring buffer
// before the entry for no neighbour. A level is written back to the job when its entry is needed, if it has changed,
// and is read again when the lane has backtracked so far that a cell needs it.
struct WindowStack : PathStack {
    u32 mask = 0, reach = 0;
    u32 first = 0;  // the lowest level in the ring
    u32 saved = 0;  // levels below it are stored with the job too

    // A path whose first `known` levels are stored with the job.
    template <class Word>
    EDGEMATCH_LANE void begin(const BreakTables<Word>& tables, u16* of_job, u32 apart, u32 known) {
        belong_to(of_job, apart);
        mask = tables.window - 1;
        reach = tables.reach;
        first = known > tables.window ? known - tables.window : 0;
        saved = known;
        entries[tables.window * stride] = 0;
    }
    EDGEMATCH_LANE u32 at(u32 level) const {
        return level < first ? path[level * path_stride] : entries[(level & mask) * stride];
    }
    EDGEMATCH_LANE void take(u32 level, u32 cursor) {
        if (level >= first) entries[(level & mask) * stride] = static_cast<u16>(cursor);
    }
    EDGEMATCH_LANE void put(u32 level, u32 cursor) {
        if (level > first + mask) {
            if (first >= saved) {
                path[first * path_stride] = entries[(first & mask) * stride];
                saved = first + 1;
            }
            ++first;
        }
        entries[(level & mask) * stride] = static_cast<u16>(cursor);
    }
    EDGEMATCH_LANE void backtrack_to(u32 level) {
        saved = level < saved ? level : saved;
        while (first > 0 && first + reach > level) {
            --first;
            entries[(first & mask) * stride] = path[first * path_stride];
        }
    }
    EDGEMATCH_LANE void save(u32 depth) {
        for (u32 level = saved; level < depth; ++level) path[level * path_stride] = static_cast<u16>(at(level));
        saved = depth;
    }
};

template <bool BREAKING>
struct StackOf {
    using Type = UpperStack;
};
template <>
struct StackOf<false> {
    using Type = WindowStack;
};

constexpr int NOWHERE = -1;  // in place of a level at which a job may be divided

// A job split off another one, which keeps the candidate at its cursor and all below it, has the base ~base.
struct BreakJobs : Jobs<u16> {
    u16* rows;     // random first rows, `rows_each` per job; a row that is missing or was used begins with 0
    u32* started;  // out: how many of them a job began with in this round
    int* open;     // out: the level at which the job may be divided: its untried candidates, and those before
    u32 rows_each;
};

template <class Word, bool BREAKING>
struct BreakLane {
    BreakTables<Word> tables;
    FreeInMemory free;
    typename StackOf<BREAKING>::Type stack;

    u32 job = 0;
    int base = 0, depth = FINISHED;
    u32 cursor = 0, budget = 0, found = 0;
    u32 burnt = 0, breaks = 0, list = 0, started = 0;
    Word need = 0;

    EDGEMATCH_LANE const CellRecord<Word>& cell() const { return tables.cells[depth]; }

    // Resumes a job.
    EDGEMATCH_LANE void load(const BreakJobs& jobs, u32 which) {
        job = which;
        budget = jobs.budget;
        found = started = 0;
        const int goal = jobs.depths[job];
        if (!BREAKING && goal < 0) {
            if (begin_with_row(jobs)) return;
            clear(jobs, 0);  // nothing to do, as the first step will find
            base = 0;
            cursor = 0;
            return;
        }
        const int given = jobs.bases[job];
        base = given < 0 ? ~given : given;
        clear(jobs, static_cast<u32>(goal));
        while (depth < goal) {
            const int left = goal - depth;
            u32 ahead[AHEAD];
            for (int i = 0; i < AHEAD; ++i)
                ahead[i] = i < left ? jobs.paths[static_cast<u32>(depth + i) * jobs.stride + job] : 0;
            for (int i = 0; i < AHEAD; ++i)
                if (i < left) place_again(ahead[i]);
        }
        cursor = jobs.paths[static_cast<u32>(depth) * jobs.stride + job];
        if (BREAKING) enter_again(tables.words[cursor]);
        if (cursor == 0) enter();
        cursor += given < 0;
    }

    // Suspends the job. Levels without an untried candidate are no longer its own.
    EDGEMATCH_LANE void store(const BreakJobs& jobs) {
        jobs.nodes[job] = jobs.budget - budget;
        jobs.found[job] = found;
        jobs.depths[job] = depth;
        jobs.open[job] = NOWHERE;
        if (!BREAKING) jobs.started[job] = started;
        if (depth == FINISHED) return;
        const u32 last = static_cast<u32>(depth);
        while (base < depth && !is_open(base)) ++base;
        jobs.bases[job] = base;
        jobs.open[job] = open_level();
        stack.save(last);
        jobs.paths[last * jobs.stride + job] = static_cast<u16>(cursor);
    }

    // Tests the next candidates. False: the job is finished or its budget for this round is spent.
    EDGEMATCH_LANE bool step(const BreakJobs& jobs) {
        Word word = tables.words[cursor];
        if (BREAKING ? !find_free(word) : !scan(word)) return true;
        if (word == 0) return next_list() || backtrack(jobs);
        const CellRecord<Word>& here = cell();
        u32 misses = 0;
        if (BREAKING) {
            const Word difference = (word ^ need) & here.mask;
            misses = tables.misses(difference);
            const bool is_repeated = list > 0 && matches_neighbours(difference);
            if (is_repeated || breaks + misses > here.allowed) {
                ++cursor;
                return true;
            }
        } else {
            if ((word ^ here.value) & here.fixed) {
                ++cursor;
                return true;
            }
            if (burnt + tables.burnt(word) < here.quota) return backtrack(jobs);
        }
        if (budget == 0) return false;
        if (static_cast<u32>(depth) + 1 == tables.end) return arrive(jobs);
        --budget;
        if (BREAKING && is_dead_end(word, breaks + misses)) {
            ++cursor;
            return true;
        }
        breaks += misses;
        descend(word);
        return true;
    }

  private:
    // Whether a level of the path may have untried candidates; where breaks are allowed this is not checked further.
    EDGEMATCH_LANE bool is_open(int level) const {
        return tables.words[stack.at(static_cast<u32>(level)) + 1] != 0 || tables.cells[level].allowed > 0;
    }

    EDGEMATCH_LANE int open_level() const {
        const int from = static_cast<int>(tables.divide_from), down = static_cast<int>(tables.divide_down);
        for (int level = base > from ? base : from; level < depth; ++level)
            if (is_open(level)) return level;
        for (int level = (depth < from ? depth : from) - 1; level >= base && level >= down; --level)
            if (is_open(level)) return level;
        return NOWHERE;
    }

    // Finds a free candidate in a short list, most of which is free.
    EDGEMATCH_LANE bool scan(Word& word) {
        for (int i = 1; i < EDGEMATCH_SCAN; ++i)
            if (!free.has(tables.piece(word))) word = tables.words[++cursor];
        const bool is_free = free.has(tables.piece(word));
        cursor += !is_free;
        return is_free;
    }

    // The same in a long list, little of which is free: four at a time. The end of a list counts as free.
    EDGEMATCH_LANE bool find_free(Word& word) {
        const Word second = tables.words[cursor + 1], third = tables.words[cursor + 2], last = tables.words[cursor + 3];
        const bool is_first = free.has(tables.piece(word)), is_second = free.has(tables.piece(second));
        const bool is_third = free.has(tables.piece(third)), is_last = free.has(tables.piece(last));
        word = is_first ? word : is_second ? second : is_third ? third : last;
        cursor += is_first ? 0 : is_second ? 1 : is_third ? 2 : is_last ? 3 : 4;
        return is_first || is_second || is_third || is_last;
    }

    EDGEMATCH_LANE void place_again(u32 at) {
        const Word word = tables.words[at];
        if (BREAKING && static_cast<u32>(depth) >= tables.strict)
            breaks += tables.misses((word ^ tables.need(cell(), stack)) & cell().mask);
        free.take(tables.piece(word));
        burnt += tables.burnt(word);
        stack.take(static_cast<u32>(depth), at);
        ++depth;
    }

    // Begins a path whose first `known` levels are stored with the job.
    EDGEMATCH_LANE void clear(const BreakJobs& jobs, u32 known) {
        depth = 0;
        burnt = tables.hint_burnt;
        breaks = 0;
        free.reset(tables.full, tables.full_words);
        stack.begin(tables, jobs.paths + job, jobs.stride, known);
    }

    // Whether no piece fits the next cell after this candidate: no break is left for it and no exact fit is free. Most
    // candidates are like that, and are not placed at all.
    EDGEMATCH_LANE bool is_dead_end(Word word, u32 made) {
        const CellRecord<Word>& next = tables.cells[depth + 1];
        if (made < next.allowed) return false;
        stack.put(static_cast<u32>(depth), cursor);
        const Word wanted = tables.need(next, stack);
        for (u32 at = tables.exact_list(next, wanted);; ++at) {
            const Word fit = tables.words[at];
            if (fit == 0) return true;
            const bool is_free = free.has(tables.piece(fit)) && tables.piece(fit) != tables.piece(word);
            if (is_free && ((fit ^ wanted) & next.mask) == 0) return false;
        }
    }

    EDGEMATCH_LANE bool matches_neighbours(Word difference) const {
        return tables.color(difference, tables.first_side) == 0 && tables.color(difference, tables.second_side) == 0;
    }

    // Opens the list of exact fits of a cell.
    EDGEMATCH_LANE void enter() {
        const CellRecord<Word>& here = cell();
        need = tables.need(here, stack);
        cursor = tables.exact_list(here, need);
        list = 0;
    }

    // Finds which list of the cell holds a candidate.
    EDGEMATCH_LANE void enter_again(Word word) {
        need = tables.need(cell(), stack);
        const Word difference = (word ^ need) & cell().mask;
        list = matches_neighbours(difference) ? 0 : tables.color(difference, tables.first_side) == 0 ? 1 : 2;
    }

    EDGEMATCH_LANE bool next_list() {
        if (!BREAKING) return false;
        const CellRecord<Word>& here = cell();
        if (breaks >= here.allowed) return false;
        while (++list < 3) {
            if (here.heads[list] == NO_LIST) continue;
            cursor =
                tables.heads[here.heads[list] + tables.color(need, list == 1 ? tables.first_side : tables.second_side)];
            return true;
        }
        return false;
    }

    EDGEMATCH_LANE void descend(Word word) {
        stack.put(static_cast<u32>(depth), cursor);
        free.take(tables.piece(word));
        burnt += tables.burnt(word);
        ++depth;
        enter();
    }

    EDGEMATCH_LANE bool backtrack(const BreakJobs& jobs) {
        if (depth == base) {
            depth = FINISHED;
            return !BREAKING && budget > 0 && begin_with_row(jobs);
        }
        --depth;
        stack.backtrack_to(static_cast<u32>(depth));
        cursor = stack.at(static_cast<u32>(depth));
        const Word word = tables.words[cursor];
        free.give(tables.piece(word));
        burnt -= tables.burnt(word);
        if (BREAKING) {
            enter_again(word);
            breaks -= tables.misses((word ^ need) & cell().mask);
        }
        ++cursor;
        return true;
    }

    // The last cell of the stage: its path is reported. If the job's quota is full, it waits for the next round.
    EDGEMATCH_LANE bool arrive(const BreakJobs& jobs) {
        if (found == jobs.quota) return false;
        const u32 last = static_cast<u32>(depth);
        u16* const path = jobs.answers + (static_cast<u64>(job) * jobs.quota + found) * (tables.end - tables.start);
        for (u32 level = tables.start; level < last; ++level)
            path[level - tables.start] = static_cast<u16>(stack.at(level));
        path[last - tables.start] = static_cast<u16>(cursor);
        --budget;
        ++found;
        ++cursor;
        return true;
    }

    // Begins with the next random first row of the job. False: there is none left.
    EDGEMATCH_LANE bool begin_with_row(const BreakJobs& jobs) {
        for (u32 i = started; i < jobs.rows_each; ++i) {
            u16* const row = jobs.rows + (static_cast<u64>(job) * jobs.rows_each + i) * tables.row;
            if (tables.row > 0 && row[0] == 0) continue;
            ++started;
            clear(jobs, 0);
            enter();
            while (static_cast<u32>(depth) < tables.row) {
                cursor = row[depth];
                descend(tables.words[cursor]);
            }
            if (tables.row > 0) row[0] = 0;
            base = depth;
            return true;
        }
        depth = FINISHED;
        return false;
    }
};

}  // namespace edgematch::lanes
