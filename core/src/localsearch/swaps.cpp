// The exchange of two pieces with all their turns: exhaustive steepest descent (TSR), and tabu search over it.
//
// Where two cells are not neighbours, each piece takes the turn that is best for it, so a pair is judged by two
// placements' best turns instead of sixteen combinations; neighbours get all sixteen. A pair of equal cells stands for
// turning one piece. Tabu search makes the best exchange even where it loses, but for some time no piece returns to a
// cell it has left, unless that gives a board better than all before; its candidates are the pairs of which one cell
// has a break, since moving two sound pieces can only lose.
#include <algorithm>

#include "localsearch/chain.hpp"

namespace edgematch {

namespace {

struct Candidate {
    Exchange exchange{OUTSIDE, OUTSIDE, EMPTY, EMPTY};
    int gain = INT32_MIN;

    bool exists() const { return exchange.first != OUTSIDE; }  // a piece may have no other turn
};

class Swapper {
  public:
    explicit Swapper(Chain& chain) : chain_(chain) {}

    // The best way to exchange two cells of a group, or to turn one.
    Candidate judge(Cell first, Cell second) {
        if (first == second) return turned(first);
        const Board& board = chain_.now.board();
        const int to_first = board[static_cast<std::size_t>(second)] >> 2;
        const int to_second = board[static_cast<std::size_t>(first)] >> 2;
        if (are_neighbours(first, second)) return judge_all_turns(first, second, to_first, to_second);
        const auto one = chain_.now.best_turn(first, to_first, chain_.random);
        const auto other = chain_.now.best_turn(second, to_second, chain_.random);
        ++chain_.evaluations;
        return {{first, second, one.placement, other.placement},
                one.matches + other.matches - chain_.now.matches(first) - chain_.now.matches(second)};
    }

    // The best exchange that `is_allowed`, ties at random; with `only_broken` the first cell has a break.
    template <class Allowed>
    Candidate best(bool only_broken, const Allowed& is_allowed) {
        Candidate best;
        std::uint32_t equals = 0;
        for (const std::vector<Cell>& group : chain_.now.groups())
            for (std::size_t i = 0; i < group.size(); ++i) {
                const bool is_broken = chain_.now.breaks(group[i]) > 0;
                if (only_broken && !is_broken) continue;
                for (std::size_t j = only_broken ? 0 : i; j < group.size(); ++j) {
                    if (only_broken && j < i && chain_.now.breaks(group[j]) > 0) continue;  // judged already
                    const Candidate candidate = judge(group[i], group[j]);
                    if (!candidate.exists() || candidate.gain < best.gain || !is_allowed(candidate)) continue;
                    equals = candidate.gain > best.gain ? 1 : equals + 1;
                    if (equals == 1 || chain_.random.below(equals) == 0) best = candidate;
                }
            }
        return best;
    }

    void make(const Candidate& candidate) {
        chain_.now.make(candidate.exchange, candidate.gain);
        chain_.moves += candidate.exchange.first == candidate.exchange.second ? 1 : 2;
        chain_.remember();
    }

  private:
    bool are_neighbours(Cell first, Cell second) const {
        for (int side = 0; side < SIDES; ++side)
            if (chain_.now.neighbour(first, side) == second) return true;
        return false;
    }

    Candidate turned(Cell cell) {
        const Placement now = chain_.now.board()[static_cast<std::size_t>(cell)];
        Candidate best;
        for (unsigned turn = 0; turn < 4; ++turn) {
            const auto placement = static_cast<Placement>((now & ~3) + static_cast<int>(turn));
            if (placement == now || (chain_.now.turns(cell, now >> 2) >> turn & 1) == 0) continue;
            consider(best, {cell, cell, placement, placement});
        }
        return best;
    }

    Candidate judge_all_turns(Cell first, Cell second, int to_first, int to_second) {
        Candidate best;
        for (unsigned turns = 0; turns < 16; ++turns) {
            const unsigned one = turns & 3, other = turns >> 2;
            if ((chain_.now.turns(first, to_first) >> one & 1) == 0) continue;
            if ((chain_.now.turns(second, to_second) >> other & 1) == 0) continue;
            consider(best, {first, second, static_cast<Placement>(to_first * 4 + static_cast<int>(one)),
                            static_cast<Placement>(to_second * 4 + static_cast<int>(other))});
        }
        return best;
    }

    void consider(Candidate& best, const Exchange& exchange) {
        ++chain_.evaluations;
        if (const int gain = chain_.now.gain(exchange); gain > best.gain) best = {exchange, gain};
    }

    Chain& chain_;
};

}  // namespace

int descend(Chain& chain, Control& control) {
    Swapper swapper(chain);
    const int before = chain.now.score();
    while (!control.stopped()) {
        const Candidate candidate = swapper.best(false, [](const Candidate&) { return true; });
        if (candidate.gain <= 0) break;
        swapper.make(candidate);
    }
    return chain.now.score() - before;
}

void search_tabu(Chain& chain, std::int64_t steps, std::int64_t tenure, Control& control) {
    Swapper swapper(chain);
    const std::size_t cells = chain.now.puzzle().cells();
    std::vector<std::int64_t> until(cells * cells, -1);  // by piece and cell: the step before which it may not return
    const auto entry = [&](Placement placement, Cell cell) -> std::int64_t& {
        return until[static_cast<std::size_t>(placement >> 2) * cells + static_cast<std::size_t>(cell)];
    };
    for (std::int64_t step = 0; step < steps && !control.stopped(); ++step) {
        const Candidate candidate = swapper.best(true, [&](const Candidate& option) {
            const auto& [first, second, at_first, at_second] = option.exchange;
            if (chain.now.score() + option.gain > chain.best_score) return true;
            return entry(at_first, first) < step && entry(at_second, second) < step;
        });
        const auto& [first, second, at_first, at_second] = candidate.exchange;
        if (!candidate.exists()) break;
        const std::int64_t last = step + tenure + chain.random.below(static_cast<std::uint32_t>(tenure / 2 + 1));
        entry(at_second, first) = last;
        entry(at_first, second) = last;
        swapper.make(candidate);
    }
}

}  // namespace edgematch
