// NumPy arrays as the engines take and return them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgematch/types.hpp"

namespace nb = nanobind;

// Arrays that are read, and arrays that are written to as well. Bind them with noconvert(): a converted copy would hide
// a wrong type, and what is written to it would be lost.
template <class T, class... Shape>
using In = nb::ndarray<nb::numpy, const T, Shape..., nb::c_contig, nb::device::cpu>;
template <class T, class... Shape>
using Out = nb::ndarray<nb::numpy, T, Shape..., nb::c_contig, nb::device::cpu>;
using PieceArray = In<edgematch::Color, nb::shape<-1, 4>>;
using BoardArray = In<edgematch::Placement, nb::ndim<2>>;
using CellArray = In<edgematch::Cell, nb::ndim<1>>;

template <class T>
std::string dtype_name() {
    return (std::is_floating_point_v<T> ? "float"
            : std::is_signed_v<T>       ? "int"
                                        : "uint") +
           std::to_string(8 * sizeof(T));
}

// An array that is returned; to Python's type checkers it is an NDArray of that type.
template <class T>
class NewArray : public nb::object {
  public:
    static constexpr auto Name = nb::detail::const_name("numpy.typing.NDArray[numpy.") +
                                 nb::detail::const_name<std::is_unsigned_v<T>>("u", "") +
                                 nb::detail::const_name<std::is_floating_point_v<T>>("float", "int") +
                                 nb::detail::const_name<8 * sizeof(T)>() + nb::detail::const_name("]");
    NewArray(nb::handle h, nb::detail::borrow_t) : nb::object(h, nb::detail::borrow_t{}) {}
    NewArray(nb::handle h, nb::detail::steal_t) : nb::object(h, nb::detail::steal_t{}) {}
    static bool check_(nb::handle) { return true; }

    NewArray(std::vector<T> values, std::vector<std::size_t> shape) {
        auto* const kept = new std::vector<T>(std::move(values));
        nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
        nb::object::operator=(nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.data(), owner)));
    }
    explicit NewArray(const std::vector<T>& values) : NewArray(values, {values.size()}) {}
};

template <class T>
NewArray<T> to_numpy(const std::vector<std::vector<T>>& rows, std::size_t columns) {
    std::vector<T> flat;
    flat.reserve(rows.size() * columns);
    for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
    return {std::move(flat), {rows.size(), columns}};
}

template <class... Config>
auto to_vector(const nb::ndarray<Config...>& array) {
    using T = std::remove_const_t<typename nb::ndarray<Config...>::Scalar>;
    return std::vector<T>(array.data(), array.data() + array.size());
}

template <class... Config>
auto to_rows(const nb::ndarray<Config...>& array) {
    using T = std::remove_const_t<typename nb::ndarray<Config...>::Scalar>;
    std::vector<std::vector<T>> rows;
    rows.reserve(array.shape(0));
    for (std::size_t i = 0; i < array.shape(0); ++i)
        rows.emplace_back(array.data() + i * array.shape(1), array.data() + (i + 1) * array.shape(1));
    return rows;
}
