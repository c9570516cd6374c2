// Between NumPy arrays and the values of the core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <utility>
#include <vector>

#include "edgematch/engines.hpp"

namespace nb = nanobind;

template <class T, class... Shape>
using Array = nb::ndarray<const T, Shape..., nb::c_contig, nb::device::cpu>;
template <class T>
using In = Array<T>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;
using Pieces = Array<std::uint8_t, nb::ndim<2>>;
using Roots = Array<std::int16_t, nb::ndim<2>>;
using Cells = Array<std::int16_t, nb::ndim<1>>;

template <class T>
nb::object to_numpy(std::vector<T> values, std::vector<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.data(), owner));
}

inline edgematch::Puzzle make_puzzle(int width, int height, const Pieces& pieces, bool framed, bool turnable) {
    if (pieces.shape(1) != 4) throw edgematch::BadRequest("pieces must have four columns");
    std::vector<edgematch::Sides> table(pieces.shape(0));
    for (std::size_t piece = 0; piece < table.size(); ++piece)
        for (std::size_t side = 0; side < 4; ++side) table[piece][side] = pieces.data()[piece * 4 + side];
    return {width, height, std::move(table), framed, turnable};
}

inline edgematch::Search make_search(const edgematch::Puzzle& puzzle, bool labelled, const Cells& order,
                                     const Roots& roots) {
    edgematch::Search search;
    search.labelled = labelled;
    search.order.assign(order.data(), order.data() + order.size());
    if (roots.shape(1) != puzzle.cells()) throw edgematch::BadRequest("roots must have one column for each cell");
    for (std::size_t root = 0; root < roots.shape(0); ++root) {
        const std::int16_t* row = roots.data() + root * puzzle.cells();
        search.roots.emplace_back(row, row + puzzle.cells());
    }
    return search;
}

inline nb::object boards_to_numpy(const std::vector<edgematch::Board>& boards, std::size_t cells) {
    std::vector<std::int16_t> flat;
    flat.reserve(boards.size() * cells);
    for (const auto& board : boards) flat.insert(flat.end(), board.begin(), board.end());
    return to_numpy(std::move(flat), {boards.size(), cells});
}
