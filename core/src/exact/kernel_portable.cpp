// The kernel for any processor, and the choice among the kernels.
#include "edgematch/cpu.hpp"
#include "exact/kernel.inl"

namespace edgematch {

KernelFn choose_portable_kernel(std::size_t pieces) {
    if (pieces <= 64) return &run_kernel<PortableSet<64>>;
    if (pieces <= 256) return &run_kernel<PortableSet<256>>;
    if (pieces <= 512) return &run_kernel<PortableSet<512>>;
    return &run_kernel<PortableSet<1024>>;
}

KernelFn choose_kernel(std::size_t pieces) {
    switch (cpu_level()) {
        case CpuLevel::avx512:
            return choose_avx512_kernel(pieces);
        case CpuLevel::avx2:
            return choose_avx2_kernel(pieces);
        default:
            return choose_portable_kernel(pieces);
    }
}

}  // namespace edgematch
