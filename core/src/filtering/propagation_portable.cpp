// Propagation for any processor, and the choice of the best there is.
#include "filtering/propagation.inl"

namespace edgematch {

DomainKernel portable_domain_kernel(bool is_narrow) { return is_narrow ? make_kernel<true>() : make_kernel<false>(); }

DomainKernel choose_domain_kernel(bool is_narrow) {
    if (const DomainKernel best = avx512_domain_kernel(is_narrow); best.propagate != nullptr) return best;
    return portable_domain_kernel(is_narrow);
}

}  // namespace edgematch
