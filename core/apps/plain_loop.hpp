// The yardstick: the same search as a plain recursive loop over keyed lists, written the way one would first write it.
//
// Lists in vectors keyed by the colors already known around a cell, a byte a piece for used, recursion, and nothing
// else: no stop, no remaining roots, no histogram. Row order has its own loop keyed by (north, west), because that is
// how such programs are written; any other order takes the general one. Every speed the engine claims is a ratio to
// these loops, measured in the same run on the same tree.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

class PlainLoop {
  public:
    PlainLoop(const Puzzle& puzzle, const std::vector<Cell>& order);

    // Searches until `limit` nodes are committed or the tree is done.
    void run(std::int64_t limit);
    std::int64_t nodes() const { return nodes_; }
    std::int64_t answers() const { return answers_; }

  private:
    struct Entry {
        std::uint16_t piece;
        Sides sides;
    };
    using Lists = std::vector<std::vector<Entry>>;
    struct Facing {
        std::size_t cell, side;
    };
    struct Stop {
        std::size_t cell;
        Lists* lists;
        std::vector<Facing> known;  // what the neighbours that lie already show to this cell
    };

    void place_rows(std::size_t cell);
    void place_any(std::size_t depth);
    Lists make_lists(const Puzzle& puzzle, unsigned rim, const std::vector<std::size_t>& sides) const;

    std::size_t width_, colors_ = 1;
    bool rows_ = true;
    std::map<std::vector<std::size_t>, Lists> lists_;
    std::vector<Stop> stops_;
    std::vector<Sides> board_;
    std::vector<std::uint8_t> used_;
    std::int64_t nodes_ = 0, answers_ = 0, limit_ = 0;
};

}  // namespace edgematch
