// Depth-first search that tolerates breaks (src/score/breaks.cpp), and endgames
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
    std::vector<int> allowed;   // breaks that may have been made once the cell of that index is filled; empty: any
    std::vector<int> quota;     // burnt sides that must have been placed by then; empty: none
    std::vector<Color> burnt;   // the colors that count for the quota
    std::int64_t frame_from;    // index from which edges along the frame may break
    bool double_breaks;         // whether one piece may make several breaks
    std::int64_t ledger_cells;  // cells left from which the color ledger is kept
    bool is_region;             // whether cells that are not in the order stay empty for good
};

struct BreakOptions {
    std::vector<Cell> order;  // every cell once
    BreakRules rules;
    bool improve;                           // each answer must have fewer breaks than the one before
    int most_breaks;                        // of any answer
    std::uint64_t seed;                     // of the sequence of candidates; 0: as numbered
    std::int64_t drop_index;                // an attempt that has not come that far ...
    std::int64_t drop_nodes;                // ... after so many nodes ends; negative: never
    std::int64_t endgame_cells;             // last cells of the order that are left to the endgame
    std::int64_t endgame_nodes;             // that one completion may take
    std::vector<std::int64_t> wider_cells;  // after a near miss, so many last cells are emptied and completed again
};

struct BreakReport {
    std::vector<Board> remaining;
    Stats stats;
    bool dropped = false;
    std::int64_t arrivals = 0;  // partial boards handed to the endgame
};

BreakReport search_with_breaks(const Puzzle& puzzle, const Search& search, const BreakOptions& options,
                               Control& control);

struct Completion {
    Board board;     // empty when there is none with at most `most_breaks`
    int breaks = 0;  // of the whole board
    std::int64_t nodes = 0;
    bool is_exact = false;  // false: the node limit came first
};

struct CompletionOptions {
    int most_breaks;
    std::int64_t node_limit;  // negative: no limit
    std::uint64_t seed;       // of the sequence of candidates; 0: as numbered
};

// The board with the fewest breaks that extends `partial`, if it has at most `most_breaks`. Identical pieces count as
// different ones.
Completion complete(const Puzzle& puzzle, const Board& partial, const CompletionOptions& options, Control& control);

struct PolishOptions {
    std::vector<Cell> fixed;   // cells that stay as they are
    std::int64_t free_cells;   // emptied at a time, at most
    std::int64_t patch_nodes;  // of one completion
    std::int64_t patches;      // negative: until stopped
    std::uint64_t seed;
};

// Large neighbourhood search on a complete board: cells near a break are emptied and completed optimally, again and
// again. A board that is better than all before is handed to control.found. Returns the last of the best.
Completion polish(const Puzzle& puzzle, const Board& board, const PolishOptions& options, Control& control);

}  // namespace edgematch
