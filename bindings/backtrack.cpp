// backtrack(): the exact engine, run without the GIL; callbacks take it for as long as they last.
#include <nanobind/stl/function.h>

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "arrays.hpp"

using namespace edgematch;

namespace {

using Words = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Window = nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The words of `shared`: the caller writes STOP, the engine the others. As edgematch.search.Word has them.
enum Word : std::size_t { STOP, NODES, ANSWERS, DEPTH, BILLIONTHS, WORDS = 8 };

class PythonControl final : public Control {
  public:
    PythonControl(Words shared, Window window, nb::object found, nb::object counted)
        : shared_(std::move(shared)),
          window_(std::move(window)),
          found_(std::move(found)),
          counted_(std::move(counted)) {}

    bool stopped() override { return failed_ || word(STOP).load(std::memory_order_relaxed) != 0; }

    void progress(const Progress& progress) override {
        word(NODES) = progress.nodes;
        word(ANSWERS) = progress.answers;
        word(DEPTH) = progress.depth;
        word(BILLIONTHS) = static_cast<std::int64_t>(progress.fraction * 1e9);
        for (std::size_t cell = 0; cell < progress.window.size(); ++cell)
            std::atomic_ref(window_.data()[cell]).store(progress.window[cell], std::memory_order_relaxed);
    }

    bool found(std::span<const Placement> boards, std::size_t count) override {
        return ask([&] {
            std::vector<std::int16_t> copy(boards.begin(), boards.end());
            return found_(to_numpy(std::move(copy), {count, boards.size() / count}));
        });
    }

    bool counted(std::int64_t count) override {
        return ask([&] { return counted_(count); });
    }

    void rethrow() const {
        if (failed_) std::rethrow_exception(failure_);
    }

  private:
    std::atomic_ref<std::int64_t> word(Word which) { return std::atomic_ref(shared_.data()[which]); }

    template <class Call>
    bool ask(const Call& call) {
        nb::gil_scoped_acquire gil;
        try {
            return !failed_ && nb::cast<bool>(call());
        } catch (...) {
            failure_ = std::current_exception();
            failed_ = true;
            return false;
        }
    }

    Words shared_;
    Window window_;
    nb::object found_, counted_;
    std::exception_ptr failure_;
    std::atomic<bool> failed_{false};
};

struct Result {
    nb::object remaining, by_depth;
    std::int64_t nodes, tests;
};

Result run(int width, int height, const Pieces& pieces, bool framed, bool turnable, bool labelled, const Cells& order,
           const Roots& roots, std::int64_t node_limit, int threads, bool boards, Words shared, Window window,
           nb::object found, nb::object counted, std::int64_t want) {
    const Puzzle puzzle = make_puzzle(width, height, pieces, framed, turnable);
    Search search = make_search(puzzle, labelled, order, roots);
    search.node_limit = node_limit;
    search.want = want;
    search.boards = boards;
    search.threads = threads;
    if (shared.size() < WORDS) throw BadRequest("shared must have 8 words");
    if (window.size() != puzzle.cells()) throw BadRequest("window must have one entry for each cell");
    PythonControl control(std::move(shared), std::move(window), std::move(found), std::move(counted));
    Report report;
    {
        nb::gil_scoped_release nogil;
        report = backtrack(puzzle, search, control);
    }
    control.rethrow();
    const std::size_t depths = report.stats.by_depth.size();
    return {boards_to_numpy(report.remaining, puzzle.cells()), to_numpy(std::move(report.stats.by_depth), {depths}),
            report.stats.nodes, report.stats.tests};
}

}  // namespace

void bind_backtrack(nb::module_& module) {
    nb::class_<Result>(module, "Result", "What a search did not do, and what it counted.")
        .def_ro("remaining", &Result::remaining)
        .def_ro("by_depth", &Result::by_depth)
        .def_ro("nodes", &Result::nodes)
        .def_ro("tests", &Result::tests);
    using namespace nb::literals;
    module.def("backtrack", &run, "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, "labelled"_a, "order"_a,
               "roots"_a, "node_limit"_a, "threads"_a, "boards"_a, "shared"_a, "window"_a, "found"_a, "counted"_a,
               nb::kw_only(), "want"_a = -1,
               "Depth-first search below the roots in the given order of cells; runs without the GIL.");
}
