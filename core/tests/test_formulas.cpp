// Local search and cliques on formulas and graphs small enough to know the answers of.
#include <utility>

#include "doctest.h"
#include "edgematch/formulas.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

ProbsatReport search(std::vector<std::int32_t> literals, std::int64_t flip_limit = -1) {
    Recorder control;
    return probsat({std::move(literals), 2}, {.base = 2.5, .restart = 0, .flip_limit = flip_limit, .seed = 0}, control);
}

}  // namespace

TEST_CASE("probSAT satisfies, refutes by unit clauses, and stops at its limit") {
    const ProbsatReport report = search({1, 2, 0, -1, 2, 0, 1, -2, 0});
    CHECK(report.satisfied);
    CHECK(report.assignment[0] == 1);
    CHECK(report.assignment[1] == 1);
    const ProbsatReport refuted = search({1, 0, -1, 2, 0, -2, 0});
    CHECK(refuted.refuted);
    CHECK(!refuted.satisfied);
    const ProbsatReport stopped = search({1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0}, 50);
    CHECK(!stopped.satisfied);
    CHECK(stopped.flips == 50);
    CHECK(stopped.fewest == 1);
    CHECK_THROWS_AS(search({3, 0}), BadRequest);
    CHECK_THROWS_AS(search({1}), BadRequest);
}

namespace {

// A strip of two cells, two pieces that may lie in either, matching where their facing sides are equal.
CliqueGraph strip() {
    return {.width = 2,
            .height = 1,
            .cell = {0, 0, 1, 1},
            .piece = {0, 1, 0, 1},
            .rank = {-1, -1, -1, -1},
            .sides = {{1, 2, 1, 3}, {1, 4, 1, 2}, {1, 2, 1, 3}, {1, 4, 1, 2}},
            .placement = {0, 4, 0, 4}};
}

CliqueOptions limited(std::int64_t selections, std::int64_t node_limit) {
    return {
        .selections = selections, .exact = true, .partial = false, .count = false, .node_limit = node_limit, .seed = 0};
}

}  // namespace

TEST_CASE("cliques are found, counted and limited") {
    Recorder all;
    const CliqueReport report = find_cliques(strip(), limited(0, -1), all);
    CHECK(report.finished);
    CHECK(all.answers == 1);
    CHECK(report.largest == 2);
    Recorder one;
    one.want = 1;
    CHECK(!find_cliques(strip(), limited(1000, -1), one).finished);
    CHECK(one.answers == 1);
    Recorder none;
    CHECK(!find_cliques(strip(), limited(0, 0), none).finished);
    CHECK(none.answers == 0);
    CliqueGraph wrong = strip();
    wrong.piece[0] = 7;
    CHECK_THROWS_AS(find_cliques(wrong, limited(0, -1), none), BadRequest);
}
