// The Control of an engine, reached from Python by two shared arrays and by callbacks under the GIL.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "arrays.hpp"
#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"

// The entries of `shared`: the caller writes STOP, engines the others. As edgematch.search.SharedCounter has them.
enum SharedCounter : std::size_t { STOP, NODES, ANSWERS, DEPTH, BILLIONTHS, SHARED_SIZE = 8 };

// What Python hands to an engine, and may hand to several at a time.
struct PythonControl {
    PythonControl(Out<std::int64_t, nb::ndim<1>> shared_, Out<edgematch::Placement, nb::ndim<1>> window_,
                  nb::object found_, nb::object counted_)
        : shared(std::move(shared_)),
          window(std::move(window_)),
          found(std::move(found_)),
          counted(std::move(counted_)) {
        if (shared.size() != SHARED_SIZE) throw edgematch::BadRequest("shared must have 8 entries");
    }

    void require_window_of(const edgematch::Puzzle& puzzle) const {
        if (window.size() != puzzle.cells()) throw edgematch::BadRequest("window must have one entry for each cell");
    }

    Out<std::int64_t, nb::ndim<1>> shared;
    Out<edgematch::Placement, nb::ndim<1>> window;
    nb::object found, counted;
};

// One run of an engine under such a control.
class ControlledRun final : public edgematch::Control {
  public:
    explicit ControlledRun(PythonControl control) : control_(std::move(control)) {}

    bool stopped() override { return failed_ || counter(STOP).load(std::memory_order_relaxed) != 0; }

    void progress(const edgematch::Progress& progress) override {
        counter(NODES) += progress.nodes - std::exchange(counted_nodes_, progress.nodes);  // others may be counting too
        counter(ANSWERS) = progress.answers;
        counter(DEPTH) = progress.depth;
        counter(BILLIONTHS) = static_cast<std::int64_t>(progress.fraction * 1e9);
        const std::size_t cells = std::min(progress.window.size(), control_.window.size());
        for (std::size_t cell = 0; cell < cells; ++cell)
            std::atomic_ref(control_.window.data()[cell]).store(progress.window[cell], std::memory_order_relaxed);
    }

    bool found(std::span<const edgematch::Placement> boards, std::size_t count) override {
        return ask(control_.found, [&](const nb::object& call) {
            return call(NewArray<edgematch::Placement>({boards.begin(), boards.end()}, {count, boards.size() / count}));
        });
    }

    bool counted(std::int64_t count) override {
        return ask(control_.counted, [&](const nb::object& call) { return call(count); });
    }

    // Runs an engine, `engine(Control&)`, without the GIL; what a callback has raised is raised again.
    template <class Engine>
    auto run(const Engine& engine) {
        auto result = [&] {
            nb::gil_scoped_release nogil;
            return engine(*this);
        }();
        if (failed_) std::rethrow_exception(failure_);
        return result;
    }

  private:
    std::atomic_ref<std::int64_t> counter(SharedCounter which) {
        return std::atomic_ref(control_.shared.data()[which]);
    }

    // Without a callback the search goes on.
    template <class Call>
    bool ask(const nb::object& callback, const Call& call) {
        nb::gil_scoped_acquire gil;
        try {
            return !failed_ && (callback.is_none() || nb::cast<bool>(call(callback)));
        } catch (...) {
            failure_ = std::current_exception();
            failed_ = true;
            return false;
        }
    }

    PythonControl control_;
    std::int64_t counted_nodes_ = 0;  // nodes of this run that are in the shared counter already
    std::exception_ptr failure_;
    std::atomic<bool> failed_{false};
};

// Runs an engine of a puzzle.
template <class Engine>
auto run_engine(const edgematch::Puzzle& puzzle, const PythonControl& control, const Engine& engine) {
    control.require_window_of(puzzle);
    return ControlledRun(control).run(engine);
}
