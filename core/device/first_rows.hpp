// Random first rows for the strict stage of the break-tolerant GPU engine.
//
// A row is laid cell by cell, with a candidate of those with the most burnt sides or, as often, with any; from a dead
// end it starts anew. Of several rows the one with the most burnt sides is taken: a row with few of them soon fails the
// quota. So there are some 37 million likely rows on Eternity II, most with 21 or 22 burnt sides, the most there are;
// of those with 22 one in 20 leads a lane to the end of its stage within a million placements, with 21 one in 30. (With
// one cell in eight taken at random there were 0.34 million, which a device begins with in minutes.)
#pragma once

#include "break_lane.hpp"

namespace edgematch::lanes {

constexpr u32 ROW_ATTEMPTS = 64;  // dead ends before a lane gives up
constexpr u32 ANY_EVERY = 2;      // one cell in so many, and the first one, takes any candidate

// SplitMix64, as in random.hpp.
struct Chance {
    u64 state;

    EDGEMATCH_LANE u32 below(u32 bound) {
        u64 z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<u32>(((z ^ (z >> 31)) >> 32) * bound >> 32);
    }
};

// Which rows are made: for each of `count` places in `rows` the number of the row, which is its seed.
struct RowJobs {
    u16* rows;
    const u32* places;
    u64 seed;
    u32 count;
    u32 choice;  // rows of which the best is taken
};

template <class Word>
struct RowLane {
    BreakTables<Word> tables;
    FreeInMemory free;
    WindowStack stack;
    u32 depth = 0, burnt = 0;

    // A place all of whose attempts came to dead ends is given a row that begins with 0.
    EDGEMATCH_LANE void load(const RowJobs& jobs, u32 which) {
        Chance chance{jobs.seed + which * 0xd1342543de82ef95u};
        u16* const row = jobs.rows + static_cast<u64>(jobs.places[which]) * tables.row;
        u32 best = 0, chosen = 0;
        row[0] = 0;
        for (u32 attempt = 0; attempt < ROW_ATTEMPTS && chosen < jobs.choice; ++attempt) {
            if (!lay_row(chance)) continue;
            ++chosen;
            if (burnt < best) continue;
            best = burnt;
            for (u32 level = 0; level < tables.row; ++level) row[level] = static_cast<u16>(stack.at(level));
        }
    }
    EDGEMATCH_LANE bool step(const RowJobs&) { return false; }
    EDGEMATCH_LANE void store(const RowJobs&) {}

  private:
    EDGEMATCH_LANE bool lay_row(Chance& chance) {
        free.reset(tables.full, tables.full_words);
        stack.begin(tables, nullptr, 0, 0);
        burnt = 0;
        for (depth = 0; depth < tables.row; ++depth)
            if (!lay_one(chance)) return false;
        return true;
    }

    EDGEMATCH_LANE bool lay_one(Chance& chance) {
        const Site<Word>& site = tables.cells[depth];
        const u32 head = tables.exact_list(site, tables.need(site, stack));
        const u32 fewest = depth > 0 && chance.below(ANY_EVERY) > 0 ? most_burnt(site, head) : 0;
        u32 count = 0;
        for (u32 at = head; tables.words[at] != 0; ++at) count += may_lie(site, tables.words[at], fewest);
        if (count == 0) return false;
        u32 pick = chance.below(count), at = head;
        while (!may_lie(site, tables.words[at], fewest) || pick-- > 0) ++at;
        stack.put(depth, at);
        free.take(tables.piece(tables.words[at]));
        burnt += tables.burnt(tables.words[at]);
        return true;
    }

    // Of the first candidate that may lie: lists are in falling order of burnt sides.
    EDGEMATCH_LANE u32 most_burnt(const Site<Word>& site, u32 at) const {
        while (tables.words[at] != 0 && !may_lie(site, tables.words[at], 0)) ++at;
        return tables.burnt(tables.words[at]);
    }

    EDGEMATCH_LANE bool may_lie(const Site<Word>& site, Word word, u32 fewest) const {
        return free.has(tables.piece(word)) && ((word ^ site.value) & site.fixed) == 0 && tables.burnt(word) >= fewest;
    }
};

}  // namespace edgematch::lanes
