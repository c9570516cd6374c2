// One chain of local search: the current board, the best one found, and counters.
#pragma once

#include <cstdint>

#include "edgematch/control.hpp"
#include "localsearch/arrangement.hpp"

namespace edgematch {

struct Chain {
    Arrangement now;
    Random random;
    Board best;
    int best_score = -1;
    std::int64_t evaluations = 0;  // placements and exchanges judged
    std::int64_t moves = 0;        // pieces that were moved or turned

    void remember() {
        if (now.score() <= best_score) return;
        best = now.board();
        best_score = now.score();
    }
};

// reassign.cpp: TA, so many steps with k cells each. Returns the gain.
int reassign(Chain& chain, std::size_t k, std::int64_t steps, Control& control);
// reassign.cpp: BW, black and white cells alternately until neither gains.
int alternate(Chain& chain, Control& control);
// swaps.cpp: TSR, the best exchange of two cells with all turns, repeated until none gains.
int descend(Chain& chain, Control& control);
// swaps.cpp: the best exchange that is not tabu, better or not, so many times.
void search_tabu(Chain& chain, std::int64_t steps, std::int64_t tenure, Control& control);

}  // namespace edgematch
