// beam(): the wide beam, run without the GIL.
#include "edgematch/beam.hpp"

#include "python_control.hpp"

using namespace edgematch;

namespace {

struct BeamBoards {
    nb::object boards;
    bool finished;
};

BeamBoards run(int width, int height, const Pieces& pieces, bool framed, bool turnable, const Cells& order,
               const Cells& root, std::int64_t beam_width, double price, double foresight, double temperature,
               std::uint64_t seed, std::int64_t keep, std::int64_t node_limit, int threads, Words shared,
               Window window) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    const BeamRequest request{.order = {order.data(), order.data() + order.size()},
                              .root = {root.data(), root.data() + root.size()},
                              .width = beam_width,
                              .price = price,
                              .foresight = foresight,
                              .temperature = temperature,
                              .seed = seed,
                              .keep = keep,
                              .node_limit = node_limit,
                              .threads = threads};
    if (window.size() != puzzle.cells()) throw BadRequest("window must have one entry for each cell");
    PythonControl control(std::move(shared), std::move(window), nb::none(), nb::none());
    BeamResult result;
    {
        nb::gil_scoped_release nogil;
        result = beam(puzzle, request, control);
    }
    return {boards_to_numpy(result.boards, puzzle.cells()), result.finished};
}

}  // namespace

void bind_beam(nb::module_& module) {
    nb::class_<BeamBoards>(module, "BeamBoards", "The complete boards of a beam, best first.")
        .def_ro("boards", &BeamBoards::boards)
        .def_ro("finished", &BeamBoards::finished);
    using namespace nb::literals;
    module.def("beam", &run, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, nb::kw_only(), "order"_a,
               "root"_a, "beam_width"_a, "price"_a, "foresight"_a, "temperature"_a, "seed"_a, "keep"_a, "node_limit"_a,
               "threads"_a, "shared"_a, "window"_a,
               "One pass of a beam over the empty cells of the root in the given order; runs without the GIL.");
}
