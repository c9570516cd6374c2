// Edmonds' algorithm over bit rows; see the header.
#include "filtering/matching/perfect_matching.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace edgematch {

PerfectMatching::PerfectMatching(int vertices) : vertices_(vertices), words_((vertices + 63) / 64) {
    const auto count = static_cast<std::size_t>(vertices);
    rows_.assign(count * static_cast<std::size_t>(words_), 0);
    is_active_.assign(count, 1);
    mate_.assign(count, -1);
    parent_.resize(count);
    base_.resize(count);
    is_outer_.resize(count);
    is_in_blossom_.resize(count);
    is_on_path_.resize(count);
}

void PerfectMatching::clear_edges() { std::fill(rows_.begin(), rows_.end(), 0); }

void PerfectMatching::add_edge(int u, int v) {
    row(u)[v >> 6] |= std::uint64_t{1} << (v & 63);
    row(v)[u >> 6] |= std::uint64_t{1} << (u & 63);
}

void PerfectMatching::remove_edge(int u, int v) {
    row(u)[v >> 6] &= ~(std::uint64_t{1} << (v & 63));
    row(v)[u >> 6] &= ~(std::uint64_t{1} << (u & 63));
}

bool PerfectMatching::match() {
    for (int u = 0; u < vertices_; ++u) {
        const int v = mate_[u];
        if (v >= 0 && (!is_active(u) || !is_active(v) || !has_edge(u, v))) mate_[u] = mate_[v] = -1;
    }
    for (int root = 0; root < vertices_; ++root) {
        if (!is_active(root) || mate_[root] >= 0) continue;
        int v = grow(root, -1);
        if (v < 0) return false;
        while (v >= 0) {  // invert the path
            const int before = parent_[v], next = mate_[before];
            mate_[v] = before;
            mate_[before] = v;
            v = next;
        }
    }
    return true;
}

int PerfectMatching::grow(int root, int without) {
    std::fill(is_outer_.begin(), is_outer_.end(), std::uint8_t{0});
    std::fill(parent_.begin(), parent_.end(), -1);
    std::iota(base_.begin(), base_.end(), 0);
    is_outer_[root] = 1;
    queue_.assign(1, root);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const int v = queue_[head];
        for (int w = 0; w < words_; ++w) {
            for (std::uint64_t rest = row(v)[w]; rest != 0; rest &= rest - 1) {
                const int u = w * 64 + std::countr_zero(rest);
                if (u == without || !is_active(u) || base_[v] == base_[u] || mate_[v] == u) continue;
                if (u == root || (mate_[u] >= 0 && parent_[mate_[u]] >= 0)) {
                    shrink(v, u);
                } else if (parent_[u] < 0) {
                    parent_[u] = v;
                    if (mate_[u] < 0) return u;
                    is_outer_[mate_[u]] = 1;
                    queue_.push_back(mate_[u]);
                }
            }
        }
    }
    return -1;
}

// Two outer vertices are adjacent: the odd cycle through them becomes one vertex, all of it outer.
void PerfectMatching::shrink(int v, int u) {
    const int base = common_base(v, u);
    std::fill(is_in_blossom_.begin(), is_in_blossom_.end(), std::uint8_t{0});
    mark_path(v, base, u);
    mark_path(u, base, v);
    for (int i = 0; i < vertices_; ++i) {
        if (is_in_blossom_[base_[i]] == 0) continue;
        base_[i] = base;
        if (is_outer_[i] != 0) continue;
        is_outer_[i] = 1;
        queue_.push_back(i);
    }
}

int PerfectMatching::common_base(int a, int b) {
    std::fill(is_on_path_.begin(), is_on_path_.end(), std::uint8_t{0});
    for (;;) {
        a = base_[a];
        is_on_path_[a] = 1;
        if (mate_[a] < 0 || parent_[mate_[a]] < 0) break;
        a = parent_[mate_[a]];
    }
    for (;;) {
        b = base_[b];
        if (is_on_path_[b] != 0) return b;
        b = parent_[mate_[b]];
    }
}

void PerfectMatching::mark_path(int v, int base, int child) {
    while (base_[v] != base) {
        is_in_blossom_[base_[v]] = is_in_blossom_[base_[mate_[v]]] = 1;
        parent_[v] = child;
        child = mate_[v];
        v = parent_[mate_[v]];
    }
}

int PerfectMatching::filter() {
    int removed = 0;
    for (int u = 0; u < vertices_; ++u) {
        if (!is_active(u)) continue;
        const int mate = mate_[u];
        mate_[mate] = -1;  // with u gone its mate is free
        grow(mate, u);
        mate_[mate] = u;
        for (int w = 0; w < words_; ++w) {
            for (std::uint64_t rest = row(u)[w]; rest != 0; rest &= rest - 1) {
                const int v = w * 64 + std::countr_zero(rest);
                if (is_outer_[v] != 0) continue;
                remove_edge(u, v);
                ++removed;
            }
        }
    }
    return removed;
}

}  // namespace edgematch
