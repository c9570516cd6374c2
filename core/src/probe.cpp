// The size of a tree without walking it: flocks of boards that go down together.
//
// A dive (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975) goes from a root to a dead end, choosing
// one of the b free candidates of each level at random; the product of the b's is an unbiased estimate of the number of
// nodes at that depth. In a deep tree nearly all dives die early and their mean is far too low. A flock (stochastic
// enumeration, R. Rubinstein 2013) is many boards at once: all children of all of them are made, their number over the
// number of parents estimates how the tree widens, and a random sample of the children is the next flock. A flock of
// one is a dive; a flock larger than the tree is wide counts exactly. The lists are those of the engine: what is
// estimated is what would be counted. One board costs about 60 ns a level, five nodes of the search itself.
#include <algorithm>
#include <map>

#include "edgematch/engines.hpp"
#include "edgematch/random.hpp"
#include "plan.hpp"

namespace edgematch {

namespace {

// A partial board under way: what lies in each cell, and which pieces may be laid.
struct Member {
    std::vector<Candidate> slots;
    std::vector<bool> is_free;
};

struct Child {
    std::size_t parent;
    Candidate candidate;
};

class Flock {
  public:
    Flock(PlanBook& plans, const Board& root)
        : plans_(plans), plan_(plans.of(root)), chain_(plans.kinds().chain(root)) {
        Member first{std::vector<Candidate>(root.size()), chain_.is_first};
        for (std::size_t cell = 0; cell < root.size(); ++cell)
            if (root[cell] != EMPTY) first.slots[cell] = plans.lists().laid(root[cell]);
        members_.push_back(std::move(first));
    }

    // Adds `weight` times the estimated number of nodes at each number of filled cells.
    void descend(std::size_t size, double weight, Random& random, std::vector<double>& by_depth) {
        double width = weight;
        for (std::size_t i = 0; i < plan_.steps.size() && !members_.empty(); ++i) {
            const std::vector<Child> children = expand(i);
            width *= static_cast<double>(children.size()) / static_cast<double>(members_.size());
            by_depth[plan_.filled + i + 1] += width;
            survive(children, plan_.steps[i].cell, size, random);
        }
        if (plan_.steps.empty()) by_depth.back() += weight;
    }

  private:
    std::vector<Child> expand(std::size_t i) const {
        std::vector<Child> children;
        for (std::size_t parent = 0; parent < members_.size(); ++parent) {
            const Block* const list = list_of(members_[parent], i);
            for (std::size_t c = 0; c < list->length; ++c) {
                const Candidate& candidate = list[c / LANES].candidates[c % LANES];
                if (members_[parent].is_free[candidate.piece]) children.push_back({parent, candidate});
            }
        }
        return children;
    }

    // Makes a random sample of the children the next members.
    void survive(std::vector<Child> children, Cell cell, std::size_t size, Random& random) {
        const std::size_t kept = std::min(size, children.size());
        for (std::size_t i = 0; i < kept; ++i)
            std::swap(children[i], children[i + random.below(static_cast<std::uint32_t>(children.size() - i))]);
        std::vector<Member> next;
        next.reserve(kept);
        for (std::size_t i = 0; i < kept; ++i) {
            next.push_back(members_[children[i].parent]);
            const Candidate& laid = children[i].candidate;
            next.back().slots[static_cast<std::size_t>(cell)] = laid;
            next.back().is_free[laid.piece] = false;
            if (const int copy = chain_.next[laid.piece]; copy != NO_PIECE)
                next.back().is_free[static_cast<std::size_t>(copy)] = true;
        }
        members_ = std::move(next);
    }

    const Block* list_of(const Member& member, std::size_t i) const {
        const Step& step = plan_.steps[i];
        const KeyedLists& lists = *step.lists;
        const auto shown = [&](Cell neighbour, int our_side) -> std::size_t {
            const Candidate& laid = member.slots[static_cast<std::size_t>(neighbour)];
            return laid.sides[static_cast<std::size_t>(opposite(our_side))];
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
    std::vector<Member> members_;
};

}  // namespace

Probes probe_tree(const Puzzle& puzzle, const Search& search, const Probing& probing) {
    puzzle.require_order(search.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    if (probing.dives < 1 || probing.flock < 1 || search.roots.empty())
        throw BadRequest("probing needs at least one dive, a flock of one, and one root");
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
        if (puzzle.is_consistent(root))
            Flock(plans, root).descend(static_cast<std::size_t>(probing.flock), roots, random, by_depth);
        double nodes = 0;
        for (std::size_t depth = 0; depth < by_depth.size(); ++depth) {
            nodes += by_depth[depth];
            probes.by_depth[depth] += by_depth[depth] / static_cast<double>(probing.dives);
        }
        probes.nodes.push_back(nodes);
        probes.answers.push_back(by_depth.back());
    }
    return probes;
}

}  // namespace edgematch
