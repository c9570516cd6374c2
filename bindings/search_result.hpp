// What the engines that search below roots return to Python.
#pragma once

#include "control.hpp"
#include "edgematch/engines.hpp"

struct SearchResult {
    NewArray<edgematch::Placement> remaining;
    NewArray<std::int64_t> by_depth;
    std::int64_t nodes, tests;
};

// Binds an engine of the form Report(const Puzzle&, const Search&, const Options&, Control&).
template <class Options>
void bind_engine(nb::module_& module, const char* name,
                 edgematch::Report (*engine)(const edgematch::Puzzle&, const edgematch::Search&, const Options&,
                                             edgematch::Control&),
                 const char* doc) {
    using namespace nb::literals;
    module.def(
        name,
        [engine](const edgematch::Puzzle& puzzle, const edgematch::Search& search, const Options& options,
                 const PythonControl& control) -> SearchResult {
            edgematch::Report report =
                run_engine(puzzle, control, [&](auto& c) { return engine(puzzle, search, options, c); });
            return {to_numpy(report.remaining, puzzle.cells()), NewArray(std::move(report.stats.by_depth)),
                    report.stats.nodes, report.stats.tests};
        },
        "puzzle"_a, "search"_a, "options"_a, "control"_a, doc);
}
