// Puzzle, Control and Search: what every engine is given.
#include "edgematch/puzzle.hpp"

#include "binding.hpp"
#include "control.hpp"
#include "edgematch/engines.hpp"
#include "record.hpp"

using namespace edgematch;

namespace {

void compile(Puzzle* self, int width, int height, const PieceArray& pieces, bool framed, bool turnable) {
    std::vector<Sides> table(pieces.shape(0));
    for (std::size_t piece = 0; piece < table.size(); ++piece)
        for (std::size_t side = 0; side < SIDES; ++side) table[piece][side] = pieces.data()[piece * SIDES + side];
    new (self) Puzzle(width, height, std::move(table), framed, turnable);
}

}  // namespace

EDGEMATCH_BINDING(puzzle) {
    using namespace nb::literals;
    nb::class_<Puzzle>(module, "Puzzle", "A puzzle, compiled once and shared by all engines and threads.")
        .def("__init__", &compile, "width"_a, "height"_a, "pieces"_a.noconvert(), nb::kw_only(), "framed"_a,
             "turnable"_a)
        .def_prop_ro("width", &Puzzle::width)
        .def_prop_ro("height", &Puzzle::height)
        .def_prop_ro("cells", &Puzzle::cells);
    nb::class_<PythonControl>(module, "Control",
                              "How Python and a running engine talk: counters, the board shown, and callbacks.")
        .def(nb::init<Out<std::int64_t, nb::ndim<1>>, Out<Placement, nb::ndim<1>>, nb::object, nb::object>(),
             "shared"_a.noconvert(), "window"_a.noconvert(), nb::kw_only(), "found"_a.none(), "counted"_a.none(),
             nb::sig("def __init__(self, shared: numpy.typing.NDArray[numpy.int64], "
                     "window: numpy.typing.NDArray[numpy.int16], *, "
                     "found: collections.abc.Callable[[numpy.typing.NDArray[numpy.int16]], bool] | None, "
                     "counted: collections.abc.Callable[[int], bool] | None) -> None"),
             "Callbacks return False when that is enough; without one the search goes on.");
    Record<Search>(module, "Search", "The roots to search, which boards are answers, and how many are wanted.")
        .array("roots", &Search::roots)
        .field("labelled", &Search::labelled)
        .field("boards", &Search::boards)
        .field("want", &Search::want)
        .field("node_limit", &Search::node_limit);
}
