// Tree search over domains: the engine that pla, mac and edgecp are settings of.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "edgematch/filtering.hpp"
#include "filtering/domains.hpp"
#include "filtering/matching/alldifferent.hpp"
#include "filtering/matching/gacolor.hpp"
#include "filtering/tree_search.hpp"

namespace edgematch {

struct DomainSettings {
    Rules rules{};
    CellOrder order = CellOrder::Dom;
    bool gacolor = false;   // perfect matchings of the sides of each color
    int gacolor_from = 0;   // ... once so many cells are filled
    bool ctadiff = false;   // matchings of pieces and cells
    bool by_piece = false;  // decide where a piece goes when that has fewer ways than any cell
    int shaving = 0;        // cells of at most so many values are tried out after each decision
    std::uint64_t seed = 0;
};

class DomainEngine {
  public:
    DomainEngine(const Tables& tables, const DomainSettings& settings, Control& control);

    std::int64_t tests = 0;
    const std::vector<int>& board() const { return domains_.board(); }
    bool is_complete() const { return domains_.open_cells() == 0; }
    bool load(const std::vector<int>& values);
    void choose(int depth, std::vector<Choice>& choices);
    bool assign(int cell, int value);
    void undo() { domains_.close(); }

    // These engines explain nothing: every decision is blamed for every failure.
    bool blames(int, int) { return true; }
    void conclude(int) {}
    void answered() {}

  private:
    bool filter();
    bool shave();
    bool try_out(int cell);
    int first_open() const;
    int smallest() const;
    double rank(int cell, const std::vector<int>& sizes) const;
    double degree(int cell, const std::vector<int>& sizes) const;
    double values_around(int cell, const std::vector<int>& sizes) const;
    bool is_open(int cell) const { return !domains_.is_filled(cell); }
    void choose_piece(std::vector<Choice>& choices);

    const Tables& tables_;
    const DomainSettings settings_;
    Control& control_;
    Domains domains_;
    std::unique_ptr<ColorMatchings> color_matchings_;
    std::unique_ptr<AllDifferent> all_different_;
    std::vector<int> order_;
    std::vector<int> scratch_;
    int conflict_ = -1;  // the cell of the last failure
};

Report search_domains(const Puzzle& puzzle, const Search& search, const DomainSettings& settings, Control& control);

}  // namespace edgematch
