// The lanes of the GPU engines, run on the CPU: a search that is suspended anywhere finds what one in a single run
// finds.
#include <array>
#include <set>
#include <vector>

#include "device/exact_lanes.hpp"
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

    void run(u32 budget, u32 quota) {
        const Tables<Word, Cursor> tables{
            words.data(), heads.data(), nullptr, levels.data(), nullptr, full.data(), 2, CELLS, 1, TOP_BITS, 1};
        int base = 0, depth = 0;
        u32 round_nodes = 0, round_found = 0;
        answers.resize(CELLS * quota);
        const Jobs<Cursor> jobs{path.data(), &base, &depth, &round_nodes, &round_found, answers.data(),
                                quota,       1,     1,      budget};
        while (depth != FINISHED) {
            run_lanes<Word, Cursor, Free, Stack>(tables, jobs);
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

}  // namespace

TEST_CASE("lanes find every arrangement, whatever the budget and the quota of a round") {
    check_all<u32, u16, FreeInRegister, CarryingStack>();
    check_all<u32, u16, FreeInRegister, CursorStack<u16>>();
    check_all<u32, u16, FreeInMemory, CursorStack<u16>>();
    check_all<u64, u32, FreeInMemory, CursorStack<u32>>();
}
