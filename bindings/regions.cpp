// fill_region(): run without the GIL.
#include "edgematch/regions.hpp"

#include "python_control.hpp"

using namespace edgematch;

namespace {

struct PythonFillings {
    nb::object boards, remaining;
    std::int64_t nodes;
};

PythonFillings fill(int width, int height, const Pieces& pieces, bool framed, bool turnable, const Roots& roots,
                    const Cells& cells, int most_breaks, bool improve, std::int64_t want, std::int64_t node_limit,
                    std::uint64_t seed, Words shared, Window window) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    const RegionRequest request{.roots = make_search(puzzle, true, cells, roots).roots,
                                .cells = {cells.data(), cells.data() + cells.size()},
                                .most_breaks = most_breaks,
                                .improve = improve,
                                .want = want,
                                .node_limit = node_limit,
                                .seed = seed};
    PythonControl control(std::move(shared), std::move(window), nb::none(), nb::none());
    Fillings fillings;
    {
        nb::gil_scoped_release nogil;
        fillings = fill_region(puzzle, request, control);
        control.progress({.nodes = fillings.nodes, .depth = static_cast<std::int64_t>(request.cells.size())});
    }
    return {boards_to_numpy(fillings.boards, puzzle.cells()), boards_to_numpy(fillings.remaining, puzzle.cells()),
            fillings.nodes};
}

}  // namespace

void bind_regions(nb::module_& module) {
    nb::class_<PythonFillings>(module, "Fillings", "Boards with a region filled, and the roots not looked through.")
        .def_ro("boards", &PythonFillings::boards)
        .def_ro("remaining", &PythonFillings::remaining)
        .def_ro("nodes", &PythonFillings::nodes);
    using namespace nb::literals;
    module.def("fill_region", &fill, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, nb::kw_only(),
               "roots"_a, "cells"_a, "most_breaks"_a, "improve"_a, "want"_a, "node_limit"_a, "seed"_a, "shared"_a,
               "window"_a, "Fill some cells of partial boards with few breaks; runs without the GIL.");
}
