// The engines that count breaks: search_with_breaks(), complete(), polish() and beam().
#include "binding.hpp"
#include "control.hpp"
#include "edgematch/beam.hpp"
#include "edgematch/breaks.hpp"
#include "record.hpp"

using namespace edgematch;

namespace {

struct BreakResult {
    NewArray<Placement> remaining;
    std::int64_t nodes, arrivals;
    bool dropped;
};

struct CompletionResult {
    NewArray<Placement> board;
    int breaks;
    std::int64_t nodes;
    bool is_exact;
};

struct BeamBoards {
    NewArray<Placement> boards;
    bool finished;
    NewArray<std::int64_t> sizes;
    NewArray<std::uint32_t> parents;
    NewArray<float> terms;
};

BreakResult run_search(const Puzzle& puzzle, const Search& search, const BreakOptions& options,
                       const PythonControl& control) {
    const BreakReport report =
        run_engine(puzzle, control, [&](auto& c) { return search_with_breaks(puzzle, search, options, c); });
    return {to_numpy(report.remaining, puzzle.cells()), report.stats.nodes, report.arrivals, report.dropped};
}

CompletionResult to_python(Completion done) {
    return {NewArray(std::move(done.board)), done.breaks, done.nodes, done.is_exact};
}

CompletionResult run_completion(const Puzzle& puzzle, const CellArray& board, const CompletionOptions& options,
                                const PythonControl& control) {
    const Board partial = to_vector(board);
    return to_python(run_engine(puzzle, control, [&](auto& c) { return complete(puzzle, partial, options, c); }));
}

CompletionResult run_polish(const Puzzle& puzzle, const CellArray& board, const PolishOptions& options,
                            const PythonControl& control) {
    const Board whole = to_vector(board);
    return to_python(run_engine(puzzle, control, [&](auto& c) { return polish(puzzle, whole, options, c); }));
}

BeamBoards run_beam(const Puzzle& puzzle, const CellArray& root, const BeamOptions& options,
                    const PythonControl& control) {
    const Board start = to_vector(root);
    BeamResult result = run_engine(puzzle, control, [&](auto& c) { return beam(puzzle, start, options, c); });
    const std::size_t traced = result.trace.parents.size();
    return {to_numpy(result.boards, puzzle.cells()), result.finished, NewArray(std::move(result.trace.sizes)),
            NewArray(std::move(result.trace.parents)), NewArray(std::move(result.trace.terms), {traced, BEAM_TERMS})};
}

}  // namespace

EDGEMATCH_BINDING(score) {
    using namespace nb::literals;
    nb::class_<BreakResult>(module, "BreakResult", "The roots that a search did not finish, and what it counted.")
        .def_ro("remaining", &BreakResult::remaining)
        .def_ro("nodes", &BreakResult::nodes)
        .def_ro("arrivals", &BreakResult::arrivals)
        .def_ro("dropped", &BreakResult::dropped);
    Record<BreakRules>(module, "BreakRules", "Where a search may break edges.")
        .field("allowed", &BreakRules::allowed)
        .field("quota", &BreakRules::quota)
        .field("burnt", &BreakRules::burnt)
        .field("frame_from", &BreakRules::frame_from)
        .field("double_breaks", &BreakRules::double_breaks)
        .field("ledger_cells", &BreakRules::ledger_cells)
        .field("is_region", &BreakRules::is_region);
    Record<BreakOptions>(module, "BreakOptions", "Options of the break-tolerant search.")
        .array("order", &BreakOptions::order)
        .field("rules", &BreakOptions::rules)
        .field("improve", &BreakOptions::improve)
        .field("most_breaks", &BreakOptions::most_breaks)
        .field("seed", &BreakOptions::seed)
        .field("drop_index", &BreakOptions::drop_index)
        .field("drop_nodes", &BreakOptions::drop_nodes)
        .field("endgame_cells", &BreakOptions::endgame_cells)
        .field("endgame_nodes", &BreakOptions::endgame_nodes)
        .field("wider_cells", &BreakOptions::wider_cells);
    module.def("search_with_breaks", &run_search, "puzzle"_a, "search"_a, "options"_a, "control"_a,
               "Depth-first search that tolerates breaks; runs without the GIL.");

    nb::class_<CompletionResult>(module, "CompletionResult", "A completed board (empty: there is none) and its breaks.")
        .def_ro("board", &CompletionResult::board)
        .def_ro("breaks", &CompletionResult::breaks)
        .def_ro("nodes", &CompletionResult::nodes)
        .def_ro("is_exact", &CompletionResult::is_exact);
    Record<CompletionOptions>(module, "CompletionOptions", "Options of exact completion.")
        .field("most_breaks", &CompletionOptions::most_breaks)
        .field("node_limit", &CompletionOptions::node_limit)
        .field("seed", &CompletionOptions::seed);
    module.def("complete", &run_completion, "puzzle"_a, "board"_a.noconvert(), "options"_a, "control"_a,
               "Complete a partial board with the fewest breaks; runs without the GIL.");

    Record<PolishOptions>(module, "PolishOptions", "Options of repair.")
        .array("fixed", &PolishOptions::fixed)
        .field("free_cells", &PolishOptions::free_cells)
        .field("patch_nodes", &PolishOptions::patch_nodes)
        .field("patches", &PolishOptions::patches)
        .field("seed", &PolishOptions::seed);
    module.def("polish", &run_polish, "puzzle"_a, "board"_a.noconvert(), "options"_a, "control"_a,
               "Repair a complete board patch by patch; runs without the GIL.");

    nb::class_<BeamBoards>(module, "BeamBoards", "The complete boards of a beam, best first.")
        .def_ro("boards", &BeamBoards::boards)
        .def_ro("finished", &BeamBoards::finished)
        .def_ro("sizes", &BeamBoards::sizes)
        .def_ro("parents", &BeamBoards::parents)
        .def_ro("terms", &BeamBoards::terms);
    Record<BeamOptions>(module, "BeamOptions", "Options of beam search.")
        .array("order", &BeamOptions::order)
        .field("width", &BeamOptions::width)
        .field("price", &BeamOptions::price)
        .field("open", &BeamOptions::open)
        .field("pairs", &BeamOptions::pairs)
        .field("chains", &BeamOptions::chains)
        .field("temperature", &BeamOptions::temperature)
        .field("seed", &BeamOptions::seed)
        .field("keep", &BeamOptions::keep)
        .field("node_limit", &BeamOptions::node_limit)
        .field("threads", &BeamOptions::threads)
        .field("trace", &BeamOptions::trace);
    module.def("beam", &run_beam, "puzzle"_a, "root"_a.noconvert(), "options"_a, "control"_a,
               "One pass of a beam over the empty cells of a root; runs without the GIL.");
}
