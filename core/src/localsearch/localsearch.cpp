// The interface of one chain of local search; the neighbourhoods are in reassign.cpp, swaps.cpp and annealing.cpp.
#include "edgematch/localsearch.hpp"

#include <algorithm>
#include <utility>

#include "localsearch/annealing.hpp"

namespace edgematch {

struct LocalSearch::Parts {
    Parts(const Puzzle& puzzle_, const Board& fixed, std::uint64_t seed)
        : puzzle(puzzle_), chain{Arrangement(puzzle, fixed), Random(seed), {}}, proposals(chain.now) {}

    const Puzzle& puzzle;
    Chain chain;
    Proposals proposals;
    LateScores late;
};

LocalSearch::LocalSearch(const Puzzle& puzzle, const Board& fixed, std::uint64_t seed)
    : parts_(std::make_unique<Parts>(puzzle, fixed, seed)) {
    scatter();
}

LocalSearch::~LocalSearch() = default;

void LocalSearch::place(const Board& board) {
    parts_->chain.now.lay(board);
    parts_->late = {};
    parts_->chain.remember();
}

void LocalSearch::scatter() {
    parts_->chain.now.scatter(parts_->chain.random);
    parts_->late = {};
    parts_->chain.remember();
}

const Puzzle& LocalSearch::puzzle() const { return parts_->puzzle; }
const Board& LocalSearch::board() const { return parts_->chain.now.board(); }
int LocalSearch::score() const { return parts_->chain.now.score(); }
const Board& LocalSearch::best() const { return parts_->chain.best; }
int LocalSearch::best_score() const { return parts_->chain.best_score; }
std::int64_t LocalSearch::evaluations() const { return parts_->chain.evaluations; }
std::int64_t LocalSearch::moves() const { return parts_->chain.moves; }

void LocalSearch::reassign(std::int64_t k, std::int64_t steps, Control& control) {
    edgematch::reassign(parts_->chain, static_cast<std::size_t>(std::max<std::int64_t>(1, k)), steps, control);
}

void LocalSearch::alternate(Control& control) { edgematch::alternate(parts_->chain, control); }

void LocalSearch::descend(Control& control) { edgematch::descend(parts_->chain, control); }

void LocalSearch::search_tabu(std::int64_t steps, std::int64_t tenure, Control& control) {
    edgematch::search_tabu(parts_->chain, steps, std::max<std::int64_t>(0, tenure), control);
}

void LocalSearch::anneal(std::int64_t steps, double temperature, double focus, Control& control) {
    edgematch::anneal(parts_->chain, parts_->proposals, {steps, focus}, temperature, control);
}

void LocalSearch::accept_late(std::int64_t steps, std::int64_t length, double focus, Control& control) {
    LateScores& late = parts_->late;
    const auto size = static_cast<std::size_t>(std::clamp<std::int64_t>(length, 1, 1 << 28));
    if (late.scores.size() != size) late = {std::vector<std::int32_t>(size, parts_->chain.now.score()), 0};
    edgematch::accept_late(parts_->chain, parts_->proposals, {steps, focus}, late, control);
}

}  // namespace edgematch
