// The filtering engines: fewer nodes than `backtrack`, more work at each. They are described in src/filtering.
#pragma once

#include <cstdint>

#include "edgematch/engines.hpp"

namespace edgematch {

// Color pairs (Benoist and Bourreau 2008); src/filtering/colorpair/colorpair.cpp.
enum class PairOrder { MinOffer, MinExpectedOffer, MinExpectedGap, MinExpectedRatio, MaxExpectedFiltering };

struct ColorPairOptions {
    bool opposite;     // pairs of opposite colors besides consecutive ones
    bool preemption;   // section 4.1
    bool remaining;    // section 4.2: shared edges and rings
    bool patterns;     // section 5.1: surrounded cells before the heuristic
    bool backjumping;  // section 5.2
    bool value_order;  // likely values first
    PairOrder heuristic;
    int shaving;  // cells of at most so many values are tried out; 0: none
    std::uint64_t seed;
    int threads;
};
Report colorpair(const Puzzle& puzzle, const Search& search, const ColorPairOptions& options, Control& control);

// Search over domains of cells and edges (src/filtering/domain_search.cpp); pla, mac and edgecp are settings of it.
// The next cell is the first in the order of the search, or the one with the smallest domain, ties by that order.
enum class DynamicOrder { None, Dom, DomDeg, DomWdeg, LastConflict };

struct DomainOptions {
    std::vector<Cell> order;  // every cell once
    DynamicOrder dynamic;
    bool fixpoint;      // propagate until nothing changes; false: stop two cells away from the assigned one
    bool edges;         // filter the colors of edges; false: cells see known colors only (4-edges consistency)
    bool pieces;        // a piece with a single cell left goes there
    bool distinct;      // a piece is not its own neighbour
    bool counts;        // a color shows on exactly half as many edges as it has sides
    bool force_counts;  // ... which fills and empties edges
    bool by_piece;      // decide on a piece when it has fewer places than any cell has values
    bool alldifferent;
    int gacolor_from;    // cells filled before colors are matched; negative: never
    int shaving;         // cells of at most so many values are tried out; 0: none
    int refute;          // plain searches up to 2^refute wide replace filtering; negative: none
    std::uint64_t seed;  // shuffles the order of a dynamic search; 0: as given
    int threads;
};
Report search_domains(const Puzzle& puzzle, const Search& search, const DomainOptions& options, Control& control);

}  // namespace edgematch
