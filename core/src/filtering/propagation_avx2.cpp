// Propagation for processors with AVX2; kernel_avx512.cpp says why headers come before the pragma.
#include "edgematch/cpu.hpp"
#include "filtering/domains.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#define EDGEMATCH_AVX2
#include "filtering/propagation.inl"

namespace edgematch {

DomainKernel avx2_domain_kernel(bool is_narrow) {
    if (!has_cpu_level(CpuLevel::avx2)) return {};
    return is_narrow ? make_kernel<true>() : make_kernel<false>();
}

}  // namespace edgematch

#pragma GCC pop_options

#else

namespace edgematch {
DomainKernel avx2_domain_kernel(bool) { return {}; }
}  // namespace edgematch

#endif
