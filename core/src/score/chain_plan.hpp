// Which chains face each cell of an order, as flat tables for core/device/chains.hpp. See chain_plan.cpp.
#pragma once

#include <span>
#include <vector>

#include "chains.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

// The chains of step `i` (the i-th empty cell of the order) are chains[steps[i]] to chains[steps[i + 1] - 1].
struct ChainPlan {
    std::vector<lanes::u32> steps;
    std::vector<lanes::Chain> chains;
    std::vector<lanes::ChainCell> cells;
    std::vector<lanes::u32> heads;
    std::vector<lanes::ChainFit> fits;
    lanes::u32 colors = 0;  // the highest color number plus one

    lanes::ChainTables tables() const { return {cells.data(), heads.data(), fits.data(), colors}; }
    std::span<const lanes::Chain> at(std::size_t step) const {
        return std::span(chains).subspan(steps[step], steps[step + 1] - steps[step]);
    }
};

// Plans the cells of `order` that are empty in `root`. A miss weighs exp(-price).
ChainPlan plan_chains(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root, double price);

}  // namespace edgematch
