// How a running search and the one who started it talk: polled every so many nodes, never in the hot loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "edgematch/types.hpp"

namespace edgematch {

struct Progress {
    std::int64_t nodes = 0;
    std::int64_t answers = 0;
    std::int64_t depth = 0;               // filled cells on the board being tried
    double fraction = 0;                  // part of the tree done, judged from the stack
    std::span<const Placement> window{};  // the board being tried, EMPTY where nothing lies
};

// Engines call these from any of their threads, `stopped` at any time and the others one call at a time.
class Control {
  public:
    virtual ~Control() = default;
    // True: unwind now and hand back what is not done.
    virtual bool stopped() = 0;
    virtual void progress(const Progress& progress) = 0;
    // `count` boards of one placement per cell, one after the other. False: enough.
    virtual bool found(std::span<const Placement> boards, std::size_t count) = 0;
    // Answers of a search that only counts. False: enough.
    virtual bool counted(std::int64_t count) = 0;
};

}  // namespace edgematch
