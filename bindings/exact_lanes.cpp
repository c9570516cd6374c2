// run_exact_lanes(): a round of the exact GPU engine's lanes on the CPU, over the arrays that a device would be given;
// and the roots of its jobs.
#include "device/exact_lanes.hpp"

#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "binding.hpp"
#include "device/exact_roots.hpp"
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

struct ExactNames {
    In<Placement> candidates, look_of, hints, names;
    In<std::int16_t> kinds;
    In<std::uint16_t> copies;
    In<Cell> order;
    In<u32> first_names;

    CandidateNames view() const {
        return {{candidates.data(), candidates.size()},   {kinds.data(), kinds.size()},
                {copies.data(), copies.size()},           {order.data(), order.size()},
                {look_of.data(), look_of.size()},         {hints.data(), hints.size()},
                {first_names.data(), first_names.size()}, {names.data(), names.size()}};
    }

    void check(std::size_t words, std::size_t depths) const {
        const auto placements = static_cast<Placement>(4 * depths);
        const auto are_in = [](const auto& array, auto low, auto high) {
            return std::all_of(array.data(), array.data() + array.size(), [&](auto v) { return low <= v && v < high; });
        };
        if (candidates.size() != words || kinds.size() != words || order.size() != depths || hints.size() != depths ||
            look_of.size() != 4 * depths || first_names.size() != 4 * depths + 1)
            throw BadRequest("the names of the candidates do not belong to these tables");
        if (!are_in(candidates, EMPTY, placements) || !are_in(look_of, EMPTY, placements) ||
            !are_in(order, Cell{0}, static_cast<Cell>(depths)) || !are_in(hints, EMPTY, placements) ||
            !are_in(kinds, std::int16_t{-1}, static_cast<std::int16_t>(copies.size())) ||
            !are_in(first_names, u32{0}, static_cast<u32>(names.size() + 1)) || candidates.data()[words - 1] != EMPTY)
            throw BadRequest("a name of a candidate is outside of the puzzle");
    }
};

template <class Word, class Cursor>
auto roots(const ExactTables<Word, Cursor>& tables, const ExactNames& names, const In<Cursor, nb::ndim<2>>& paths,
           const In<std::int32_t, nb::ndim<1>>& bases, const In<std::int32_t, nb::ndim<1>>& depths) {
    const auto given = tables.with_pointers();
    tables.check();
    names.check(tables.word_array.size(), given.depths);
    const std::size_t count = bases.size();
    if (paths.shape(0) != given.depths || paths.shape(1) != count || depths.size() != count)
        throw BadRequest("the arrays of the jobs do not belong together");
    const auto is_inside = [&](Cursor cursor) { return cursor < tables.word_array.size(); };
    if (!std::all_of(paths.data(), paths.data() + paths.size(), is_inside)) throw BadRequest("a path leaves the words");
    for (std::size_t job = 0; job < count; ++job)
        if (bases.data()[job] < 0 || bases.data()[job] > depths.data()[job] ||
            depths.data()[job] >= static_cast<std::int32_t>(given.depths))
            throw BadRequest("a job is finished or deeper than the board");
    Jobs<Cursor> jobs{};
    jobs.paths = const_cast<Cursor*>(paths.data());  // read only
    jobs.bases = const_cast<std::int32_t*>(bases.data());
    jobs.depths = const_cast<std::int32_t*>(depths.data());
    jobs.stride = jobs.count = static_cast<u32>(count);
    RootColumns found;
    {
        nb::gil_scoped_release nogil;
        found = roots_of_jobs(given, names.view(), jobs);
    }
    const std::size_t rows = found.rows.size() / given.depths, size = found.row.size();
    return std::tuple(NewArray<Placement>(std::move(found.rows), {rows, given.depths}),
                      NewArray<u32>(std::move(found.row), {size}),
                      NewArray<std::uint16_t>(std::move(found.kept), {size}),
                      NewArray<Placement>(std::move(found.last), {size}), found.made);
}

template <class Word, class Cursor>
auto jobs(const ExactTables<Word, Cursor>& tables, const ExactNames& names, const BoardArray& rows,
          const In<u32, nb::ndim<1>>& row, const In<std::uint16_t, nb::ndim<1>>& kept,
          const In<Placement, nb::ndim<1>>& last) {
    const auto given = tables.with_pointers();
    tables.check();
    names.check(tables.word_array.size(), given.depths);
    const std::size_t count = row.size(), depths = given.depths;
    if (rows.shape(1) != depths || kept.size() != count || last.size() != count)
        throw BadRequest("the columns of the roots do not belong together");
    const auto is_placement = [&](Placement p) { return EMPTY <= p && p < static_cast<Placement>(4 * depths); };
    if (!std::all_of(rows.data(), rows.data() + rows.size(), is_placement) ||
        !std::all_of(last.data(), last.data() + count, is_placement))
        throw BadRequest("a placement of a root is outside of the puzzle");
    for (std::size_t i = 0; i < count; ++i) {
        if (row.data()[i] >= rows.shape(0)) throw BadRequest("a root has no row");
        if (kept.data()[i] + std::size_t{last.data()[i] != EMPTY} >= depths) throw BadRequest("a root is complete");
        if (i > 0 && std::pair(row.data()[i - 1], kept.data()[i - 1]) > std::pair(row.data()[i], kept.data()[i]))
            throw BadRequest("roots must be sorted by row and by what they keep");
    }
    JobColumns<Cursor> found;
    {
        nb::gil_scoped_release nogil;
        found = jobs_of_roots(
            given, names.view(),
            RootView{{rows.data(), rows.size()}, {row.data(), count}, {kept.data(), count}, {last.data(), count}});
    }
    const std::size_t made = found.bases.size();
    return std::tuple(NewArray<Cursor>(std::move(found.paths), {depths, made}),
                      NewArray<std::int32_t>(std::move(found.bases), {made}),
                      NewArray<std::int32_t>(std::move(found.depths), {made}), found.made);
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

template <class Word, class Cursor>
void bind_roots(nb::module_& module) {
    using namespace nb::literals;
    module.def("exact_roots", &roots<Word, Cursor>, "tables"_a, "names"_a, "paths"_a.noconvert(), "bases"_a.noconvert(),
               "depths"_a.noconvert(),
               "The roots that jobs have left: rows of placements; of each root its row, how many cells it keeps of it "
               "and its last placement; and how many roots needed a new placement.");
    module.def("exact_jobs", &jobs<Word, Cursor>, "tables"_a, "names"_a, "rows"_a.noconvert(), "row"_a.noconvert(),
               "kept"_a.noconvert(), "last"_a.noconvert(),
               "The jobs that search roots: paths, bases and depths; and how many placements of these roots they make "
               "again.");
}

}  // namespace

EDGEMATCH_BINDING(exact_lanes) {
    using namespace nb::literals;
    bind_arrays<u32, u16>(module, "ExactTables", "ExactJobs");
    bind_arrays<u64, u32>(module, "WideExactTables", "WideExactJobs");
    Record<ExactNames>(module, "ExactNames", "What the candidates stand for, as core/src/device/exact_roots.hpp says.")
        .field("candidates", &ExactNames::candidates)
        .field("kinds", &ExactNames::kinds)
        .field("copies", &ExactNames::copies)
        .field("order", &ExactNames::order)
        .field("look_of", &ExactNames::look_of)
        .field("hints", &ExactNames::hints)
        .field("first_names", &ExactNames::first_names)
        .field("names", &ExactNames::names);
    bind_roots<u32, u16>(module);
    bind_roots<u64, u32>(module);
    const char* const what = "Run jobs of the exact GPU engine one after the other on the CPU.";
    module.def("run_exact_lanes_tiny", &run<FreeInRegister, CarryingStack, u32, u16>, "tables"_a, "jobs"_a, what);
    module.def("run_exact_lanes_small", &run<FreeInRegister, CursorStack<u16>, u32, u16>, "tables"_a, "jobs"_a, what);
    module.def("run_exact_lanes_medium", &run<FreeInMemory, CursorStack<u16>, u32, u16>, "tables"_a, "jobs"_a, what);
    module.def("run_exact_lanes_large", &run<FreeInMemory, CursorStack<u32>, u64, u32>, "tables"_a, "jobs"_a, what);
}
