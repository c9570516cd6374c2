// Local search and cliques on formulas and graphs small enough to know the answers of.
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

void walking() {
    Quiet control;
    const WalkTask task{.literals = {1, 2, 0, -1, 2, 0, 1, -2, 0}, .variables = 2};
    const WalkReport report = walk(task, control);
    CHECK(report.satisfied);
    CHECK(report.assignment[0] == 1 && report.assignment[1] == 1);
    const WalkReport refuted = walk({.literals = {1, 0, -1, 2, 0, -2, 0}, .variables = 2}, control);
    CHECK(refuted.refuted && !refuted.satisfied);
    const WalkTask hopeless{.literals = {1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0}, .variables = 2, .flip_limit = 50};
    const WalkReport stopped = walk(hopeless, control);
    CHECK(!stopped.satisfied && stopped.flips == 50 && stopped.fewest == 1);
    CHECK_THROWS(walk({.literals = {3, 0}, .variables = 2}, control), BadRequest);
    CHECK_THROWS(walk({.literals = {1}, .variables = 2}, control), BadRequest);
}

// A strip of two cells, two pieces that may lie in either, matching where their facing sides are equal.
CliqueTask strip() {
    CliqueTask task;
    task.width = 2;
    task.height = 1;
    task.cell = {0, 0, 1, 1};
    task.piece = {0, 1, 0, 1};
    task.rank = {-1, -1, -1, -1};
    task.sides = {{1, 2, 1, 3}, {1, 4, 1, 2}, {1, 2, 1, 3}, {1, 4, 1, 2}};
    task.placement = {0, 4, 0, 4};
    return task;
}

void cliques() {
    Quiet all;
    const CliqueReport report = find_cliques(strip(), all);
    CHECK(report.finished && all.boards == 1 && report.largest == 2);
    Quiet one;
    one.want = 1;
    CliqueTask quick = strip();
    quick.selections = 1000;
    CHECK(!find_cliques(quick, one).finished && one.boards == 1);
    Quiet none;
    CliqueTask limited = strip();
    limited.node_limit = 0;
    CHECK(!find_cliques(limited, none).finished && none.boards == 0);
    CliqueTask wrong = strip();
    wrong.piece[0] = 7;
    CHECK_THROWS(find_cliques(wrong, none), BadRequest);
}

}  // namespace

int main() {
    walking();
    cliques();
    return failures;
}
