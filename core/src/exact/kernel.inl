// The hot loop of the exact search, written once; kernel_*.cpp compile it for each kind of set.
//
// A visit takes the top placement off the stack, lays it, and commits all free candidates of the next cell at once: for
// each it works out the set of pieces left, finds the list of the cell after, and asks which of its candidates are
// free. Those with children go on the stack. What is unusual:
//
// - *Which are free* is one question a block of eight (sets.hpp), answered as a mask of lanes. Longer lists carry one
//   more bit, MORE, so that nothing else in a visit knows of them: an entry with that bit stays on the stack, and turns
//   to its next block when nothing else is left.
// - *Nothing is undone.* Sets are values and wait on the stack with the placement they belong to. Coming back is taking
//   the top entry, whatever level it is of; levels that are exhausted are never seen again.
// - *No branch depends on what is found.* An entry is always written, and kept if it has a child (`top += lanes != 0`);
//   lists of one or two free candidates, five in six, take the same path. A plain loop mispredicts more than once a
//   node, and a misprediction costs more than all the rest of a node.
// - What is left is a chain of loads, each waiting for the one before, 18 ns from one visit to the next. So a worker
//   walks *three strands* in turns, parts of the tree that have nothing to do with each other, and the others compute
//   while one waits. A strand that has run dry gets the shallowest entry of another.
// - *Stopping and sharing* take entries off the stacks: each is a root. What remains at a stop is what lies there,
//   exact and disjoint. The bottom entry is the largest part of the tree; another thread that asks for work gets it.
//
// What paid, as the ratio to the plain loop in the same run, Eternity II in row order and a puzzle of 8x8 (Ice
// Lake, 3.5 GHz, a shared machine):
//
//   recursion with packed words, the parent finds the child's first free candidate     1.06
//   one copy of that code a depth, 64 copies                                           1.10
//   lanes in the recursion; with 64 copies                                             1.2   1.3
//   lanes with a stack, one candidate at a time                                        1.45
//   a visit at a time, branch on the first child; without that branch                  1.6   1.45
//   the same in two strands                                                            1.6   2.4 (8x8)
//   candidates loaded as words, sentinels for the ends of stacks                       +3 %
//   the count of tests by a mask, not by a conditional                                 +20 %
//   MORE, in place of one path for short lists and one for long ones                   +7 %
//   three strands                                                                      2.0   3.3 (8x8)
//
// What did not: four or five strands (no faster than three, slower in most orders); two candidates a visit and the rest
// left on the stack, which needs no loop but a sixth more visits; choosing what to store in place of where (the next
// load need not wait for the address, but eight instructions more); all levels by the trie of two sides in row order (7
// % slower, but 13 % faster where one level in three needs it: see `even_out` in worker.cpp). Others report that
// interleaving does not pay on Zen 4: there the scan was by branches, and two strands mispredict no less than one.
//
// Two prunings of the frame were tried in a plain loop in row order on six instances of Benoist and Bourreau, and left:
//
//   one of the frame pieces that differ only in a side nobody has met yet      7 to 19 % fewer nodes,
//   walks the row for all of them, and the choice is made at its end           2 to 7 % less time
//   what is left of the frame must be connected, or it cannot be closed        0 to 21 % fewer nodes, 2 to 5 times as
//   long
//
// The first would need levels that lay nothing, in every part that takes a stack apart into roots.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "exact/sets.hpp"
#include "exact/worker.hpp"

namespace edgematch {

namespace {

// A candidate in a register: loaded once, taken apart by shifts.
class Word {
    static_assert(offsetof(Candidate, piece) == 6);
    static constexpr bool IS_LITTLE = std::endian::native == std::endian::little;
    std::uint64_t bits_;

  public:
    explicit Word(const Candidate& candidate) : bits_(std::bit_cast<std::uint64_t>(candidate)) {}
    Word() = default;
    Candidate unpack() const { return std::bit_cast<Candidate>(bits_); }
    std::size_t piece() const { return IS_LITTLE ? bits_ >> 48 : bits_ & 0xffff; }
    std::size_t byte(unsigned shift) const { return bits_ >> (IS_LITTLE ? shift : 56 - shift) & 0xff; }
};

template <class Set>
class Kernel final : public Stacks {
    struct Entry {
        Set free;        // after the candidate is laid
        Word candidate;  // at `level`
        Level* level;
        const Block* block;   // of the list of the next level; further blocks of a long list follow
        std::uint64_t lanes;  // its free candidates, MORE when there are further blocks, PARTIAL when some were tried

        unsigned free_lanes() const { return static_cast<unsigned>(lanes & ALL_LANES); }
        bool is_partial() const { return (lanes & PARTIAL) != 0; }
    };
    static constexpr std::uint64_t ALL_LANES = (1u << LANES) - 1, PARTIAL = 2 * MORE;
    struct Stack {
        Entry *bottom, *top;  // below the bottom lies an entry of the level `nowhere`
        bool is_empty() const { return top == bottom; }
        std::size_t size() const { return static_cast<std::size_t>(top - bottom); }
        Visit next() const { return top[-1].level->visit; }
        void drop_bottom(Level& nowhere) { (bottom++)->level = &nowhere; }
        void clear(Entry* memory, Level& nowhere) {
            bottom = top = memory;
            drop_bottom(nowhere);
            top = bottom;
        }
    };
    static constexpr unsigned BLANK = 8 * offsetof(Candidate, blank);
    // The most nodes that a visit of each strand commits.
    static constexpr std::int64_t MARGIN = STRANDS * LANES;

  public:
    explicit Kernel(Worker& worker) : worker_(worker), toggles_(worker.toggle_memory.as<Set>(worker.toggles.size())) {
        for (std::size_t i = 0; i < worker.toggles.size(); ++i) toggles_[i] = Set::load(worker.toggles[i].data());
        for (std::size_t i = 0; i < STRANDS; ++i) {
            stacks_[i].clear(memory_of(i), nowhere_);
        }
    }

    void walk() {
        Level* const root = worker_.strand(0).levels.data();
        const Set free = Set::load(worker_.free.data());
        const Block* const list = worker_.list_of(root[1]);
        tests_ = list->length;
        write(stacks_[0].top, free, Word(*root->slot), root, list, lanes_of(free, list));
        stacks_[0].top = turn_page(stacks_[0].top);
        while (advance()) {
        }
        worker_.tests += tests_;
    }

    std::size_t size(std::size_t strand) const override { return stacks_[strand].size(); }
    Waiting at(std::size_t strand, std::size_t i) const override {
        const Entry& entry = stacks_[strand].bottom[i];
        return {entry.level, entry.candidate.unpack(), entry.is_partial()};
    }
    std::vector<Rest> children(std::size_t strand, std::size_t i) const override {
        const Entry& entry = stacks_[strand].bottom[i];
        *entry.level->slot = entry.candidate.unpack();
        std::vector<Rest> rests{{entry.level + 1, entry.block, entry.free_lanes()}};
        for (const Block* block = entry.block; block->more != 0;)
            if (const unsigned lanes = entry.free.free_lanes(*++block))
                rests.push_back({entry.level + 1, block, lanes});
        return rests;
    }
    void drop_bottom(std::size_t strand) override { stacks_[strand].drop_bottom(nowhere_); }
    void drop_top(std::size_t strand) override { --stacks_[strand].top; }

  private:
    // Goes on until there is something out of the ordinary to do, and does it. False: all is done or given back.
    bool advance() {
        Worker& w = worker_;
        if (w.budget < MARGIN) {
            const Worker::Next next = w.poll(*this);
            if (next != Worker::Next::GO) return next == Worker::Next::LAST_NODES ? spend_the_rest() : give_up();
        }
        if (feed()) {
            walk_in_turns(std::make_index_sequence<STRANDS>());
            for (Stack& stack : stacks_)
                while (stack.next() == Visit::LAST && w.budget >= MARGIN)
                    if (!step(stack)) return false;
            return true;
        }
        bool is_done = true;
        for (Stack& stack : stacks_) {
            if (stack.is_empty()) continue;
            is_done = false;
            if (w.budget >= MARGIN && !step(stack)) return false;
        }
        return !is_done;
    }

    // Visits all strands in turns until one of them ends, reaches answers, or the budget is nearly spent.
    template <std::size_t... I>
    void walk_in_turns(std::index_sequence<I...>) {
        std::int64_t budget = worker_.budget, tests = tests_;
        std::array<Entry*, STRANDS> top{stacks_[I].top...};
        while (budget >= MARGIN && std::max({top[I][-1].level->visit...}) == Visit::INNER)
            ((top[I] = visit(top[I], budget, tests)), ...);
        ((stacks_[I].top = top[I]), ...);
        worker_.budget = budget;
        tests_ = tests;
    }

    // One visit of one strand, whatever it leads to. False: all is given back.
    bool step(Stack& stack) {
        Worker& w = worker_;
        if (stack.next() != Visit::LAST) {
            stack.top = visit(stack.top, w.budget, tests_);
            return true;
        }
        Entry* const top = --stack.top;
        *top->level->slot = top->candidate.unpack();
        const Rest answers{top->level + 1, top->block, top->free_lanes()};
        top->lanes = (top->lanes & MORE) | PARTIAL;
        stack.top = turn_page(top);
        return w.finish(answers) || give_up();
    }

    // The last nodes that may be committed, one visit at a time.
    bool spend_the_rest() {
        for (Stack& stack : stacks_)
            while (!stack.is_empty()) {
                const bool fits = std::popcount(stack.top[-1].free_lanes()) <= worker_.budget;
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

    // Gives strands that have run dry the shallowest entry of another; false when there are not enough.
    bool feed() {
        bool is_full = true;
        for (std::size_t i = 0; i < STRANDS; ++i)
            if (stacks_[i].is_empty()) is_full &= feed(i);
        return is_full;
    }

    bool feed(std::size_t to) {
        std::size_t from = STRANDS;
        std::ptrdiff_t shallowest = 0;
        for (std::size_t i = 0; i < STRANDS; ++i) {
            if (stacks_[i].size() < 2) continue;
            const std::ptrdiff_t depth = stacks_[i].bottom->level - worker_.strand(i).levels.data();
            if (from == STRANDS || depth < shallowest) from = i, shallowest = depth;
        }
        if (from == STRANDS) return false;
        const Level* const source = worker_.strand(from).levels.data();
        Level* const target = worker_.strand(to).levels.data();
        for (std::ptrdiff_t depth = 1; depth < shallowest; ++depth) *target[depth].slot = *source[depth].slot;
        stacks_[to].clear(memory_of(to), nowhere_);
        *stacks_[to].top = *stacks_[from].bottom;
        stacks_[to].top++->level = target + shallowest;
        stacks_[from].drop_bottom(nowhere_);
        return true;
    }

    // Commits all free candidates of the top entry's block; the entry stays if the list goes on.
    [[gnu::always_inline]] Entry* visit(Entry* top, std::int64_t& budget, std::int64_t& tests) const {
        --top;
        Level* const level = top->level + 1;
        *top->level->slot = top->candidate.unpack();
        const Set free = top->free;
        const Block* const block = top->block;
        std::uint64_t lanes = top->lanes & ALL_LANES;
        if (lanes == 0) [[unlikely]]
            return turn_page(top);
        const std::uint64_t more = top->lanes & MORE;
        top->lanes = more | PARTIAL;
        top += more != 0;
        const Block* const* const row = row_of(level[1]);
        const unsigned own = level[1].own_shift;
        auto count = static_cast<std::int64_t>(static_cast<std::uint64_t>(__builtin_popcountll(lanes)));
        budget -= count;
        level->nodes += count;
        if (own == BLANK && row[0]->length == 0) return top;  // one list for all of them, and it is empty
        // The lowest lane goes on the stack last, so that candidates are tried in the order of their list.
        for (; count > 2; --count) [[unlikely]] {
            const unsigned lane = highest(lanes);
            lanes ^= std::uint64_t{1} << lane;
            const Word candidate(block->candidates[lane]);
            const Block* const list = row[candidate.byte(own)];
            const Set left = free.toggled(toggles_[candidate.piece()]);
            tests += list->length;
            const std::uint64_t found = lanes_of(left, list);
            write(top, left, candidate, level, list, found);
            top += found != 0;
        }
        const unsigned second = highest(lanes), first = static_cast<unsigned>(__builtin_ctzll(lanes));
        const std::uint64_t two = second != first;
        const Word p(block->candidates[second]), q(block->candidates[first]);
        const Set free_p = free.toggled(toggles_[p.piece()]), free_q = free.toggled(toggles_[q.piece()]);
        const Block* const list_p = row[p.byte(own)];
        const Block* const list_q = row[q.byte(own)];
        tests += list_q->length + (list_p->length & -two);  // a conditional here costs a fifth of the speed
        const std::uint64_t lanes_p = lanes_of(free_p, list_p), lanes_q = lanes_of(free_q, list_q);
        write(top, free_p, p, level, list_p, lanes_p);
        top += (lanes_p != 0) & two;
        write(top, free_q, q, level, list_q, lanes_q);
        top += lanes_q != 0;
        return top;
    }

    // Field by field: as a whole, GCC 12 puts an entry together elsewhere and copies it, which stalls.
    [[gnu::always_inline]] static void write(Entry* entry, const Set& free, Word candidate, Level* level,
                                             const Block* block, std::uint64_t lanes) {
        entry->free = free;
        entry->candidate = candidate;
        entry->level = level;
        entry->block = block;
        entry->lanes = lanes;
    }

    static std::uint64_t lanes_of(const Set& free, const Block* block) { return free.free_lanes(*block) | block->more; }

    static unsigned highest(std::uint64_t lanes) { return 63u ^ static_cast<unsigned>(__builtin_clzll(lanes)); }

    // An entry without a free candidate in its block goes on to the next one, or away.
    static Entry* turn_page(Entry* entry) {
        while ((entry->lanes & ALL_LANES) == 0 && (entry->lanes & MORE) != 0)
            entry->lanes = lanes_of(entry->free, ++entry->block) | (entry->lanes & PARTIAL);
        return (entry->lanes & ALL_LANES) != 0 ? entry + 1 : entry;
    }

    Entry* memory_of(std::size_t strand) const {
        return worker_.stack_memory[strand].template as<Entry>(worker_.stack_size);
    }

    Worker& worker_;
    Set* const toggles_;
    Level nowhere_{.visit = Visit::NONE};
    std::array<Stack, STRANDS> stacks_;
    std::int64_t tests_ = 0;
};

}  // namespace

}  // namespace edgematch
