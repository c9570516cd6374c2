// Which instructions the engines may use: the best that this processor has, unless EDGEMATCH_CPU names a lower level.
//
// The library is compiled for any x86-64-v2 or arm64 processor. Hot loops exist several times, compiled for different
// instruction sets; each engine asks here which of them to run.
#pragma once

#include <string>
#include <vector>

namespace edgematch {

enum class CpuLevel { portable, avx2, avx512 };

// The levels that this processor has, the lowest first.
std::vector<CpuLevel> cpu_levels();

bool has_cpu_level(CpuLevel level);

// The level in use. Throws BadRequest when EDGEMATCH_CPU names one that does not exist here.
CpuLevel cpu_level();

std::string name_of(CpuLevel level);

}  // namespace edgematch
