// Domains of cells and of edges, kept consistent with each other: the common ground of pla, mac and edgecp.
//
// A cell's domain is a bit set of values, an edge's domain a bit set of colors. A color stays in an edge while the
// cells on both sides can show it; a value stays in a cell while its four colors are in the edges around. Since a
// constraint between neighbours is equality of one color, this is arc consistency of the neighbour constraints, at the
// price of looking at colors instead of pairs of values: the "edge filtering" of Benoist and Bourreau (2008,
// section 6.3), and the core of MAC in Ansotegui et al. (2008, section 4.2). propagation.inl describes how it is
// computed.
//
// Layout. Kinds that may lie in the same cells form a group (corners, frame pieces, inner pieces). A domain has one bit
// per kind and turn, and a separate set of the kinds left. The turns of a cell are adjacent, so that they are filtered
// together. The sets of kinds of all cells of a group are adjacent, so that "this kind is used up" is applied to eight
// cells at a time. It is written into the sets of kinds only: a domain consists of its values of kinds in that set.
// Colors are renumbered as *hues*, those of inner edges first, since they too are processed eight at a time.
//
// All that changes with the search is in two arrays, 64-bit words and 16-bit numbers. A level of the search is a copy
// of both, and going back drops it: for a 10x10 board that is 5 KB, ten times quicker than a trail of changed words.
//
// Rules, chosen by `Rules`:
//   fixpoint   go on until nothing changes; else stop two cells away from the assigned one (partial look-ahead)
//   known_only edges pass on colors only from filled cells, so that cells look at known colors alone ("4-edges
//              consistency" in the paper)
//   pieces     a kind needs as many cells as it has copies left; exactly as many: they are its cells
//   distinct   a piece is not its own neighbour: where only one kind can show a color, with one copy left, the cell
//              beyond cannot match it with that kind. Only up to 64 cells and kinds per group, every board up to 10x10
//   counts     a color needs exactly half as many edges as sides; `force_counts` uses it to fill or to empty edges
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "puzzle/tables.hpp"

namespace edgematch {

struct Rules {
    bool fixpoint = true;
    bool known_only = false;
    bool pieces = true;
    bool distinct = false;
    bool counts = false;
    bool force_counts = false;
};

// The state that propagation works on. `Domains` is the interface for everything else.
struct DomainState {
    using Word = std::uint64_t;
    static constexpr int BLOCK = 8;  // cells or colors processed at once
    static constexpr int QUAD = 4;   // colors looked up at once

    // A cell on a side of an edge: the first to the west or north of it, the second beyond.
    struct End {
        int cell, side;
    };
    // Colors that a cell no longer shows on a side.
    struct Loss {
        int cell, side;
        Word hues;
    };
    struct alignas(64) Block {
        Word kinds[BLOCK];
    };
    struct Shape {  // cells with the same grey sides
        int rim;
        std::vector<int> value;   // by bit; -1: no value
        std::vector<Word> shows;  // by side, hue, turn and word of kinds: the kinds that show it; then an empty row
        std::vector<std::uint8_t> hues;  // by bit and side: what the value shows; only with at most 64 hues and kinds
        int blocks = 0;                  // blocks of hues for each side and word of hues
        std::vector<Block> sets;   // the same as `shows` by side, word and block of hues, word of kinds, turn, hue
        int quads = 0;             // groups of four hues
        std::vector<Word> allows;  // by side, group of four, which of these, turn: the kinds that show one of them
    };
    struct Group {
        int grey, turns;                          // grey sides up to turning; values of a kind in a cell, at most
        std::vector<int> kinds, cells, repeated;  // repeated: kinds of several copies
        int words = 1, stride = 0;                // words of kinds; cells, rounded up to whole blocks
        // where its words are: by cell, turn and word of kinds; the next three by word of kinds and cell; by word of
        // kinds
        int domain_at = 0, kinds_at = 0, watched_at = 0, committed_at = 0, single_at = 0;
        int set_at = 0;  // its first word in sets of cells
    };
    struct alignas(64) Place {  // of a cell; two lines of the cache
        std::int16_t shape, group, index;
        std::array<int, SIDES> edge;  // outside: the edge that shows nothing
        // Copies of what its group, its shape and its neighbours hold, for speed.
        std::uint8_t turns = 1, is_kin = 0;        // is_kin: by side, whether the next cell is of the same group
        std::array<std::int16_t, SIDES> beyond{};  // the next cell; outside: itself
        int values_at = 0, kinds_at = 0, watched_at = 0, committed_at = 0;
        int set_word = 0;  // where it is in sets of cells
        Word set_bit = 0;
        int blocks = 0, quads = 0;
        const Block* sets = nullptr;
        const Word *allows = nullptr, *shows = nullptr;
        const std::uint8_t* hues = nullptr;
    };
    static_assert(sizeof(Place) == 128);
    struct KindBit {  // the bit of a kind in the domains of its group
        int group, word;
        Word bit;
    };

    Rules rules;
    std::vector<std::array<End, 2>> ends;
    std::vector<Place> places;
    std::vector<KindBit> kind_bits;
    std::vector<Shape> shapes;
    std::vector<Group> groups;
    int color_words = 1;
    std::vector<std::uint16_t> fewest, most;  // by hue, in whole words of hues: edges it needs at least and at most

    // The present level. `committed` is all ones for cells that have taken a copy.
    Word* words = nullptr;
    std::uint16_t* numbers = nullptr;
    int edges_at = 0, left_at = 0, open_at = 0, possible_at = 0, fixed_at = 0;

    // Work left, as sets of cells: to revise, with one kind left, where only one kind may show some color. A set has
    // words of its own for each group.
    std::vector<Word> queued, single, distinct;
    std::vector<int> set_cells;      // by bit of a set
    std::vector<Loss> losses;        // of the cells revised last, at most one per side
    std::vector<Word> changed_hues;  // hues whose counts changed
    std::vector<Word> shown, keep;   // scratch
    bool is_enqueueing = true;
    int culprit = -1;  // the edge being revised

    // Weights of failures, for dom/wdeg: by edge and by cell.
    std::vector<double> edge_weight, cell_weight;
};

// The hot part, compiled once per instruction set; see propagation.inl, domain_counts.inl and refutation.inl.
struct DomainKernel {
    bool (*propagate)(DomainState& state, int assigned) = nullptr;
    bool (*restrict)(DomainState& state, int cell, const std::uint64_t* kept) = nullptr;
    void (*forget)(DomainState& state) = nullptr;
    void (*count_values)(const DomainState& state, int* sizes) = nullptr;
    int (*find_rarest)(const DomainState& state, int below) = nullptr;
    bool (*refute)(const DomainState& state, int width, std::int64_t& tests) = nullptr;
};
DomainKernel choose_domain_kernel(bool is_narrow);
DomainKernel portable_domain_kernel(bool is_narrow);
DomainKernel avx2_domain_kernel(bool is_narrow);    // empty where this processor or build has none
DomainKernel avx512_domain_kernel(bool is_narrow);  // likewise

class Domains {
  public:
    using Word = DomainState::Word;
    using End = DomainState::End;

    using Choose = DomainKernel (*)(bool is_narrow);
    Domains(const Tables& tables, const Rules& rules, Choose choose = &choose_domain_kernel);
    Domains(const Domains&) = delete;
    Domains& operator=(const Domains&) = delete;

    // Starts again from a board; false: it has no answer.
    bool load(const std::vector<int>& values);

    // Opens a level; `close` undoes all that happened since.
    void open();
    void close() { set_level(level_ - 1); }

    // Leaves a cell one value, or removes one, or all of a kind. Needs `propagate` afterwards. False: failure.
    bool keep(int cell, int value);
    bool remove(int cell, int value);
    bool remove_kind(int cell, int kind);
    bool propagate() { return kernel_.propagate(state_, assigned_); }
    // Drops what is still queued, after a failure outside of `propagate`.
    void forget() { kernel_.forget(state_); }

    int size(int cell) const;
    bool is_filled(int cell) const { return is_committed(cell) && size(cell) == 1; }
    bool is_committed(int cell) const;
    int open_cells() const { return state_.numbers[state_.open_at]; }
    bool has(int cell, int value) const;
    int left(int kind) const { return static_cast<std::int16_t>(state_.numbers[state_.left_at + kind]); }
    bool may_show(int edge, int color) const;
    // The values of filled cells, -1 elsewhere.
    const std::vector<int>& board() const;
    // The number of values of every cell, 0 for filled ones.
    const std::vector<int>& open_sizes() const;
    // The piece with one copy left that has the fewest placements, if they are fewer than `below` and than 16; else -1.
    int rarest_kind(int below) const;
    // Whether a plain search of at most 2^width boards side by side shows that there is no answer; false: unknown.
    bool refute(int width, std::int64_t& tests) const { return kernel_.refute(state_, width, tests); }

    template <class Visit>
    void each_value(int cell, Visit visit) const {
        const Place& place = state_.places[cell];
        const Group& group = state_.groups[place.group];
        const std::vector<int>& values = state_.shapes[place.shape].value;
        for (int w = 0; w < group.words; ++w)
            for (Word rest = kinds(place, w); rest != 0; rest &= rest - 1)
                for (int at = w; at < group.turns * group.words; at += group.words)
                    if ((domain(place, at) & rest & -rest) != 0)
                        visit(values[static_cast<std::size_t>(at * 64 + std::countr_zero(rest))]);
    }

    // The kinds among the values of a cell.
    template <class Visit>
    void each_kind(int cell, Visit visit) const {
        const Place& place = state_.places[cell];
        const Group& group = state_.groups[place.group];
        for (int w = 0; w < group.words; ++w)
            for (Word rest = kinds(place, w); rest != 0; rest &= rest - 1)
                visit(group.kinds[static_cast<std::size_t>(w * 64 + std::countr_zero(rest))]);
    }
    bool has_kind(int cell, int kind) const {
        const KindBit& mine = state_.kind_bits[kind];
        return state_.places[cell].group == mine.group && (kinds(state_.places[cell], mine.word) & mine.bit) != 0;
    }

    int edges() const { return static_cast<int>(state_.ends.size()); }
    const std::array<End, 2>& ends(int between) const { return state_.ends[between]; }
    // The edge on a side of a cell; not for the outside.
    int edge(int cell, int side) const { return state_.places[cell].edge[static_cast<std::size_t>(side)]; }
    // The cells where a kind may lie at all.
    const std::vector<int>& cells_of(int kind) const { return state_.groups[state_.kind_bits[kind].group].cells; }

    double edge_weight(int between) const { return state_.edge_weight[between]; }
    double cell_weight(int cell) const { return state_.cell_weight[cell]; }

    const Tables& tables;

  private:
    using Place = DomainState::Place;
    using KindBit = DomainState::KindBit;
    using Shape = DomainState::Shape;
    using Group = DomainState::Group;

    void find_edges();
    void find_groups();
    void number_colors();
    void find_places();
    Shape make_shape(int cell, const Group& group) const;
    void transpose_sets(Shape& shape, const Group& group) const;
    void find_allowed(Shape& shape, const Group& group) const;
    void find_needs();
    void assign_offsets();
    void link_places();
    void write_initial_state();

    Word domain(const Place& place, int at) const {
        const Group& group = state_.groups[place.group];
        return state_.words[group.domain_at + place.index * group.turns * group.words + at] &
               kinds(place, at % group.words);
    }
    Word kinds(const Place& place, int word) const {
        const Group& group = state_.groups[place.group];
        return state_.words[group.kinds_at + word * group.stride + place.index];
    }
    int bit_of(int cell, int value) const;
    void set_level(std::size_t level);
    void reset();

    DomainState state_;
    DomainKernel kernel_;
    std::vector<int> hue_;  // by color
    int word_count_ = 0, number_count_ = 0;
    std::vector<Word> initial_words_, word_stack_;
    std::vector<std::uint16_t> initial_numbers_, number_stack_;
    std::size_t level_ = 0;
    int assigned_ = -1;
    std::vector<Word> kept_;
    mutable std::vector<int> board_, sizes_;
};

}  // namespace edgematch
