// Kinds and CandidateTables: the lists that all engines read, for tables that Python stores for a GPU.
#include "edgematch/candidate_tables.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "binding.hpp"
#include "edgematch/kinds.hpp"

using namespace edgematch;

namespace {

using Boards = Out<Placement, nb::ndim<2>>;

// One number per piece or placement.
template <class Number>
NewArray<std::int16_t> numbered(std::size_t count, Number number) {
    std::vector<std::int16_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<std::int16_t>(number(i));
    return NewArray<std::int16_t>(numbers);
}

void name_pieces(const Kinds& kinds, const CellArray& root, const Boards& boards) {
    if (boards.shape(1) != root.size()) throw BadRequest("root and boards must have one column per cell");
    const std::size_t cells = root.size();
    for (std::size_t i = 0; i < boards.shape(0); ++i)
        kinds.name_pieces({root.data(), cells}, {boards.data() + i * cells, cells});
}

auto lists(const CandidateTables& tables, unsigned frame, unsigned known, int own) {
    if (frame > 15 || known > 15 || own < NO_SIDE || own >= SIDES) throw BadRequest("there are four sides");
    const CandidateLists found = tables.lists({.frame = frame, .known = known, .own = own});
    std::vector<NewArray<std::uint16_t>> tries;
    for (const auto& trie : found.tries) tries.emplace_back(trie);
    return std::tuple(NewArray<std::uint32_t>(found.heads), NewArray<Placement>(found.placements), tries);
}

}  // namespace

EDGEMATCH_BINDING(candidate_tables) {
    using namespace nb::literals;
    nb::class_<Kinds>(module, "Kinds", "Which pieces are interchangeable, and how differently each can be turned.")
        .def(nb::init<const Puzzle&, bool>(), "puzzle"_a, nb::kw_only(), "labelled"_a, nb::keep_alive<1, 2>())
        .def_prop_ro(
            "of",
            [](const Kinds& k) { return numbered(k.cells(), [&](std::size_t p) { return k.of(Placement(4 * p)); }); },
            "The kind of each piece.")
        .def_prop_ro(
            "looks",
            [](const Kinds& k) {
                return numbered(k.looks().size(), [&](std::size_t i) { return k.looks()[i].placement; });
            },
            "The placements of the first copy of each kind that look different.")
        .def_prop_ro(
            "look_of",
            [](const Kinds& k) {
                return numbered(4 * k.cells(),
                                [&](std::size_t p) { return k.looks()[k.look_of(Placement(p))].placement; });
            },
            "For each placement the one of `looks` that looks the same.")
        .def("name_pieces", &name_pieces, "root"_a.noconvert(), "boards"_a.noconvert(),
             "Replace, in the cells that are empty in `root`, each piece by the lowest free copy of its kind.");
    nb::class_<CandidateTables>(module, "CandidateTables", "The placements that fit a cell, by the colors around it.")
        .def(
            "__init__",
            [](CandidateTables* self, const Puzzle& puzzle, const CellArray& sequence, bool renumber_colors) {
                for (std::size_t i = 0; i < sequence.size(); ++i) puzzle.require_placement(sequence.data()[i]);
                new (self) CandidateTables(puzzle, {sequence.data(), sequence.size()},
                                           renumber_colors ? ColorNumbers::WITHOUT_GAPS : ColorNumbers::AS_GIVEN);
            },
            "puzzle"_a, "sequence"_a.noconvert(), nb::kw_only(), "renumber_colors"_a,
            "`sequence`: the placements that may be candidates, in the sequence in which lists hold them.")
        .def_prop_ro("color_bits", &CandidateTables::color_bits, "Bits of a color number.")
        .def_prop_ro(
            "sides",
            [](const CandidateTables& tables) {
                std::vector<Color> flat;
                for (const Sides& sides : tables.all_sides()) flat.insert(flat.end(), sides.begin(), sides.end());
                return NewArray<Color>(std::move(flat), {tables.all_sides().size(), std::size_t{SIDES}});
            },
            "The color numbers of each placement.")
        .def("lists", &lists, "frame"_a, "known"_a, "own"_a,
             "The lists of cells with a frame mask by the colors of the known sides (a mask), `own` last (-1: none): "
             "where each list begins in the placements, the placements, and the tries that lead to a row of lists.");
}
