// One thread of a depth-first search: its stack, its counters and its answers. See backtrack.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "crew.hpp"
#include "plan.hpp"

namespace edgematch {

// Everything the hot loop needs at one step of the plan, in one cache line.
struct alignas(64) Level {
    const Candidate* cursor = nullptr;     // the candidate being explored; read again after the subtree is done
    Candidate* slot = nullptr;             // the cell: the candidate that lies there, for the neighbours to see
    const std::uint16_t* heads = nullptr;  // this level's lists
    const Candidate* candidates = nullptr;
    const std::uint8_t* other = nullptr;  // color of the first known side that is not `own` (of a blank, when none)
    const Step* step = nullptr;
    std::int64_t nodes = 0;
    std::uint8_t own_shift = 0;  // where in the word of the placement before the color of `own` is
    std::uint8_t own_mask = 0;   // 0 when no side faces the cell before
    std::uint8_t row_shift = 0;
    bool has_more = false;  // more than one other side: follow the trie
    bool is_last = false;
};

class Worker {
  public:
    Worker(PlanBook& plans, Crew& crew, bool boards);

    // Searches everything below the job's board. What is not searched when the crew stops goes to the crew.
    void search(const Job& job);
    // Hands over what has been counted and found so far.
    void flush();
    void close();

  private:
    friend struct Kernel;

    // The first candidate from `p` on of which a piece is left; the sentinel when there is none.
    const Candidate* first_left(const Candidate* p) const {
        while (left_[p->kind] == 0) ++p;
        return p;
    }
    // The color that the placement before shows to this level.
    static std::uint8_t own_color(const Level& level, const Candidate& before) {
        std::uint32_t sides;
        std::memcpy(&sides, before.sides.data(), sizeof sides);
        return static_cast<std::uint8_t>((sides >> level.own_shift) & level.own_mask);
    }
    const std::uint16_t* row_of(const Level& level) const {
        return level.heads + ((level.has_more ? further_row(level) : *level.other) << level.row_shift);
    }
    std::size_t further_row(const Level& level) const;

    bool load(const Job& job);
    void walk(Level* top, const Candidate* first);
    void set_up_levels(const Plan& plan);
    const Candidate* list_of(const Level& level) const;
    bool poll(Level* at, const Candidate* next);
    bool answer(Level* at);
    void split_all(Level* at, const Candidate* next);
    void split_rest(Level* level, const Candidate* next);
    Board board_above(const Level* level) const;
    void publish(Level* at, const Candidate* next);
    double fraction_done(Level* at, const Candidate* next);
    void settle();

    std::int64_t budget_ = 0;  // nodes until the next poll
    std::int64_t tests_ = 0;
    std::array<std::uint16_t, MAX_SIDE * MAX_SIDE + 1> left_{};  // free pieces of each kind; the sentinel has one

    std::vector<Level> levels_;
    std::vector<Candidate> slots_;
    std::array<Candidate, 2> end_;  // where a level's cursor is set when the rest of its list was given away
    const Candidate blank_{};

    PlanBook& plans_;
    Crew& crew_;
    const bool boards_;
    const Job* job_ = nullptr;
    std::int64_t granted_ = 0;
    std::int64_t polls_ = 0;
    Stats stats_;
    std::vector<Placement> found_;
    std::int64_t unreported_ = 0;
};

}  // namespace edgematch
