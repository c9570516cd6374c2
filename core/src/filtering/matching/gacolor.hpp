// GAColor: the sides of each color must be matched perfectly with each other (Ansotegui et al. 2008, section 4.2).
//
// The edge color graph of a color has its sides as vertices, one for each copy of a kind, and an edge between two sides
// that may still meet at some edge, given the domains. The edges where they may meet are the edge's support. Sides that
// have met already are left out. A solution is a perfect matching of every graph, so that an edge in no perfect
// matching is forbidden, and:
//   - a value whose side has no allowed partner across its edge goes;
//   - two sides with no other partner that may meet at one edge only meet there.
// In an unframed puzzle sides may also face outwards, so that nothing need be matched and nothing is filtered.
#pragma once

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
    struct Graph {
        std::vector<Side> sides;   // the sides of this color
        std::vector<int> first;    // by index in `sides`: its first vertex; copies follow
        std::vector<int> side_of;  // by vertex: index in `sides`
        PerfectMatching matching{0};
        std::vector<std::uint8_t> meets;  // by index x index: whether copies of the two may still meet
    };

    Side side_shown(int value, int side) const;
    void add_color(int color);
    bool filter_color(int color, bool& is_changed);
    void build(int color);
    void connect(Graph& graph, int a, int b);
    void collect(int color, const Domains::End& end, std::vector<int>& found) const;
    bool check_edge(int color, int between, bool& is_changed);
    bool meet_only_once(int color, bool& is_changed);
    int value_showing(Side side, const Domains::End& end) const;

    Domains& domains_;
    const Tables& tables_;
    std::vector<Graph> graphs_;       // by color
    std::vector<int> index_of_side_;  // by side: its index in the graph of its color
    std::vector<int> met_;            // by side: copies that have met already
    std::vector<int> here_, there_;
};

}  // namespace edgematch
