// The filtering engines: one Job says what to search and whom to tell, one function an engine takes its options.
#include "edgematch/filtering.hpp"

#include <nanobind/stl/string.h>

#include <array>

#include "search_result.hpp"

using namespace edgematch;

namespace {

struct Job {
    Job(int width, int height, const Pieces& pieces, bool framed, bool turnable, bool labelled, const Cells& order,
        const Roots& roots, std::int64_t node_limit, std::int64_t want, bool boards, Words shared, Window window,
        nb::object found, nb::object counted)
        : puzzle(make_puzzle(width, height, pieces, framed, turnable)),
          control(std::move(shared), std::move(window), std::move(found), std::move(counted)) {
        search = make_search(puzzle, labelled, order, roots);
        search.node_limit = node_limit;
        search.want = want;
        search.boards = boards;
    }

    template <class Options, class Engine>
    SearchResult run(const Options& options, Engine engine) {
        return run_engine(puzzle, search, control,
                          [&](const Puzzle& p, const Search& s, Control& c) { return engine(p, s, options, c); });
    }

    Puzzle puzzle;
    Search search;
    PythonControl control;
};

template <std::size_t COUNT>
int index_of(const std::string& name, const std::array<const char*, COUNT>& names) {
    for (std::size_t i = 0; i < COUNT; ++i)
        if (name == names[i]) return static_cast<int>(i);
    throw BadRequest("there is no order " + name);
}

PairOrder pair_order(const std::string& name) {
    return static_cast<PairOrder>(
        index_of<5>(name, {"offer", "expected-offer", "expected-gap", "expected-ratio", "expected-filtering"}));
}

DynamicOrder dynamic_order(const std::string& name) {
    return static_cast<DynamicOrder>(index_of<5>(name, {"none", "dom", "dom-deg", "dom-wdeg", "last-conflict"}));
}

}  // namespace

void bind_filtering(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Job>(module, "Job", "What a filtering engine searches, and whom it tells.")
        .def(nb::init<int, int, const Pieces&, bool, bool, bool, const Cells&, const Roots&, std::int64_t, std::int64_t,
                      bool, Words, Window, nb::object, nb::object>(),
             "width"_a, "height"_a, "pieces"_a, "framed"_a, "turnable"_a, "labelled"_a, nb::kw_only(), "order"_a,
             "roots"_a, "node_limit"_a, "want"_a, "boards"_a, "shared"_a, "window"_a, "found"_a, "counted"_a);
    module.def(
        "colorpair",
        [](Job& job, bool opposite, bool preemption, bool remaining, bool patterns, bool backjumping, bool value_order,
           const std::string& heuristic, int shaving, std::uint64_t seed) {
            return job.run(ColorPairOptions{opposite, preemption, remaining, patterns, backjumping, value_order,
                                            pair_order(heuristic), shaving, seed},
                           colorpair);
        },
        "job"_a, nb::kw_only(), "opposite"_a, "preemption"_a, "remaining"_a, "patterns"_a, "backjumping"_a,
        "value_order"_a, "heuristic"_a, "shaving"_a, "seed"_a, "Color pairs; runs without the GIL.");
    module.def(
        "search_domains",
        [](Job& job, const std::string& dynamic, bool fixpoint, bool edges, bool pieces, bool distinct, bool counts,
           bool force_counts, bool by_piece, bool alldifferent, int gacolor_from, int shaving, std::uint64_t seed) {
            return job.run(DomainOptions{dynamic_order(dynamic), fixpoint, edges, pieces, distinct, counts,
                                         force_counts, by_piece, alldifferent, gacolor_from, shaving, seed},
                           search_domains);
        },
        "job"_a, nb::kw_only(), "dynamic"_a, "fixpoint"_a, "edges"_a, "pieces"_a, "distinct"_a, "counts"_a,
        "force_counts"_a, "by_piece"_a, "alldifferent"_a, "gacolor_from"_a, "shaving"_a, "seed"_a,
        "Search over domains; runs without the GIL.");
}
