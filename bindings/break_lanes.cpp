// run_break_lanes() and make_rows(): a round of one stage of the break-tolerant GPU engine on the CPU, over the arrays
// that a device would be given.
#include "device/break_lanes.hpp"

#include <algorithm>

#include "binding.hpp"
#include "record.hpp"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

template <class Word>
struct BreakArrays : BreakTables<Word> {
    In<Word> word_array;
    In<u16> head_array;
    In<std::uint8_t> cell_array;  // of CellRecord, as bytes
    In<u32> full_array;

    BreakTables<Word> with_pointers() const {
        BreakTables<Word> tables = *this;
        tables.words = word_array.data();
        tables.heads = head_array.data();
        tables.cells = reinterpret_cast<const CellRecord<Word>*>(cell_array.data());
        tables.full = full_array.data();
        return tables;
    }

    void check() const {
        const std::size_t words = word_array.size();
        const auto is_inside = [&](u16 head) { return head < words; };
        if (this->faces == 0 || this->faces > words || word_array.data()[this->faces - 1] != 0)
            throw BadRequest("the last list of words is not ended");
        if (!std::all_of(head_array.data(), head_array.data() + head_array.size(), is_inside))
            throw BadRequest("a list begins outside of the words");
        if (this->cells_in > MAX_SIDE * MAX_SIDE || cell_array.size() != this->cells_in * sizeof(CellRecord<Word>))
            throw BadRequest("there must be one cell for each depth");
        if (this->full_words != full_array.size() || this->full_words == 0 || this->start > this->end ||
            this->end > this->cells_in || this->low > this->end || this->row > this->cells_in ||
            this->strict > this->cells_in || this->first_side > 3 || this->second_side > 3 || this->window == 0 ||
            (this->window & (this->window - 1)) != 0 || this->window > MAX_SIDE * MAX_SIDE)
            throw BadRequest("the numbers of the tables do not belong together");
        if (this->piece_bits + this->burnt_bits + 4 * this->color_bits > 8 * sizeof(Word))
            throw BadRequest("a candidate does not fit into a word");
    }
};

struct BreakBatch : BreakJobs {
    Out<u16, nb::ndim<2>> path_array;  // one column per job
    Out<std::int32_t, nb::ndim<1>> base_array, depth_array, open_array;
    Out<u32, nb::ndim<1>> node_array, found_array, started_array;
    Out<u16> answer_array, row_array;

    BreakJobs with_pointers() const {
        BreakJobs jobs = *this;
        jobs.paths = path_array.data();
        jobs.bases = base_array.data();
        jobs.depths = depth_array.data();
        jobs.nodes = node_array.data();
        jobs.found = found_array.data();
        jobs.answers = answer_array.data();
        jobs.stride = static_cast<u32>(path_array.shape(1));
        jobs.rows = row_array.data();
        jobs.started = started_array.data();
        jobs.open = open_array.data();
        return jobs;
    }

    template <class Word>
    void check(const BreakTables<Word>& tables, bool is_last, std::size_t words) const {
        const std::size_t answer = is_last ? tables.cells_in - tables.end : tables.end - tables.start;
        const std::size_t stride = path_array.shape(1), levels = path_array.shape(0);
        if (count > stride || node_array.size() < count || found_array.size() < count || depth_array.size() < count ||
            base_array.size() < count || started_array.size() < count || open_array.size() < count ||
            answer_array.size() < answer * count * quota ||
            row_array.size() < std::size_t{count} * rows_each * tables.row || levels < tables.end)
            throw BadRequest("the arrays of the jobs do not belong together");
        const auto most = static_cast<std::int32_t>(tables.cells_in);
        for (std::size_t job = 0; job < count; ++job) {
            if (!is_last && (depth_array.data()[job] > most || base_array.data()[job] > most))
                throw BadRequest("a job is deeper than the board");
            for (std::size_t level = 0; level < levels; ++level)
                if (path_array.data()[level * stride + job] >= words) throw BadRequest("a path leaves the words");
        }
    }
};

template <class Word>
void run(const BreakArrays<Word>& arrays, const BreakBatch& batch, const std::string& stage) {
    const std::array<std::string, 3> stages{"strict", "breaking", "completing"};
    const auto found = std::find(stages.begin(), stages.end(), stage);
    if (found == stages.end()) throw BadRequest("the stage must be strict, breaking or completing");
    const auto which = static_cast<LaneStage>(found - stages.begin());
    arrays.check();
    const BreakTables<Word> tables = arrays.with_pointers();
    batch.check(tables, which == LaneStage::COMPLETING, arrays.word_array.size());
    const BreakJobs jobs = batch.with_pointers();
    nb::gil_scoped_release nogil;
    run_break_lanes<Word>(which, tables, jobs);
}

template <class Word>
void fill_rows(const BreakArrays<Word>& arrays, Out<u16> rows, In<u32> places, std::uint64_t seed, u32 choice) {
    arrays.check();
    const BreakTables<Word> tables = arrays.with_pointers();
    for (std::size_t i = 0; i < places.size(); ++i)
        if ((places.data()[i] + std::size_t{1}) * tables.row > rows.size())
            throw BadRequest("a row lies outside of the rows");
    nb::gil_scoped_release nogil;
    make_rows<Word>(tables, {rows.data(), places.data(), seed, static_cast<u32>(places.size()), choice});
}

template <class Word>
void bind_lanes(nb::module_& module, const char* name) {
    using namespace nb::literals;
    using Arrays = BreakArrays<Word>;
    Record<Arrays>(module, name, "The candidate lists of one stage, as core/device/break_lane.hpp says.")
        .field("words", &Arrays::word_array)
        .field("heads", &Arrays::head_array)
        .field("cell_records", &Arrays::cell_array)
        .field("full", &Arrays::full_array)
        .field("full_words", &Arrays::full_words)
        .field("start", &Arrays::start)
        .field("end", &Arrays::end)
        .field("low", &Arrays::low)
        .field("strict", &Arrays::strict)
        .field("row", &Arrays::row)
        .field("faces", &Arrays::faces)
        .field("turns", &Arrays::turns)
        .field("cells", &Arrays::cells_in)
        .field("color_bits", &Arrays::color_bits)
        .field("piece_bits", &Arrays::piece_bits)
        .field("burnt_bits", &Arrays::burnt_bits)
        .field("first_side", &Arrays::first_side)
        .field("second_side", &Arrays::second_side)
        .field("hint_burnt", &Arrays::hint_burnt)
        .field("window", &Arrays::window)
        .field("reach", &Arrays::reach)
        .field("divide_from", &Arrays::divide_from)
        .field("divide_down", &Arrays::divide_down);
    module.def("run_break_lanes", &run<Word>, "tables"_a, "jobs"_a, "stage"_a,
               "Run jobs of a stage of the break-tolerant GPU engine on the CPU.");
    module.def("make_rows", &fill_rows<Word>, "tables"_a, "rows"_a.noconvert(), "places"_a.noconvert(), nb::kw_only(),
               "seed"_a, "choice"_a, "Make random first rows.");
}

}  // namespace

EDGEMATCH_BINDING(break_lanes) {
    Record<BreakBatch>(module, "BreakJobs", "Jobs of one stage, and what they may spend in a round.")
        .field("paths", &BreakBatch::path_array)
        .field("bases", &BreakBatch::base_array)
        .field("depths", &BreakBatch::depth_array)
        .field("nodes", &BreakBatch::node_array)
        .field("found", &BreakBatch::found_array)
        .field("answers", &BreakBatch::answer_array)
        .field("rows", &BreakBatch::row_array)
        .field("started", &BreakBatch::started_array)
        .field("open", &BreakBatch::open_array)
        .field("rows_each", &BreakBatch::rows_each)
        .field("quota", &BreakBatch::quota)
        .field("count", &BreakBatch::count)
        .field("budget", &BreakBatch::budget);
    bind_lanes<u32>(module, "BreakTables");
    bind_lanes<u64>(module, "WideBreakTables");
}
