// Prints nanoseconds a node of the engine beside the plain loop, on the same tree, in turns, in one run.
//
//   speed NODES ROUNDS [OPTIONS] < problem      problem: width height framed turnable, pieces, order of cells
//
// The clock is this thread's processor time and the best round counts, since the machine may be shared.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "edgematch/engines.hpp"
#include "plain_loop.hpp"

using namespace edgematch;

namespace {

constexpr std::int64_t SHORTEST = 1'000'000;  // nodes in a round

struct Silent final : Control {
    bool stopped() override { return false; }
    void progress(const Progress&) override {}
    bool found(std::span<const Placement>, std::size_t) override { return true; }
    bool counted(std::int64_t) override { return true; }
};

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Run>
double timed(std::int64_t repeats, const Run& run) {
    const double start = processor_seconds();
    for (std::int64_t i = 0; i < repeats; ++i) run();
    return (processor_seconds() - start) / static_cast<double>(repeats);
}

Puzzle read_puzzle(std::istream& in) {
    int width = 0, height = 0, framed = 0, turnable = 0;
    in >> width >> height >> framed >> turnable;
    std::vector<Sides> pieces(static_cast<std::size_t>(std::clamp(width * height, 0, MAX_SIDE * MAX_SIDE)));
    for (Sides& piece : pieces)
        for (Color& side : piece) {
            int color = 0;
            in >> color;
            side = static_cast<Color>(color);
        }
    return {width, height, std::move(pieces), framed != 0, turnable != 0};
}

}  // namespace

int main(int argc, char** argv) {
    const std::int64_t nodes = argc > 1 ? std::atoll(argv[1]) : 50'000'000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    try {
        const Puzzle puzzle = read_puzzle(std::cin);
        Search search;
        search.labelled = true;
        search.boards = false;
        search.node_limit = nodes;
        search.roots = {Board(puzzle.cells(), EMPTY)};
        search.order.resize(puzzle.cells());
        for (Cell& cell : search.order) std::cin >> cell;
        Silent control;
        PlainLoop first(puzzle, search.order);
        first.run(nodes);
        const std::int64_t plain_nodes = first.nodes();
        // A small tree is searched again and again, set-up and all, until the clock can tell.
        const auto repeats = std::max<std::int64_t>(1, SHORTEST / std::max<std::int64_t>(1, plain_nodes));
        double plain_best = 1e9, engine_best = 1e9, ratio_sum = 0;
        Report report;
        for (int round = 0; round < rounds; ++round) {
            const double p = timed(repeats, [&] { PlainLoop(puzzle, search.order).run(nodes); });
            const double e = timed(repeats, [&] { report = backtrack(puzzle, search, control); });
            plain_best = std::min(plain_best, p);
            engine_best = std::min(engine_best, e);
            ratio_sum += p / e;
        }
        const auto done = static_cast<double>(plain_nodes);
        std::printf(
            "plain %.2f ns/node, engine %.2f ns/node, ratio %.2f (mean of rounds %.2f), nodes %lld, tests a node "
            "%.2f\n",
            1e9 * plain_best / done, 1e9 * engine_best / done, plain_best / engine_best, ratio_sum / rounds,
            static_cast<long long>(plain_nodes),
            static_cast<double>(report.stats.tests) / static_cast<double>(report.stats.nodes));
    } catch (const BadRequest& error) {
        std::fprintf(stderr, "speed: %s\n", error.what());
        return 2;
    }
    return 0;
}
