// Work on many items, divided into chunks that threads take one by one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "scheduling/joined_threads.hpp"

namespace edgematch {

// Calls `work(begin, end)` for consecutive parts of `count` items, on at most so many threads.
template <class Work>
void share_chunks(std::size_t count, std::size_t chunk, std::size_t threads, const Work& work) {
    const std::size_t chunks = (count + chunk - 1) / chunk;
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i = next++; i < chunks; i = next++) work(i * chunk, std::min(count, (i + 1) * chunk));
    };
    JoinedThreads others;
    for (std::size_t thread = 1; thread < std::min(threads, chunks); ++thread) others.start(take);
    take();
}

}  // namespace edgematch
