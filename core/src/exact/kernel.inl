// The hot loop of the exact search, written once; kernel_*.cpp compile it for each kind of set.
//
// A visit takes the top placement off the stack, places it, and commits all free candidates of the next cell at once.
// For each of them it computes the set of pieces left, finds the list of the cell after, and asks which candidates of
// that list are free. Those with a free candidate go on the stack.
//
// - *Which are free* is one question per block of eight (sets.hpp), answered as a mask of lanes; a lane is one of the
//   eight positions of a block. Longer lists carry one more bit, MORE, so that nothing else in a visit treats them
//   differently: an entry with that bit stays on the stack and moves on to its next block when nothing else is left.
// - *Nothing is undone.* Sets are values. Entries of one level have the same placements above, so the set before them
//   is kept once per level, and a visit makes the set after its own placement. Backtracking is taking the top entry,
//   whatever its level; exhausted levels are never seen again.
// - *No branch depends on what is found.* An entry is always written, and kept if it has a child (`top += lanes != 0`).
//   A plain loop mispredicts more than once per node, and a misprediction costs more than the rest of the node.
// - What is left is a chain of dependent loads, 18 ns from one visit to the next. So a search interleaves three
//   *strands*, independent parts of the tree: the others compute while one waits. A strand that runs out of entries
//   gets the shallowest entry of another.
// - *Stopping and sharing* take entries off the stacks: each is a root. What is on the stacks at a stop is what
//   remains, exact and disjoint. The bottom entry is the largest part of the tree; an idle thread gets that one.
//
// Measurements, also of what did not help: docs/research/exact.md.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "exact/sets.hpp"
#include "exact/tree_search.hpp"

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

template <class Set, Quota QUOTA>
class Kernel final : public Stacks {
    struct Entry {
        Word candidate;  // at `level`
        Level* level;
        const Block* block;   // of the list of the next level; further blocks of a long list follow
        std::uint64_t lanes;  // its free candidates, MORE when there are further blocks, PARTIAL when some were tried

        unsigned free_lanes() const { return static_cast<unsigned>(lanes & ALL_LANES); }
        bool is_partial() const { return (lanes & PARTIAL) != 0; }
    };
    static constexpr std::uint64_t ALL_LANES = (1u << LANES) - 1, PARTIAL = 2 * MORE;
    struct Stack {
        Entry *bottom, *top;  // below the bottom is an entry of the level `nowhere`
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

  public:
    explicit Kernel(TreeSearch& search)
        : search_(search), toggles_(search.toggle_memory.as<Set>(search.toggles.size())) {
        for (std::size_t i = 0; i < search.toggles.size(); ++i) toggles_[i] = Set::load(search.toggles[i].data());
        for (std::size_t i = 0; i < STRANDS; ++i) {
            stacks_[i].clear(memory_of(i), nowhere_);
            levels_[i] = search.strand(i).levels.data();
            sets_[i] = search.set_memory[i].template as<Set>(search.strand(i).levels.size());
            burnt_[i] = search.strand(i).burnt.data();
        }
    }

    void run() {
        Level* const root = levels_[0];
        const Set free = Set::load(search_.free.data());
        const Block* const list = search_.list_of(root[1]);
        tests_ = list->length;
        sets_[0][0] = free.toggled(toggles_[root->slot->piece]);  // so that placing it gives `free`
        const int needed = root[1].quota - burnt_[0][0];
        write(stacks_[0].top, Word(*root->slot), root, list, lanes_of(free, list, needed));
        stacks_[0].top = next_block(free, stacks_[0].top, needed);
        while (advance()) {
        }
        search_.tests += tests_;
    }

    std::size_t size(std::size_t strand) const override { return stacks_[strand].size(); }
    Pending at(std::size_t strand, std::size_t i) const override {
        const Entry& entry = stacks_[strand].bottom[i];
        return {entry.level, entry.candidate.unpack(), entry.is_partial()};
    }
    std::vector<Untried> children(std::size_t strand, std::size_t i) const override {
        const Entry& entry = stacks_[strand].bottom[i];
        *entry.level->slot = entry.candidate.unpack();
        const Set free = set_below(entry, strand);
        const int needed = needed_below(entry, strand);
        std::vector<Untried> untried{{entry.level + 1, entry.block, entry.free_lanes()}};
        for (const Block* block = entry.block; block->more != 0;)
            if (const auto lanes = static_cast<unsigned>(lanes_of(free, ++block, needed) & ALL_LANES))
                untried.push_back({entry.level + 1, block, lanes});
        return untried;
    }
    void drop_bottom(std::size_t strand) override { stacks_[strand].drop_bottom(nowhere_); }
    void drop_top(std::size_t strand) override { --stacks_[strand].top; }

  private:
    // Searches until something other than a visit is due, and does it. False: all is done or returned as roots.
    bool advance() {
        TreeSearch& s = search_;
        if (s.budget < MARGIN) {
            const TreeSearch::Next next = s.poll(*this);
            if (next != TreeSearch::Next::GO)
                return next == TreeSearch::Next::LAST_NODES ? spend_last_nodes() : return_everything();
        }
        if (fill_strands()) {
            visit_in_turns(std::make_index_sequence<STRANDS>());
            for (std::size_t i = 0; i < STRANDS; ++i)
                while (stacks_[i].next() == Visit::LAST && s.budget >= MARGIN)
                    if (!step(i)) return false;
            return true;
        }
        bool is_done = true;
        for (std::size_t i = 0; i < STRANDS; ++i) {
            if (stacks_[i].is_empty()) continue;
            is_done = false;
            if (s.budget >= MARGIN && !step(i)) return false;
        }
        return !is_done;
    }

    // Visits all strands in turns until one of them ends, reaches answers, or the budget is nearly spent.
    template <std::size_t... I>
    void visit_in_turns(std::index_sequence<I...>) {
        std::int64_t budget = search_.budget, tests = tests_;
        std::array<Entry*, STRANDS> top{stacks_[I].top...};
        while (budget >= MARGIN && std::max({top[I][-1].level->visit...}) == Visit::INNER)
            ((top[I] = visit(top[I], I, budget, tests)), ...);
        ((stacks_[I].top = top[I]), ...);
        search_.budget = budget;
        tests_ = tests;
    }

    // One visit of one strand, whatever it leads to. False: everything was returned as roots.
    bool step(std::size_t strand) {
        TreeSearch& s = search_;
        Stack& stack = stacks_[strand];
        if (stack.next() != Visit::LAST) {
            stack.top = visit(stack.top, strand, s.budget, tests_);
            return true;
        }
        Entry* const top = --stack.top;
        *top->level->slot = top->candidate.unpack();
        const Untried answers{top->level + 1, top->block, top->free_lanes()};
        top->lanes = (top->lanes & MORE) | PARTIAL;
        stack.top = next_block(set_below(*top, strand), top, needed_below(*top, strand));
        return s.finish(answers) || return_everything();
    }

    // The last nodes that may be committed, one visit at a time.
    bool spend_last_nodes() {
        for (std::size_t i = 0; i < STRANDS; ++i)
            while (!stacks_[i].is_empty()) {
                const bool fits = std::popcount(stacks_[i].top[-1].free_lanes()) <= search_.budget;
                if (!fits) {
                    search_.return_all(*this, search_.budget > 0);
                    search_.stop();
                    return false;
                }
                if (!step(i)) return false;
            }
        return false;
    }

    bool return_everything() {
        search_.return_all(*this, false);
        return false;
    }

    // Gives each empty strand the shallowest entry of another; false when there are not enough.
    bool fill_strands() {
        bool is_full = true;
        for (std::size_t i = 0; i < STRANDS; ++i)
            if (stacks_[i].is_empty()) is_full &= fill_strand(i);
        return is_full;
    }

    bool fill_strand(std::size_t to) {
        std::size_t from = STRANDS;
        std::ptrdiff_t shallowest = 0;
        for (std::size_t i = 0; i < STRANDS; ++i) {
            if (stacks_[i].size() < 2) continue;
            const std::ptrdiff_t depth = stacks_[i].bottom->level - levels_[i];
            if (from == STRANDS || depth < shallowest) from = i, shallowest = depth;
        }
        if (from == STRANDS) return false;
        for (std::ptrdiff_t depth = 1; depth < shallowest; ++depth)
            *levels_[to][depth].slot = *levels_[from][depth].slot;
        sets_[to][shallowest] = sets_[from][shallowest];
        burnt_[to][shallowest] = burnt_[from][shallowest];
        stacks_[to].clear(memory_of(to), nowhere_);
        *stacks_[to].top = *stacks_[from].bottom;
        stacks_[to].top++->level = levels_[to] + shallowest;
        stacks_[from].drop_bottom(nowhere_);
        return true;
    }

    // The pieces free once the entry's candidate is placed.
    Set set_below(const Entry& entry, std::size_t strand) const {
        return sets_[strand][entry.level - levels_[strand]].toggled(toggles_[entry.candidate.piece()]);
    }

    // The burnt sides that a candidate of the next level needs.
    int needed_below(const Entry& entry, std::size_t strand) const {
        return entry.level[1].quota - burnt_[strand][entry.level - levels_[strand]] - entry.candidate.unpack().burnt;
    }

    // Commits all free candidates of the top entry's block; the entry stays if the list goes on.
    [[gnu::always_inline]] Entry* visit(Entry* top, std::size_t strand, std::int64_t& budget,
                                        std::int64_t& tests) const {
        --top;
        Level* const level = top->level + 1;
        Set* const set = sets_[strand] + (level - levels_[strand]);
        const Word placed = top->candidate;
        *top->level->slot = placed.unpack();
        const Set free = set[-1].toggled(toggles_[placed.piece()]);
        const Block* const block = top->block;
        std::uint64_t lanes = top->lanes & ALL_LANES;
        int burnt = 0;
        if constexpr (QUOTA == Quota::CHECKED) {
            int* const before = burnt_[strand] + (level - levels_[strand]);
            burnt = before[-1] + placed.unpack().burnt;
            *before = burnt;
        }
        if (lanes == 0) [[unlikely]]
            return next_block(free, top, level->quota - burnt);
        *set = free;
        const std::uint64_t more = top->lanes & MORE;
        top->lanes = more | PARTIAL;
        top += more != 0;
        const Block* const* const row = row_of(level[1]);
        const unsigned own = level[1].own_shift;
        auto count = static_cast<std::int64_t>(static_cast<std::uint64_t>(__builtin_popcountll(lanes)));
        budget -= count;
        level->nodes += count;
        if (own == BLANK && row[0]->length == 0) return top;  // one list for all of them, and it is empty
        if (count > 2 && own == BLANK && lanes_of(free, row[0], 0) == 0) [[unlikely]] {  // nothing in it is free
            tests += count * row[0]->length;
            return top;
        }
        // The lowest lane goes on the stack last, so that candidates are tried in the order of their list.
        for (; count > 2; count -= 2) [[unlikely]] {
            const unsigned second = highest(lanes);
            lanes ^= std::uint64_t{1} << second;
            const unsigned first = highest(lanes);
            lanes ^= std::uint64_t{1} << first;
            top =
                commit_two(top, free, burnt, level, row, block->candidates[second], block->candidates[first], 1, tests);
        }
        const unsigned second = highest(lanes), first = static_cast<unsigned>(__builtin_ctzll(lanes));
        return commit_two(top, free, burnt, level, row, block->candidates[second], block->candidates[first],
                          second != first, tests);
    }

    // Puts two candidates of a level on the stack if anything fits below them; `both` is 0 when they are one.
    [[gnu::always_inline]] Entry* commit_two(Entry* top, const Set& free, int burnt, Level* level,
                                             const Block* const* row, const Candidate& second, const Candidate& first,
                                             std::uint64_t both, std::int64_t& tests) const {
        const unsigned own = level[1].own_shift;
        const Word p(second), q(first);
        const Block* const list_p = row[p.byte(own)];
        const Block* const list_q = row[q.byte(own)];
        tests += list_q->length + (list_p->length & -both);  // a conditional here costs a fifth of the speed
        const int needed = level[1].quota - burnt;
        const std::uint64_t lanes_p = lanes_of(free.toggled(toggles_[p.piece()]), list_p, needed - p.unpack().burnt);
        const std::uint64_t lanes_q = lanes_of(free.toggled(toggles_[q.piece()]), list_q, needed - q.unpack().burnt);
        write(top, p, level, list_p, lanes_p);
        top += (lanes_p != 0) & both;
        write(top, q, level, list_q, lanes_q);
        top += lanes_q != 0;
        return top;
    }

    // Field by field: as a whole, GCC 12 puts an entry together elsewhere and copies it, which stalls.
    [[gnu::always_inline]] static void write(Entry* entry, Word candidate, Level* level, const Block* block,
                                             std::uint64_t lanes) {
        entry->candidate = candidate;
        entry->level = level;
        entry->block = block;
        entry->lanes = lanes;
    }

    // The candidates of a block that are free and have the burnt sides needed.
    static std::uint64_t lanes_of(const Set& free, const Block* block, int needed) {
        std::uint64_t lanes = free.free_lanes(*block);
        if constexpr (QUOTA == Quota::CHECKED) lanes &= lanes_with(*block, needed);
        return lanes | block->more;
    }

    static std::uint64_t lanes_with(const Block& block, int burnt) {
        const std::uint64_t by_burnt = std::uint64_t{block.burnt} << LANES | ALL_LANES;
        return by_burnt >> static_cast<int>(LANES) * std::clamp(burnt, 0, SIDES + 1);
    }

    static unsigned highest(std::uint64_t lanes) { return 63u ^ static_cast<unsigned>(__builtin_clzll(lanes)); }

    // Moves an entry without a free candidate to the next block of its list that has one, else drops it.
    static Entry* next_block(const Set& free, Entry* entry, int needed) {
        while ((entry->lanes & ALL_LANES) == 0 && (entry->lanes & MORE) != 0)
            entry->lanes = lanes_of(free, ++entry->block, needed) | (entry->lanes & PARTIAL);
        return (entry->lanes & ALL_LANES) != 0 ? entry + 1 : entry;
    }

    Entry* memory_of(std::size_t strand) const {
        return search_.stack_memory[strand].template as<Entry>(search_.stack_size);
    }

    TreeSearch& search_;
    Set* const toggles_;
    Level nowhere_{.visit = Visit::NONE};
    std::array<Level*, STRANDS> levels_;
    std::array<Set*, STRANDS> sets_;   // by level: the pieces free before it is filled
    std::array<int*, STRANDS> burnt_;  // by level: the burnt sides on the board before it is filled
    std::array<Stack, STRANDS> stacks_;
    std::int64_t tests_ = 0;
};

template <class Set, Quota QUOTA>
void run_kernel(TreeSearch& search) {
    Kernel<Set, QUOTA>(search).run();
}

template <class Set>
KernelFn kernel(Quota quota) {
    return quota == Quota::CHECKED ? &run_kernel<Set, Quota::CHECKED> : &run_kernel<Set, Quota::IGNORED>;
}

}  // namespace

}  // namespace edgematch
