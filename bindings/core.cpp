// The Python face of the core: translates arrays and callbacks, computes nothing.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_backtrack(nb::module_& module);
void bind_beam(nb::module_& module);
void bind_filtering(nb::module_& module);
void bind_breaks(nb::module_& module);
void bind_break_lanes(nb::module_& module);
void bind_front_lanes(nb::module_& module);
void bind_lanes(nb::module_& module);
void bind_localsearch(nb::module_& module);
void bind_formulas(nb::module_& module);
void bind_probe(nb::module_& module);
void bind_regions(nb::module_& module);

NB_MODULE(_core, module) {
    module.doc() = "The native core: searches over compiled candidate lists.";
    module.attr("compiler") = "g++ " __VERSION__;
    bind_backtrack(module);
    bind_beam(module);
    bind_filtering(module);
    bind_breaks(module);
    bind_break_lanes(module);
    bind_front_lanes(module);
    bind_lanes(module);
    bind_localsearch(module);
    bind_formulas(module);
    bind_probe(module);
    bind_regions(module);
}
