// Propagation for any processor, and the choice of the best there is.
#include "edgematch/cpu.hpp"
#include "filtering/propagation.inl"

namespace edgematch {

DomainKernel portable_domain_kernel(bool is_narrow) { return is_narrow ? make_kernel<true>() : make_kernel<false>(); }

DomainKernel choose_domain_kernel(bool is_narrow) {
    switch (cpu_level()) {
        case CpuLevel::avx512:
            return avx512_domain_kernel(is_narrow);
        case CpuLevel::avx2:
            return avx2_domain_kernel(is_narrow);
        default:
            return portable_domain_kernel(is_narrow);
    }
}

}  // namespace edgematch
