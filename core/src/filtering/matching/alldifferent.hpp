// Generalised arc consistency of "every cell holds its own piece" (Regin 1994), with copies of kinds as capacities.
//
// Cells and kinds are the two sides of a graph; a solution gives every cell a kind and every kind as many cells as it
// has copies. Given one such assignment, a cell may take another kind exactly when both lie on a cycle of the residual
// graph, that is in one strongly connected component. The assignment is kept from call to call and repaired.
#pragma once

#include <vector>

#include "filtering/domains.hpp"

namespace edgematch {

class AllDifferent {
  public:
    explicit AllDifferent(Domains& domains);

    // Removes what no assignment allows; sets `is_changed` when something went. False: there is no assignment.
    bool filter(bool& is_changed);

  private:
    bool augment(int cell);
    void assign(int cell, int kind);
    void release(int cell);
    void visit(int vertex);
    template <class Visit>
    void each_successor(int vertex, Visit visit) const;

    Domains& domains_;
    int cells_;
    std::vector<int> kind_of_;                // by cell; -1: none
    std::vector<std::vector<int>> cells_of_;  // by kind
    std::vector<std::uint8_t> is_seen_;       // by kind
    // Tarjan's algorithm over cells, then kinds
    std::vector<int> index_, low_, component_, stack_;
    int next_index_ = 0, components_ = 0;
};

}  // namespace edgematch
