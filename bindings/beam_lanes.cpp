// expand_beam(), choose_children() and grow_beam(): the steps of the GPU beam on the CPU, over the arrays that a device
// would be given.
#include "device/beam_lanes.hpp"

#include "binding.hpp"
#include "record.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

struct BeamArrays : BeamTables {
    In<u32> fit_array, head_array, piece_array, side_array;
    In<u64> piece_hash_array, slot_hash_array;
    In<float> noise_array;
    In<std::uint8_t> step_array;  // of BeamStep, as bytes

    BeamTables with_pointers() const {
        BeamTables tables = *this;
        tables.fits = reinterpret_cast<const BeamFit*>(fit_array.data());
        tables.heads = head_array.data();
        tables.pieces = reinterpret_cast<const BeamFit*>(piece_array.data());
        tables.sides = side_array.data();
        tables.piece_hash = piece_hash_array.data();
        tables.slot_hash = slot_hash_array.data();
        tables.noise = noise_array.data();
        return tables;
    }

    const BeamStep& step(std::size_t number) const {
        if (step_array.size() % sizeof(BeamStep) != 0 || number >= step_array.size() / sizeof(BeamStep))
            throw BadRequest("there is no such step");
        return reinterpret_cast<const BeamStep*>(step_array.data())[number];
    }

    void check() const {
        const std::size_t fits = fit_array.size() / 2;
        for (std::size_t i = 0; i < head_array.size(); ++i)
            if (head_array.data()[i] > fits) throw BadRequest("a list begins outside of the candidates");
        if (size == 0 || size % 8 != 0 || used_at >= size || counts_at >= size || slots_at > size || colors == 0 ||
            colors > 256)
            throw BadRequest("the layout of a record does not hold together");
        if (side_array.size() / 4 > piece_hash_array.size() || piece_array.size() / 2 > piece_hash_array.size())
            throw BadRequest("there must be a hash for each piece");
    }

    std::size_t count_of(const In<std::uint8_t>& records) const {
        if (records.size() % size != 0) throw BadRequest("the records of boards have another size");
        return records.size() / size;
    }
};

struct PriceArrays : BeamPrices {
    In<float> gain_array, open_array;

    BeamPrices with_pointers() const {
        BeamPrices prices = *this;
        prices.gain = gain_array.data();
        prices.open = open_array.data();
        prices.open_size = static_cast<u32>(open_array.size() / ROLES_OF_SIDE);
        return prices;
    }
};

struct ChildArrays {
    Out<float, nb::ndim<1>> costs;
    Out<u32, nb::ndim<1>> parents, moves;
    Out<u64, nb::ndim<1>> hashes;

    // Without parents only costs are wanted.
    BeamChildren with_pointers(u32* made) const {
        const std::size_t count = costs.size();
        const bool is_whole = parents.size() > 0;
        if (is_whole && (parents.size() < count || hashes.size() < count || moves.size() < count))
            throw BadRequest("the arrays of the children do not belong together");
        return {made,        static_cast<u32>(count), costs.data(), is_whole ? parents.data() : nullptr, hashes.data(),
                moves.data()};
    }
};

u32 expand(const BeamArrays& arrays, std::size_t step, In<std::uint8_t> records, u32 stride, const PriceArrays& prices,
           const ChildArrays& out) {
    arrays.check();
    if (stride == 0) throw BadRequest("the stride must be 1 or more");
    u32 made = 0;
    expand_beam(arrays.with_pointers(), prices.with_pointers(), arrays.step(step), records.data(),
                static_cast<u32>(arrays.count_of(records)), stride, out.with_pointers(&made));
    return made;
}

void choose_all(In<std::int64_t, nb::ndim<1>> order, const ChildArrays& children, Out<u32, nb::ndim<1>> chosen) {
    const std::size_t count = children.costs.size();
    if (chosen.size() != order.size()) throw BadRequest("there must be a choice for each child");
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order.data()[i] < 0 || static_cast<std::size_t>(order.data()[i]) >= count)
            throw BadRequest("the order names a child that is not there");
    const BeamChildren given = children.with_pointers(nullptr);
    if (order.size() > 0 && given.parents == nullptr) throw BadRequest("the children have no parents");
    for (std::size_t i = 0; i < order.size(); ++i)
        chosen.data()[i] = choose(reinterpret_cast<const long long*>(order.data()), given,
                                  static_cast<u32>(order.size()), static_cast<u32>(i));
}

void grow_all(const BeamArrays& arrays, std::size_t step, In<std::uint8_t> records, const ChildArrays& children,
              Out<std::uint8_t> grown) {
    arrays.check();
    const BeamTables tables = arrays.with_pointers();
    const BeamChildren given = children.with_pointers(nullptr);
    const std::size_t boards = arrays.count_of(records), count = children.costs.size();
    if (grown.size() != count * tables.size) throw BadRequest("there must be one record for each child");
    if (count > 0 && given.parents == nullptr) throw BadRequest("the children have no parents");
    for (std::size_t i = 0; i < count; ++i) {
        const u32 placement = given.moves[i] & 0xffff;
        if (given.parents[i] >= boards) throw BadRequest("a parent is not there");
        if (placement >= arrays.side_array.size() || placement / 4 >= arrays.piece_array.size() / 2)
            throw BadRequest("a placement is not there");
    }
    for (std::size_t i = 0; i < count; ++i)
        grow(tables, arrays.step(step), records.data() + std::size_t{given.parents[i]} * tables.size,
             grown.data() + i * tables.size, given.hashes[i], given.moves[i]);
}

}  // namespace

EDGEMATCH_BINDING(beam_lanes) {
    using namespace nb::literals;
    Record<BeamArrays>(module, "BeamTables", "The candidate lists of a beam, as core/device/beam.hpp says.")
        .field("fits", &BeamArrays::fit_array)
        .field("heads", &BeamArrays::head_array)
        .field("pieces", &BeamArrays::piece_array)
        .field("sides", &BeamArrays::side_array)
        .field("piece_hash", &BeamArrays::piece_hash_array)
        .field("slot_hash", &BeamArrays::slot_hash_array)
        .field("noise", &BeamArrays::noise_array)
        .field("steps", &BeamArrays::step_array)
        .field("colors", &BeamArrays::colors)
        .field("used_at", &BeamArrays::used_at)
        .field("counts_at", &BeamArrays::counts_at)
        .field("slots_at", &BeamArrays::slots_at)
        .field("size", &BeamArrays::size);
    Record<PriceArrays>(module, "BeamPrices", "What a step costs.")
        .field("gain", &PriceArrays::gain_array)
        .field("open", &PriceArrays::open_array)
        .field("price", &PriceArrays::price)
        .field("cut", &PriceArrays::cut)
        .field("slack", &PriceArrays::slack);
    Record<ChildArrays>(module, "BeamChildren", "Children of boards; without parents only their costs are wanted.")
        .field("costs", &ChildArrays::costs)
        .field("parents", &ChildArrays::parents)
        .field("hashes", &ChildArrays::hashes)
        .field("moves", &ChildArrays::moves);
    module.def("expand_beam", &expand, "tables"_a, "step"_a, "records"_a.noconvert(), "stride"_a, "prices"_a, "out"_a,
               "Make the children that are cheaper than the cut; returns their number, even if not all fit.");
    module.def("choose_children", &choose_all, "order"_a.noconvert(), "children"_a, "chosen"_a.noconvert(),
               "Of equal children, which are neighbours in the order, choose the cheapest.");
    module.def("grow_beam", &grow_all, "tables"_a, "step"_a, "records"_a.noconvert(), "children"_a,
               "grown"_a.noconvert(), "Make the records of children.");
}
