// backtrack(): the exact engine, run without the GIL; callbacks take it for as long as they last.
#include "search_result.hpp"

using namespace edgematch;

namespace {

SearchResult run(int width, int height, const Pieces& pieces, bool framed, bool turnable, bool labelled,
                 const Cells& order, const Roots& roots, std::int64_t node_limit, int threads, bool boards,
                 Words shared, Window window, nb::object found, nb::object counted, std::int64_t want, bool prune,
                 int depth) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    Search search = make_search(puzzle, labelled, order, roots);
    search.node_limit = node_limit;
    search.want = want;
    search.boards = boards;
    search.threads = threads;
    search.prune = prune;
    search.depth = depth;
    if (window.size() != puzzle.cells()) throw BadRequest("window must have one entry for each cell");
    PythonControl control(std::move(shared), std::move(window), std::move(found), std::move(counted));
    return run_engine(puzzle, search, control, backtrack);
}

}  // namespace

void bind_backtrack(nb::module_& module) {
    nb::class_<SearchResult>(module, "Result", "What a search did not do, and what it counted.")
        .def_ro("remaining", &SearchResult::remaining)
        .def_ro("by_depth", &SearchResult::by_depth)
        .def_ro("nodes", &SearchResult::nodes)
        .def_ro("tests", &SearchResult::tests);
    using namespace nb::literals;
    module.def("backtrack", &run, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, "labelled"_a, "order"_a,
               "roots"_a, "node_limit"_a, "threads"_a, "boards"_a, "shared"_a, "window"_a, "found"_a, "counted"_a,
               nb::kw_only(), "want"_a = -1, "prune"_a = false, "depth"_a = -1,
               "Depth-first search below the roots in the given order of cells; runs without the GIL.");
}
