// search_with_breaks(), complete() and polish(): the depth-first engines that tolerate breaks, run without the GIL.
#include "edgematch/breaks.hpp"

#include <nanobind/stl/vector.h>

#include "python_control.hpp"

using namespace edgematch;

namespace {

struct BreakResult {
    nb::object remaining;
    std::int64_t nodes, arrivals;
    bool dropped;
};

struct Completed {
    nb::object board;
    int breaks;
    std::int64_t nodes;
    bool is_exact;
};

BreakResult search(int width, int height, const Pieces& pieces, bool framed, bool turnable, bool labelled,
                   const Cells& order, const Roots& roots, std::int64_t node_limit, bool boards, std::int64_t want,
                   bool improve, int most_breaks, std::vector<int> allowed, std::vector<int> quota,
                   std::vector<Color> burnt, std::int64_t ring_from, bool double_breaks, std::int64_t ledger_cells,
                   std::uint64_t seed, std::int64_t drop_index, std::int64_t drop_nodes, std::int64_t tail_cells,
                   std::int64_t tail_nodes, std::vector<std::int64_t> ladder, Words shared, Window window,
                   nb::object found, nb::object counted) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    BreakSearch request;
    request.base = make_search(puzzle, labelled, order, roots);
    request.base.node_limit = node_limit;
    request.base.boards = boards;
    request.base.want = want;
    request.improve = improve;
    request.most_breaks = most_breaks;
    request.rules = {std::move(allowed), std::move(quota), std::move(burnt), ring_from, double_breaks, ledger_cells};
    request.seed = seed;
    request.drop_index = drop_index;
    request.drop_nodes = drop_nodes;
    request.tail_cells = tail_cells;
    request.tail_nodes = tail_nodes;
    request.ladder = std::move(ladder);
    if (window.size() != puzzle.cells()) throw BadRequest("window must have one entry for each cell");
    PythonControl control(std::move(shared), std::move(window), std::move(found), std::move(counted));
    BreakReport report;
    {
        nb::gil_scoped_release nogil;
        report = search_with_breaks(puzzle, request, control);
    }
    control.rethrow();
    return {boards_to_numpy(report.remaining, puzzle.cells()), report.stats.nodes, report.arrivals, report.dropped};
}

Completed to_python(const Completion& done) {
    return {to_numpy(std::vector<Placement>(done.board), {done.board.size()}), done.breaks, done.nodes, done.is_exact};
}

Completed complete_board(int width, int height, const Pieces& pieces, bool framed, bool turnable, const Cells& board,
                         int most_breaks, std::int64_t node_limit, std::uint64_t seed, Words shared, Window window) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    PythonControl control(std::move(shared), std::move(window), nb::none(), nb::none());
    Completion done;
    {
        nb::gil_scoped_release nogil;
        done = complete(puzzle, {board.data(), board.data() + board.size()}, most_breaks, node_limit, seed, control);
    }
    return to_python(done);
}

Completed polish_board(int width, int height, const Pieces& pieces, bool framed, bool turnable, const Cells& board,
                       const Cells& fixed, std::int64_t free_cells, std::int64_t attempt_nodes, std::int64_t attempts,
                       std::uint64_t seed, Words shared, Window window, nb::object found) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    const Polish request{.board = {board.data(), board.data() + board.size()},
                         .fixed = {fixed.data(), fixed.data() + fixed.size()},
                         .free_cells = free_cells,
                         .attempt_nodes = attempt_nodes,
                         .attempts = attempts,
                         .seed = seed};
    for (const Cell cell : request.fixed)
        if (cell < 0 || static_cast<std::size_t>(cell) >= puzzle.cells()) throw BadRequest("a fixed cell is outside");
    if (window.size() != puzzle.cells()) throw BadRequest("window must have one entry for each cell");
    PythonControl control(std::move(shared), std::move(window), std::move(found), nb::none());
    Completion done;
    {
        nb::gil_scoped_release nogil;
        done = polish(puzzle, request, control);
    }
    control.rethrow();
    return to_python(done);
}

}  // namespace

void bind_breaks(nb::module_& module) {
    nb::class_<BreakResult>(module, "BreakResult", "What a search with breaks did not do, and what it counted.")
        .def_ro("remaining", &BreakResult::remaining)
        .def_ro("nodes", &BreakResult::nodes)
        .def_ro("arrivals", &BreakResult::arrivals)
        .def_ro("dropped", &BreakResult::dropped);
    nb::class_<Completed>(module, "Completed", "A completed board (empty where there is none) and its breaks.")
        .def_ro("board", &Completed::board)
        .def_ro("breaks", &Completed::breaks)
        .def_ro("nodes", &Completed::nodes)
        .def_ro("is_exact", &Completed::is_exact);
    using namespace nb::literals;
    module.def("search_with_breaks", &search, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a,
               nb::kw_only(), "labelled"_a, "order"_a, "roots"_a, "node_limit"_a, "boards"_a, "want"_a, "improve"_a,
               "most_breaks"_a, "allowed"_a, "quota"_a, "burnt"_a, "ring_from"_a, "double_breaks"_a, "ledger_cells"_a,
               "seed"_a, "drop_index"_a, "drop_nodes"_a, "tail_cells"_a, "tail_nodes"_a, "ladder"_a, "shared"_a,
               "window"_a, "found"_a, "counted"_a,
               "Depth-first search below the roots that tolerates breaks by the rules given; runs without the GIL.");
    module.def("complete", &complete_board, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, nb::kw_only(),
               "board"_a, "most_breaks"_a, "node_limit"_a, "seed"_a, "shared"_a, "window"_a,
               "The completion of a partial board with the fewest breaks; runs without the GIL.");
    module.def("polish", &polish_board, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, nb::kw_only(),
               "board"_a, "fixed"_a, "free_cells"_a, "attempt_nodes"_a, "attempts"_a, "seed"_a, "shared"_a, "window"_a,
               "found"_a, "Repair a complete board patch by patch; runs without the GIL.");
}
