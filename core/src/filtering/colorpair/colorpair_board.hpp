// The state of the color-pair search: a partial board, and the offer and the demand of every pair of colors.
//
// Benoist and Bourreau, Fast Global Filtering for Eternity II (2008), sections 3 and 4. No domains are kept. For every
// color pair p the state knows Offer(p), the pieces not yet placed that carry it, and Demand(p), the empty cells with
// two known sides that ask for it. Both are sets with constant-time changes: Offer(p) and Unavailable(p) are
// distinguished by the number of copies left of each carrier, and Demand(p) is a bit set of cells; their sizes are
// counted. Placing a piece touches at most 6 offers and 18 demands.
//
// Rules, each behind an option:
//   contradiction  |Offer(p)| < |Demand(p)|
//   preemption     |Offer(p)| = |Demand(p)|: the offered pieces go to the asking cells, so no other pair may count on
//                  them. Sound where no cell asks for two pairs, that is where no empty cell has three known sides;
//                  pieces are tagged rather than removed, and the tags count only where that holds.
//   remaining      the sides of one color without demand must touch each other, and M squares share at most h(M)
//                  edges; two last frame sides of a color link their pieces, and links may not close a ring too early.
//
// Explanations (section 5.2): a failure is a set of cells whose values alone make it. They are computed when a failure
// is found, by scanning the demand and the unavailable pieces of the pair.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "edgematch/filtering.hpp"
#include "filtering/colorpair/color_pairs.hpp"
#include "puzzle/bits.hpp"
#include "puzzle/tables.hpp"

namespace edgematch {

// The most edges that `squares` unit squares can share (Benoist 2008).
int most_shared_edges(int squares);

template <int WORDS>
class ColorPairBoard {
  public:
    using Cells = Bits<WORDS>;
    static constexpr Pair NO_PAIR = 0xffff;

    ColorPairBoard(const Tables& tables, const ColorPairOptions& options);

    // Empties the board.
    void reset();
    // Places a value in an empty cell where it agrees with what is known; `filter` applies what follows.
    void place(int cell, int value);
    void unplace();
    // Applies the rules after the last placement; false: there is no answer, and `conflict` says why.
    bool filter();
    // The same for everything on the board, after placing a whole root.
    bool filter_all();

    // What is known of pairs. `available` leaves out pieces preempted by others where that is sound.
    int offer(int pair) const { return offer_[pair]; }
    int demand(int pair) const { return demand_[pair]; }
    int available(int pair) const { return offer_[pair] - (crowded_ == 0 ? preempted_[pair] : 0); }
    const Cells& demanding(int pair) const { return asking_[pair]; }
    const std::vector<Pair>& asked() const { return asked_; }  // pairs with a demand, in no particular order
    Pair preempting(int kind) const { return tag_[kind]; }
    int left(int kind) const { return left_[kind]; }
    bool asks(int cell, int pair) const { return asking_[pair].test(cell); }

    // What is known of cells.
    const std::vector<int>& values() const { return value_; }
    int filled() const { return filled_; }
    int known_sides(int cell) const { return known_[cell]; }
    const Cells& with_known(int sides) const { return by_known_[static_cast<std::size_t>(sides)]; }
    bool agrees(int cell, int value) const {
        return tables.fits(cell, value) && ((tables.word[value] ^ want_[cell]) & mask_[cell]) == 0;
    }
    int asked_pairs(int cell) const { return asks_[cell]; }
    Pair asked_pair(int cell, int i) const { return asks_for_[cell][static_cast<std::size_t>(i)]; }
    int position_of(int cell, int i) const { return asks_at_[cell][static_cast<std::size_t>(i)]; }

    // Explanations.
    Cells all_filled() const;
    void blame_neighbours(int cell, Cells& reason) const;
    void blame_places(int kind, Cells& reason) const;
    void blame_preemption(int pair, Cells& reason) const { reason |= preempted_because_[pair]; }
    Cells conflict{};

    const Tables& tables;
    const Pairs pairs;
    const ColorPairOptions options;

  private:
    struct Step {
        int cell;
        std::array<std::uint8_t, SIDES> asks_before{};  // pairs that each neighbour asked for before
        std::size_t tags;                               // length of the trail of tags before
    };

    void take(int kind);
    void return_root(int kind);
    void withdraw_demand(int pair, int cell);
    void add_demand(int pair, int cell);
    void make_known(int cell, int side, Color color);
    void make_unknown(int cell, int side, int asks_before);
    void set_known(int cell, int sides, int was);
    void count_sides(int kind, int sign);

    void read_colors(int kind);

    bool offers_suffice();
    bool preempt_all();
    void preempt(int pair);
    void untag();
    bool sides_suffice(int color);
    bool closes_ring(int color);
    int linked(int color, int kind) const;
    void blame_pair(int pair, bool with_tags);
    bool blame_older(int cell, int pair, Cells& reason) const;
    void blame_colors(const std::vector<int>& colors);

    // by pair
    std::vector<std::int16_t> offer_, demand_, preempted_, place_in_asked_;
    std::vector<std::uint8_t> is_preempting_;
    std::vector<Cells> asking_, preempted_because_;
    std::vector<Pair> asked_;

    // by kind
    std::vector<std::int16_t> left_, used_;
    std::vector<Pair> tag_;
    std::vector<Cell> where_;  // the cells of a kind's copies, in the order they were placed
    std::vector<int> where_start_;

    // by cell
    std::vector<int> value_;
    std::vector<int> since_;  // how many cells were filled before it
    std::vector<std::uint8_t> known_, asks_;
    std::vector<std::uint32_t> want_, mask_;
    std::vector<std::array<Pair, POSITIONS>> asks_for_;
    std::vector<std::array<std::uint8_t, POSITIONS>> asks_at_;
    std::array<Cells, SIDES + 1> by_known_{};  // empty cells by the number of known sides

    // by color
    std::vector<std::int16_t> sides_left_, pieces_left_, sides_asked_;
    std::vector<std::vector<int>> carriers_of_color_;
    std::vector<int> shared_edges_;  // by number of pieces

    // the colors of a kind, without repetition; and those along the frame, grey twice for an inner piece
    std::vector<std::array<std::uint8_t, SIDES>> colors_of_;
    std::vector<std::array<Color, 2>> ring_;

    int filled_ = 0, crowded_ = 0;
    std::vector<Step> steps_;
    std::vector<Pair> tags_;  // trail of preempting pairs
    std::vector<Pair> touched_;
    std::vector<int> chain_;
};

}  // namespace edgematch
