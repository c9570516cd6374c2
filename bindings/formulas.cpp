// walk(), local search over clauses, and find_cliques(), over a graph.
#include "edgematch/formulas.hpp"

#include <nanobind/stl/pair.h>

#include "python_control.hpp"

using namespace edgematch;

namespace {

using Ints = Array<std::int32_t, nb::ndim<1>>;

std::vector<std::int32_t> to_vector(const Ints& values) { return {values.data(), values.data() + values.size()}; }

struct WalkResult {
    bool satisfied, refuted;
    std::int64_t flips, fewest;
    nb::object assignment;
};

WalkResult run_walk(const Ints& literals, std::int32_t variables, double base, std::int64_t restart,
                    std::int64_t flip_limit, std::uint64_t seed, Words shared, Window window) {
    const WalkTask task{to_vector(literals), variables, base, restart, flip_limit, seed};
    PythonControl control(std::move(shared), std::move(window), nb::none(), nb::none());
    WalkReport report;
    {
        nb::gil_scoped_release nogil;
        report = walk(task, control);
    }
    const std::size_t size = report.assignment.size();
    return {report.satisfied, report.refuted, report.flips, report.fewest,
            to_numpy(std::move(report.assignment), {size})};
}

CliqueReport run_cliques(int width, int height, const Ints& cells, const Ints& pieces, const Ints& ranks,
                         const Pieces& sides, const Cells& placements, std::int64_t selections, bool exact,
                         bool partial, bool count, std::int64_t node_limit, std::uint64_t seed, Words shared,
                         Window window, nb::object found, nb::object counted) {
    if (sides.shape(1) != 4) throw BadRequest("sides must have four columns");
    CliqueTask task{width, height, to_vector(cells), to_vector(pieces), to_vector(ranks)};
    for (std::size_t node = 0; node < sides.shape(0); ++node) {
        const std::uint8_t* s = sides.data() + 4 * node;
        task.sides.push_back({s[0], s[1], s[2], s[3]});
    }
    task.placement.assign(placements.data(), placements.data() + placements.size());
    task.selections = selections;
    task.exact = exact;
    task.partial = partial;
    task.count = count;
    task.node_limit = node_limit;
    task.seed = seed;
    PythonControl control(std::move(shared), std::move(window), std::move(found), std::move(counted));
    CliqueReport report;
    {
        nb::gil_scoped_release nogil;
        report = find_cliques(task, control);
    }
    control.rethrow();
    return report;
}

}  // namespace

void bind_formulas(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<WalkResult>(module, "WalkResult", "What local search came to.")
        .def_ro("satisfied", &WalkResult::satisfied)
        .def_ro("refuted", &WalkResult::refuted)
        .def_ro("flips", &WalkResult::flips)
        .def_ro("fewest", &WalkResult::fewest)
        .def_ro("assignment", &WalkResult::assignment);
    module.def("walk", &run_walk, "literals"_a, "variables"_a, nb::kw_only(), "base"_a, "restart"_a, "flip_limit"_a,
               "seed"_a, "shared"_a, "window"_a, "Local search over clauses ended by 0; runs without the GIL.");
    nb::class_<CliqueReport>(module, "CliqueReport", "What a search for cliques came to.")
        .def_ro("finished", &CliqueReport::finished)
        .def_ro("selections", &CliqueReport::selections)
        .def_ro("nodes", &CliqueReport::nodes)
        .def_ro("largest", &CliqueReport::largest);
    module.def("find_cliques", &run_cliques, "width"_a, "height"_a, "cells"_a, "pieces"_a, "ranks"_a, "sides"_a,
               "placements"_a, nb::kw_only(), "selections"_a, "exact"_a, "partial"_a, "count"_a, "node_limit"_a,
               "seed"_a, "shared"_a, "window"_a, "found"_a, "counted"_a,
               "Cliques with a node for each cell, heuristically then exactly; runs without the GIL.");
}
