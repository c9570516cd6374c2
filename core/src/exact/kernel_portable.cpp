// The kernel for any processor, and the choice among the kernels.
#include "edgematch/cpu.hpp"
#include "exact/kernel.inl"

namespace edgematch {

KernelFn choose_portable_kernel(std::size_t pieces, Quota quota) {
    if (pieces <= 64) return kernel<PortableSet<64>>(quota);
    if (pieces <= 256) return kernel<PortableSet<256>>(quota);
    if (pieces <= 512) return kernel<PortableSet<512>>(quota);
    return kernel<PortableSet<1024>>(quota);
}

KernelFn choose_kernel(std::size_t pieces, Quota quota) {
    switch (cpu_level()) {
        case CpuLevel::avx512:
            return choose_avx512_kernel(pieces, quota);
        case CpuLevel::avx2:
            return choose_avx2_kernel(pieces, quota);
        default:
            return choose_portable_kernel(pieces, quota);
    }
}

}  // namespace edgematch
