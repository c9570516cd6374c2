// What a search engine gives back to Python.
#pragma once

#include "python_control.hpp"

struct SearchResult {
    nb::object remaining, by_depth;
    std::int64_t nodes, tests;
};

// Runs an engine, `Report(const Puzzle&, const Search&, Control&)`, without the GIL.
template <class Engine>
SearchResult run_engine(const edgematch::Puzzle& puzzle, const edgematch::Search& search, PythonControl& control,
                        const Engine& engine) {
    edgematch::Report report;
    {
        nb::gil_scoped_release nogil;
        report = engine(puzzle, search, control);
    }
    control.rethrow();
    const std::size_t depths = report.stats.by_depth.size();
    return {boards_to_numpy(report.remaining, puzzle.cells()), to_numpy(std::move(report.stats.by_depth), {depths}),
            report.stats.nodes, report.stats.tests};
}
