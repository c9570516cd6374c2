// probe_tree(): random dives over the lists of the exact engine.
#include "arrays.hpp"

using namespace edgematch;

namespace {

struct ProbeResult {
    nb::object nodes, answers, by_depth;
};

ProbeResult run(int width, int height, const Pieces& pieces, bool framed, bool turnable, bool labelled,
                const Cells& order, const Roots& roots, std::int64_t dives, std::int64_t flock, std::uint64_t seed) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    const Search search = make_search(puzzle, labelled, order, roots);
    Probes probes;
    {
        nb::gil_scoped_release nogil;
        probes = probe_tree(puzzle, search, {dives, flock, seed});
    }
    const std::size_t done = probes.nodes.size(), depths = probes.by_depth.size();
    return {to_numpy(std::move(probes.nodes), {done}), to_numpy(std::move(probes.answers), {done}),
            to_numpy(std::move(probes.by_depth), {depths})};
}

}  // namespace

void bind_probe(nb::module_& module) {
    nb::class_<ProbeResult>(module, "Probes", "Unbiased estimates, one a dive, and their mean by depth.")
        .def_ro("nodes", &ProbeResult::nodes)
        .def_ro("answers", &ProbeResult::answers)
        .def_ro("by_depth", &ProbeResult::by_depth);
    using namespace nb::literals;
    module.def("probe_tree", &run, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, "labelled"_a, "order"_a,
               "roots"_a, nb::kw_only(), "dives"_a, "flock"_a = 1, "seed"_a = 0,
               "Estimate the tree below the roots by random dives, or flocks of boards; runs without the GIL.");
}
