// Partial look-ahead: filter the neighbours of an assigned cell, then the neighbours of those that changed, and stop.
//
// Ansotegui, Bejar, Fernandez and Mateu, Edge Matching Puzzles as Hard SAT/CSP Benchmarks (2008), section 4.2. The
// piece leaves all other cells, which is not propagated further. Besides, every color that has 2k sides must show on
// exactly k edges: the search goes back as soon as fewer than k can show it, or more than k must.
//
// Orders: `lex` row by row; `dom` the smallest domain; `chess` the black fields in a spiral from the centre, then the
// white ones; `onion` rings from the frame to the centre (the row PLA-ONION in the tables of the zero look-ahead
// paper). A cell with one value left always goes first: that is how look-ahead pays.
#include "filtering/domain_search.hpp"

namespace edgematch {

Report pla(const Puzzle& puzzle, const Search& search, const PlaOptions& options, Control& control) {
    DomainSettings settings;
    settings.rules = {.fixpoint = false, .pieces = false, .counts = options.counts, .force_counts = false};
    settings.order = options.order;
    settings.seed = options.seed;
    return search_domains(puzzle, search, settings, control);
}

}  // namespace edgematch
