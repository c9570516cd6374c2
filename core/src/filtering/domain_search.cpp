// Tree search over domains, with as much propagation as is asked for.
//
// A cell is chosen, each of its values is tried, and the domains are filtered after each choice. A cell with one value
// left always comes first. Three solvers of the literature are settings of this engine, and `hybrid` is edgecp with
// `refute`:
//
//   pla     Partial look-ahead, Ansotegui, Bejar, Fernandez and Mateu, Edge Matching Puzzles as Hard SAT/CSP Benchmarks
//           (2008), section 4.2: filter the neighbours of the assigned cell, then the neighbours of those that changed,
//           and stop. Every color of 2k sides must be able to show on exactly k edges.
//   mac     Maintained arc consistency, same section: all constraints between neighbours, between cells (no piece
//           twice) and between pieces (no cell twice) are arc consistent after each choice.
//   edgecp  Edge filtering, after the model that gave Choco its small trees in table 2 of Benoist and Bourreau (2008):
//           the pieces that a cell may take decide which colors its edges may show, which filters the cells beyond.
//
// The options:
//
//   dynamic       the smallest domain first, of several the first in the order. `DomDeg` and `DomWdeg` divide its size
//                 by the degree, plain or weighted by failures (Boussemart et al. 2004). `LastConflict` (Lecoutre et
//                 al. 2009) decides the cell of the last failure first, wherever the search is, until it can be filled;
//                 it needs by_piece. `None`: the first open cell in the order. The last two remember the search so
//                 far, so that a resumed search may visit another tree
//   edges         off: cells see known colors only, the 4-edges consistency of Benoist and Bourreau
//   pieces        a piece must have a place: one with a single cell left goes there
//   distinct      a piece is not its own neighbour: a color that one piece alone can show in a cell is not met by that
//                 same piece beyond. Looked for in cells of up to six pieces
//   counts        a color shows on exactly half as many edges as it has sides; force_counts fills or empties edges by
//   it by_piece      the decision is the smallest there is, over cells ("what goes here?") and pieces ("where does it
//                 go?")
//   alldifferent  generalised arc consistency of "all cells hold different pieces" (alldifferent.hpp)
//   gacolor_from  perfect matchings of the sides of each color, from so many filled cells on (gacolor.hpp)
//   shaving       values of small domains that fail at once are removed
//   refute        what filtering leaves is searched without filtering where that is quick (refutation.inl)
//
// What each rule gains and costs is in docs/research/domain-search.md.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "edgematch/filtering.hpp"
#include "edgematch/random.hpp"
#include "filtering/domains.hpp"
#include "filtering/matching/alldifferent.hpp"
#include "filtering/matching/gacolor.hpp"
#include "filtering/tree_search.inl"

namespace edgematch {

namespace {

// What refutations have cost and gained at one number of open cells, in nodes of the search above.
struct Trials {
    // Of several settings, these took the least time on nine instances (docs/research/hybrid.md): a refutation saves
    // three nodes; preparing one costs half a node, and 150 placements cost one.
    static constexpr double SAVED = 3, PREPARED = 0.5, PLACED = 1.0 / 150;
    static constexpr int RARELY = 64;  // where they do not pay, one of so many is made

    double gain = 0;  // so that short searches try few
    int skipped = 0;

    bool is_due() { return gain > 0 || ++skipped % RARELY == 0; }
    void note(bool is_refuted, std::int64_t tests) {
        gain += (is_refuted ? SAVED : 0) - PREPARED - PLACED * static_cast<double>(tests);
        gain = std::clamp(gain, -16.0, 64.0);
    }
};

constexpr int MOST_REFUTE = 16;  // a million placements between two checks of the stop flag

class DomainEngine {
  public:
    DomainEngine(const Tables& tables, const std::vector<Cell>& order, const DomainOptions& options, Control& control);

    std::int64_t tests = 0;
    const std::vector<int>& board() const { return domains_.board(); }
    bool is_complete() const { return domains_.open_cells() == 0; }
    bool load(const std::vector<int>& values);
    void choose(int depth, std::vector<Choice>& choices);
    bool assign(int cell, int value);
    void undo() { domains_.close(); }

    // No explanations are kept: every decision is blamed for every failure.
    bool blames(int, int) { return true; }
    void conclude(int) {}
    void answered() {}

  private:
    bool filter();
    bool shave();
    bool is_refuted();
    bool try_out(int cell);
    int first_open() const;
    int smallest() const;
    double rank(int cell, const std::vector<int>& sizes) const;
    double degree(int cell, const std::vector<int>& sizes) const;
    double values_around(int cell, const std::vector<int>& sizes) const;
    bool is_open(int cell) const { return !domains_.is_filled(cell); }
    void choose_piece(std::vector<Choice>& choices);

    const Tables& tables_;
    const DomainOptions options_;
    Control& control_;
    Domains domains_;
    std::unique_ptr<ColorMatchings> color_matchings_;
    std::unique_ptr<AllDifferent> all_different_;
    std::vector<int> order_;  // every cell once
    std::vector<int> scratch_;
    int conflict_ = -1;           // the cell of the last failure
    std::vector<Trials> trials_;  // by number of open cells
};

Rules rules_of(const DomainOptions& options) {
    return {.fixpoint = options.fixpoint,
            .known_only = !options.edges,
            .pieces = options.pieces,
            .distinct = options.distinct,
            .counts = options.counts,
            .force_counts = options.force_counts};
}

DomainEngine::DomainEngine(const Tables& tables, const std::vector<Cell>& order, const DomainOptions& options,
                           Control& control)
    : tables_(tables),
      options_(options),
      control_(control),
      domains_(tables, rules_of(options)),
      order_(order.begin(), order.end()),
      trials_(order.size() + 1) {
    if (options.seed != 0 && options.dynamic != DynamicOrder::None) {
        Random random(options.seed);
        for (std::size_t i = order_.size(); i > 1; --i)
            std::swap(order_[i - 1], order_[random.below(static_cast<std::uint32_t>(i))]);
    }
    if (options.gacolor_from >= 0) color_matchings_ = std::make_unique<ColorMatchings>(domains_);
    if (options.alldifferent) all_different_ = std::make_unique<AllDifferent>(domains_);
}

bool DomainEngine::load(const std::vector<int>& values) { return domains_.load(values) && filter() && shave(); }

bool DomainEngine::assign(int cell, int value) {
    domains_.open();
    if (domains_.keep(cell, value) && domains_.propagate() && filter() && shave() && !is_refuted()) return true;
    domains_.forget();
    conflict_ = cell;
    return false;
}

// The global rules, each to its own fixpoint with the local ones.
bool DomainEngine::filter() {
    const bool is_late = tables_.cells - domains_.open_cells() >= options_.gacolor_from;
    for (bool is_changed = true; is_changed && !control_.stopped();) {
        is_changed = false;
        if (all_different_ && (!all_different_->filter(is_changed) || !domains_.propagate())) return false;
        if (is_changed) continue;
        if (color_matchings_ && is_late && (!color_matchings_->filter(is_changed, control_) || !domains_.propagate()))
            return false;
    }
    return true;
}

// Whether a search without filtering shows that nothing is below, where such searches have paid so far.
bool DomainEngine::is_refuted() {
    if (options_.refute < 0 || is_complete()) return false;
    Trials& trials = trials_[static_cast<std::size_t>(domains_.open_cells())];
    if (!trials.is_due()) return false;
    const std::int64_t before = tests;
    const bool is_refuted = domains_.refute(options_.refute, tests);
    trials.note(is_refuted, tests - before);
    return is_refuted;
}

// Shaving: tries the values of small domains until no value fails.
bool DomainEngine::shave() {
    if (options_.shaving == 0) return true;
    std::size_t quiet = 0;
    for (std::size_t i = 0; quiet < order_.size() && !control_.stopped(); i = (i + 1) % order_.size(), ++quiet) {
        const int cell = order_[i];
        if (!is_open(cell) || domains_.size(cell) > options_.shaving) continue;
        const int before = domains_.size(cell);
        if (!try_out(cell)) return false;
        if (domains_.size(cell) < before) quiet = 0;
    }
    return true;
}

bool DomainEngine::try_out(int cell) {
    scratch_.clear();
    domains_.each_value(cell, [&](int value) { scratch_.push_back(value); });
    for (const int value : scratch_) {
        if (!domains_.has(cell, value)) continue;
        ++tests;
        domains_.open();
        const bool is_good = domains_.keep(cell, value) && domains_.propagate();
        domains_.forget();
        domains_.close();
        if (!is_good && (!domains_.remove(cell, value) || !domains_.propagate() || !filter())) {
            domains_.forget();
            return false;
        }
    }
    return true;
}

void DomainEngine::choose(int, std::vector<Choice>& choices) {
    const int cell = options_.dynamic == DynamicOrder::None ? first_open() : smallest();
    domains_.each_value(cell, [&](int value) { choices.push_back({cell, value}); });
    if (options_.by_piece && choices.size() > 2) choose_piece(choices);
}

// The first cell in the order; before it, any cell that has only one value left.
int DomainEngine::first_open() const {
    int first = -1;
    for (const int cell : order_) {
        if (!is_open(cell)) continue;
        if (domains_.size(cell) == 1) return cell;
        if (first < 0) first = cell;
    }
    return first;
}

int DomainEngine::smallest() const {
    if (options_.dynamic == DynamicOrder::LastConflict && conflict_ >= 0 && is_open(conflict_)) return conflict_;
    const std::vector<int>& sizes = domains_.open_sizes();
    double least = std::numeric_limits<double>::infinity();
    int best = -1;
    for (const int cell : order_) {
        if (sizes[static_cast<std::size_t>(cell)] == 0) continue;
        const double mine = rank(cell, sizes);
        if (mine >= least) continue;
        least = mine;
        best = cell;
    }
    return best;
}

double DomainEngine::rank(int cell, const std::vector<int>& sizes) const {
    const double size = sizes[static_cast<std::size_t>(cell)];
    if (size == 1 || options_.dynamic == DynamicOrder::Dom) return size;
    if (options_.dynamic == DynamicOrder::LastConflict)
        return size + values_around(cell, sizes) / (1 + SIDES * tables_.values);
    return size / degree(cell, sizes);
}

double DomainEngine::values_around(int cell, const std::vector<int>& sizes) const {
    int sum = 0;
    for (const Cell other : tables_.near[cell])
        if (other != OUTSIDE) sum += sizes[static_cast<std::size_t>(other)];
    return sum;
}

// The constraints with open neighbours, counted or weighted.
double DomainEngine::degree(int cell, const std::vector<int>& sizes) const {
    const bool is_weighted = options_.dynamic == DynamicOrder::DomWdeg;
    double sum = is_weighted ? domains_.cell_weight(cell) : 1;
    for (int side = 0; side < SIDES; ++side) {
        const int other = tables_.near[cell][static_cast<std::size_t>(side)];
        if (other != OUTSIDE && sizes[static_cast<std::size_t>(other)] > 0)
            sum += is_weighted ? domains_.edge_weight(domains_.edge(cell, side)) : 1;
    }
    return sum;
}

// The placements of the piece that has the fewest, when they are fewer than the values of a cell: every answer has one.
void DomainEngine::choose_piece(std::vector<Choice>& choices) {
    const int kind = domains_.rarest_kind(static_cast<int>(choices.size()));
    if (kind < 0) return;
    choices.clear();
    for (const int cell : domains_.cells_of(kind)) {
        if (domains_.is_committed(cell) || !domains_.has_kind(cell, kind)) continue;
        for (int value = tables_.first[kind]; value < tables_.first[kind + 1]; ++value)
            if (domains_.has(cell, value)) choices.push_back({cell, value});
    }
}

}  // namespace

Report search_domains(const Puzzle& puzzle, const Search& search, const DomainOptions& options, Control& control) {
    puzzle.require_order(options.order);
    if (!options.fixpoint && (options.alldifferent || options.gacolor_from >= 0))
        throw BadRequest("matchings need propagation to a fixpoint");
    if (options.refute > MOST_REFUTE) throw BadRequest("refute must be at most " + std::to_string(MOST_REFUTE));
    const Tables tables(puzzle, puzzle.kinds(search.labelled));
    return search_trees(tables, search, options.threads, control,
                        [&] { return DomainEngine(tables, options.order, options, control); });
}

}  // namespace edgematch
