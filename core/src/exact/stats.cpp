// Sums of what workers counted.
#include "edgematch/stats.hpp"

#include <algorithm>

namespace edgematch {

Stats& Stats::operator+=(const Stats& other) {
    nodes += other.nodes;
    tests += other.tests;
    answers += other.answers;
    by_depth.resize(std::max(by_depth.size(), other.by_depth.size()));
    for (std::size_t depth = 0; depth < other.by_depth.size(); ++depth) by_depth[depth] += other.by_depth[depth];
    return *this;
}

}  // namespace edgematch
