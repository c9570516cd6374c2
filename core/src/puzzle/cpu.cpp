// Asking the processor once, and the environment each time, so that a test can force every level in turn.
#include "edgematch/cpu.hpp"

#include <algorithm>
#include <cstdlib>

#include "edgematch/types.hpp"

namespace edgematch {

std::vector<CpuLevel> cpu_levels() {
    std::vector<CpuLevel> levels{CpuLevel::portable};
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    const auto has = [](bool all, CpuLevel level, std::vector<CpuLevel>& found) {
        if (all) found.push_back(level);
    };
    has(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
            __builtin_cpu_supports("popcnt"),
        CpuLevel::avx2, levels);
    has(__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vpopcntdq"),
        CpuLevel::avx512, levels);
#endif
    return levels;
}

bool has_cpu_level(CpuLevel level) {
    const std::vector<CpuLevel> levels = cpu_levels();
    return std::find(levels.begin(), levels.end(), level) != levels.end();
}

CpuLevel cpu_level() {
    static const std::vector<CpuLevel> levels = cpu_levels();
    const char* wanted = std::getenv("EDGEMATCH_CPU");
    if (wanted == nullptr || *wanted == '\0') return levels.back();
    const auto found =
        std::find_if(levels.begin(), levels.end(), [&](CpuLevel level) { return name_of(level) == wanted; });
    if (found != levels.end()) return *found;
    std::string known;
    for (const CpuLevel level : levels) known += (known.empty() ? "" : ", ") + name_of(level);
    throw BadRequest("EDGEMATCH_CPU is '" + std::string(wanted) + "'; this processor has " + known);
}

std::string name_of(CpuLevel level) {
    switch (level) {
        case CpuLevel::avx2:
            return "avx2";
        case CpuLevel::avx512:
            return "avx512";
        default:
            return "portable";
    }
}

}  // namespace edgematch
