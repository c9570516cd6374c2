// Local search and cliques on formulas and graphs small enough to know the answers of.
#include <utility>

#include "check.hpp"
#include "edgematch/formulas.hpp"

using namespace edgematch;

namespace {

struct Quiet final : Control {
    std::int64_t boards = 0, want = -1;
    bool stopped() override { return false; }
    void progress(const Progress&) override {}
    bool found(std::span<const Placement>, std::size_t count) override {
        boards += static_cast<std::int64_t>(count);
        return want < 0 || boards < want;
    }
    bool counted(std::int64_t count) override {
        boards += count;
        return true;
    }
};

ProbsatReport search(std::vector<std::int32_t> literals, std::int64_t flip_limit = -1) {
    Quiet control;
    return probsat({std::move(literals), 2}, {.base = 2.5, .restart = 0, .flip_limit = flip_limit, .seed = 0}, control);
}

void local_search() {
    const ProbsatReport report = search({1, 2, 0, -1, 2, 0, 1, -2, 0});
    CHECK(report.satisfied);
    CHECK(report.assignment[0] == 1 && report.assignment[1] == 1);
    const ProbsatReport refuted = search({1, 0, -1, 2, 0, -2, 0});
    CHECK(refuted.refuted && !refuted.satisfied);
    const ProbsatReport stopped = search({1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0}, 50);
    CHECK(!stopped.satisfied && stopped.flips == 50 && stopped.fewest == 1);
    CHECK_THROWS(search({3, 0}), BadRequest);
    CHECK_THROWS(search({1}), BadRequest);
}

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

void cliques() {
    Quiet all;
    const CliqueReport report = find_cliques(strip(), limited(0, -1), all);
    CHECK(report.finished && all.boards == 1 && report.largest == 2);
    Quiet one;
    one.want = 1;
    CHECK(!find_cliques(strip(), limited(1000, -1), one).finished && one.boards == 1);
    Quiet none;
    CHECK(!find_cliques(strip(), limited(0, 0), none).finished && none.boards == 0);
    CliqueGraph wrong = strip();
    wrong.piece[0] = 7;
    CHECK_THROWS(find_cliques(wrong, limited(0, -1), none), BadRequest);
}

}  // namespace

int main() {
    local_search();
    cliques();
    return failures;
}
