// The exact engine: backtrack() and the estimates of its tree.
#include "binding.hpp"
#include "record.hpp"
#include "search_result.hpp"

using namespace edgematch;

namespace {

struct ProbeResult {
    NewArray<double> nodes, answers, by_depth;
};

ProbeResult run_probes(const Puzzle& puzzle, const Search& search, const ProbeOptions& options) {
    Probes probes = [&] {
        nb::gil_scoped_release nogil;
        return probe_tree(puzzle, search, options);
    }();
    return {NewArray(std::move(probes.nodes)), NewArray(std::move(probes.answers)),
            NewArray(std::move(probes.by_depth))};
}

}  // namespace

EDGEMATCH_BINDING(exact) {
    using namespace nb::literals;
    nb::class_<SearchResult>(module, "SearchResult", "The roots that a search did not finish, and what it counted.")
        .def_ro("remaining", &SearchResult::remaining)
        .def_ro("by_depth", &SearchResult::by_depth)
        .def_ro("nodes", &SearchResult::nodes)
        .def_ro("tests", &SearchResult::tests);
    Record<BacktrackOptions>(module, "BacktrackOptions", "Options of the exact engine.")
        .array("order", &BacktrackOptions::order)
        .field("threads", &BacktrackOptions::threads)
        .field("depth", &BacktrackOptions::depth)
        .field("prune", &BacktrackOptions::prune);
    bind_engine(module, "backtrack", &backtrack, "Depth-first search without look-ahead; runs without the GIL.");

    nb::class_<ProbeResult>(module, "ProbeResult", "Unbiased estimates, one per probe, and their mean by depth.")
        .def_ro("nodes", &ProbeResult::nodes)
        .def_ro("answers", &ProbeResult::answers)
        .def_ro("by_depth", &ProbeResult::by_depth);
    Record<ProbeOptions>(module, "ProbeOptions", "How many random probes, each of how many boards.")
        .array("order", &ProbeOptions::order)
        .field("probes", &ProbeOptions::probes)
        .field("batch", &ProbeOptions::batch)
        .field("seed", &ProbeOptions::seed);
    module.def("probe_tree", &run_probes, "puzzle"_a, "search"_a, "options"_a,
               "Estimate the tree below the roots by random probes; runs without the GIL.");
}
