// Optimal reassignment of pieces in cells that do not touch (Schaus and Deville 2008): TA and BW of Salassa et al.
//
// When no two of the cells are neighbours, what a piece is worth in a cell does not depend on the others, and the best
// way to place the pieces again is an assignment problem. TA takes k cells at random, those with broken edges more
// probably (Wauters et al. 2012); BW takes all black cells of the chess board, then all white ones. Pieces stay within
// their group, so a chess color is one assignment per group. Ties between assignments and between turns are broken at
// random: the score never falls, and the board moves over its plateau instead of standing still.
#include <algorithm>
#include <cmath>
#include <utility>

#include "localsearch/assignment.hpp"
#include "localsearch/chain.hpp"

namespace edgematch {

namespace {

constexpr std::int32_t NOISE = 64;     // breaks ties between assignments at random
constexpr double SOUND_WEIGHT = 0.05;  // of a cell without a break, where each break weighs 1

// Whether another assignment that is as good is taken.
enum class Ties { MOVE, STAY };

class Reassigner {
  public:
    explicit Reassigner(Chain& chain) : chain_(chain) {}

    // Places the pieces of some cells of one group, no two of them neighbours, optimally.
    int lay_at_best(std::span<const Cell> cells, Ties ties) {
        const std::size_t size = cells.size();
        costs_.resize(size * size);
        turned_.resize(size * size);
        const auto unit = static_cast<std::int32_t>(size) * NOISE;
        for (std::size_t row = 0; row < size; ++row)
            for (std::size_t column = 0; column < size; ++column) {
                const int piece = chain_.now.board()[static_cast<std::size_t>(cells[column])] >> 2;
                const auto best = chain_.now.best_turn(cells[row], piece, chain_.random);
                turned_[row * size + column] = best.placement;
                costs_[row * size + column] =
                    (SIDES - best.matches) * unit + static_cast<std::int32_t>(chain_.random.below(NOISE));
            }
        const auto column_of = assignment_.solve(costs_, size);
        chain_.evaluations += static_cast<std::int64_t>(size * size);
        placements_.resize(size);
        int gain = 0;
        for (std::size_t row = 0; row < size; ++row) {
            placements_[row] = turned_[row * size + column_of[row]];
            gain += chain_.now.matches(cells[row], placements_[row]) - chain_.now.matches(cells[row]);
        }
        if (gain == 0 && ties == Ties::STAY) return 0;
        for (std::size_t row = 0; row < size; ++row)
            chain_.moves += placements_[row] != chain_.now.board()[static_cast<std::size_t>(cells[row])];
        chain_.now.replace(cells, placements_, gain);
        chain_.remember();
        return gain;
    }

    // Cells of one group, no two neighbours, with many breaks rather than with few.
    std::span<const Cell> draw(std::size_t k) {
        const std::vector<Cell>& group = chain_.now.group_of(some_cell());
        keyed_.clear();
        for (const Cell cell : group) {
            const double weight = SOUND_WEIGHT + chain_.now.breaks(cell);
            keyed_.emplace_back(-std::log(1.0 - chain_.random.real()) / weight, cell);
        }
        std::sort(keyed_.begin(), keyed_.end());
        chosen_.clear();
        for (const auto& [key, cell] : keyed_) {
            if (chosen_.size() == k) break;
            if (!touches_chosen(cell)) chosen_.push_back(cell);
        }
        return chosen_;
    }

    // The cells of a group on one color of the chess board.
    std::span<const Cell> on_color(const std::vector<Cell>& group, int color) {
        chosen_.clear();
        const int width = chain_.now.puzzle().width();
        for (const Cell cell : group)
            if ((cell / width + cell % width) % 2 == color) chosen_.push_back(cell);
        return chosen_;
    }

  private:
    Cell some_cell() {
        const auto& cells = chain_.now.free_cells();
        return cells[chain_.random.below(static_cast<std::uint32_t>(cells.size()))];
    }

    bool touches_chosen(Cell cell) const {
        for (int side = 0; side < SIDES; ++side)
            if (const Cell next = chain_.now.neighbour(cell, side); next != OUTSIDE)
                if (std::find(chosen_.begin(), chosen_.end(), next) != chosen_.end()) return true;
        return false;
    }

    Chain& chain_;
    Assignment assignment_;
    std::vector<std::int32_t> costs_;
    std::vector<Placement> turned_, placements_;
    std::vector<std::pair<double, Cell>> keyed_;
    std::vector<Cell> chosen_;
};

}  // namespace

int reassign(Chain& chain, std::size_t k, std::int64_t steps, Control& control) {
    Reassigner reassigner(chain);
    const int before = chain.now.score();
    for (std::int64_t step = 0; step < steps && !chain.now.free_cells().empty(); ++step) {
        if (step % 64 == 0 && control.stopped()) break;
        reassigner.lay_at_best(reassigner.draw(k), Ties::MOVE);
    }
    return chain.now.score() - before;
}

int alternate(Chain& chain, Control& control) {
    Reassigner reassigner(chain);
    const int before = chain.now.score();
    int idle = 0;
    for (int color = 0; idle < 2 && !control.stopped(); color = 1 - color) {
        int gain = 0;
        for (const std::vector<Cell>& group : chain.now.groups())
            gain += reassigner.lay_at_best(reassigner.on_color(group, color), Ties::STAY);
        idle = gain > 0 ? 0 : idle + 1;
    }
    return chain.now.score() - before;
}

}  // namespace edgematch
