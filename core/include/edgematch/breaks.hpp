// Depth-first search that tolerates breaks (src/score/breaks.cpp), and exact completion of a few cells
// (src/score/endgame.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/engines.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

// Rules about breaks. A vector by index in the order may be shorter than the order: its last value goes on.
struct BreakRules {
    std::vector<int> allowed;       // breaks that may have been made once the cell of that index is laid
    std::vector<int> quota;         // burnt sides that must have been laid by then; empty: none
    std::vector<Color> burnt;       // the colors that count for the quota
    std::int64_t ring_from = 0;     // index from which edges along the frame may break
    bool double_breaks = true;      // whether one piece may make several breaks
    std::int64_t ledger_cells = 0;  // cells left from which the color ledger is kept
    bool is_region = false;         // whether cells that are not in the order stay empty for good
};

struct BreakSearch {
    Search base;  // order, roots, limits, wanted answers; one thread
    BreakRules rules;
    bool improve = false;              // each answer must have fewer breaks than the one before
    int most_breaks = 0;               // of any answer
    std::uint64_t seed = 0;            // of the sequence of candidates; 0: as numbered
    std::int64_t drop_index = 0;       // an attempt that has not come that far ...
    std::int64_t drop_nodes = -1;      // ... after so many nodes ends; negative: never
    std::int64_t tail_cells = 0;       // last cells of the order that are left to exact completion
    std::int64_t tail_nodes = 0;       // that one completion may take
    std::vector<std::int64_t> ladder;  // after a near miss, so many last cells are freed and completed instead
};

struct BreakReport {
    std::vector<Board> remaining;
    Stats stats;
    bool dropped = false;
    std::int64_t arrivals = 0;  // partial boards handed to exact completion
};

BreakReport search_with_breaks(const Puzzle& puzzle, const BreakSearch& search, Control& control);

struct Completion {
    Board board;     // empty when there is none with at most `most_breaks`
    int breaks = 0;  // of the whole board
    std::int64_t nodes = 0;
    bool is_exact = false;  // false: the node limit came first
};

// The board with the fewest breaks that extends `partial`, if it has at most `most_breaks`. Pieces are told apart.
Completion complete(const Puzzle& puzzle, const Board& partial, int most_breaks, std::int64_t node_limit,
                    std::uint64_t seed, Control& control);

struct Polish {
    Board board;                   // complete
    std::vector<Cell> fixed;       // cells that stay as they are
    std::int64_t free_cells = 16;  // to be laid anew at a time, at most
    std::int64_t attempt_nodes = 20000;
    std::int64_t attempts = -1;  // negative: until stopped
    std::uint64_t seed = 0;
};

// Large neighbourhood search: some cells near a break are emptied and completed at best, again and again. Boards that
// are better than all before are handed to control.found. Returns the last of the best.
Completion polish(const Puzzle& puzzle, const Polish& request, Control& control);

}  // namespace edgematch
