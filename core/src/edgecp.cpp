// Edge filtering: domains on the colors of joins as well as on cells, propagated together.
//
// This is the model that gave Choco its small trees in table 2 of Benoist and Bourreau (2008): from the pieces that a
// cell may still take follow the colors that its joins may still show, which filters the cells beyond, and so on to a
// fixpoint. Here it runs on bit sets (domains.hpp) at tens of microseconds a node. On top of it:
//
//   joins     off: cells see known colors only, the 4-edges consistency that the paper compares with
//   pieces    a piece must have a place: one with a single cell left goes there
//   counts    a color shows on exactly half as many joins as it has sides; joins are filled or emptied by that
//   by_piece  the decision is the smallest there is, over cells ("what goes here?") and pieces ("where does it go?")
//   order     dom/wdeg by default: joins and cells where failures happen are decided sooner. The weights remember the
//             search so far, so that a resumed search may walk another tree; with `dom` the tree depends on the board
//             alone
//   shaving   values of small domains that fail at once are removed
//   gacolor   the matchings of mac, from a given number of filled cells on
#include "domain_search.hpp"

namespace edgematch {

Report edgecp(const Puzzle& puzzle, const Search& search, const EdgeCpOptions& options, Control& control) {
    DomainSettings settings;
    settings.rules = {.fixpoint = true,
                      .known_only = !options.joins,
                      .pieces = options.pieces,
                      .counts = options.counts,
                      .force_counts = options.counts};
    settings.order = options.order;
    settings.by_piece = options.by_piece;
    settings.ctadiff = options.alldifferent;
    settings.gacolor = options.gacolor_from >= 0;
    settings.gacolor_from = options.gacolor_from;
    settings.shaving = options.shaving;
    settings.seed = options.seed;
    return search_domains(puzzle, search, settings, control);
}

}  // namespace edgematch
