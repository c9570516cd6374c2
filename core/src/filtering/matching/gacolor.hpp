// GAColor: the sides of each color must be matched perfectly with each other (Ansotegui et al. 2008, section 4.2).
//
// The edge color graph of a color has its sides as vertices, one for each copy of a kind, and an edge between two sides
// that may still meet at some edge, given the domains. The edges where they may meet are the edge's support. Sides that
// have met already are left out. A solution is a perfect matching of every graph, so that an edge in no perfect
// matching is forbidden, and:
//   - a value whose side has no allowed partner across its edge goes;
//   - two sides with no other partner that may meet at one edge only meet there.
// In an unframed puzzle sides may also face outwards, so that nothing need be matched and nothing is filtered.
//
// One pass over the values of all cells notes as bits which sides may lie at each end of each edge. The graphs of all
// colors are built from these bits. A graph that is the same as when it was filtered last is not filtered again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "filtering/domains.hpp"
#include "filtering/matching/perfect_matching.hpp"
#include "filtering/tree_search.inl"

namespace edgematch {

class ColorMatchings {
  public:
    explicit ColorMatchings(Domains& domains);

    // Removes what no matching allows; sets `is_changed` when something went. False: some color has no matching. A
    // stopped search need not finish: filtering less is sound.
    bool filter(bool& is_changed, Control& control);

  private:
    // A side of a kind: kind * 4 + number of the side on the piece as given.
    using Side = int;
    using Word = std::uint64_t;
    struct Graph {
        std::vector<Side> sides;        // the sides of this color; sets of them have a bit for each, by its index here
        std::size_t words = 0, at = 0;  // of such a set; where it begins among the sets of all colors
        std::vector<int> first;         // by index in `sides`: its first vertex; copies follow
        bool has_copies = false;        // some kind has several
        PerfectMatching matching{0};
        std::vector<Word> links;                    // by index: the sides that it may meet
        std::vector<int> met;                       // by index: copies that have met already
        std::vector<Word> filtered_links, allowed;  // `links` and `met` when filtered last, and what was left of them
        std::vector<int> filtered_met;
        bool is_matched = false;  // there was a perfect matching
    };

    Side side_shown(int value, int side) const;
    void add_color(int color);
    void note_sides();
    std::span<const Word> shown(int between, std::size_t end, const Graph& graph) const {
        return {shown_.data() + (static_cast<std::size_t>(between) * 2 + end) * words_ + graph.at, graph.words};
    }
    std::span<const Word> allowed(const Graph& graph, std::size_t side) const {
        return std::span<const Word>(graph.allowed).subspan(side * graph.words, graph.words);
    }
    bool is_met(int between) const;
    void link(int color);
    bool match(Graph& graph);
    bool filter_color(int color, bool& is_changed);
    bool check_edge(int color, int between, bool& is_changed);
    bool remove_side(Side side, const Domains::End& end, bool& is_changed);
    bool meet_only_once(int color, bool& is_changed);
    bool show(Side side, const Domains::End& end, bool& is_changed);

    Domains& domains_;
    const Tables& tables_;
    std::vector<Graph> graphs_;  // by color
    std::size_t words_ = 0;      // of the sets of all colors
    std::vector<int> bit_at_;  // by value and side: the bit of the side that it shows there, in the sets of all colors
    std::vector<int> set_at_;  // by cell and side: edge * 2 + end; outside: -1
    std::vector<Word> shown_;  // by edge and end: the sides that may lie there, a set for each color
    std::vector<std::uint8_t> is_filled_;  // by cell
};

}  // namespace edgematch
