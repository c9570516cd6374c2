// Registration of the binding files: each defines EDGEMATCH_BINDING(name) { ... } and is found by the module itself.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <string>

namespace nb = nanobind;

using BindingMap = std::map<std::string, void (*)(nb::module_&)>;

// What the binding files of this module have registered, by name: the module defines it in this order.
BindingMap& bindings();

#define EDGEMATCH_BINDING(name)                                                                         \
    static void bind_##name(nb::module_& module);                                                       \
    [[maybe_unused]] static const bool is_bound_##name = bindings().emplace(#name, bind_##name).second; \
    static void bind_##name(nb::module_& module)
