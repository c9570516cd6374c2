// Propagation for processors with AVX-512; kernel_avx512.cpp says why headers come before the pragma.
#include "edgematch/cpu.hpp"
#include "filtering/domains.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,bmi,bmi2,popcnt")
#define EDGEMATCH_AVX512
#include "filtering/propagation.inl"

namespace edgematch {

DomainKernel avx512_domain_kernel(bool is_narrow) {
    if (!has_cpu_level(CpuLevel::avx512)) return {};
    return is_narrow ? make_kernel<true>() : make_kernel<false>();
}

}  // namespace edgematch

#pragma GCC pop_options

#else

namespace edgematch {
DomainKernel avx512_domain_kernel(bool) { return {}; }
}  // namespace edgematch

#endif
