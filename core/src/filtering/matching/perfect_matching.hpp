// Perfect matchings of a graph that need not be bipartite, and the edges that are in some perfect matching.
//
// Edmonds' algorithm: search alternating trees, shrink odd cycles (blossoms). An edge (u, v) is in a perfect matching
// exactly when, with u removed, its mate reaches v by an alternating path of even length: one search per vertex finds
// all such edges (Regin, The Symmetric alldiff Constraint, 1999). A previous matching is repaired instead of
// computed again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgematch {

class PerfectMatching {
  public:
    explicit PerfectMatching(int vertices);

    int vertices() const { return vertices_; }
    void clear_edges();
    void add_edge(int u, int v);
    void remove_edge(int u, int v);
    bool has_edge(int u, int v) const { return (row(u)[v >> 6] >> (v & 63) & 1) != 0; }
    // The neighbours of a vertex, a bit each. Who sets them keeps both ends of an edge equal.
    std::span<const std::uint64_t> neighbours(int u) const { return {row(u), static_cast<std::size_t>(words_)}; }
    void set_neighbours(int u, std::span<const std::uint64_t> set) { std::copy(set.begin(), set.end(), row(u)); }
    // Vertices that take part; the others are ignored.
    void set_active(int vertex, bool is_active) { is_active_[vertex] = is_active; }
    bool is_active(int vertex) const { return is_active_[vertex] != 0; }
    int mate(int vertex) const { return mate_[vertex]; }

    // Repairs the matching; false: no perfect matching exists.
    bool match();
    // After `match`: removes every edge that is in no perfect matching; returns how many.
    int filter();

  private:
    std::uint64_t* row(int u) { return rows_.data() + u * words_; }
    const std::uint64_t* row(int u) const { return rows_.data() + u * words_; }
    // Grows an alternating tree; returns a free vertex at the end of an even path, or -1 when there is none.
    int grow(int root, int without);
    void shrink(int v, int u);
    int common_base(int a, int b);
    void mark_path(int v, int base, int child);

    int vertices_, words_;
    std::vector<std::uint64_t> rows_;
    std::vector<std::uint8_t> is_active_, is_outer_, is_in_blossom_, is_on_path_;
    std::vector<int> mate_, parent_, base_, queue_;
};

}  // namespace edgematch
