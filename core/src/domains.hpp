// Domains of cells and of joins, kept consistent with each other: the common ground of pla, mac and edgecp.
//
// A cell's domain is a bit set of values, a join's domain a bit set of colors. A color stays in a join while the cells
// on both sides can show it; a value stays in a cell while its four colors are in the joins around. Since a constraint
// between neighbours is equality of one color, this is arc consistency of the neighbour constraints, at the price of
// looking at colors instead of pairs of values: the "edge filtering" of Benoist and Bourreau (2008, section 6.3), and
// the core of MAC in Ansotegui et al. (2008, section 4.2).
//
// Layout. Kinds that may lie in the same cells form a group (corners, edges, inner pieces), each group starts a new
// word, and the values of one kind in one cell are neighbouring bits, so that "this kind is used up" is one AND a cell.
// For every shape of cell (its grey sides), side and color there is the set of values showing it. Each color that a
// side may show has a witness, a value showing it; a cell is looked at again only when a witness has gone, and one AND
// tells whether one has (`watched`). Witnesses are not restored on the way back: what was in a smaller domain is in
// the larger one.
//
// All that changes is words of one array; the first change of a word in a level goes on a trail, and going back is
// copying it home.
//
// Rules, chosen by `Rules`:
//   fixpoint   go on until nothing changes; else stop two cells away from the assigned one (partial look-ahead)
//   known_only joins pass on colors only from filled cells, so that cells look at known colors alone ("4-edges
//              consistency" in the paper)
//   pieces     a kind needs as many cells as it has copies left; exactly as many: they are its cells
//   counts     a color needs exactly half as many joins as sides; `force_counts` uses it to fill or to empty joins
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "tables.hpp"

namespace edgematch {

struct Rules {
    bool fixpoint = true;
    bool known_only = false;
    bool pieces = true;
    bool counts = false;
    bool force_counts = false;
};

class Domains {
  public:
    using Colors = std::uint64_t;  // a word of a set of colors

    Domains(const Tables& tables, const Rules& rules);

    // Starts again from a board; false: it has no answer.
    bool load(const std::vector<int>& values);

    // Opens a level; `close` takes back all that happened since.
    void open();
    void close();

    // Leaves a cell one value, or takes one away. Needs `propagate` afterwards. False: failure.
    bool keep(int cell, int value);
    bool remove(int cell, int value);
    bool propagate();
    // Drops what is still queued, after a failure outside of `propagate`.
    void forget() { forget_queues(); }

    int size(int cell) const { return static_cast<int>(state_[size_at_ + cell]); }
    bool is_filled(int cell) const { return is_committed(cell) && size(cell) == 1; }
    bool is_committed(int cell) const { return state_[committed_at_ + cell] != 0; }
    int open_cells() const { return static_cast<int>(state_[open_at_]); }
    bool has(int cell, int value) const;
    int left(int kind) const { return static_cast<int>(state_[left_at_ + kind]); }  // copies not committed to a cell
    int room(int kind) const { return static_cast<int>(state_[room_at_ + kind]); }  // cells that may still take one
    bool may_show(int join, int color) const {
        return (state_[joins_at_ + join * color_words_ + (color >> 6)] >> (color & 63) & 1) != 0;
    }
    // The values of filled cells, -1 elsewhere.
    const std::vector<int>& board() const;

    template <class Visit>
    void each_value(int cell, Visit visit) const {
        const int start = offset_[cell];
        for (int w = 0; w < words_[cell]; ++w)
            for (std::uint64_t rest = state_[start + w]; rest != 0; rest &= rest - 1)
                visit(value_at(cell, w * 64 + std::countr_zero(rest)));
    }

    // The kinds among the values of a cell.
    template <class Visit>
    void each_kind(int cell, Visit visit) const {
        for (int w = 0; w < words_[cell]; ++w) {
            for (std::uint64_t rest = state_[offset_[cell] + w]; rest != 0;) {
                const int kind = tables.kind[value_at(cell, w * 64 + std::countr_zero(rest))];
                rest &= ~kind_bits_[kind];
                visit(kind);
            }
        }
    }
    bool has_kind(int cell, int kind) const {
        return shapes_[shape_[cell]].group == group_[kind] &&
               (state_[offset_[cell] + kind_word_[kind]] & kind_bits_[kind]) != 0;
    }
    bool remove_kind(int cell, int kind) {
        return drop(cell, kind_word_[kind], state_[offset_[cell] + kind_word_[kind]] & kind_bits_[kind]);
    }

    int joins() const { return static_cast<int>(ends_.size()); }
    // A cell on a side of a join: the first to the west or north of it, the second beyond.
    struct End {
        int cell, side;
    };
    const std::array<End, 2>& ends(int between) const { return ends_[between]; }
    // The join on a side of a cell, -1 outside.
    int join(int cell, int side) const { return join_[cell][static_cast<std::size_t>(side)]; }
    // The cells where a kind may lie at all.
    const std::vector<int>& cells_of(int kind) const { return groups_[group_[kind]].cells; }

    // Weights of failures, for dom/wdeg: by join and by cell.
    std::vector<double> join_weight, cell_weight;

    const Tables& tables;

  private:
    static constexpr int SMALL = 6;  // domains up to this size are scanned value by value
    static constexpr std::uint16_t NO_WITNESS = 0xffff;
    static constexpr std::int64_t RENEW = 64;  // levels opened between two clearings of watched values

    struct Shape {  // cells with the same grey sides
        int rim, group;
        std::vector<int> value;            // by bit; -1: no value
        std::vector<std::uint64_t> shows;  // by side, color, word
    };
    struct Saved {
        int at;
        std::uint64_t value;
    };

    void find_joins();
    void find_groups();
    void find_shapes();
    void find_needs();
    void write_initial_state();

    int value_at(int cell, int bit) const { return shapes_[shape_[cell]].value[bit]; }
    int bit_of(int cell, int value) const;
    const std::uint64_t* shows(int cell, int side, int color) const {
        return shapes_[shape_[cell]].shows.data() + (side * tables.colors + color) * words_[cell];
    }

    void set(int at, std::uint64_t value) {
        if (stamp_[at] != level_) {
            stamp_[at] = level_;
            trail_.push_back({at, state_[at]});
        }
        state_[at] = value;
    }
    void add(int at, int difference) { set(at, state_[at] + static_cast<std::uint64_t>(difference)); }

    bool drop(int cell, int word, std::uint64_t bits);
    bool leave(int cell, int word, std::uint64_t bits);
    bool visit(int cell);
    bool revise(int cell);
    bool revise_small(int cell);
    void suspect(int cell, int word, std::uint64_t bits);
    bool find_witness(int cell, int side, int color);
    void renew_watched();
    bool shrink(int join, int word, Colors lost, int from);
    int only_kind(int cell) const;
    bool commit(int cell, int kind);
    bool has_room(int kind);
    bool settle(int kind);
    void note_counts(int between, int word, Colors lost);
    int only_color(int between) const;
    bool count(int color);
    bool look_ahead();
    void enqueue(int cell);
    void forget_queues();
    bool fail(int cell);

    const Rules rules_;

    // geometry
    std::vector<std::array<int, SIDES>> join_;
    std::vector<std::array<End, 2>> ends_;
    int color_words_ = 1;
    std::vector<Shape> shapes_;
    std::vector<int> shape_, offset_, words_;  // by cell: its shape, where its domain is, how many words it has

    // by kind: its group, and its bits in the domains of that group
    std::vector<int> group_, kind_word_;
    std::vector<std::uint64_t> kind_bits_;

    struct Group {
        int grey, stride;  // grey sides up to turning; bits of a kind
        std::vector<int> kinds, cells;
        int words = 0;
    };
    std::vector<Group> groups_;
    std::vector<int> fewest_, most_;  // by color: joins it needs at least and at most

    // the state: domains of cells and joins, then sizes, flags and counters, all in one array
    int joins_at_ = 0, size_at_ = 0, committed_at_ = 0, left_at_ = 0, room_at_ = 0, open_at_ = 0, possible_at_ = 0,
        fixed_at_ = 0;
    std::vector<std::uint64_t> state_, initial_;
    std::vector<std::int64_t> stamp_;
    std::vector<Saved> trail_;
    struct Mark {
        std::size_t trail;
        std::int64_t level;
    };
    std::vector<Mark> marks_;
    std::int64_t level_ = 0, last_level_ = 0;

    std::vector<std::uint16_t> witness_;    // by cell, side, color: the bit of a value that shows it
    std::vector<std::uint64_t> watched_;    // like the domains: at least all witnesses
    std::vector<Colors> suspects_, small_;  // by cell and side: colors whose witness has gone
    std::int64_t opened_ = 0;
    std::vector<int> queue_, single_queue_, kind_queue_, color_queue_;
    std::size_t queue_head_ = 0;
    std::vector<std::uint8_t> is_queued_, is_kind_queued_, is_color_queued_;
    bool is_enqueueing_ = true;
    int assigned_ = -1;
    int culprit_ = -1;  // the join being revised
    mutable std::vector<int> board_;
};

}  // namespace edgematch
