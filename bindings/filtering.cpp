// The filtering engines.
#include "edgematch/filtering.hpp"

#include "binding.hpp"
#include "record.hpp"
#include "search_result.hpp"

using namespace edgematch;

namespace {

const std::vector<std::string> DYNAMIC_ORDERS{"none", "dom", "dom-deg", "dom-wdeg", "last-conflict"};
const std::vector<std::string> PAIR_ORDERS{"offer", "expected-offer", "expected-gap", "expected-ratio",
                                           "expected-filtering"};

}  // namespace

EDGEMATCH_BINDING(filtering) {
    Record<ColorPairOptions>(module, "ColorPairOptions", "Options of the color pair engine.")
        .field("opposite", &ColorPairOptions::opposite)
        .field("preemption", &ColorPairOptions::preemption)
        .field("remaining", &ColorPairOptions::remaining)
        .field("patterns", &ColorPairOptions::patterns)
        .field("backjumping", &ColorPairOptions::backjumping)
        .field("value_order", &ColorPairOptions::value_order)
        .choice("heuristic", &ColorPairOptions::heuristic, PAIR_ORDERS)
        .field("shaving", &ColorPairOptions::shaving)
        .field("seed", &ColorPairOptions::seed)
        .field("threads", &ColorPairOptions::threads);
    bind_engine(module, "colorpair", &colorpair, "Filtering by color pairs; runs without the GIL.");

    Record<DomainOptions>(module, "DomainOptions", "Options of the search over domains.")
        .array("order", &DomainOptions::order)
        .choice("dynamic", &DomainOptions::dynamic, DYNAMIC_ORDERS)
        .field("fixpoint", &DomainOptions::fixpoint)
        .field("edges", &DomainOptions::edges)
        .field("pieces", &DomainOptions::pieces)
        .field("distinct", &DomainOptions::distinct)
        .field("counts", &DomainOptions::counts)
        .field("force_counts", &DomainOptions::force_counts)
        .field("by_piece", &DomainOptions::by_piece)
        .field("alldifferent", &DomainOptions::alldifferent)
        .field("gacolor_from", &DomainOptions::gacolor_from)
        .field("shaving", &DomainOptions::shaving)
        .field("refute", &DomainOptions::refute)
        .field("seed", &DomainOptions::seed)
        .field("threads", &DomainOptions::threads);
    bind_engine(module, "search_domains", &search_domains, "Search over domains; runs without the GIL.");
}
