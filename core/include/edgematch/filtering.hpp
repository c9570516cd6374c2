// The filtering engines: fewer nodes than `backtrack`, more thought at each. Essays in src/.
#pragma once

#include <cstdint>

#include "edgematch/engines.hpp"

namespace edgematch {

// Color pairs (Benoist and Bourreau 2008); src/filtering/colorpair/colorpair.cpp.
enum class PairOrder { MinOffer, MinExpectedOffer, MinExpectedGap, MinExpectedRatio, MaxExpectedFiltering };

struct ColorPairOptions {
    bool opposite = true;     // pairs of opposite colors besides consecutive ones
    bool preemption = true;   // section 4.1
    bool remaining = true;    // section 4.2: shared edges and rings
    bool patterns = true;     // section 5.1: surrounded cells before the heuristic
    bool backjumping = true;  // section 5.2
    bool value_order = true;  // likely values first
    PairOrder heuristic = PairOrder::MinExpectedGap;
    int shaving = 0;  // cells of at most so many values are tried out; 0: none
    std::uint64_t seed = 0;
};
Report colorpair(const Puzzle& puzzle, const Search& search, const ColorPairOptions& options, Control& control);

// Which cell is decided next, by the engines over domains. Cells with one value left always come first.
enum class CellOrder { Lex, Dom, Chess, Onion, DomDeg, DomWdeg, LastConflict };

// Partial look-ahead (Ansotegui et al. 2008); src/filtering/pla.cpp.
struct PlaOptions {
    CellOrder order = CellOrder::Dom;
    bool counts = true;  // exactly-k checks
    std::uint64_t seed = 0;
};
Report pla(const Puzzle& puzzle, const Search& search, const PlaOptions& options, Control& control);

// Maintained arc consistency with global constraints (Ansotegui et al. 2008); src/filtering/mac.cpp.
struct MacOptions {
    CellOrder order = CellOrder::Chess;
    bool pieces = true;    // variables of pieces besides those of cells
    bool gacolor = true;   // perfect matchings of the sides of each color
    bool ctadiff = false;  // alldifferent on positions
    std::uint64_t seed = 0;
};
Report mac(const Puzzle& puzzle, const Search& search, const MacOptions& options, Control& control);

// Edge filtering: domains of edges and cells (after Benoist and Bourreau 2008, section 6.3); src/filtering/edgecp.cpp.
struct EdgeCpOptions {
    CellOrder order = CellOrder::LastConflict;
    bool edges = true;  // filter the colors of edges; else cells look at known colors only (4-edges consistency)
    bool pieces = true;
    bool distinct = true;  // a piece is not its own neighbour
    bool counts = true;    // a color needs exactly so many edges
    bool by_piece = true;  // decide on a piece when it has fewer places than any cell has values
    bool alldifferent = false;
    int gacolor_from = -1;  // cells filled before matchings of colors are looked at; negative: never
    int shaving = 0;
    std::uint64_t seed = 0;
};
Report edgecp(const Puzzle& puzzle, const Search& search, const EdgeCpOptions& options, Control& control);

}  // namespace edgematch
