// The Python module of the core: calls what the binding files have registered. They translate and compute nothing.
#include "binding.hpp"

BindingMap& bindings() {
    static BindingMap registered;
    return registered;
}

NB_MODULE(_core, module) {
    nb::set_leak_warnings(false);  // puzzles that are cached until the interpreter ends keep what was compiled of them
    module.doc() = "The native core: compiled puzzles, and the engines that search them without the GIL.";
    module.def("compiler", [] { return "g++ " __VERSION__; }, "The compiler that built the core.");
    for (const auto& [name, bind] : bindings()) bind(module);
}
