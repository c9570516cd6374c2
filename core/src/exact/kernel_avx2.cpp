// The kernel for processors with AVX2; why headers come before the pragma is explained in kernel_avx512.cpp.
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "exact/tree_search.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12 says so of its own intrinsics
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include "exact/avx2_sets.hpp"
#include "exact/kernel.inl"

namespace edgematch {

KernelFn choose_avx2_kernel(std::size_t pieces, Quota quota) {
    if (pieces <= 256) return kernel<Avx2Set<1>>(quota);
    if (pieces <= 512) return kernel<Avx2Set<2>>(quota);
    return kernel<Avx2Set<4>>(quota);
}

}  // namespace edgematch

#pragma GCC pop_options
#pragma GCC diagnostic pop

#else

namespace edgematch {
KernelFn choose_avx2_kernel(std::size_t, Quota) { return nullptr; }
}  // namespace edgematch

#endif
