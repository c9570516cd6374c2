// The kernel for processors with AVX-512 VBMI.
//
// Only the code between the pragmas is compiled for those processors. All headers come before, so that no function
// shared with the rest of the program contains instructions that another processor does not know.
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "exact/tree_search.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12 warns about its own intrinsics
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2,lzcnt")
#include "exact/avx512_sets.hpp"
#include "exact/kernel.inl"

namespace edgematch {

KernelFn choose_avx512_kernel(std::size_t pieces, Quota quota) {
    if (pieces <= 256) return kernel<VectorSet256>(quota);
    if (pieces <= 512) return kernel<VectorSet512>(quota);
    return kernel<VectorSet1024>(quota);
}

}  // namespace edgematch

#pragma GCC pop_options
#pragma GCC diagnostic pop

#else

namespace edgematch {
KernelFn choose_avx512_kernel(std::size_t, Quota) { return nullptr; }
}  // namespace edgematch

#endif
