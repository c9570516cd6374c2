// Random first rows for the strict stage of the break-tolerant GPU engine.
//
// A row is filled cell by cell with one of the candidates with the most burnt sides or, as often, with any candidate;
// at a dead end it starts again. Of several rows the one with the most burnt sides is taken, because a row with few of
// them soon fails the quota. How many rows that gives, and how good they are: docs/research/gpu-kernels.md.
#pragma once

#include "break_lane.hpp"

namespace edgematch::lanes {

constexpr u32 ROW_ATTEMPTS = 64;  // dead ends after which a lane gives up
constexpr u32 ANY_EVERY = 2;      // one cell in this many, and the first one, takes any candidate

// SplitMix64, as in random.hpp.
struct DeviceRandom {
    u64 state;

    EDGEMATCH_LANE u32 below(u32 bound) {
        u64 z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<u32>(((z ^ (z >> 31)) >> 32) * bound >> 32);
    }
};

// Which rows are made: `count` of them, at the given places in `rows`; the number of a row is its seed.
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

    // If all attempts end in dead ends, the row begins with 0.
    EDGEMATCH_LANE void load(const RowJobs& jobs, u32 which) {
        DeviceRandom random{jobs.seed + which * 0xd1342543de82ef95u};
        u16* const row = jobs.rows + static_cast<u64>(jobs.places[which]) * tables.row;
        u32 best = 0, chosen = 0;
        row[0] = 0;
        for (u32 attempt = 0; attempt < ROW_ATTEMPTS && chosen < jobs.choice; ++attempt) {
            if (!fill_row(random)) continue;
            ++chosen;
            if (burnt < best) continue;
            best = burnt;
            for (u32 level = 0; level < tables.row; ++level) row[level] = static_cast<u16>(stack.at(level));
        }
    }
    EDGEMATCH_LANE bool step(const RowJobs&) { return false; }
    EDGEMATCH_LANE void store(const RowJobs&) {}

  private:
    EDGEMATCH_LANE bool fill_row(DeviceRandom& random) {
        free.reset(tables.full, tables.full_words);
        stack.begin(tables, nullptr, 0, 0);
        burnt = 0;
        for (depth = 0; depth < tables.row; ++depth)
            if (!fill_cell(random)) return false;
        return true;
    }

    EDGEMATCH_LANE bool fill_cell(DeviceRandom& random) {
        const CellRecord<Word>& cell = tables.cells[depth];
        const u32 head = tables.exact_list(cell, tables.need(cell, stack));
        const u32 fewest = depth > 0 && random.below(ANY_EVERY) > 0 ? most_burnt(cell, head) : 0;
        u32 count = 0;
        for (u32 at = head; tables.words[at] != 0; ++at) count += is_allowed(cell, tables.words[at], fewest);
        if (count == 0) return false;
        u32 pick = random.below(count), at = head;
        while (!is_allowed(cell, tables.words[at], fewest) || pick-- > 0) ++at;
        stack.put(depth, at);
        free.take(tables.piece(tables.words[at]));
        burnt += tables.burnt(tables.words[at]);
        return true;
    }

    // Of the first allowed candidate: lists are sorted by falling number of burnt sides.
    EDGEMATCH_LANE u32 most_burnt(const CellRecord<Word>& cell, u32 at) const {
        while (tables.words[at] != 0 && !is_allowed(cell, tables.words[at], 0)) ++at;
        return tables.burnt(tables.words[at]);
    }

    EDGEMATCH_LANE bool is_allowed(const CellRecord<Word>& cell, Word word, u32 fewest) const {
        return free.has(tables.piece(word)) && ((word ^ cell.value) & cell.fixed) == 0 && tables.burnt(word) >= fewest;
    }
};

}  // namespace edgematch::lanes
