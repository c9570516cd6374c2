// The yardstick: the same search as a plain recursive loop over keyed lists, written the way one would first write it.
//
// Row order, labelled, lists in vectors keyed by (north, west), a byte a piece for used. No trick; every speed the
// engine claims is a ratio to this loop, measured in the same run.
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

class PlainLoop {
  public:
    PlainLoop(const Puzzle& puzzle, const std::vector<Cell>& order, std::int64_t limit);

    void run() { place(0); }
    std::int64_t nodes() const { return nodes_; }
    std::int64_t answers() const { return answers_; }

  private:
    struct Entry {
        std::uint16_t piece;
        Sides sides;
    };
    using Lists = std::vector<std::vector<Entry>>;

    // The cell of a step, the lists of its shape, and the neighbours (as steps' cells) whose colors make the key.
    struct Stop {
        std::size_t cell;
        std::size_t lists;
        std::vector<std::pair<std::size_t, std::size_t>> key;  // (cell, side facing us)
    };

    bool place(std::size_t depth);

    std::vector<Lists> lists_;
    std::vector<Stop> stops_;
    std::vector<Sides> board_;
    std::vector<std::uint8_t> used_;
    std::int64_t nodes_ = 0, answers_ = 0, limit_;
    std::size_t colors_ = 0;
};

}  // namespace edgematch
