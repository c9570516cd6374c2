// Matching, strongly connected components, filtering; see the header.
#include "filtering/matching/alldifferent.hpp"

#include <algorithm>

namespace edgematch {

AllDifferent::AllDifferent(Domains& domains) : domains_(domains), cells_(domains.tables.cells) {
    kind_of_.assign(static_cast<std::size_t>(cells_), -1);
    cells_of_.resize(static_cast<std::size_t>(domains.tables.kinds));
    is_seen_.resize(cells_of_.size());
    const std::size_t vertices = kind_of_.size() + cells_of_.size();
    index_.resize(vertices);
    low_.resize(vertices);
    component_.resize(vertices);
}

void AllDifferent::assign(int cell, int kind) {
    release(cell);
    kind_of_[cell] = kind;
    cells_of_[kind].push_back(cell);
}

void AllDifferent::release(int cell) {
    if (kind_of_[cell] < 0) return;
    auto& cells = cells_of_[kind_of_[cell]];
    cells.erase(std::find(cells.begin(), cells.end(), cell));
    kind_of_[cell] = -1;
}

// Finds a kind for a cell, moving other cells to other kinds where needed.
bool AllDifferent::augment(int cell) {
    bool is_done = false;
    domains_.each_kind(cell, [&](int kind) {
        if (is_done || is_seen_[kind] != 0) return;
        is_seen_[kind] = 1;
        if (static_cast<int>(cells_of_[kind].size()) < domains_.tables.copies[kind]) {
            is_done = true;
        } else {
            const std::vector<int> holders = cells_of_[kind];
            is_done = std::any_of(holders.begin(), holders.end(), [&](int other) { return augment(other); });
        }
        if (is_done) assign(cell, kind);
    });
    return is_done;
}

bool AllDifferent::filter(bool& is_changed) {
    for (int cell = 0; cell < cells_; ++cell)
        if (kind_of_[cell] >= 0 && !domains_.has_kind(cell, kind_of_[cell])) release(cell);
    for (int cell = 0; cell < cells_; ++cell) {
        if (kind_of_[cell] >= 0) continue;
        std::fill(is_seen_.begin(), is_seen_.end(), std::uint8_t{0});
        if (!augment(cell)) return false;
    }
    std::fill(index_.begin(), index_.end(), -1);
    next_index_ = components_ = 0;
    for (int cell = 0; cell < cells_; ++cell)
        if (index_[cell] < 0) visit(cell);
    for (int cell = 0; cell < cells_; ++cell) {
        bool is_good = true;
        domains_.each_kind(cell, [&](int kind) {
            if (!is_good || kind == kind_of_[cell] || component_[cells_ + kind] == component_[cell]) return;
            is_changed = true;
            is_good = domains_.remove_kind(cell, kind);
        });
        if (!is_good) return false;
    }
    return true;
}

// A cell leads to the kinds it might take instead, a kind to the cells that hold it.
template <class Visit>
void AllDifferent::each_successor(int vertex, Visit visit) const {
    if (vertex >= cells_) {
        for (const int cell : cells_of_[vertex - cells_]) visit(cell);
    } else {
        domains_.each_kind(vertex, [&](int kind) {
            if (kind != kind_of_[vertex]) visit(cells_ + kind);
        });
    }
}

void AllDifferent::visit(int vertex) {
    index_[vertex] = low_[vertex] = next_index_++;
    component_[vertex] = -1;
    stack_.push_back(vertex);
    each_successor(vertex, [&](int next) {
        if (index_[next] < 0) {
            visit(next);
            low_[vertex] = std::min(low_[vertex], low_[next]);
        } else if (component_[next] < 0) {
            low_[vertex] = std::min(low_[vertex], index_[next]);
        }
    });
    if (low_[vertex] != index_[vertex]) return;
    for (int member = -1; member != vertex;) {
        member = stack_.back();
        stack_.pop_back();
        component_[member] = components_;
    }
    ++components_;
}

}  // namespace edgematch
