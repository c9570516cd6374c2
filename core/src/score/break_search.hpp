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
#include "score/strict_part.hpp"

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

class BreakSearch final : private StrictPartOwner {
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

    std::size_t count_strict_steps() const;
    void plan_handover();
    bool search_strict_part();
    bool refill(std::int64_t& budget, std::span<const Placement> board) override;
    bool arrived(std::int64_t& budget, std::span<const Candidate> filled) override;
    void left(Board root) override;
    bool search_below(std::size_t floor);
    bool report(std::size_t index);
    std::span<const Placement> board_up_to(std::size_t index);
    void enter(std::size_t index);
    bool advance(std::size_t index, int& misses);
    bool open_segment(std::size_t index);
    int misses_of(const Step& step, const Fit& fit, Segment segment) const;
    void place(std::size_t index, const Fit& fit, int misses);
    void remove(std::size_t index);
    void return_untried(std::size_t index, std::size_t floor);
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
    std::size_t strict_ = 0;             // the first steps, at which no break may be made
    std::span<const Candidate> filled_;  // by cell: what the strict part placed there
    // A side of a cell of the strict part that later cells meet, and its slot.
    struct HandedOver {
        std::size_t slot, cell, side;
    };
    std::vector<HandedOver> handed_over_;
    std::vector<std::uint16_t> left_at_root_;
    std::vector<Color> slots_;
    std::vector<std::uint16_t> left_;  // by kind; the sentinel has one
    // The color ledger, by role and color: open sides that ask for it, less the sides left that show it. What is above
    // zero will be breaks, `deficit_` in all.
    std::vector<int> shortage_;
    std::vector<std::array<std::uint32_t, SIDES>> shown_by_;  // by kind: the entries of its sides
    int deficit_ = 0;
    Board board_;
    std::int64_t budget_ = 0, granted_ = 0;
    std::vector<Board>* remaining_ = nullptr;
    std::uint64_t seed_;
    std::uint16_t sentinel_;
    std::size_t first_index_;  // cells filled before the first step
};

}  // namespace edgematch
