// The size of a tree without walking it: random dives (D. E. Knuth, Estimating the efficiency of backtrack programs,
// 1975).
//
// A dive goes from a root to a dead end, choosing one of the b free candidates of each level at random. The product of
// the b's seen so far is an unbiased estimate of the number of nodes at that depth, and their sum one of the whole
// tree. Dives are independent, so their mean has the usual interval; but the sizes are spread over many orders of
// magnitude (a few dives carry most of the sum), so a small sample usually estimates low. The lists are those of the
// engine: what is estimated is exactly what would be counted.
//
// With several roots a dive takes one at random and counts for all of them.
#include <numeric>

#include "edgematch/engines.hpp"
#include "edgematch/random.hpp"
#include "plan.hpp"

namespace edgematch {

namespace {

class Diver {
  public:
    Diver(PlanBook& plans, const std::vector<Board>& roots, Probes& probes)
        : plans_(plans), roots_(roots), probes_(probes), slots_(plans.puzzle().cells()) {}

    void dive(Random& random) {
        const Board& root = roots_[random.below(static_cast<std::uint32_t>(roots_.size()))];
        double width = static_cast<double>(roots_.size()), nodes = 0;
        if (!plans_.puzzle().is_consistent(root)) width = 0;
        if (width > 0) {
            load(root);
            const Plan& plan = plans_.of(root);
            for (std::size_t i = 0; i < plan.steps.size() && width > 0; ++i) {
                width *= static_cast<double>(step(plan.steps[i], i ? plan.steps[i - 1].cell : OUTSIDE, random));
                nodes += width;
                probes_.by_depth[plan.filled + i + 1] += width;
            }
        }
        probes_.nodes.push_back(nodes);
        probes_.answers.push_back(width);
    }

  private:
    void load(const Board& root) {
        chain_ = plans_.kinds().chain(root);
        for (std::size_t cell = 0; cell < root.size(); ++cell)
            if (root[cell] != EMPTY) slots_[cell] = plans_.lists().laid(root[cell]);
    }

    // Lays one of the free candidates at random; returns how many there were.
    std::size_t step(const Step& step, Cell before, Random& random) {
        free_.clear();
        const Block* const list = list_of(step, before);
        for (std::size_t i = 0; i < list->length; ++i) {
            const Candidate& candidate = list[i / LANES].candidates[i % LANES];
            if (chain_.is_first[candidate.piece]) free_.push_back(candidate);
        }
        if (free_.empty()) return 0;
        const Candidate& chosen = free_[random.below(static_cast<std::uint32_t>(free_.size()))];
        slots_[static_cast<std::size_t>(step.cell)] = chosen;
        chain_.is_first[chosen.piece] = false;
        if (const int next = chain_.next[chosen.piece]; next != NO_PIECE)
            chain_.is_first[static_cast<std::size_t>(next)] = true;
        return free_.size();
    }

    const Block* list_of(const Step& step, Cell before) const {
        const KeyedLists& lists = *step.lists;
        const unsigned bits = plans_.lists().color_bits();
        std::size_t row = 0;
        for (std::size_t i = 0; i < lists.others.size(); ++i) {
            const std::size_t color = shown(step.others[i], lists.others[i]);
            row = i == 0 ? color : lists.steps[i - 1][(row << bits) + color];
        }
        const std::size_t column = step.own == NO_SIDE ? 0 : shown(before, step.own);
        return lists.heads[(row << lists.row_shift) + column];
    }

    // The color that a neighbour shows towards our side.
    std::size_t shown(Cell neighbour, int our_side) const {
        return slots_[static_cast<std::size_t>(neighbour)].sides[static_cast<std::size_t>(opposite(our_side))];
    }

    PlanBook& plans_;
    const std::vector<Board>& roots_;
    Probes& probes_;
    std::vector<Candidate> slots_;
    std::vector<Candidate> free_;
    Kinds::Chain chain_;
};

}  // namespace

Probes probe_tree(const Puzzle& puzzle, const Search& search, std::int64_t dives, std::uint64_t seed) {
    puzzle.require_order(search.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    if (dives < 1 || search.roots.empty()) throw BadRequest("probing needs at least one dive and one root");
    const Kinds kinds(puzzle, search.labelled);
    PlanBook plans(puzzle, kinds, search.order);
    Probes probes;
    probes.by_depth.assign(puzzle.cells() + 1, 0);
    Diver diver(plans, search.roots, probes);
    Random random(seed);
    for (std::int64_t i = 0; i < dives; ++i) diver.dive(random);
    for (double& mean : probes.by_depth) mean /= static_cast<double>(dives);
    return probes;
}

}  // namespace edgematch
