// Maintained arc consistency over placements, with variables for cells and for pieces, and two global constraints.
//
// Ansotegui, Bejar, Fernandez and Mateu (2008), section 4.2. After each assignment all binary constraints are made arc
// consistent: neighbours agree on the color of their edge; no two cells hold the same piece (a cell left with one piece
// takes it from all others); no two pieces lie in the same cell (a piece left with one cell takes the cell).
//
//   gacolor  every color is a graph: its vertices are the sides of that color, its edges the pairs that may still meet
//            at some edge. A solution is a perfect matching of each; an edge in no perfect matching is forbidden, and
//            values that need one go (gacolor.hpp)
//   ctadiff  generalised arc consistency of "all cells hold different pieces" by Regin's matching (alldifferent.hpp)
//
// With `pieces` only and dom/deg this is the paper's row MACb.
#include "filtering/domain_search.hpp"

namespace edgematch {

Report mac(const Puzzle& puzzle, const Search& search, const MacOptions& options, Control& control) {
    DomainSettings settings;
    settings.rules = {.fixpoint = true, .pieces = options.pieces, .counts = false, .force_counts = false};
    settings.order = options.order;
    settings.gacolor = options.gacolor;
    settings.ctadiff = options.ctadiff;
    settings.seed = options.seed;
    return search_domains(puzzle, search, settings, control);
}

}  // namespace edgematch
