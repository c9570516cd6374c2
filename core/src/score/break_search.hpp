// Depth-first search below one root that tolerates breaks. See break_search.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/breaks.hpp"
#include "score/fit_tables.hpp"
#include "score/foresight.hpp"

namespace edgematch {

// Grants nodes to a search and takes its boards.
class BreakMonitor {
  public:
    virtual ~BreakMonitor() = default;
    // Nodes that may be committed before the next call; 0: stop.
    virtual std::int64_t grant_nodes(std::int64_t spent, std::size_t index, std::span<const Placement> board) = 0;
    // A complete board. False: stop.
    virtual bool found(std::span<const Placement> board, int breaks) = 0;
};

class BreakSearch {
  public:
    // `order`: the cells to fill that are empty in the root; `most_breaks` bounds the whole board.
    BreakSearch(const Puzzle& puzzle, const Kinds& kinds, std::span<const Cell> order, const Board& root,
                int root_breaks, const BreakRules& rules, std::uint64_t seed, BreakMonitor& monitor);

    // The most breaks that a board may have; a monitor that wants better boards lowers it.
    int most_breaks = 0;

    // Searches to the end, or until the monitor stops it: then what was not searched is appended to `remaining`, if
    // given.
    bool run(std::vector<Board>* remaining);

  private:
    enum Segment : std::uint8_t { EXACT, FIRST_MATCHES, SECOND_MATCHES, NEITHER_MATCHES, DONE };

    struct Entry {
        const Fit* next;  // the candidate to test; the one before it is placed, when a later entry is active
        Segment segment;
        int breaks;   // before this cell
        int burnt;    // before this cell
        int deficit;  // of the ledger, before this cell
    };
    // What the strict loop needs of a step: where keys are read, where open colors are written.
    struct Strict {
        const std::uint32_t* heads;
        const Fit* fits;
        const Color *first_key, *second_key;
        Color* open[2];
        std::uint32_t shift;  // list = first key << shift | second key
        std::uint8_t open_side[2];
        bool has_more_known;
        int quota;
    };
    // A side of a step in the form that the loop needs.
    struct StepSide {
        std::uint32_t slot;
        std::uint32_t own, other;  // in the ledger: where the colors of this side and of the one that meets it begin
        std::uint8_t side;
        bool must_match;  // if known
    };
    struct Step {
        const FrontierStep* plan;
        std::size_t cell;
        const FitLists* exact;
        std::size_t known, opens, others;
        StepSide known_side[SIDES], open_side[SIDES], other_side[SIDES];  // others: towards cells that stay empty
        int allowed, quota;
        bool keeps_ledger, starts_ledger;
    };

    enum class Exit { ARRIVED, EXHAUSTED, UNWIND };
    template <bool HAS_QUOTA>
    Exit search_strictly(std::size_t& index);
    std::size_t plan_strict_steps();
    bool matches_all(std::size_t index, const Fit& fit) const;
    std::span<const Placement> board_up_to(std::size_t index);
    void enter(std::size_t index);
    bool advance(std::size_t index, int& misses);
    bool open_segment(std::size_t index);
    int misses_of(const Step& step, const Fit& fit, Segment segment) const;
    void place(std::size_t index, const Fit& fit, int misses);
    void remove(std::size_t index);
    bool refill(std::size_t index);
    void return_untried(std::size_t index, std::vector<Board>* remaining);
    Step make_step(const FrontierStep& plan, std::size_t index) const;
    void start_ledger(const FrontierStep& plan);
    template <int SIGN>
    void keep_ledger(const Step& step, const Fit& fit);
    std::uint32_t entry_of(Role role, Color color) const;
    int cap(const Step& step) const { return std::min(step.allowed, most_breaks); }

    const Puzzle& puzzle_;
    const Kinds& kinds_;
    const Board& root_;
    const BreakRules& rules_;
    BreakMonitor& monitor_;
    std::vector<int> burnt_;  // by kind
    FitTables tables_;
    Frontier frontier_;
    Ledger ledger_;
    std::vector<Step> steps_;
    std::vector<Entry> entries_;
    std::vector<Strict> strict_;  // the first steps, at which no break may be made
    std::vector<Color> slots_;
    std::vector<std::uint16_t> left_;  // by kind; the sentinel has one
    // The color ledger, by role and color: open sides that ask for it, less the sides left that show it. What is above
    // zero will be breaks, `deficit_` in all.
    std::vector<int> shortage_;
    std::vector<std::array<std::uint32_t, SIDES>> shown_by_;  // by kind: the entries of its sides
    int deficit_ = 0;
    Board board_;
    std::int64_t budget_ = 0, granted_ = 0;
    std::uint16_t sentinel_;
    std::size_t first_index_;  // cells filled before the first step
};

}  // namespace edgematch
