// Choosing, assigning and filtering over domains; the three engines that use it tell their stories in their files.
#include "filtering/domain_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "edgematch/random.hpp"
#include "puzzle/orders.hpp"

namespace edgematch {

DomainEngine::DomainEngine(const Tables& tables, const DomainSettings& settings, Control& control)
    : tables_(tables), settings_(settings), control_(control), domains_(tables, settings.rules) {
    const int width = tables.puzzle.width(), height = tables.puzzle.height();
    if (settings.order == CellOrder::Chess) {
        order_ = chess_order(width, height);
    } else if (settings.order == CellOrder::Onion) {
        order_ = spiral_inwards(width, height);
    } else {
        order_.resize(static_cast<std::size_t>(tables.cells));
        std::iota(order_.begin(), order_.end(), 0);
        if (settings.seed != 0 && settings.order != CellOrder::Lex) {
            Random random(settings.seed);
            for (std::size_t i = order_.size(); i > 1; --i)
                std::swap(order_[i - 1], order_[random.below(static_cast<std::uint32_t>(i))]);
        }
    }
    if (settings.gacolor) color_matchings_ = std::make_unique<ColorMatchings>(domains_);
    if (settings.ctadiff) all_different_ = std::make_unique<AllDifferent>(domains_);
}

bool DomainEngine::load(const std::vector<int>& values) { return domains_.load(values) && filter() && shave(); }

bool DomainEngine::assign(int cell, int value) {
    domains_.open();
    if (domains_.keep(cell, value) && domains_.propagate() && filter() && shave()) return true;
    domains_.forget();
    conflict_ = cell;
    return false;
}

// The global rules, each to its own fixpoint with the local ones.
bool DomainEngine::filter() {
    const bool is_late = tables_.cells - domains_.open_cells() >= settings_.gacolor_from;
    for (bool is_changed = true; is_changed && !control_.stopped();) {
        is_changed = false;
        if (all_different_ && (!all_different_->filter(is_changed) || !domains_.propagate())) return false;
        if (is_changed) continue;
        if (color_matchings_ && is_late && (!color_matchings_->filter(is_changed, control_) || !domains_.propagate()))
            return false;
    }
    return true;
}

// Tries out the values of small domains, again and again until no value fails.
bool DomainEngine::shave() {
    if (settings_.shaving == 0) return true;
    std::size_t quiet = 0;
    for (std::size_t i = 0; quiet < order_.size() && !control_.stopped(); i = (i + 1) % order_.size(), ++quiet) {
        const int cell = order_[i];
        if (!is_open(cell) || domains_.size(cell) > settings_.shaving) continue;
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
    const bool is_fixed =
        settings_.order == CellOrder::Lex || settings_.order == CellOrder::Chess || settings_.order == CellOrder::Onion;
    const int cell = is_fixed ? first_open() : smallest();
    domains_.each_value(cell, [&](int value) { choices.push_back({cell, value}); });
    if (settings_.by_piece && choices.size() > 2) choose_piece(choices);
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
    if (settings_.order == CellOrder::LastConflict && conflict_ >= 0 && is_open(conflict_)) return conflict_;
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
    if (size == 1 || settings_.order == CellOrder::Dom) return size;
    if (settings_.order == CellOrder::LastConflict)
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
    const bool is_weighted = settings_.order == CellOrder::DomWdeg;
    double sum = is_weighted ? domains_.cell_weight(cell) : 1;
    for (int side = 0; side < SIDES; ++side) {
        const int other = tables_.near[cell][static_cast<std::size_t>(side)];
        if (other != OUTSIDE && sizes[static_cast<std::size_t>(other)] > 0)
            sum += is_weighted ? domains_.edge_weight(domains_.edge(cell, side)) : 1;
    }
    return sum;
}

// The places of the piece that has the fewest, when they are fewer than those of a cell: every answer takes one.
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

Report search_domains(const Puzzle& puzzle, const Search& search, const DomainSettings& settings, Control& control) {
    const Kinds kinds(puzzle, search.labelled);
    const Tables tables(puzzle, kinds);
    DomainEngine engine(tables, settings, control);
    return TreeSearch<DomainEngine>(tables, search, control, engine).run();
}

}  // namespace edgematch
