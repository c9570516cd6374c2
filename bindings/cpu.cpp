// Which instructions the engines use.
#include "edgematch/cpu.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "binding.hpp"

EDGEMATCH_BINDING(cpu) {
    module.def(
        "cpu_level", [] { return edgematch::name_of(edgematch::cpu_level()); },
        "The instruction set in use: the best there is, unless EDGEMATCH_CPU names another.");
    module.def(
        "cpu_levels",
        [] {
            std::vector<std::string> names;
            for (const auto level : edgematch::cpu_levels()) names.push_back(edgematch::name_of(level));
            return names;
        },
        "The instruction sets that this processor has and the engines have kernels for, the lowest first.");
}
