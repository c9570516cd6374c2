// The hot loop of the exact search, written once; kernel_*.cpp compile it for each kind of set.
//
// A visit takes the top placement off the stack, lays it, and commits all free candidates of the next cell at once: for
// each it works out the set of pieces left, finds the list of the cell after, and asks which of its candidates are
// free. Those with children go on the stack. What is unusual:
//
// - *Which are free* is one question a list (sets.hpp), answered as a mask of lanes.
// - *Nothing is undone.* Sets are values and wait on the stack with the placement they belong to. Coming back is taking
// the
//   top entry, whatever level it is of; levels that are exhausted are never seen again.
// - *No branch depends on what is found.* An entry is always written, and kept if it has a child (`top += lanes != 0`);
// lists
//   of one or two free candidates, five in six, take the same path. A plain loop mispredicts more than once a node, and
//   a misprediction costs more than all the rest of a node.
// - What is left is a chain of loads, each waiting for the one before. So a worker walks *two strands* in turns, two
//   parts of the tree that have nothing to do with each other, and one computes while the other waits for memory. A
//   strand that has run dry gets the bottom entry of the other.
// - *Stopping and sharing* take entries off the stacks: each is a root. What remains at a stop is what lies there,
// exact and
//   disjoint. The bottom entry is the largest part of the tree; another thread that asks for work gets it.
//
// Measured as the ratio to the plain loop in the same run, Eternity II in row order and Owen's 6x6 (Ice Lake 2.8 GHz, a
// busy machine): recursion with packed words, the parent finding the child's first free candidate 1.06 and 0.99; one
// copy of that code a depth, 64 copies, 1.10 and 1.07; lanes in the recursion 1.2 and 1.57, with 64 copies 1.3
// and 1.68; lanes with a stack, one candidate at a time 1.45 and 2.0; a visit at a time with a branch on the first
// child 1.6 and 2.4; without that branch 1.45 and 2.27; the same in two strands 2.0 and 3.0. Others report that
// interleaving does not pay on Zen 4: there the scan was by branches, and two strands mispredict no less than one.
#include <algorithm>
#include <array>
#include <bit>

#include "sets.hpp"
#include "worker.hpp"

namespace edgematch {

namespace {

template <class Set>
class Kernel final : public Stacks {
    struct Entry {
        Set free;             // after the candidate is laid
        Candidate candidate;  // at `level`
        Level* level;
        const Block* block;   // of the list of the next level; further blocks of a long list follow
        std::uint32_t lanes;  // its free candidates
        std::uint32_t is_partial;
    };
    struct Stack {
        Entry *bottom, *top;
        Level* before_last;
        bool is_empty() const { return top == bottom; }
        std::size_t size() const { return static_cast<std::size_t>(top - bottom); }
    };
    // The most nodes that a visit of each strand commits.
    static constexpr std::int64_t MARGIN = STRANDS * LANES;

  public:
    explicit Kernel(Worker& worker) : worker_(worker), toggles_(worker.toggle_memory.as<Set>(worker.toggles.size())) {
        for (std::size_t i = 0; i < worker.toggles.size(); ++i) toggles_[i] = Set::load(worker.toggles[i].data());
        for (std::size_t i = 0; i < STRANDS; ++i) {
            Entry* const bottom = worker.stack_memory[i].template as<Entry>(worker.stack_size);
            stacks_[i] = {bottom, bottom, &worker.strand(i).levels.back() - 1};
        }
    }

    void walk() {
        Level* const root = worker_.strand(0).levels.data();
        const Set free = Set::load(worker_.free.data());
        const Block* const list = worker_.list_of(root[1]);
        tests_ = list->length;
        stacks_[0].top = push(stacks_[0].top, free, *root->slot, root, list);
        while (advance()) {
        }
        worker_.tests += tests_;
    }

    std::size_t size(std::size_t strand) const override { return stacks_[strand].size(); }
    Waiting at(std::size_t strand, std::size_t i) const override {
        const Entry& entry = stacks_[strand].bottom[i];
        return {entry.level, entry.candidate, entry.is_partial != 0};
    }
    std::vector<Rest> children(std::size_t strand, std::size_t i) const override {
        const Entry& entry = stacks_[strand].bottom[i];
        *entry.level->slot = entry.candidate;
        std::vector<Rest> rests{{entry.level + 1, entry.block, entry.lanes}};
        for (const Block* block = entry.block; block->has_more();)
            if (const unsigned lanes = entry.free.free_lanes(*++block))
                rests.push_back({entry.level + 1, block, lanes});
        return rests;
    }
    void drop_bottom(std::size_t strand) override { ++stacks_[strand].bottom; }
    void drop_top(std::size_t strand) override { --stacks_[strand].top; }

  private:
    // Goes on until there is something out of the ordinary to do, and does it. False: all is done or given back.
    bool advance() {
        Worker& w = worker_;
        if (w.budget < MARGIN) {
            const Worker::Next next = w.poll(*this);
            if (next != Worker::Next::GO) return next == Worker::Next::LAST_NODES ? spend_the_rest() : give_up();
        }
        Stack &a = stacks_[0], &b = stacks_[1];
        if (a.is_empty() && b.is_empty()) return false;
        if (a.is_empty() || b.is_empty()) {
            if (!balance()) return step(a.is_empty() ? b : a);
            return true;
        }
        std::int64_t budget = w.budget, tests = tests_;
        Entry *x = a.top, *y = b.top;
        while (budget >= MARGIN && x != a.bottom && y != b.bottom && x[-1].level != a.before_last &&
               y[-1].level != b.before_last) {
            x = visit(x, budget, tests);
            y = visit(y, budget, tests);
        }
        a.top = x;
        b.top = y;
        w.budget = budget;
        tests_ = tests;
        for (Stack* stack : {&a, &b})
            if (!stack->is_empty() && stack->top[-1].level == stack->before_last && w.budget >= MARGIN && !step(*stack))
                return false;
        return true;
    }

    // One visit of one strand, whatever it leads to. False: all is given back.
    bool step(Stack& stack) {
        Worker& w = worker_;
        if (stack.top[-1].level != stack.before_last) {
            stack.top = visit(stack.top, w.budget, tests_);
            return true;
        }
        Entry* const top = --stack.top;
        *top->level->slot = top->candidate;
        const Rest answers{top->level + 1, top->block, top->lanes};
        if (top->block->has_more()) stack.top = keep_further_blocks(top);
        return w.finish(answers) || give_up();
    }

    // The last nodes that may be committed, one visit at a time.
    bool spend_the_rest() {
        for (Stack& stack : stacks_)
            while (!stack.is_empty()) {
                const bool fits = std::popcount(stack.top[-1].lanes) <= worker_.budget;
                if (!fits) {
                    worker_.give_back_all(*this, worker_.budget > 0);
                    worker_.stop();
                    return false;
                }
                if (!step(stack)) return false;
            }
        return false;
    }

    bool give_up() {
        worker_.give_back_all(*this, false);
        return false;
    }

    // Gives the bottom entry of one strand to the other, which has none; false when there is only one entry.
    bool balance() {
        const std::size_t from = stacks_[0].is_empty() ? 1 : 0;
        Stack &rich = stacks_[from], &poor = stacks_[1 - from];
        if (rich.size() < 2) return false;
        const Strand& source = worker_.strand(from);
        Strand& target = worker_.strand(1 - from);
        std::copy(source.slots.begin(), source.slots.end(), target.slots.begin());
        poor.bottom = poor.top = worker_.stack_memory[1 - from].template as<Entry>(worker_.stack_size);
        *poor.top = *rich.bottom++;
        poor.top->level = target.levels.data() + (poor.top->level - source.levels.data());
        ++poor.top;
        return true;
    }

    [[gnu::always_inline]] Entry* visit(Entry* top, std::int64_t& budget, std::int64_t& tests) const {
        --top;
        Level* const level = top->level + 1;
        *top->level->slot = top->candidate;
        const Set free = top->free;
        const Block* const block = top->block;
        unsigned lanes = top->lanes;
        if (block->has_more()) [[unlikely]]
            top = keep_further_blocks(top);
        const Block* const* const row = worker_.row_of(level[1]);
        const std::size_t own = level[1].own_byte;
        int count = std::popcount(lanes);
        budget -= count;
        level->nodes += count;
        // The lowest lane goes on the stack last, so that candidates are tried in the order of their list.
        while (count > 2) [[unlikely]] {
            const unsigned lane = highest(lanes);
            lanes ^= 1u << lane;
            --count;
            top = lay(top, free, block->candidates[lane], level, row, own, tests);
        }
        const unsigned second = highest(lanes), first = static_cast<unsigned>(std::countr_zero(lanes));
        const Candidate& p = block->candidates[second];
        const Candidate& q = block->candidates[first];
        const unsigned two = second != first;
        const Set free_p = free.toggled(toggles_[p.piece]), free_q = free.toggled(toggles_[q.piece]);
        const Block* const list_p = list_in(row, p, own);
        const Block* const list_q = list_in(row, q, own);
        if (std::max(list_p->length, list_q->length) > LANES) [[unlikely]] {
            if (two) top = lay(top, free, p, level, row, own, tests);
            return lay(top, free, q, level, row, own, tests);
        }
        tests += list_q->length + (two ? list_p->length : 0);
        const unsigned lanes_p = free_p.free_lanes(*list_p), lanes_q = free_q.free_lanes(*list_q);
        *top = {free_p, p, level, list_p, lanes_p, 0};
        top += (lanes_p != 0) & two;
        *top = {free_q, q, level, list_q, lanes_q, 0};
        top += lanes_q != 0;
        return top;
    }

    static unsigned highest(unsigned lanes) { return 31u - static_cast<unsigned>(std::countl_zero(lanes)); }

    static const Block* list_in(const Block* const* row, const Candidate& candidate, std::size_t own) {
        return row[reinterpret_cast<const std::uint8_t*>(&candidate)[own]];
    }

    Entry* lay(Entry* top, const Set& free, const Candidate& candidate, Level* level, const Block* const* row,
               std::size_t own, std::int64_t& tests) const {
        const Block* const list = list_in(row, candidate, own);
        tests += list->length;
        return push(top, free.toggled(toggles_[candidate.piece]), candidate, level, list);
    }

    // An entry for a placement, if it has children.
    static Entry* push(Entry* top, const Set& free, const Candidate& candidate, Level* level, const Block* list) {
        *top = {free, candidate, level, list, free.free_lanes(*list), 0};
        if (top->lanes != 0) return top + 1;
        return list->has_more() ? keep_further_blocks(top) : top;
    }

    // Leaves the entry on the stack for the next block of its list that has a free candidate, if there is one.
    static Entry* keep_further_blocks(Entry* entry) {
        while (entry->block->has_more()) {
            ++entry->block;
            entry->lanes = entry->free.free_lanes(*entry->block);
            entry->is_partial = 1;
            if (entry->lanes != 0) return entry + 1;
        }
        return entry;
    }

    Worker& worker_;
    Set* const toggles_;
    std::array<Stack, STRANDS> stacks_;
    std::int64_t tests_ = 0;
};

}  // namespace

}  // namespace edgematch
