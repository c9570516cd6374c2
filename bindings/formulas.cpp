// probsat(), local search over clauses, and find_cliques(), over a graph.
#include "edgematch/formulas.hpp"

#include "binding.hpp"
#include "control.hpp"
#include "record.hpp"

using namespace edgematch;

namespace {

struct ProbsatResult {
    bool satisfied, refuted;
    std::int64_t flips, fewest;
    NewArray<std::int8_t> assignment;
};

ProbsatResult run_probsat(const In<std::int32_t, nb::ndim<1>>& literals, std::int32_t variables,
                          const ProbsatOptions& options, const PythonControl& control) {
    const Formula formula{to_vector(literals), variables};
    ProbsatReport report = ControlledRun(control).run([&](Control& c) { return probsat(formula, options, c); });
    return {report.satisfied, report.refuted, report.flips, report.fewest, NewArray(std::move(report.assignment))};
}

CliqueReport run_cliques(const CliqueGraph& graph, const CliqueOptions& options, const PythonControl& control) {
    return ControlledRun(control).run([&](Control& c) { return find_cliques(graph, options, c); });
}

}  // namespace

EDGEMATCH_BINDING(formulas) {
    using namespace nb::literals;
    nb::class_<ProbsatResult>(module, "ProbsatResult", "What local search over clauses found.")
        .def_ro("satisfied", &ProbsatResult::satisfied)
        .def_ro("refuted", &ProbsatResult::refuted)
        .def_ro("flips", &ProbsatResult::flips)
        .def_ro("fewest", &ProbsatResult::fewest)
        .def_ro("assignment", &ProbsatResult::assignment);
    Record<ProbsatOptions>(module, "ProbsatOptions", "Options of probSAT.")
        .field("base", &ProbsatOptions::base)
        .field("restart", &ProbsatOptions::restart)
        .field("flip_limit", &ProbsatOptions::flip_limit)
        .field("seed", &ProbsatOptions::seed);
    module.def("probsat", &run_probsat, "literals"_a.noconvert(), "variables"_a, "options"_a, "control"_a,
               "Local search over clauses, each ended by 0; runs without the GIL.");

    nb::class_<CliqueReport>(module, "CliqueReport", "What a search for cliques found.")
        .def_ro("finished", &CliqueReport::finished)
        .def_ro("selections", &CliqueReport::selections)
        .def_ro("nodes", &CliqueReport::nodes)
        .def_ro("largest", &CliqueReport::largest);
    Record<CliqueGraph>(module, "CliqueGraph", "Placements in cells, a node each, and what decides who is adjacent.")
        .field("width", &CliqueGraph::width)
        .field("height", &CliqueGraph::height)
        .array("cell", &CliqueGraph::cell)
        .array("piece", &CliqueGraph::piece)
        .array("rank", &CliqueGraph::rank)
        .array("sides", &CliqueGraph::sides)
        .array("placement", &CliqueGraph::placement);
    Record<CliqueOptions>(module, "CliqueOptions", "How far the heuristic and the exact search go.")
        .field("selections", &CliqueOptions::selections)
        .field("exact", &CliqueOptions::exact)
        .field("partial", &CliqueOptions::partial)
        .field("count", &CliqueOptions::count)
        .field("node_limit", &CliqueOptions::node_limit)
        .field("seed", &CliqueOptions::seed);
    module.def("find_cliques", &run_cliques, "graph"_a, "options"_a, "control"_a,
               "Cliques with a node for each cell, heuristically, then exactly; runs without the GIL.");
}
