// The hot loop of the exact search, written once; kernel_*.cpp compile it for each kind of set.
//
// What it does at a node: take the next free candidate of the level, work out the set of pieces free below it, find the
// list of the next cell, ask which of its candidates are free, and go down if any is. What is unusual:
//
// - *Which are free* is one question a list (sets.hpp), answered as a mask of lanes. A list is looked at once, when its
//   parent is placed, so a childless placement never becomes a level.
// - *Nothing is undone.* Sets are values: the one of a level waits on the stack with the lanes still to try. The entry
// is
//   always written, and kept only if a lane is left (`top += lanes != 0`), without a branch. Coming back is taking the
//   top entry, whatever level it is of: levels that are exhausted are never visited again.
// - So one branch a node is hard to predict (is there a child?), where the plain loop has three or four (is this one
// used? the
//   next? is the list at its end?). A misprediction costs as much as all the rest of a node.
// - *Stopping and sharing* take entries off the stack. The bottom entry is the largest part of the tree still to do;
// whoever
//   asks for work gets it, each lane as a root. What remains at a stop is the stack: exact and disjoint.
//
// Measured on Eternity II, row order, first 30 M nodes, beside the plain loop in the same run (Ice Lake 2.8 GHz, shared
// machine, best of three): plain 1.00; recursion with packed words, the parent finding the child's first free
// candidate 1.06; the same with one copy of the code a depth (64 copies) 1.09 to 1.11; lanes by VPERMB in that
// recursion 1.13, with 64 copies 1.32; lanes with the stack below 1.60 to 1.64. On Owen's 6x6: 1.00,
// 0.99, 1.07, 1.57, 1.68, 2.12. The histogram by depth, the count of tests and the budget are in all of these and cost
// under 3 %.
//
// Not kept: copies of the code a depth (see above: they help a loop with many hard branches, and this one has one).
#include <bit>

#include "sets.hpp"
#include "worker.hpp"

namespace edgematch {

namespace {

template <class Set>
class Kernel final : public Stack {
    struct Entry {
        Set free;
        Rest rest;
        const Block* const* row;
    };

  public:
    explicit Kernel(Worker& worker)
        : worker_(worker),
          toggles_(worker.toggle_memory.as<Set>(worker.toggles.size())),
          bottom_(worker.stack_memory.as<Entry>(worker.stack_size)),
          top_(bottom_) {
        for (std::size_t i = 0; i < worker.toggles.size(); ++i) toggles_[i] = Set::load(worker.toggles[i].data());
    }

    void walk() {
        Worker& w = worker_;
        Level* const last = w.last();
        const Set* const toggles = toggles_;
        Level* level = w.top();
        Set free = Set::load(w.free.data());
        const Block* block = w.list_of(*level);
        unsigned lanes = free.free_lanes(*block);
        const Block* const* row = level == last ? nullptr : w.row_of(level[1]);
        Entry* top = block->has_more() ? push_further_blocks(top_, level, row, free, block) : top_;
        std::int64_t budget = w.budget, tests = block->length;
        if (lanes == 0) goto next_rest;
        if (level == last) goto at_last;
        for (;;) {
            if (--budget < 0) [[unlikely]] {
                top_ = top;
                const bool stop = w.poll(*this, {level, block, lanes});
                budget = w.budget;
                if (stop) break;
            }
            {
                // The rest of the lanes waits on the stack; there is an entry for it only if there is a rest.
                const Candidate* const candidate = &block->candidates[static_cast<unsigned>(std::countr_zero(lanes))];
                lanes &= lanes - 1;
                *top = {free, {level, block, lanes}, row};
                top += lanes != 0;
                ++level->nodes;
                const Set below = free.toggled(toggles[candidate->piece]);
                const Block* const list = row[reinterpret_cast<const std::uint8_t*>(candidate)[level[1].own_byte]];
                tests += list->length;
                const unsigned children = below.free_lanes(*list);
                if (children == 0 && !list->has_more()) goto next_rest;
                *level->slot = *candidate;
                ++level;
                free = below;
                block = list;
                lanes = children;
            }
            row = level == last ? nullptr : w.row_of(level[1]);
            if (block->has_more()) [[unlikely]] {
                top = push_further_blocks(top, level, row, free, block);
                if (lanes == 0) goto next_rest;
            }
            if (level != last) [[likely]]
                continue;
        at_last:
            top_ = top;
            w.budget = budget;
            if (const bool stop = w.finish(*this, {level, block, lanes}); budget = w.budget, stop) break;
        next_rest:
            if (top == bottom_) break;
            --top;
            free = top->free;
            level = top->rest.level;
            block = top->rest.block;
            lanes = top->rest.lanes;
            row = top->row;
            if (level == last) [[unlikely]]
                goto at_last;
        }
        w.budget = budget;
        w.tests += tests;
    }

    std::size_t size() const override { return static_cast<std::size_t>(top_ - bottom_); }
    Rest at(std::size_t i) const override { return bottom_[i].rest; }
    void drop_bottom() override { ++bottom_; }
    void clear() override { bottom_ = top_; }

  private:
    // Puts the further blocks of a long list that have a free candidate on the stack, the last one lowest.
    static Entry* push_further_blocks(Entry* top, Level* level, const Block* const* row, const Set& free,
                                      const Block* first) {
        for (const Block* block = first + (first->length - 1) / LANES; block != first; --block)
            if (const unsigned lanes = free.free_lanes(*block)) *top++ = {free, {level, block, lanes}, row};
        return top;
    }

    Worker& worker_;
    Set* const toggles_;
    Entry *bottom_, *top_;
};

}  // namespace

}  // namespace edgematch
