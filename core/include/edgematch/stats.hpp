// What a search counts.
#pragma once

#include <cstdint>
#include <vector>

namespace edgematch {

struct Stats {
    std::int64_t nodes = 0;              // placements committed
    std::int64_t tests = 0;              // candidates looked at, committed or not
    std::int64_t answers = 0;            // boards reported
    std::vector<std::int64_t> by_depth;  // nodes by the number of filled cells after the placement, from 0 to all

    Stats& operator+=(const Stats& other);
};

}  // namespace edgematch
