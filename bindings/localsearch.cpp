// LocalSearch: one chain as a Python object; its calls run without the GIL.
#include "edgematch/localsearch.hpp"

#include "python_control.hpp"

using namespace edgematch;

namespace {

Board to_board(const Cells& cells) { return {cells.data(), cells.data() + cells.size()}; }

nb::object to_python(const Board& board) { return to_numpy(std::vector<Placement>(board), {board.size()}); }

// A chain together with the control it obeys; what it moves counts as nodes.
class PythonSearch {
  public:
    PythonSearch(int width, int height, const Pieces& pieces, bool framed, bool turnable, const Cells& fixed,
                 std::uint64_t seed, Words shared, Window window)
        : search(make_puzzle(width, height, pieces, framed, turnable), to_board(fixed), seed),
          control_(std::move(shared), window, nb::none(), nb::none()) {
        if (window.size() != search.puzzle().cells()) throw BadRequest("window must have one entry for each cell");
    }

    template <class Call>
    void run(const Call& call) {
        nb::gil_scoped_release nogil;
        call(search, control_);
        control_.progress({.nodes = search.moves(),
                           .depth = static_cast<std::int64_t>(search.puzzle().cells()),
                           .window = search.board()});
    }

    LocalSearch search;

  private:
    PythonControl control_;
};

}  // namespace

void bind_localsearch(nb::module_& module) {
    using namespace nb::literals;
    using Search = PythonSearch;
    nb::class_<Search>(module, "LocalSearch", "A complete board under local search, and the best one it has met.")
        .def(nb::init<int, int, const Pieces&, bool, bool, const Cells&, std::uint64_t, Words, Window>(), "width"_a,
             "height"_a, "pieces"_a, "framed"_a, "turnable"_a, nb::kw_only(), "fixed"_a, "seed"_a, "shared"_a,
             "window"_a)
        .def_prop_ro("board", [](const Search& self) { return to_python(self.search.board()); })
        .def_prop_ro("best", [](const Search& self) { return to_python(self.search.best()); })
        .def_prop_ro("score", [](const Search& self) { return self.search.score(); })
        .def_prop_ro("best_score", [](const Search& self) { return self.search.best_score(); })
        .def_prop_ro("evaluations", [](const Search& self) { return self.search.evaluations(); })
        .def_prop_ro("moves", [](const Search& self) { return self.search.moves(); })
        .def(
            "lay", [](Search& self, const Cells& board) { self.search.lay(to_board(board)); }, "board"_a)
        .def("scatter", [](Search& self) { self.search.scatter(); })
        .def(
            "reassign",
            [](Search& self, std::int64_t k, std::int64_t steps) {
                self.run([&](LocalSearch& search, Control& control) { search.reassign(k, steps, control); });
            },
            nb::kw_only(), "k"_a, "steps"_a)
        .def("alternate", [](Search& self) { self.run([](LocalSearch& search, Control& c) { search.alternate(c); }); })
        .def("descend", [](Search& self) { self.run([](LocalSearch& search, Control& c) { search.descend(c); }); })
        .def(
            "search_tabu",
            [](Search& self, std::int64_t steps, std::int64_t tenure) {
                self.run([&](LocalSearch& search, Control& c) { search.search_tabu(steps, tenure, c); });
            },
            nb::kw_only(), "steps"_a, "tenure"_a)
        .def(
            "anneal",
            [](Search& self, std::int64_t steps, double temperature, double focus) {
                self.run([&](LocalSearch& search, Control& c) { search.anneal(steps, temperature, focus, c); });
            },
            nb::kw_only(), "steps"_a, "temperature"_a, "focus"_a)
        .def(
            "accept_late",
            [](Search& self, std::int64_t steps, std::int64_t length, double focus) {
                self.run([&](LocalSearch& search, Control& c) { search.accept_late(steps, length, focus, c); });
            },
            nb::kw_only(), "steps"_a, "length"_a, "focus"_a);
}
