// Structs of the core as Python classes with named, read-only fields.
//
// The constructor takes every field by name: one that is missing, unknown or of another type raises TypeError. So there
// is no default on this side, and a search cannot be changed under an engine that runs without the GIL.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "arrays.hpp"

// How a field is read from Python and shown to it.
template <class T>
struct Field {
    static bool load(nb::handle value, T& out) { return nb::try_cast<T>(value, out); }
    static const T& show(const T& value) { return value; }
    static std::string type() {
        if constexpr (std::is_same_v<T, bool>) return "True or False";
        if constexpr (std::is_floating_point_v<T>) return "a number";
        if constexpr (std::is_unsigned_v<T>) return "a whole number, 0 or more";
        if constexpr (std::is_integral_v<T>) return "a whole number";
        if constexpr (std::is_same_v<T, std::string>) return "a text";
        return "of the type of its field";
    }
};

// Arrays that are not copied: what Python changes in them, and what an engine writes, both see.
template <class... Config>
struct Field<nb::ndarray<Config...>> {
    using Array = nb::ndarray<Config...>;
    using T = std::remove_const_t<typename Array::Scalar>;
    static bool load(nb::handle value, Array& out) { return nb::try_cast(value, out, false); }
    static NewArray<T> show(const Array& array) {
        return nb::borrow<NewArray<T>>(nb::cast(array, nb::rv_policy::reference));
    }
    static std::string type() { return "a contiguous array of " + dtype_name<T>(); }
};

// Arrays that are copied: of numbers, of rows that are as long as the array has columns, and of rows of a fixed length.
template <class T>
struct ArrayField {
    static bool load(nb::handle value, std::vector<T>& out) {
        In<T, nb::ndim<1>> array;
        const bool is_good = nb::try_cast(value, array, false);
        if (is_good) out.assign(array.data(), array.data() + array.size());
        return is_good;
    }
    static NewArray<T> show(const std::vector<T>& values) { return NewArray<T>(values); }
    static std::string type() { return "a one-dimensional array of " + dtype_name<T>(); }
};

template <class T>
struct ArrayField<std::vector<T>> {
    static bool load(nb::handle value, std::vector<std::vector<T>>& out) {
        In<T, nb::ndim<2>> array;
        const bool is_good = nb::try_cast(value, array, false);
        if (is_good) out = to_rows(array);
        return is_good;
    }
    static NewArray<T> show(const std::vector<std::vector<T>>& rows) {
        return to_numpy(rows, rows.empty() ? 0 : rows.front().size());
    }
    static std::string type() { return "a two-dimensional array of " + dtype_name<T>(); }
};

template <class T, std::size_t COLUMNS>
struct ArrayField<std::array<T, COLUMNS>> {
    using Row = std::array<T, COLUMNS>;
    static bool load(nb::handle value, std::vector<Row>& out) {
        In<T, nb::shape<-1, COLUMNS>> array;
        const bool is_good = nb::try_cast(value, array, false);
        for (std::size_t i = 0; is_good && i < array.size(); ++i) {
            if (i % COLUMNS == 0) out.emplace_back();
            out.back()[i % COLUMNS] = array.data()[i];
        }
        return is_good;
    }
    static NewArray<T> show(const std::vector<Row>& rows) {
        std::vector<T> flat;
        for (const Row& row : rows) flat.insert(flat.end(), row.begin(), row.end());
        return {std::move(flat), {rows.size(), COLUMNS}};
    }
    static std::string type() {
        return "an array of " + dtype_name<T>() + " with " + std::to_string(COLUMNS) + " columns";
    }
};

template <class Struct>
class Record {
  public:
    Record(nb::module_& module, const char* name, const char* doc) : class_(module, name, doc) {
        setters_->name = name;
        class_.def(
            "__init__",
            [setters = setters_](Struct* self, nb::kwargs fields) { new (self) Struct(setters->make(fields)); },
            nb::sig("def __init__(self, **fields: object) -> None"), "Takes every field by name.");
    }

    template <class T, class Owner>
    Record& field(const char* name, T Owner::* member) {
        class_.def_prop_ro(name, [member](const Struct& self) { return Field<T>::show(self.*member); });
        return setter(
            name, [member](Struct& self, nb::handle value) { return Field<T>::load(value, self.*member); },
            Field<T>::type());
    }

    template <class T>
    Record& array(const char* name, std::vector<T> Struct::* member) {
        class_.def_prop_ro(name, [member](const Struct& self) { return ArrayField<T>::show(self.*member); });
        return setter(
            name, [member](Struct& self, nb::handle value) { return ArrayField<T>::load(value, self.*member); },
            ArrayField<T>::type());
    }

    // An enumeration, which Python knows by the names of its values.
    template <class Enum>
    Record& choice(const char* name, Enum Struct::* member, std::vector<std::string> names) {
        class_.def_prop_ro(
            name, [member, names](const Struct& self) { return names[static_cast<std::size_t>(self.*member)]; });
        std::string all;
        for (const auto& each : names) all += (all.empty() ? "one of " : ", ") + each;
        const auto load = [member, names](Struct& self, nb::handle value) {
            std::string given;
            const auto found = nb::try_cast(value, given) ? std::find(names.begin(), names.end(), given) : names.end();
            if (found != names.end()) self.*member = static_cast<Enum>(found - names.begin());
            return found != names.end();
        };
        return setter(name, load, all);
    }

  private:
    using Load = std::function<bool(Struct&, nb::handle)>;

    struct Setters {
        Struct make(const nb::kwargs& given) const {
            Struct made{};
            for (const auto& [key, value] : given)
                if (!by_name.contains(nb::cast<std::string>(key)))
                    throw nb::type_error((name + " has no field " + nb::cast<std::string>(key)).c_str());
            for (const auto& [field, setter] : by_name) {
                if (!given.contains(field.c_str())) throw nb::type_error((name + " needs the field " + field).c_str());
                if (!setter.first(made, given[field.c_str()]))
                    throw nb::type_error((name + "." + field + " must be " + setter.second).c_str());
            }
            return made;
        }

        std::string name;
        std::map<std::string, std::pair<Load, std::string>> by_name;
    };

    Record& setter(const char* name, Load load, std::string type) {
        setters_->by_name.emplace(name, std::pair(std::move(load), std::move(type)));
        return *this;
    }

    nb::class_<Struct> class_;
    std::shared_ptr<Setters> setters_ = std::make_shared<Setters>();
};
