// The Control that engines talk to, told to and by Python: two shared arrays, and callbacks under the GIL.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

#include "arrays.hpp"
#include "edgematch/control.hpp"

using Words = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Window = nb::ndarray<std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The words of `shared`: the caller writes STOP, the engine the others. As edgematch.search.Word has them.
enum Word : std::size_t { STOP, NODES, ANSWERS, DEPTH, BILLIONTHS, WORDS = 8 };

class PythonControl final : public edgematch::Control {
  public:
    PythonControl(Words shared, Window window, nb::object found, nb::object counted)
        : shared_(std::move(shared)),
          window_(std::move(window)),
          found_(std::move(found)),
          counted_(std::move(counted)) {
        if (shared_.size() < WORDS) throw edgematch::BadRequest("shared must have 8 words");
    }

    bool stopped() override { return failed_ || word(STOP).load(std::memory_order_relaxed) != 0; }

    void progress(const edgematch::Progress& progress) override {
        word(NODES) += progress.nodes - std::exchange(told_, progress.nodes);  // others may be counting too
        word(ANSWERS) = progress.answers;
        word(DEPTH) = progress.depth;
        word(BILLIONTHS) = static_cast<std::int64_t>(progress.fraction * 1e9);
        for (std::size_t cell = 0; cell < progress.window.size(); ++cell)
            std::atomic_ref(window_.data()[cell]).store(progress.window[cell], std::memory_order_relaxed);
    }

    bool found(std::span<const edgematch::Placement> boards, std::size_t count) override {
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
    std::int64_t told_ = 0;  // nodes counted in the shared word already
    nb::object found_, counted_;
    std::exception_ptr failure_;
    std::atomic<bool> failed_{false};
};
