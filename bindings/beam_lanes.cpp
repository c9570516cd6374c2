// plan_chains(), expand_beam(), drop_duplicates() and grow_beam(): the steps of the GPU beam on the CPU, over the
// arrays that a device would be given.
#include "device/beam_lanes.hpp"

#include <nanobind/stl/tuple.h>

#include <cstring>

#include "binding.hpp"
#include "record.hpp"
#include "score/chain_plan.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

using Bytes = In<std::uint8_t, nb::ndim<1>>;

template <class T>
NewArray<std::uint8_t> bytes_of(const std::vector<T>& values) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return NewArray<std::uint8_t>(bytes);
}

auto plan(const Puzzle& puzzle, const CellArray& order, const CellArray& root, double price) {
    puzzle.require_board({root.data(), root.size()});
    puzzle.require_order({order.data(), order.size()});
    const ChainPlan found = plan_chains(puzzle, {order.data(), order.size()}, {root.data(), root.size()}, price);
    return std::tuple(NewArray<u32>(found.steps), bytes_of(found.chains), bytes_of(found.cells),
                      NewArray<u32>(found.heads), bytes_of(found.fits), found.colors);
}

struct BeamArrays : BeamTables {
    In<u32> fit_array, head_array, side_array, taken_array, hull_array, chain_fit_array;
    In<u64> piece_hash_array, slot_hash_array;
    In<float> noise_array;
    In<std::uint8_t> fixed_array, step_array, chain_array, cell_array;

    BeamTables with_pointers() const {
        BeamTables tables = *this;
        tables.fits = reinterpret_cast<const BeamFit*>(fit_array.data());
        tables.heads = head_array.data();
        tables.sides = side_array.data();
        tables.taken = taken_array.data();
        tables.hulls = hull_array.data();
        tables.fixed = fixed_array.data();
        tables.piece_hash = piece_hash_array.data();
        tables.slot_hash = slot_hash_array.data();
        tables.noise = noise_array.data();
        tables.chains = {reinterpret_cast<const ChainCell*>(cell_array.data()), chain_fit_array.data(), colors,
                         static_cast<u32>(piece_hash_array.size())};
        tables.chain = reinterpret_cast<const Chain*>(chain_array.data());
        return tables;
    }

    const BeamStep& step(std::size_t number) const {
        if (step_array.size() % sizeof(BeamStep) != 0 || number >= step_array.size() / sizeof(BeamStep))
            throw BadRequest("there is no such step");
        return reinterpret_cast<const BeamStep*>(step_array.data())[number];
    }

    void check() const {
        if (words < 8 || words % 4 != 0 || slots_at >= words || colors == 0 || colors > 255)
            throw BadRequest("the layout of a record does not hold together");
        const std::size_t pieces = piece_hash_array.size();
        if (side_array.size() != 4 * pieces || taken_array.size() != pieces * words ||
            hull_array.size() != ROLES_OF_SIDE * 3 || noise_array.size() <= NOISE_MASK)
            throw BadRequest("the tables of the beam do not belong together");
    }

    BeamLayer layer(const u32* records, std::size_t size) const {
        check();
        if (size % words != 0) throw BadRequest("the records of boards have another size");
        return {reinterpret_cast<Group*>(const_cast<u32*>(records)), size / words};
    }
};

struct PriceArrays : BeamPrices {
    In<float> gain_array, open_array;

    BeamPrices with_pointers() const {
        BeamPrices prices = *this;
        if (gain_array.size() != ROLES_OF_SIDE * ROLES_OF_SIDE) throw BadRequest("there are three roles");
        prices.gain = gain_array.data();
        prices.open = open_array.data();
        prices.open_size = static_cast<u32>(open_array.size() / ROLES_OF_SIDE);
        return prices;
    }
};

using ChildArray = Out<u32, nb::shape<-1, 4>>;

std::span<BeamChild> children_in(const ChildArray& array) {
    return {reinterpret_cast<BeamChild*>(array.data()), array.shape(0)};
}

u32 expand(const BeamArrays& arrays, std::size_t step, In<u32> records, In<u32, nb::ndim<1>> which,
           const PriceArrays& prices, const ChildArray& out) {
    const BeamLayer layer = arrays.layer(records.data(), records.size());
    for (std::size_t i = 0; i < which.size(); ++i)
        if (which.data()[i] >= layer.capacity) throw BadRequest("a board is not there");
    return expand_beam(arrays.with_pointers(), prices.with_pointers(), arrays.step(step), layer,
                       {which.data(), which.size()}, children_in(out));
}

void check_children(const BeamLayer& layer, const BeamArrays& arrays, std::span<const BeamChild> children) {
    for (const BeamChild& child : children)
        if (child.parent >= layer.capacity || placement_of(child) >= arrays.side_array.size())
            throw BadRequest("a child has no parent or no placement");
}

u32 drop(const BeamArrays& arrays, In<u32> records, const ChildArray& children) {
    const BeamLayer layer = arrays.layer(records.data(), records.size());
    check_children(layer, arrays, children_in(children));
    return drop_duplicates(layer, children_in(children));
}

void grow_all(const BeamArrays& arrays, std::size_t step, In<u32> records, const ChildArray& children, Out<u32> grown) {
    const BeamLayer from = arrays.layer(records.data(), records.size()), to = arrays.layer(grown.data(), grown.size());
    const std::span<BeamChild> given = children_in(children);
    check_children(from, arrays, given);
    if (to.capacity != given.size()) throw BadRequest("there must be one record for each child");
    for (u32 i = 0; i < given.size(); ++i) grow(arrays.with_pointers(), arrays.step(step), from, given[i], to, i);
}

}  // namespace

EDGEMATCH_BINDING(beam_lanes) {
    using namespace nb::literals;
    Record<BeamArrays>(module, "BeamTables", "The tables of a beam, as core/device/beam.hpp says.")
        .field("fits", &BeamArrays::fit_array)
        .field("heads", &BeamArrays::head_array)
        .field("sides", &BeamArrays::side_array)
        .field("taken", &BeamArrays::taken_array)
        .field("hulls", &BeamArrays::hull_array)
        .field("fixed", &BeamArrays::fixed_array)
        .field("piece_hash", &BeamArrays::piece_hash_array)
        .field("slot_hash", &BeamArrays::slot_hash_array)
        .field("noise", &BeamArrays::noise_array)
        .field("chain_cells", &BeamArrays::cell_array)
        .field("chain_fits", &BeamArrays::chain_fit_array)
        .field("chains", &BeamArrays::chain_array)
        .field("steps", &BeamArrays::step_array)
        .field("colors", &BeamArrays::colors)
        .field("words", &BeamArrays::words)
        .field("slots_at", &BeamArrays::slots_at)
        .field("wide_counts", &BeamArrays::wide_counts);
    Record<PriceArrays>(module, "BeamPrices", "What a step costs.")
        .field("gain", &PriceArrays::gain_array)
        .field("open", &PriceArrays::open_array)
        .field("price", &PriceArrays::price)
        .field("chain_weight", &PriceArrays::chain_weight)
        .field("slack", &PriceArrays::slack)
        .field("cut", &PriceArrays::cut);
    module.def("plan_chains", &plan, "puzzle"_a, "order"_a.noconvert(), "root"_a.noconvert(), "price"_a,
               "The chains of each step as the flat tables of core/device/chains.hpp: where the chains of each step "
               "begin, chains, cells, heads, candidates, and the number of colors.");
    module.def("expand_beam", &expand, "tables"_a, "step"_a, "records"_a.noconvert(), "which"_a.noconvert(), "prices"_a,
               "out"_a.noconvert(), "Make the children up to the cut; returns their number, even if not all fit.");
    module.def("drop_duplicates", &drop, "tables"_a, "records"_a.noconvert(), "children"_a.noconvert(),
               "Of children with the same future mark all but the best as dropped; returns how many.");
    module.def("grow_beam", &grow_all, "tables"_a, "step"_a, "records"_a.noconvert(), "children"_a.noconvert(),
               "grown"_a.noconvert(), "Make the records of children.");
}
