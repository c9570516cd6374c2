// expand_beam(), choose_children() and grow_beam(): the steps of the GPU beam on the CPU, over the arrays that a device
// would be given.
#include "edgematch/beam_lanes.hpp"

#include "arrays.hpp"
#include "binding.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

using Words = In<std::uint32_t>;
using Longs = In<std::uint64_t>;
using Floats = In<float>;

BeamTables tables_of(const Words& fits, const Words& heads, const Words& pieces, const Words& sides,
                     const Longs& piece_hash, const Longs& slot_hash, const Floats& noise, const Words& layout) {
    if (layout.size() != 5) throw BadRequest("a layout is five numbers");
    const std::uint32_t* at = layout.data();
    return {reinterpret_cast<const BeamFit*>(fits.data()),
            heads.data(),
            reinterpret_cast<const BeamFit*>(pieces.data()),
            sides.data(),
            reinterpret_cast<const u64*>(piece_hash.data()),
            reinterpret_cast<const u64*>(slot_hash.data()),
            noise.data(),
            at[0],
            at[1],
            at[2],
            at[3],
            at[4]};
}

const BeamStep& step_of(const Words& step) {
    if (step.size() * sizeof(std::uint32_t) != sizeof(BeamStep)) throw BadRequest("a step has another size");
    return *reinterpret_cast<const BeamStep*>(step.data());
}

std::uint32_t expand(Words fits, Words heads, Words pieces, Words sides, Longs piece_hash, Longs slot_hash,
                     Floats noise, Words layout, Words step, In<std::uint8_t> records, std::uint32_t stride,
                     Floats gain, Floats open, float price, float cut, float slack, Out<float> costs,
                     Out<std::uint32_t> parents, Out<std::uint64_t> hashes, Out<std::uint32_t> moves) {
    const BeamTables tables = tables_of(fits, heads, pieces, sides, piece_hash, slot_hash, noise, layout);
    const BeamPrices prices{gain.data(), open.data(), static_cast<u32>(open.size() / ROLES_OF_SIDE), price, cut, slack};
    const bool is_whole = parents.size() > 0;
    if (is_whole && (parents.size() < costs.size() || hashes.size() < costs.size() || moves.size() < costs.size()))
        throw BadRequest("the arrays of the children do not belong together");
    u32 made = 0;
    expand_beam(tables, prices, step_of(step), records.data(), static_cast<u32>(records.size() / tables.size), stride,
                {&made, static_cast<u32>(costs.size()), costs.data(), is_whole ? parents.data() : nullptr,
                 reinterpret_cast<u64*>(hashes.data()), moves.data()});
    return made;
}

void choose_all(In<std::int64_t> order, Out<float> costs, Out<std::uint32_t> parents, Out<std::uint64_t> hashes,
                Out<std::uint32_t> moves, Out<std::uint32_t> chosen) {
    if (chosen.size() != order.size()) throw BadRequest("there must be a choice for each child");
    const BeamChildren children{nullptr,     0, costs.data(), parents.data(), reinterpret_cast<u64*>(hashes.data()),
                                moves.data()};
    for (std::size_t i = 0; i < order.size(); ++i)
        chosen.data()[i] = choose(reinterpret_cast<const long long*>(order.data()), children,
                                  static_cast<u32>(order.size()), static_cast<u32>(i));
}

void grow_all(Words fits, Words heads, Words pieces, Words sides, Longs piece_hash, Longs slot_hash, Floats noise,
              Words layout, Words step, In<std::uint8_t> records, Out<std::uint8_t> grown, Words parents, Longs hashes,
              Words moves) {
    const BeamTables tables = tables_of(fits, heads, pieces, sides, piece_hash, slot_hash, noise, layout);
    if (grown.size() < parents.size() * tables.size) throw BadRequest("there is no room for the boards to grow");
    for (std::size_t i = 0; i < parents.size(); ++i)
        grow(tables, step_of(step), records.data() + std::size_t{parents.data()[i]} * tables.size,
             grown.data() + i * tables.size, hashes.data()[i], moves.data()[i]);
}

}  // namespace

EDGEMATCH_BINDING(beam_lanes) {
    module.def("expand_beam", &expand, "Make the children of boards that are cheaper than a cut.");
    module.def("choose_children", &choose_all, "Of children that are the same choose the cheapest.");
    module.def("grow_beam", &grow_all, "Make the records of children.");
}
