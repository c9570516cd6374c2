// One depth-first search as the kernel sees it: levels, sets, stacks and budget. See tree_search.cpp and kernel.inl.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "exact/search_plan.hpp"
#include "exact/sets.hpp"

namespace edgematch {

// The third and fourth known sides besides `own`: whose colors they show, and the trie to follow.
struct Further {
    std::array<const std::uint8_t*, 2> color{};
    std::array<const std::uint16_t*, 2> trie{};
};

// What is below a placement: further levels, the answers, or nothing because there is no placement.
enum class Visit : std::uint8_t { INNER, LAST, NONE };

// Everything the hot loop needs at one step of the plan, in one cache line.
struct alignas(64) Level {
    Candidate* slot = nullptr;             // the cell: the candidate placed there, for its neighbours to read
    const Block* const* heads = nullptr;   // this level's lists
    const std::uint8_t* other = nullptr;   // color of the first known side that is not `own` (a blank when none)
    const std::uint8_t* second = nullptr;  // color of the second one
    const std::uint16_t* trie = nullptr;   // (first, second) -> row
    std::int64_t nodes = 0;
    const Further* further = nullptr;
    std::uint8_t own_byte = 0;   // where in the placement before the color of `own` is
    std::uint8_t own_shift = 0;  // the same in bits
    std::uint8_t color_bits = 0;
    std::uint8_t row_shift = 0;
    std::uint8_t others = 0;
    Visit visit = Visit::LAST;
    std::uint16_t quota = 0;  // burnt sides that must be on the board once it is filled
};
static_assert(sizeof(Level) == 64);

// The row of lists of a level, given the placements around it.
inline const Block* const* row_of(const Level& level) {
    std::size_t row = *level.other;
    if (level.others > 1) {
        row = level.trie[(row << level.color_bits) + *level.second];
        for (unsigned i = 2; i < level.others; ++i)
            row = level.further->trie[i - 2][(row << level.color_bits) + *level.further->color[i - 2]];
    }
    return level.heads + (row << level.row_shift);
}

// One of the searches that the kernel interleaves, each with a board of its own (kernel.inl says why). Level 0 is the
// root, which is placed already; level i is step i - 1 of the plan.
struct Strand {
    std::vector<Level> levels;
    std::vector<Candidate> slots;
    std::vector<Further> further;
    std::vector<int> burnt;  // by level: the burnt sides on the board before it is filled
    Candidate root{};

    bool holds(const Level* level) const { return level >= levels.data() && level < levels.data() + levels.size(); }
};
inline constexpr std::size_t STRANDS = 3;
// The most nodes that one visit of each strand commits: with a smaller budget the kernel polls.
inline constexpr std::int64_t MARGIN = STRANDS * LANES;

// Lanes of a block that are still to be tried at a level.
struct Untried {
    Level* level;
    const Block* block;
    unsigned lanes;
};
inline const Candidate& first_of(const Untried& untried) {
    return untried.block->candidates[static_cast<unsigned>(std::countr_zero(untried.lanes))];
}

// A placement that is committed and whose children are still to be tried.
struct Pending {
    Level* level;
    Candidate candidate;
    bool is_partial;  // some of its children were tried already
};

// The kernel's stacks as the rest of the program sees them, the shallowest placement first.
class Stacks {
  public:
    virtual ~Stacks() = default;
    virtual std::size_t size(std::size_t strand) const = 0;
    virtual Pending at(std::size_t strand, std::size_t i) const = 0;
    virtual std::vector<Untried> children(std::size_t strand, std::size_t i) const = 0;
    virtual void drop_bottom(std::size_t strand) = 0;
    virtual void drop_top(std::size_t strand) = 0;
};

// Memory for whatever a kernel keeps in vector registers, aligned for all of them.
class Memory {
    struct alignas(64) Line {
        std::array<std::byte, 64> bytes;
    };
    std::unique_ptr<Line[]> lines_;  // not cleared, since no kernel reads what it has not written
    std::size_t size_ = 0;

  public:
    template <class T>
    T* as(std::size_t count) {
        static_assert(alignof(T) <= alignof(Line) && std::is_trivially_copyable_v<T>);
        const std::size_t needed = count * sizeof(T) / sizeof(Line) + 1;
        if (needed > size_) {
            lines_.reset(new Line[needed]);
            size_ = needed;
        }
        return reinterpret_cast<T*>(lines_.get());
    }
};

class TreeSearch {
  public:
    virtual ~TreeSearch() = default;

    // What the kernel uses.
    Strand& strand(std::size_t i) { return strands_[i]; }
    const Block* list_of(const Level& level) const;
    // Called when the budget is nearly spent, to ask for more.
    enum class Next { GO, LAST_NODES, STOP };
    virtual Next poll(Stacks& stacks) = 0;
    // Commits the candidates of the last level in `untried` for which there is budget. False: stop.
    virtual bool finish(Untried untried) = 0;
    // The nodes are spent, and what is left was returned.
    virtual void stop() = 0;
    // Returns everything pending as roots; `expand`: the top placement as its children, so that some progress is made.
    void return_all(Stacks& stacks, bool expand);

    std::int64_t budget = 0;  // nodes until the next poll
    std::int64_t tests = 0;
    SetBytes free{};                // the pieces free at the root that may be placed
    std::vector<SetBytes> toggles;  // what placing a piece changes in the set
    std::size_t stack_size = 0;     // entries a stack can need
    std::array<Memory, STRANDS> stack_memory, set_memory;
    Memory toggle_memory;

  protected:
    TreeSearch(const Kinds& kinds, const BlockTables& lists);

    // Prepares the search below `root`, of which `plan` fills the cells.
    void load(const Board& root, const SearchPlan& plan);
    virtual void return_root(Board board) = 0;
    void return_untried(const Untried& untried);
    // Turns the untried candidates of a level into roots. Each is a placement committed here and explored elsewhere.
    template <class Take>
    void make_roots(const Untried& untried, const Take& take);
    // The root with the placements of all levels above `level`, the pieces not yet named.
    Board board_above(const Level* level) const;
    // The root that a placement stands for.
    Board board_of(const Pending& pending) const;
    // The board that is being tried; empty when nothing is pending.
    Board board_on_top(const Stacks& stacks) const;
    const Strand& strand_of(const Level* level) const;

    const Kinds& kinds_;
    const BlockTables& lists_;
    Board root_;
    const SearchPlan* plan_ = nullptr;
    std::array<Strand, STRANDS> strands_;

  private:
    void set_up(Strand& strand) const;
    const Step& step_of(const Level* level) const;

    const Candidate nothing_{};
    std::vector<std::uint16_t> same_;  // the trie of a single side: (color, 0) -> color
};

template <class Take>
void TreeSearch::make_roots(const Untried& untried, const Take& take) {
    const auto cell = static_cast<std::size_t>(step_of(untried.level).cell);
    Board above = board_above(untried.level);
    for (Untried one = untried; one.lanes != 0; one.lanes &= one.lanes - 1) {
        ++untried.level->nodes;
        --budget;
        Board board = above;
        board[cell] = first_of(one).placement();
        kinds_.name_pieces(root_, board);
        take(std::move(board));
    }
}

// Searches the tree below the levels, of which there is at least one.
using KernelFn = void (*)(TreeSearch&);
// Whether the levels ask for burnt sides.
enum class Quota { IGNORED, CHECKED };
// The fastest kernel for so many pieces on this processor.
KernelFn choose_kernel(std::size_t pieces, Quota quota);
KernelFn choose_portable_kernel(std::size_t pieces, Quota quota);
KernelFn choose_avx2_kernel(std::size_t pieces, Quota quota);    // null where this build has none
KernelFn choose_avx512_kernel(std::size_t pieces, Quota quota);  // likewise

}  // namespace edgematch
