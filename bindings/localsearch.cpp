// LocalSearch, one chain as a Python object, and fill_region().
#include "edgematch/localsearch.hpp"

#include "binding.hpp"
#include "control.hpp"
#include "edgematch/regions.hpp"
#include "record.hpp"

using namespace edgematch;

namespace {

// A chain and the control it obeys. What it moves counts as nodes.
class ControlledChain {
  public:
    ControlledChain(const Puzzle& puzzle, const CellArray& fixed, std::uint64_t seed, const PythonControl& control)
        : search(puzzle, to_vector(fixed), seed), run_(control) {
        control.require_window_of(puzzle);
    }

    template <class Call>
    void run(const Call& call) {
        run_.run([&](Control& control) {
            call(search, control);
            control.progress({.nodes = search.moves(),
                              .depth = static_cast<std::int64_t>(search.puzzle().cells()),
                              .window = search.board()});
            return true;
        });
    }

    LocalSearch search;

  private:
    ControlledRun run_;
};

struct FillingResult {
    NewArray<Placement> boards, remaining;
    std::int64_t nodes;
};

FillingResult run_filling(const Puzzle& puzzle, const BoardArray& roots, const RegionOptions& options,
                          const PythonControl& control) {
    const std::vector<Board> boards = to_rows(roots);
    const Fillings fillings = run_engine(puzzle, control, [&](Control& c) {
        Fillings found = fill_region(puzzle, boards, options, c);
        c.progress({.nodes = found.nodes, .depth = static_cast<std::int64_t>(options.cells.size())});
        return found;
    });
    return {to_numpy(fillings.boards, puzzle.cells()), to_numpy(fillings.remaining, puzzle.cells()), fillings.nodes};
}

}  // namespace

EDGEMATCH_BINDING(localsearch) {
    using namespace nb::literals;
    using Chain = ControlledChain;
    nb::class_<Chain>(module, "LocalSearch", "A complete board under local search, and the best one it has met.")
        .def(nb::init<const Puzzle&, const CellArray&, std::uint64_t, const PythonControl&>(), "puzzle"_a,
             nb::kw_only(), "fixed"_a.noconvert(), "seed"_a, "control"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("board", [](const Chain& self) { return NewArray(self.search.board()); })
        .def_prop_ro("best", [](const Chain& self) { return NewArray(self.search.best()); })
        .def_prop_ro("score", [](const Chain& self) { return self.search.score(); })
        .def_prop_ro("best_score", [](const Chain& self) { return self.search.best_score(); })
        .def_prop_ro("evaluations", [](const Chain& self) { return self.search.evaluations(); })
        .def_prop_ro("moves", [](const Chain& self) { return self.search.moves(); })
        .def(
            "place", [](Chain& self, const CellArray& board) { self.search.place(to_vector(board)); },
            "board"_a.noconvert(), "Go on from a complete board.")
        .def(
            "scatter", [](Chain& self) { self.search.scatter(); }, "Go on from a random board.")
        .def(
            "reassign",
            [](Chain& self, std::int64_t k, std::int64_t steps) {
                self.run([&](LocalSearch& search, Control& c) { search.reassign(k, steps, c); });
            },
            nb::kw_only(), "k"_a, "steps"_a, "Reassign k cells that do not touch, so many times.")
        .def(
            "alternate", [](Chain& self) { self.run([](LocalSearch& search, Control& c) { search.alternate(c); }); },
            "Reassign black and white cells in turns until neither gains.")
        .def(
            "descend", [](Chain& self) { self.run([](LocalSearch& search, Control& c) { search.descend(c); }); },
            "Make the best exchange until none gains.")
        .def(
            "search_tabu",
            [](Chain& self, std::int64_t steps, std::int64_t tenure) {
                self.run([&](LocalSearch& search, Control& c) { search.search_tabu(steps, tenure, c); });
            },
            nb::kw_only(), "steps"_a, "tenure"_a, "Make the best exchange that is not tabu, so many times.")
        .def(
            "anneal",
            [](Chain& self, std::int64_t steps, double temperature, double focus) {
                self.run([&](LocalSearch& search, Control& c) { search.anneal(steps, temperature, focus, c); });
            },
            nb::kw_only(), "steps"_a, "temperature"_a, "focus"_a, "Simulated annealing at one temperature.")
        .def(
            "accept_late",
            [](Chain& self, std::int64_t steps, std::int64_t length, double focus) {
                self.run([&](LocalSearch& search, Control& c) { search.accept_late(steps, length, focus, c); });
            },
            nb::kw_only(), "steps"_a, "length"_a, "focus"_a, "Late acceptance with a memory of that length.");

    nb::class_<FillingResult>(module, "FillingResult", "Boards with a region filled, and the roots not searched.")
        .def_ro("boards", &FillingResult::boards)
        .def_ro("remaining", &FillingResult::remaining)
        .def_ro("nodes", &FillingResult::nodes);
    Record<RegionOptions>(module, "RegionOptions", "The cells to fill, and how well.")
        .array("cells", &RegionOptions::cells)
        .field("most_breaks", &RegionOptions::most_breaks)
        .field("improve", &RegionOptions::improve)
        .field("want", &RegionOptions::want)
        .field("node_limit", &RegionOptions::node_limit)
        .field("seed", &RegionOptions::seed);
    module.def("fill_region", &run_filling, "puzzle"_a, "roots"_a.noconvert(), "options"_a, "control"_a,
               "Fill some cells of partial boards with few breaks; runs without the GIL.");
}
