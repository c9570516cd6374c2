// run_break_lanes_*(): a round of one stage of the break-tolerant GPU engine on the CPU, over the arrays that a
// device would be given.
#include "edgematch/break_lanes.hpp"

#include "arrays.hpp"
#include "binding.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

// `facts` are the numbers of BreakTables from full_words on.
template <class Word>
BreakTables<Word> tables_of(const In<Word>& words, const In<std::uint16_t>& heads, const In<std::uint8_t>& cells,
                            const In<std::uint32_t>& full, const In<std::uint32_t>& facts) {
    if (facts.size() != 19) throw BadRequest("facts must be the 19 numbers of the tables");
    const std::uint32_t* f = facts.data();
    if (cells.size() != f[8] * sizeof(CellRecord<Word>)) throw BadRequest("there must be one cell for each depth");
    return {words.data(), heads.data(), reinterpret_cast<const CellRecord<Word>*>(cells.data()),
            full.data(),  f[0],         f[1],
            f[2],         f[3],         f[4],
            f[5],         f[6],         f[7],
            f[8],         f[9],         f[10],
            f[11],        f[12],        f[13],
            f[14],        f[15],        f[16],
            f[17],        f[18]};
}

template <class Word>
void run(int stage, In<Word> words, In<std::uint16_t> heads, In<std::uint8_t> cells, In<std::uint32_t> full,
         In<std::uint32_t> facts, Out<std::uint16_t> paths, Out<std::int32_t> bases, Out<std::int32_t> depths,
         Out<std::uint32_t> nodes, Out<std::uint32_t> found, Out<std::uint16_t> answers, Out<std::uint16_t> rows,
         Out<std::uint32_t> started, Out<std::int32_t> open, u32 rows_each, u32 quota, u32 count, u32 budget) {
    const BreakTables<Word> tables = tables_of(words, heads, cells, full, facts);
    const std::size_t jobs_in = paths.shape(1);
    const bool is_last = static_cast<LaneStage>(stage) == LaneStage::COMPLETING;
    const std::size_t answer = is_last ? tables.cells_in - tables.end : tables.end - tables.start;
    if (count > jobs_in || nodes.size() < count || found.size() < count || depths.size() < count ||
        bases.size() < count || started.size() < count || open.size() < count ||
        answers.size() < answer * count * quota || rows.size() < std::size_t{count} * rows_each * tables.row)
        throw BadRequest("the arrays of the jobs do not belong together");
    const BreakJobs jobs{{paths.data(), bases.data(), depths.data(), nodes.data(), found.data(), answers.data(), quota,
                          static_cast<u32>(jobs_in), count, budget},
                         rows.data(),
                         started.data(),
                         open.data(),
                         rows_each};
    nb::gil_scoped_release nogil;
    run_break_lanes<Word>(static_cast<LaneStage>(stage), tables, jobs);
}

template <class Word>
void rows(In<Word> words, In<std::uint16_t> heads, In<std::uint8_t> cells, In<std::uint32_t> full,
          In<std::uint32_t> facts, Out<std::uint16_t> made, In<std::uint32_t> places, std::uint64_t seed, u32 choice) {
    const BreakTables<Word> tables = tables_of(words, heads, cells, full, facts);
    for (std::size_t i = 0; i < places.size(); ++i)
        if ((places.data()[i] + std::size_t{1}) * tables.row > made.size()) throw BadRequest("a place is too far");
    nb::gil_scoped_release nogil;
    make_rows<Word>(tables, {made.data(), places.data(), seed, static_cast<u32>(places.size()), choice});
}

}  // namespace

EDGEMATCH_BINDING(break_lanes) {
    const char* const what = "Run jobs of a stage of the break-tolerant GPU engine on the CPU.";
    module.def("run_break_lanes_narrow", &run<u32>, what);
    module.def("run_break_lanes_wide", &run<u64>, what);
    module.def("make_rows_narrow", &rows<u32>, "Make random first rows.");
    module.def("make_rows_wide", &rows<u64>, "Make random first rows.");
}
