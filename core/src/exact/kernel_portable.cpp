// The kernel for any processor.
#include "exact/kernel.inl"

namespace edgematch {

namespace {
template <class Set>
void walk(Worker& worker) {
    Kernel<Set>(worker).walk();
}
}  // namespace

Walk choose_portable_walk(std::size_t pieces) {
    if (pieces <= 64) return &walk<PortableSet<64>>;
    if (pieces <= 256) return &walk<PortableSet<256>>;
    if (pieces <= 512) return &walk<PortableSet<512>>;
    return &walk<PortableSet<1024>>;
}

Walk choose_walk(std::size_t pieces) {
    const Walk vector = choose_vector_walk(pieces);
    return vector ? vector : choose_portable_walk(pieces);
}

}  // namespace edgematch
