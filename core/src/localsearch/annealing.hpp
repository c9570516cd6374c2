// Simulated annealing and late acceptance. See annealing.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "localsearch/chain.hpp"
#include "localsearch/proposals.hpp"

namespace edgematch {

struct WalkRequest {
    std::int64_t steps = 0;
    double focus = 0;  // share of the steps that begin at a broken edge
};

// The scores of the last steps, as a ring.
struct LateScores {
    std::vector<std::int32_t> scores;
    std::size_t next = 0;
};

void anneal(Chain& chain, const Proposals& proposals, const WalkRequest& request, double temperature, Control& control);
void accept_late(Chain& chain, const Proposals& proposals, const WalkRequest& request, LateScores& late,
                 Control& control);

}  // namespace edgematch
