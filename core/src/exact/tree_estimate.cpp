// Estimates the size of a search tree without searching it, by batches of boards that descend together.
//
// A probe (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975) goes from a root to a dead end and
// chooses one of the b free candidates of each level at random; the product of the b's is an unbiased estimate of the
// number of nodes at that depth. In a deep tree nearly all probes die early, and their mean is far too low. Stochastic
// enumeration (R. Rubinstein, 2013) takes a batch of boards at once: it makes all children of all boards, their number
// over the number of parents estimates how the tree widens, and a random sample of the children is the next batch. A
// batch of one is Knuth's probe; a batch as large as the tree is wide counts exactly. The lists are those of the exact
// kernel, so the estimate is of what `backtrack` would count.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgematch/engines.hpp"
#include "edgematch/random.hpp"
#include "exact/search_plan.hpp"
#include "puzzle/frontier.hpp"

namespace edgematch {

namespace {

constexpr std::int64_t MAX_BATCH = 1 << 20;

struct Child {
    std::uint32_t parent;
    Candidate candidate;
};

std::vector<Cell> cells_of(const SearchPlan& plan) {
    std::vector<Cell> cells;
    for (const Step& step : plan.steps) cells.push_back(step.cell);
    return cells;
}

// Boards of one depth, each with its free pieces and the colors of its frontier.
class Batch {
  public:
    Batch(SearchPlans& plans, const Board& root, std::size_t size)
        : plans_(plans),
          plan_(plans.of(root)),
          frontier_(plan_frontier(plans.puzzle(), cells_of(plan_), root)),
          chain_(plans.kinds().chain(root)),
          words_((root.size() + 63) / 64),
          stride_(words_ + (frontier_.slots.size() + 7) / 8),
          size_(size),
          count_(1) {
        for (auto* boards : {&now_, &next_}) boards->resize(size * stride_);
        for (const auto& [cell, open] : frontier_.root_sides)
            show(now_.data(), plans.lists().candidate(root[static_cast<std::size_t>(cell)]), open);
        for (std::size_t piece = 0; piece < root.size(); ++piece)
            if (chain_.is_first[piece]) toggle(now_.data(), piece);
    }

    // Adds `weight` times the estimated number of nodes at each number of filled cells; returns that of answers.
    double descend(double weight, Random& random, std::vector<double>& by_depth) {
        double width = weight;
        for (std::size_t i = 0; i < plan_.steps.size() && count_ > 0; ++i) {
            expand(i);
            width *= static_cast<double>(children_.size()) / static_cast<double>(count_);
            by_depth[plan_.filled + i + 1] += width;
            sample(frontier_.steps[i].open, random);
        }
        return width;
    }

  private:
    // A board is a row of words: which pieces may be placed, then the slots of its frontier.
    static void toggle(std::uint64_t* board, std::size_t piece) { board[piece / 64] ^= std::uint64_t{1} << piece % 64; }
    void show(std::uint64_t* board, const Candidate& placed, const OpenSide& open) const {
        reinterpret_cast<std::uint8_t*>(board + words_)[open.slot] = placed.sides[static_cast<std::size_t>(open.side)];
    }

    void expand(std::size_t i) {
        children_.clear();
        for (std::size_t parent = 0; parent < count_; ++parent) {
            const std::uint64_t* const board = &now_[parent * stride_];
            const Block* const list = list_of(board, i);
            for (std::size_t c = 0; c < list->length; ++c) {
                const Candidate& candidate = list[c / LANES].candidates[c % LANES];
                if (board[candidate.piece / 64] >> candidate.piece % 64 & 1u)
                    children_.push_back({static_cast<std::uint32_t>(parent), candidate});
            }
        }
    }

    // Makes a random sample of the children the next batch.
    void sample(const std::vector<OpenSide>& open_sides, Random& random) {
        count_ = std::min(size_, children_.size());
        for (std::size_t i = 0; i < count_; ++i) {
            std::swap(children_[i], children_[i + random.below(static_cast<std::uint32_t>(children_.size() - i))]);
            const auto [parent, placed] = children_[i];
            std::uint64_t* const board = &next_[i * stride_];
            std::copy_n(&now_[parent * stride_], stride_, board);
            for (const OpenSide& open : open_sides) show(board, placed, open);
            toggle(board, placed.piece);
            if (const int copy = chain_.next[placed.piece]; copy != NO_PIECE)
                toggle(board, static_cast<std::size_t>(copy));
        }
        std::swap(now_, next_);
    }

    const Block* list_of(const std::uint64_t* board, std::size_t i) const {
        const BlockLists& lists = *plan_.steps[i].lists;
        const auto* const slots = reinterpret_cast<const std::uint8_t*>(board + words_);
        std::size_t row = 0, column = 0, others = 0;
        for (const KnownSide& known : frontier_.steps[i].known) {
            const std::size_t color = slots[known.slot];
            if (known.side == plan_.steps[i].own)
                column = color;
            else if (others++ == 0)
                row = color;
            else
                row = lists.tries[others - 2][(row << plans_.lists().color_bits()) + color];
        }
        return lists.heads[(row << lists.row_shift) + column];
    }

    SearchPlans& plans_;
    const SearchPlan& plan_;
    const Frontier frontier_;
    const Kinds::Chain chain_;
    const std::size_t words_, stride_, size_;
    std::size_t count_;
    std::vector<std::uint64_t> now_, next_;
    std::vector<Child> children_;
};

}  // namespace

Probes probe_tree(const Puzzle& puzzle, const Search& search, const ProbeOptions& options) {
    puzzle.require_order(options.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    if (options.probes < 1 || options.batch < 1 || options.batch > MAX_BATCH || search.roots.empty())
        throw BadRequest("an estimate needs at least one probe, a batch of 1 to 2^20 boards, and one root");
    SearchPlans plans(puzzle, search.labelled, options.order, -1, false);
    Probes probes;
    probes.by_depth.assign(puzzle.cells() + 1, 0);
    Random random(options.seed);
    const auto roots = static_cast<std::uint32_t>(search.roots.size());
    for (std::int64_t i = 0; i < options.probes; ++i) {
        // With several roots an estimate takes one at random and counts for all of them.
        const Board& root = search.roots[random.below(roots)];
        std::vector<double> by_depth(puzzle.cells() + 1, 0);
        double nodes = 0, answers = 0;
        if (puzzle.is_consistent(root))
            answers = Batch(plans, root, static_cast<std::size_t>(options.batch)).descend(roots, random, by_depth);
        for (std::size_t depth = 0; depth < by_depth.size(); ++depth) {
            nodes += by_depth[depth];
            probes.by_depth[depth] += by_depth[depth] / static_cast<double>(options.probes);
        }
        probes.nodes.push_back(nodes);
        probes.answers.push_back(answers);
    }
    return probes;
}

}  // namespace edgematch
