// Edge filtering: domains on the colors of edges as well as on cells, propagated together.
//
// This is the model that gave Choco its small trees in table 2 of Benoist and Bourreau (2008): from the pieces that a
// cell may still take follow the colors that its edges may still show, which filters the cells beyond, and so on to a
// fixpoint. Here it runs on bit sets (domains.hpp) at four to seven microseconds a node. On top of it:
//
//   edges     off: cells see known colors only, the 4-edges consistency that the paper compares with
//   pieces    a piece must have a place: one with a single cell left goes there
//   distinct  a piece is not its own neighbour: a color that one piece alone can show in a cell is not met by that
//             same piece beyond. It costs a third more looks a node and saves 45 % of the nodes, a fifth of the time.
//             Looking for it in cells of up to six pieces finds nearly all there is; going on to values whose two
//             neighbours would need the same piece saves another 9 % of the nodes and did not pay
//   counts    a color shows on exactly half as many edges as it has sides; edges are filled or emptied by that
//   by_piece  the decision is the smallest there is, over cells ("what goes here?") and pieces ("where does it go?")
//   order     last-conflict by default (Lecoutre et al. 2009): the cell of the last failure is decided next wherever
//   the
//             search is, until it can be filled; else the smallest domain, of several the one with the fewest values in
//             the cells around. On eleven of Benoist's instances that takes half the nodes of `dom` in the geometric
//             mean, and 0.57 of those of `dom-wdeg`. Without by_piece it does harm: mostly it is a piece that is then
//             decided, and the cell only says that the smallest cell is not good enough. What was tried and did worse:
//             two last conflicts, all cells by the time of their last failure, weights as a power, ties by known sides,
//             pieces before cells of the same size. All but `dom` remember the search so far, so that a resumed search
//             may walk another tree; with `dom` the tree depends on the board alone
//   shaving   values of small domains that fail at once are removed. With 2 a quarter of the nodes are left, with 8 a
//             hundredth, but the tries add up to as many propagations as were saved: 1.4 and 2.2 times slower
//   gacolor   the matchings of mac, from a given number of filled cells on: from 30 of 100 cells 8 % fewer nodes, each
//             many times dearer; from 60 on nothing is left to find
#include "filtering/domain_search.hpp"

namespace edgematch {

Report edgecp(const Puzzle& puzzle, const Search& search, const EdgeCpOptions& options, Control& control) {
    DomainSettings settings;
    settings.rules = {.fixpoint = true,
                      .known_only = !options.edges,
                      .pieces = options.pieces,
                      .distinct = options.distinct,
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
