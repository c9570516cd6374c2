// Acceptance of random exchanges: simulated annealing (Kirkpatrick et al. 1983) and late acceptance (Burke and Bykov
// 2017).
//
// Both draw an exchange, judge it, and decide whether to make it. Annealing makes one that loses d edges with
// probability exp(-d / temperature); the temperature is given by the caller for so many steps, who lowers it from call
// to call. Late acceptance makes one that is no worse than the board was some thousand steps ago: it has one parameter
// and no schedule. The loop is written once and compiled for each rule.
#include "localsearch/annealing.hpp"

#include <algorithm>
#include <cmath>

namespace edgematch {

namespace {

constexpr std::int64_t POLL_STEPS = 1 << 15;
constexpr double WHOLE = 4294967295.0;

template <class Accept>
void walk(Chain& chain, const Proposals& proposals, const WalkRequest& request, Control& control,
          const Accept& is_accepted) {
    const auto focus = static_cast<std::uint32_t>(request.focus * WHOLE);
    Arrangement& now = chain.now;
    Random random = chain.random;  // in registers
    std::int64_t moves = 0, step = 0;
    Exchange exchange{};
    for (; step < request.steps; ++step) {
        if (step % POLL_STEPS == 0 && control.stopped()) break;
        const bool is_focused = focus != 0 && static_cast<std::uint32_t>(random.next() >> 32) < focus;
        if (!proposals.draw(now, random, is_focused, exchange)) continue;
        const int gain = now.gain(exchange);
        if (!is_accepted(gain, random)) continue;
        now.make(exchange, gain);
        moves += exchange.first == exchange.second ? 1 : 2;
        if (now.score() > chain.best_score) chain.remember();
    }
    chain.random = random;
    chain.moves += moves;
    chain.evaluations += step;
}

}  // namespace

void anneal(Chain& chain, const Proposals& proposals, const WalkRequest& request, double temperature,
            Control& control) {
    std::uint32_t chances[2 * SIDES + 1];
    for (int loss = 0; loss <= 2 * SIDES; ++loss)
        chances[loss] = static_cast<std::uint32_t>(temperature > 0 ? std::exp(-loss / temperature) * WHOLE
                                                                   : (loss == 0 ? WHOLE : 0.0));
    walk(chain, proposals, request, control, [&](int gain, Random& random) {
        return gain >= 0 || static_cast<std::uint32_t>(random.next() >> 32) < chances[-gain];
    });
}

void accept_late(Chain& chain, const Proposals& proposals, const WalkRequest& request, LateScores& late,
                 Control& control) {
    if (late.scores.empty()) late.scores.assign(1, chain.now.score());
    walk(chain, proposals, request, control, [&](int gain, Random&) {
        std::int32_t& before = late.scores[late.next];
        const int score = chain.now.score() + gain;
        const bool is_accepted = gain >= 0 || score >= before;
        before = std::max(before, is_accepted ? score : chain.now.score());
        if (++late.next == late.scores.size()) late.next = 0;
        return is_accepted;
    });
}

}  // namespace edgematch
