// run_exact_lanes(): a round of the exact GPU engine's lanes on the CPU, over the arrays that a device would be given.
#include "device/exact_lanes.hpp"

#include <algorithm>

#include "binding.hpp"
#include "record.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

template <class Word, class Cursor>
struct ExactTables : Tables<Word, Cursor> {
    In<Word> word_array;
    In<Cursor> head_array;
    In<u16> row_array;
    In<std::uint8_t> level_array, further_array;  // of structs, as bytes
    In<u32> full_array;

    Tables<Word, Cursor> with_pointers() const {
        Tables<Word, Cursor> tables = *this;
        tables.words = word_array.data();
        tables.heads = head_array.data();
        tables.rows = row_array.data();
        tables.levels = reinterpret_cast<const Level*>(level_array.data());
        tables.further = reinterpret_cast<const Further*>(further_array.data());
        tables.full = full_array.data();
        tables.full_words = static_cast<u32>(full_array.size());
        tables.depths = static_cast<u32>(level_array.size() / sizeof(Level));
        return tables;
    }

    void check() const {
        const std::size_t words = word_array.size(), depths = level_array.size() / sizeof(Level);
        const auto is_inside = [&](Cursor head) { return head < words; };
        if (words == 0 || word_array.data()[words - 1] != 0) throw BadRequest("the last list of words is not ended");
        if (!std::all_of(head_array.data(), head_array.data() + head_array.size(), is_inside))
            throw BadRequest("a list begins outside of the words");
        if (depths == 0 || depths * sizeof(Level) != level_array.size() ||
            further_array.size() != depths * MOST_FURTHER * sizeof(Further))
            throw BadRequest("there must be one level, and so many further neighbours, for each depth");
        if (full_array.size() == 0 || this->color_bits > 8)
            throw BadRequest("the set of pieces or a color is too large");
    }
};

template <class Cursor>
struct ExactJobs {
    Out<Cursor, nb::ndim<2>> paths;  // one column per job
    Out<Cursor, nb::ndim<3>> answers;
    Out<std::int32_t, nb::ndim<1>> bases, depths;
    Out<u32, nb::ndim<1>> nodes, found;
    u64 start;  // the first job, as a column of the paths
    u32 budget;

    Jobs<Cursor> with_pointers() const {
        const auto quota = static_cast<u32>(answers.shape(1));
        return {paths.data() + start,
                bases.data(),
                depths.data(),
                nodes.data(),
                found.data(),
                quota > 0 ? answers.data() : nullptr,
                quota,
                static_cast<u32>(paths.shape(1)),
                static_cast<u32>(bases.size()),
                budget};
    }

    void check(std::size_t levels, std::size_t words) const {
        const std::size_t count = bases.size(), stride = paths.shape(1);
        if (nodes.size() != count || found.size() != count || depths.size() != count || paths.shape(0) != levels ||
            start > stride || stride - start < count ||
            (answers.shape(1) > 0 && (answers.shape(0) < count || answers.shape(2) != levels)))
            throw BadRequest("the arrays of the jobs do not belong together");
        const auto most = static_cast<std::int32_t>(levels);
        for (std::size_t job = 0; job < count; ++job) {
            if (depths.data()[job] >= most || bases.data()[job] > most)
                throw BadRequest("a job is deeper than the board");
            for (std::size_t level = 0; level < levels; ++level)
                if (paths.data()[level * stride + start + job] >= words) throw BadRequest("a path leaves the words");
        }
    }
};

template <class Free, class Stack, class Word, class Cursor>
void run(const ExactTables<Word, Cursor>& tables, const ExactJobs<Cursor>& jobs) {
    tables.check();
    jobs.check(tables.level_array.size() / sizeof(Level), tables.word_array.size());
    const auto given = tables.with_pointers();
    const auto asked = jobs.with_pointers();
    nb::gil_scoped_release nogil;
    run_lanes<Word, Cursor, Free, Stack>(given, asked);
}

template <class Word, class Cursor>
void bind_arrays(nb::module_& module, const char* tables, const char* jobs) {
    using Arrays = ExactTables<Word, Cursor>;
    using Batch = ExactJobs<Cursor>;
    Record<Arrays>(module, tables, "The candidate lists of a puzzle and an order, as core/device/exact_lane.hpp says.")
        .field("words", &Arrays::word_array)
        .field("heads", &Arrays::head_array)
        .field("rows", &Arrays::row_array)
        .field("levels", &Arrays::level_array)
        .field("further", &Arrays::further_array)
        .field("full", &Arrays::full_array)
        .field("color_bits", &Arrays::color_bits)
        .field("top_bits", &Arrays::top_bits)
        .field("spread_bits", &Arrays::spread_bits);
    Record<Batch>(module, jobs, "Jobs of the exact GPU engine, and what they may spend in a round.")
        .field("paths", &Batch::paths)
        .field("answers", &Batch::answers)
        .field("bases", &Batch::bases)
        .field("depths", &Batch::depths)
        .field("nodes", &Batch::nodes)
        .field("found", &Batch::found)
        .field("start", &Batch::start)
        .field("budget", &Batch::budget);
}

}  // namespace

EDGEMATCH_BINDING(exact_lanes) {
    using namespace nb::literals;
    bind_arrays<u32, u16>(module, "ExactTables", "ExactJobs");
    bind_arrays<u64, u32>(module, "WideExactTables", "WideExactJobs");
    const char* const what = "Run jobs of the exact GPU engine one after the other on the CPU.";
    module.def("run_exact_lanes_tiny", &run<FreeInRegister, CarryingStack, u32, u16>, "tables"_a, "jobs"_a, what);
    module.def("run_exact_lanes_small", &run<FreeInRegister, CursorStack<u16>, u32, u16>, "tables"_a, "jobs"_a, what);
    module.def("run_exact_lanes_medium", &run<FreeInMemory, CursorStack<u16>, u32, u16>, "tables"_a, "jobs"_a, what);
    module.def("run_exact_lanes_large", &run<FreeInMemory, CursorStack<u32>, u64, u32>, "tables"_a, "jobs"_a, what);
}
