// The last stage of the break-tolerant GPU engine: the last cells of a board with the fewest breaks, by branch and
// bound.
//
// So few pieces are left that lists are of no use: every free piece is tried in every turn, edges along the frame may
// break too, and a branch ends as soon as it has as many breaks as the best completion so far. A lane completes one
// board without interruption and reports the best completion within its budget.
#pragma once

#include "break_lane.hpp"

namespace edgematch::lanes {

constexpr u32 NO_BOARD = 0xffff;  // instead of a number of breaks
constexpr u32 MOST_LAST = 32;     // cells that may be left

template <class Word>
struct CompletionLane {
    BreakTables<Word> tables;
    FreeInMemory free;  // while loading
    UpperStack stack;
    CursorStack<u16> tries;   // by depth from `end` on: which piece and turn is tried
    CursorStack<u16> spares;  // the free pieces

    u32 job = 0, depth = 0, attempt = 0, budget = 0, breaks = 0, best = 0, found = 0;
    u32 unused = 0, count = 0;
    Word need = 0;

    EDGEMATCH_LANE const CellRecord<Word>& cell() const { return tables.cells[depth]; }

    // Jobs are paths up to `end`; `bases` holds the most breaks a board may have.
    EDGEMATCH_LANE void load(const BreakJobs& jobs, u32 which) {
        job = which;
        budget = jobs.budget;
        best = static_cast<u32>(jobs.bases[job]) + 1;
        found = NO_BOARD;
        breaks = 0;
        free.reset(tables.full, tables.full_words);
        stack.begin(tables, jobs.paths + job, jobs.stride, 0);
        for (depth = 0; depth < tables.end; ++depth) {
            const u32 at = jobs.paths[depth * jobs.stride + job];
            const Word word = tables.words[at];
            if (depth >= tables.strict) breaks += tables.misses((word ^ tables.need(cell(), stack)) & cell().mask);
            free.take(tables.piece(word));
            stack.take(depth, at);
        }
        collect_spares();
        attempt = 0;
        need = tables.need(cell(), stack);
    }

    EDGEMATCH_LANE void store(const BreakJobs& jobs) {
        jobs.nodes[job] = jobs.budget - budget;
        jobs.found[job] = found;
        jobs.depths[job] = FINISHED;
    }

    // Tries the next piece and turn. False: all is tried, or the placements are spent.
    EDGEMATCH_LANE bool step(const BreakJobs& jobs) {
        if (attempt % tables.turns == 0) {  // a new piece: the next one that is free
            u32 which = attempt / tables.turns;
            while (which < count && !(unused >> which & 1)) ++which;
            attempt = which * tables.turns;
            if (which == count) return backtrack();
        }
        const u32 which = attempt / tables.turns;
        const u32 at = tables.faces + spares.cursor(which) * 4 + attempt % tables.turns;
        const Word word = tables.words[at];
        const u32 misses = tables.misses((word ^ need) & cell().mask);
        if (breaks + misses >= best || !fits(word)) {
            ++attempt;
            return true;
        }
        if (budget == 0) return false;
        --budget;
        place(at, which, misses);
        if (depth == tables.cells_in) return report(jobs) && backtrack();
        attempt = 0;
        need = tables.need(cell(), stack);
        return true;
    }

  private:
    EDGEMATCH_LANE void collect_spares() {
        count = 0;
        for (u32 word = 0; word < tables.full_words; ++word)
            for (u32 bit = word == 0; bit < 32; ++bit)
                if (count < MOST_LAST && free.has(word * 32 + bit)) spares.put(count++, word * 32 + bit - 1, 0);
        unused = count == 32 ? ~0u : (1u << count) - 1;
    }

    EDGEMATCH_LANE bool fits(Word word) const {
        const u32 frame = cell().frame;
        const u32 grey = (tables.color(word, 0) == 0) | (tables.color(word, 1) == 0) << 1 |
                         (tables.color(word, 2) == 0) << 2 | (tables.color(word, 3) == 0) << 3;
        return frame == ANY_FRAME || frame == grey;
    }

    EDGEMATCH_LANE void place(u32 at, u32 which, u32 misses) {
        stack.put(depth, at);
        tries.put(depth - tables.end, attempt, 0);
        unused &= ~(1u << which);
        breaks += misses;
        ++depth;
    }

    EDGEMATCH_LANE bool backtrack() {
        if (depth == tables.end) return false;
        --depth;
        need = tables.need(cell(), stack);
        breaks -= tables.misses((tables.words[stack.at(depth)] ^ need) & cell().mask);
        attempt = tries.cursor(depth - tables.end);
        unused |= 1u << (attempt / tables.turns);
        ++attempt;
        return true;
    }

    EDGEMATCH_LANE bool report(const BreakJobs& jobs) {
        best = found = breaks;
        u16* const path = jobs.answers + static_cast<u64>(job) * (tables.cells_in - tables.end);
        for (u32 level = tables.end; level < tables.cells_in; ++level)
            path[level - tables.end] = static_cast<u16>(stack.at(level));
        return true;
    }
};

}  // namespace edgematch::lanes
