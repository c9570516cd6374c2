// The size of a tree without walking it: flocks of boards that go down together.
//
// A dive (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975) goes from a root to a dead end, choosing
// one of the b free candidates of each level at random; the product of the b's is an unbiased estimate of the number of
// nodes at that depth. In a deep tree nearly all dives die early and their mean is far too low. A flock (stochastic
// enumeration, R. Rubinstein 2013) is many boards at once: all children of all of them are made, their number over the
// number of parents estimates how the tree widens, and a random sample of the children is the next flock. A flock of
// one is a dive; a flock larger than the tree is wide counts exactly. The lists are those of the engine: what is
// estimated is what would be counted. A board costs about as much a level as ten nodes of the search.
#include <algorithm>

#include "edgematch/engines.hpp"
#include "edgematch/random.hpp"
#include "plan.hpp"

namespace edgematch {

namespace {

constexpr std::int64_t MAX_FLOCK = 1 << 20;

// Partial boards under way, one after the other: what lies in each cell, and which pieces may be laid.
struct Members {
    std::size_t count = 0;
    std::vector<Candidate> slots;
    std::vector<std::uint64_t> free;

    bool is_free(std::size_t member, std::size_t words, std::size_t piece) const {
        return free[member * words + piece / 64] >> piece % 64 & 1u;
    }
};

struct Child {
    std::uint32_t parent;
    Candidate candidate;
};

class Flock {
  public:
    Flock(PlanBook& plans, const Board& root, std::size_t size)
        : plans_(plans),
          plan_(plans.of(root)),
          chain_(plans.kinds().chain(root)),
          cells_(root.size()),
          words_((root.size() + 63) / 64),
          size_(size) {
        for (Members* members : {&now_, &next_}) {
            members->slots.resize(size * cells_);
            members->free.resize(size * words_);
        }
        now_.count = 1;
        for (std::size_t cell = 0; cell < cells_; ++cell)
            if (root[cell] != EMPTY) now_.slots[cell] = plans.lists().laid(root[cell]);
        for (std::size_t piece = 0; piece < cells_; ++piece)
            if (chain_.is_first[piece]) toggle(now_, 0, piece);
    }

    // Adds `weight` times the estimated number of nodes at each number of filled cells; returns that of answers.
    double descend(double weight, Random& random, std::vector<double>& by_depth) {
        double width = weight;
        for (std::size_t i = 0; i < plan_.steps.size() && now_.count > 0; ++i) {
            expand(i);
            width *= static_cast<double>(children_.size()) / static_cast<double>(now_.count);
            by_depth[plan_.filled + i + 1] += width;
            survive(static_cast<std::size_t>(plan_.steps[i].cell), random);
        }
        return width;
    }

  private:
    void toggle(Members& members, std::size_t member, std::size_t piece) const {
        members.free[member * words_ + piece / 64] ^= std::uint64_t{1} << piece % 64;
    }

    void expand(std::size_t i) {
        children_.clear();
        for (std::size_t parent = 0; parent < now_.count; ++parent) {
            const Block* const list = list_of(&now_.slots[parent * cells_], i);
            for (std::size_t c = 0; c < list->length; ++c) {
                const Candidate& candidate = list[c / LANES].candidates[c % LANES];
                if (now_.is_free(parent, words_, candidate.piece))
                    children_.push_back({static_cast<std::uint32_t>(parent), candidate});
            }
        }
    }

    // Makes a random sample of the children the next members.
    void survive(std::size_t cell, Random& random) {
        next_.count = std::min(size_, children_.size());
        for (std::size_t i = 0; i < next_.count; ++i) {
            std::swap(children_[i], children_[i + random.below(static_cast<std::uint32_t>(children_.size() - i))]);
            const auto [parent, laid] = children_[i];
            std::copy_n(&now_.slots[parent * cells_], cells_, &next_.slots[i * cells_]);
            std::copy_n(&now_.free[parent * words_], words_, &next_.free[i * words_]);
            next_.slots[i * cells_ + cell] = laid;
            toggle(next_, i, laid.piece);
            if (const int copy = chain_.next[laid.piece]; copy != NO_PIECE)
                toggle(next_, i, static_cast<std::size_t>(copy));
        }
        std::swap(now_, next_);
    }

    const Block* list_of(const Candidate* slots, std::size_t i) const {
        const Step& step = plan_.steps[i];
        const KeyedLists& lists = *step.lists;
        const auto shown = [&](Cell neighbour, int our_side) -> std::size_t {
            return slots[neighbour].sides[static_cast<std::size_t>(opposite(our_side))];
        };
        std::size_t row = 0;
        for (std::size_t k = 0; k < lists.others.size(); ++k) {
            const std::size_t color = shown(step.others[k], lists.others[k]);
            row = k == 0 ? color : lists.steps[k - 1][(row << plans_.lists().color_bits()) + color];
        }
        const std::size_t column = step.own == NO_SIDE ? 0 : shown(plan_.steps[i - 1].cell, step.own);
        return lists.heads[(row << lists.row_shift) + column];
    }

    PlanBook& plans_;
    const Plan& plan_;
    const Kinds::Chain chain_;
    const std::size_t cells_, words_, size_;
    Members now_, next_;
    std::vector<Child> children_;
};

}  // namespace

Probes probe_tree(const Puzzle& puzzle, const Search& search, const Probing& probing) {
    puzzle.require_order(search.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    if (probing.dives < 1 || probing.flock < 1 || probing.flock > MAX_FLOCK || search.roots.empty())
        throw BadRequest("probing needs at least one dive, a flock of 1 to 2^20, and one root");
    const Kinds kinds(puzzle, search.labelled);
    PlanBook plans(puzzle, kinds, search);
    Probes probes;
    probes.by_depth.assign(puzzle.cells() + 1, 0);
    Random random(probing.seed);
    const auto roots = static_cast<std::uint32_t>(search.roots.size());
    for (std::int64_t i = 0; i < probing.dives; ++i) {
        // With several roots an estimate takes one at random and counts for all of them.
        const Board& root = search.roots[random.below(roots)];
        std::vector<double> by_depth(puzzle.cells() + 1, 0);
        double nodes = 0, answers = 0;
        if (puzzle.is_consistent(root))
            answers = Flock(plans, root, static_cast<std::size_t>(probing.flock)).descend(roots, random, by_depth);
        for (std::size_t depth = 0; depth < by_depth.size(); ++depth) {
            nodes += by_depth[depth];
            probes.by_depth[depth] += by_depth[depth] / static_cast<double>(probing.dives);
        }
        probes.nodes.push_back(nodes);
        probes.answers.push_back(answers);
    }
    return probes;
}

}  // namespace edgematch
