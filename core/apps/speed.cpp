// Prints nanoseconds per node of the engine and of the plain loop, on the same tree, in turns, in one run.
//
//   speed NODES ROUNDS [OPTIONS] < problem      problem: width height framed turnable, pieces, order of cells
//
// The clock is this thread's processor time, since the machine may be shared; it shows the best round and the mean of
// all. A tree that ends is timed as a whole, set-up and all. Of one that does not, the first quarter of the nodes is
// taken off: neither the set-up nor what remains at the stop, a hundred thousand roots in some orders, is a matter of
// nodes, and the plain loop keeps no account of the latter.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "edgematch/engines.hpp"
#include "plain_loop.hpp"

using namespace edgematch;

namespace {

constexpr std::int64_t SHORTEST = 1'000'000;  // nodes in a timing

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

// Seconds of both for a number of nodes, the best round and the sum of all.
struct Timing {
    double plain_best = 1e9, engine_best = 1e9, plain_sum = 0, engine_sum = 0;

    void add(double plain, double engine) {
        plain_best = std::min(plain_best, plain);
        engine_best = std::min(engine_best, engine);
        plain_sum += plain;
        engine_sum += engine;
    }
    void take_off(const Timing& part) {
        plain_best -= part.plain_best;
        engine_best -= part.engine_best;
        plain_sum -= part.plain_sum;
        engine_sum -= part.engine_sum;
    }
};

class Race {
  public:
    explicit Race(std::istream& in) : puzzle_(read_puzzle(in)) {
        options_.order.resize(puzzle_.cells());
        for (Cell& cell : options_.order) in >> cell;
    }

    void run(std::int64_t nodes, int rounds) {
        PlainLoop first(puzzle_, options_.order);
        first.run(nodes);
        std::int64_t counted = first.nodes();
        Timing whole, start;
        for (int round = 0; round < rounds; ++round) {
            time(whole, nodes, counted);
            if (counted == nodes) time(start, nodes / 4, nodes / 4);
        }
        if (counted == nodes) {
            whole.take_off(start);
            counted -= nodes / 4;
        }
        const auto done = static_cast<double>(counted);
        std::printf("plain %.2f ns/node, engine %.2f ns/node, ratio %.2f (mean of rounds %.2f), nodes %lld\n",
                    1e9 * whole.plain_best / done, 1e9 * whole.engine_best / done, whole.plain_best / whole.engine_best,
                    whole.plain_sum / whole.engine_sum, static_cast<long long>(first.nodes()));
    }

  private:
    // A small tree is searched again and again until the clock can tell.
    void time(Timing& timing, std::int64_t limit, std::int64_t counted) {
        const auto repeats = std::max<std::int64_t>(1, SHORTEST / std::max<std::int64_t>(1, counted));
        const Search search{.roots = {Board(puzzle_.cells(), EMPTY)},
                            .labelled = true,
                            .boards = false,
                            .want = -1,
                            .node_limit = limit};
        const double plain = timed(repeats, [&] { PlainLoop(puzzle_, options_.order).run(limit); });
        const double engine = timed(repeats, [&] { backtrack(puzzle_, search, options_, control_); });
        timing.add(plain, engine);
    }

    Puzzle puzzle_;
    BacktrackOptions options_{.order = {}, .threads = 1, .depth = -1, .prune = false};
    Silent control_;
};

}  // namespace

int main(int argc, char** argv) {
    try {
        Race(std::cin).run(argc > 1 ? std::atoll(argv[1]) : 50'000'000, argc > 2 ? std::atoi(argv[2]) : 5);
    } catch (const BadRequest& error) {
        std::fprintf(stderr, "speed: %s\n", error.what());
        return 2;
    }
    return 0;
}
