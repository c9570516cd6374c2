// One thread of a depth-first search: its levels, its counters, its answers. See worker.cpp and kernel.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "crew.hpp"
#include "plan.hpp"
#include "sets.hpp"

namespace edgematch {

// Everything the hot loop needs at one step of the plan, in one cache line.
struct alignas(64) Level {
    Candidate* slot = nullptr;             // the cell: the candidate that lies there, for the neighbours to see
    const Block* const* heads = nullptr;   // this level's lists
    const std::uint8_t* other = nullptr;   // color of the first known side that is not `own` (a blank when none)
    const std::uint8_t* second = nullptr;  // color of the second one
    const std::uint16_t* trie = nullptr;   // (first, second) -> row
    std::int64_t nodes = 0;
    std::uint8_t own_byte = 0;  // where in the placement before the color of `own` is
    std::uint8_t row_shift = 0;
    std::uint8_t others = 0;
};
static_assert(sizeof(Level) == 64);

// What is still to be tried at a level: some lanes of a block.
struct Rest {
    Level* level;
    const Block* block;
    unsigned lanes;
};

// The kernel's stack as the rest of the program sees it. Rests in [bottom, top) wait, the shallowest first.
class Stack {
  public:
    virtual ~Stack() = default;
    virtual std::size_t size() const = 0;
    virtual Rest at(std::size_t i) const = 0;
    virtual void drop_bottom() = 0;
    virtual void clear() = 0;
};

// Memory for whatever a kernel keeps in vector registers, aligned for all of them.
class Memory {
    struct alignas(64) Line {
        std::array<std::byte, 64> bytes;
    };
    std::vector<Line> lines_;

  public:
    template <class T>
    T* as(std::size_t count) {
        static_assert(alignof(T) <= alignof(Line) && std::is_trivially_copyable_v<T>);
        lines_.resize(std::max(lines_.size(), count * sizeof(T) / sizeof(Line) + 1));
        return reinterpret_cast<T*>(lines_.data());
    }
};

class Worker {
  public:
    Worker(PlanBook& plans, Crew& crew, bool boards);

    // Searches everything below the job's board. What is not searched when the crew stops goes to the crew.
    void search(const Job& job);
    void close();

    // What the kernel uses.
    Level* top() { return levels_.data(); }
    Level* last() { return &levels_.back(); }
    const Block* list_of(const Level& level) const;
    const Block* const* row_of(const Level& level) const {
        std::size_t row = *level.other;
        if (level.others > 1) {
            row = level.trie[(row << color_bits_) + *level.second];
            if (level.others > 2) [[unlikely]]
                row = last_row(level, row);
        }
        return level.heads + (row << level.row_shift);
    }
    // Called when the budget is spent, before any of `next` is committed: reports, shares. True: stop, all is given
    // back.
    bool poll(Stack& stack, const Rest& next);
    // Commits the answers in `next`, lanes of the last level. True: stop, all is given back.
    bool finish(Stack& stack, Rest next);

    std::int64_t budget = 0;  // nodes until the next poll
    std::int64_t tests = 0;
    SetBytes free{};                // the pieces free at the root that may be laid
    std::vector<SetBytes> toggles;  // what laying a piece changes in the set
    std::size_t stack_size = 0;     // entries the stack can need
    Memory stack_memory, toggle_memory;

  private:
    bool load(const Job& job);
    void set_up_levels();
    std::size_t last_row(const Level& level, std::size_t row) const;
    const Step& step_of(const Level& level) const {
        return plan_->steps[static_cast<std::size_t>(&level - levels_.data())];
    }
    void give_back_all(Stack& stack, const Rest& next);
    void share(Stack& stack);
    void answer();
    Board board_above(const Level* level) const;
    std::vector<Board> boards_of(const Rest& rest);
    void publish(const Stack& stack, const Rest& next);
    std::vector<double> widths(const Level* level) const;
    double fraction_done(const Stack& stack, const Rest& next) const;
    void settle();
    void flush();

    std::vector<Level> levels_;
    std::vector<Candidate> slots_;
    const Candidate nothing_{};
    const unsigned color_bits_;

    PlanBook& plans_;
    Crew& crew_;
    const bool boards_;
    Job job_;
    const Plan* plan_ = nullptr;
    std::int64_t granted_ = 0;
    std::int64_t polls_ = 0;
    Stats stats_;
    std::vector<Placement> found_;
    std::int64_t unreported_ = 0;
};

// Walks the tree below the worker's levels, of which there is at least one.
using Walk = void (*)(Worker&);
// The fastest kernel for so many pieces on this processor.
Walk choose_walk(std::size_t pieces);
Walk choose_portable_walk(std::size_t pieces);
Walk choose_vector_walk(std::size_t pieces);  // null when this processor or build has none

}  // namespace edgematch
