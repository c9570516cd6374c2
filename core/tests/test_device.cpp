// The lanes of the GPU engines, run on the CPU: a search that is suspended anywhere finds what one in a single run
// finds.
#include <array>
#include <numeric>
#include <set>
#include <vector>

#include "device/exact_lanes.hpp"
#include "device/exact_roots.hpp"
#include "doctest.h"

using namespace edgematch;
using namespace edgematch::lanes;

namespace {

constexpr u32 CELLS = 4, TOP_BITS = 5;

// Four cells without any constraint, a piece of two copies (bits 1 and 2) and two single pieces (bits 3 and 4). There
// are 12 arrangements, and 3 + 7 + 12 + 12 of their beginnings.
template <class Word, class Cursor, class Free, class Stack>
struct Arrangements {
    std::vector<Word> words{2 | 1 << TOP_BITS, 3, 4, 0};
    std::vector<Cursor> heads{0};
    std::vector<Level> levels{CELLS, Level{0, 0, 0}};
    std::vector<u32> full{31, 0};
    std::vector<Cursor> path = std::vector<Cursor>(CELLS), answers;
    std::set<std::vector<Cursor>> found;
    u32 nodes = 0, count = 0, rounds = 0;

    Tables<Word, Cursor> tables() const {
        return {words.data(), heads.data(), nullptr, levels.data(), nullptr, full.data(), 2, CELLS, 1, TOP_BITS, 1};
    }

    void run(u32 budget, u32 quota) {
        int base = 0, depth = 0;
        u32 round_nodes = 0, round_found = 0;
        answers.resize(CELLS * quota);
        const Jobs<Cursor> jobs{path.data(), &base, &depth, &round_nodes, &round_found, answers.data(),
                                quota,       1,     1,      budget};
        while (depth != FINISHED) {
            run_lanes<Word, Cursor, Free, Stack>(tables(), jobs);
            nodes += round_nodes;
            count += round_found;
            ++rounds;
            for (u32 i = 0; i < round_found; ++i)
                found.emplace(answers.begin() + i * CELLS, answers.begin() + (i + 1) * CELLS);
        }
    }
};

template <class Word, class Cursor, class Free, class Stack>
void check_all() {
    for (const u32 budget : {1u, 2u, 5u, 1000u})
        for (const u32 quota : {1u, 100u}) {
            Arrangements<Word, Cursor, Free, Stack> search;
            search.run(budget, quota);
            CHECK(search.nodes == 34);
            CHECK(search.count == 12);
            CHECK(search.found.size() == 12);
            CHECK(search.rounds >= 34 / budget);
        }
}

// The placements of these pieces: 0 and 4 are the copies, 8 and 12 the single ones.
struct Names {
    std::vector<Placement> candidates{0, 8, 12, EMPTY}, look_of = std::vector<Placement>(4 * CELLS, EMPTY),
                                                        hints = std::vector<Placement>(CELLS, EMPTY),
                                                        names{0, 4, 8, 12};
    std::vector<std::int16_t> kinds{0, 1, 2, -1};
    std::vector<std::uint16_t> copies{2, 1, 1};
    std::vector<Cell> order{3, 2, 1, 0};
    std::vector<u32> first_names{0, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4};

    Names() {
        look_of[0] = look_of[4] = 0;
        look_of[8] = 8;
        look_of[12] = 12;
    }
    CandidateNames view() const { return {candidates, kinds, copies, order, look_of, hints, first_names, names}; }
};

// Jobs without those that are finished.
template <class Cursor>
JobColumns<Cursor> unfinished(const JobColumns<Cursor>& jobs) {
    JobColumns<Cursor> left;
    const std::size_t count = jobs.bases.size();
    for (std::size_t job = 0; job < count; ++job)
        if (jobs.depths[job] != FINISHED) {
            left.bases.push_back(jobs.bases[job]);
            left.depths.push_back(jobs.depths[job]);
        }
    for (std::size_t i = 0; i < jobs.paths.size(); ++i)
        if (jobs.depths[i % count] != FINISHED) left.paths.push_back(jobs.paths[i]);
    return left;
}

void check_pieces(const RootColumns& roots, const Names& names) {
    for (std::size_t i = 0; i < roots.row.size(); ++i) {
        std::set<Placement> pieces;
        for (std::size_t level = 0; level < roots.kept[i]; ++level)
            pieces.insert(roots.rows[roots.row[i] * CELLS + static_cast<std::size_t>(names.order[level])]);
        if (roots.last[i] != EMPTY) pieces.insert(roots.last[i]);
        CHECK(pieces.size() == std::size_t{roots.kept[i]} + (roots.last[i] != EMPTY));
    }
}

// Searches in rounds; after each the jobs become roots, and the roots jobs.
template <class Word, class Cursor, class Free, class Stack>
void check_stops(u32 budget) {
    Arrangements<Word, Cursor, Free, Stack> search;
    const Names names;
    const auto tables = search.tables();
    JobColumns<Cursor> jobs{std::vector<Cursor>(CELLS), {0}, {0}, 0};
    std::vector<u32> nodes, found;
    std::uint64_t all_nodes = 0, all_found = 0;
    const auto view = [&](JobColumns<Cursor>& some) {
        const auto count = static_cast<u32>(some.bases.size());
        nodes.assign(count, 0);
        found.assign(count, 0);
        return Jobs<Cursor>{some.paths.data(),
                            some.bases.data(),
                            some.depths.data(),
                            nodes.data(),
                            found.data(),
                            nullptr,
                            0,
                            count,
                            count,
                            budget};
    };
    while (!jobs.bases.empty()) {
        run_lanes<Word, Cursor, Free, Stack>(tables, view(jobs));
        all_nodes += std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
        all_found += std::accumulate(found.begin(), found.end(), std::uint64_t{0});
        JobColumns<Cursor> left = unfinished(jobs);
        const RootColumns roots = roots_of_jobs(tables, names.view(), view(left));
        check_pieces(roots, names);
        jobs = jobs_of_roots(tables, names.view(), RootView{roots.rows, roots.row, roots.kept, roots.last});
        CHECK(jobs.bases.size() <= left.bases.size());
        CHECK(jobs.made == roots.made);
    }
    CHECK(all_nodes == 34);
    CHECK(all_found == 12);
}

}  // namespace

TEST_CASE("a search whose jobs become roots and jobs again after each round makes the same placements") {
    for (const u32 budget : {1u, 2u, 5u, 1000u}) {
        check_stops<u32, u16, FreeInRegister, CursorStack<u16>>(budget);
        check_stops<u64, u32, FreeInMemory, CursorStack<u32>>(budget);
    }
}

TEST_CASE("lanes find every arrangement, whatever the budget and the quota of a round") {
    check_all<u32, u16, FreeInRegister, CarryingStack>();
    check_all<u32, u16, FreeInRegister, CursorStack<u16>>();
    check_all<u32, u16, FreeInMemory, CursorStack<u16>>();
    check_all<u64, u32, FreeInMemory, CursorStack<u32>>();
}
