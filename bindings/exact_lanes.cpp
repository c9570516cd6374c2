// run_lanes_*(): a round of the GPU engine's lanes on the CPU, over the arrays that a device would be given.
#include "edgematch/exact_lanes.hpp"

#include "arrays.hpp"
#include "binding.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

template <class Word, class Cursor, class Free, class Stack>
void run(In<Word> words, In<Cursor> heads, In<std::uint16_t> rows, In<std::uint16_t> levels, In<std::uint16_t> further,
         In<std::uint32_t> full, u32 color_bits, u32 top_bits, u32 spread_bits, Out<Cursor> paths, std::size_t start,
         Out<std::int32_t> bases, Out<std::int32_t> depths, Out<std::uint32_t> nodes, Out<std::uint32_t> found,
         Out<Cursor> answers, u32 budget) {
    const Tables<Word, Cursor> tables{words.data(),
                                      heads.data(),
                                      rows.data(),
                                      reinterpret_cast<const Level*>(levels.data()),
                                      reinterpret_cast<const Further*>(further.data()),
                                      full.data(),
                                      static_cast<u32>(full.size()),
                                      static_cast<u32>(levels.shape(0)),
                                      color_bits,
                                      top_bits,
                                      spread_bits};
    const auto quota = static_cast<u32>(answers.shape(1));
    if (nodes.size() != bases.size() || found.size() != bases.size() || depths.size() != bases.size() ||
        paths.shape(0) != levels.shape(0) || paths.shape(1) < start + bases.size() ||
        (quota > 0 && answers.shape(0) < bases.size()))
        throw BadRequest("the arrays of the jobs do not belong together");
    const Jobs<Cursor> jobs{paths.data() + start,
                            bases.data(),
                            depths.data(),
                            nodes.data(),
                            found.data(),
                            quota > 0 ? answers.data() : nullptr,
                            quota,
                            static_cast<u32>(paths.shape(1)),
                            static_cast<u32>(bases.size()),
                            budget};
    nb::gil_scoped_release nogil;
    run_lanes<Word, Cursor, Free, Stack>(tables, jobs);
}

}  // namespace

EDGEMATCH_BINDING(exact_lanes) {
    const char* const what = "Run jobs of the GPU engine one after the other on the CPU.";
    module.def("run_lanes_tiny", &run<u32, u16, FreeInRegister, CarryingStack>, what);
    module.def("run_lanes_small", &run<u32, u16, FreeInRegister, CursorStack<u16>>, what);
    module.def("run_lanes_medium", &run<u32, u16, FreeInMemory, CursorStack<u16>>, what);
    module.def("run_lanes_large", &run<u64, u32, FreeInMemory, CursorStack<u32>>, what);
}
