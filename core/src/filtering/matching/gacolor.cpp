// Building the edge color graphs from the domains, and filtering the domains by them; see the header.
#include "filtering/matching/gacolor.hpp"

#include <algorithm>
#include <bit>

namespace edgematch {

namespace {

using Word = std::uint64_t;

template <class Visit>
void each_bit(std::span<const Word> set, Visit visit) {
    for (std::size_t w = 0; w < set.size(); ++w)
        for (Word rest = set[w]; rest != 0; rest &= rest - 1)
            visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
}

bool has_bit(std::span<const Word> set, std::size_t bit) { return (set[bit / 64] >> (bit % 64) & 1) != 0; }

bool have_common(std::span<const Word> a, std::span<const Word> b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if ((a[w] & b[w]) != 0) return true;
    return false;
}

void add_all(Word* to, std::span<const Word> set) {
    for (std::size_t w = 0; w < set.size(); ++w) to[w] |= set[w];
}

}  // namespace

ColorMatchings::ColorMatchings(Domains& domains)
    : domains_(domains), tables_(domains.tables), graphs_(static_cast<std::size_t>(domains.tables.colors)) {
    bit_at_.assign(tables_.sides.size() * SIDES, -1);
    for (int color = GREY + 1; color < tables_.colors; ++color) add_color(color);
    shown_.resize(static_cast<std::size_t>(domains_.edges()) * 2 * words_);
    set_at_.assign(static_cast<std::size_t>(tables_.cells * SIDES), -1);
    for (int between = 0; between < domains_.edges(); ++between)
        for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
            const Domains::End& here = domains_.ends(between)[end];
            set_at_[static_cast<std::size_t>(here.cell * SIDES + here.side)] = between * 2 + static_cast<int>(end);
        }
    is_filled_.resize(static_cast<std::size_t>(tables_.cells));
}

void ColorMatchings::add_color(int color) {
    Graph& graph = graphs_[static_cast<std::size_t>(color)];
    int vertices = 0;
    for (Side side = 0; side < tables_.kinds * SIDES; ++side) {
        const int value = tables_.first[side / SIDES];
        const int shown_at = (side + (tables_.placement[value] & 3)) % SIDES;
        if (tables_.sides[value][static_cast<std::size_t>(shown_at)] != color) continue;
        graph.sides.push_back(side);
        graph.first.push_back(vertices);
        vertices += tables_.copies[side / SIDES];
    }
    const std::size_t sides = graph.sides.size();
    graph.has_copies = vertices != static_cast<int>(sides);
    graph.words = (sides + 63) / 64;
    graph.at = words_;
    words_ += graph.words;
    graph.matching = PerfectMatching(vertices);
    graph.links.resize(sides * graph.words);
    graph.met.resize(sides);
    for (std::size_t index = 0; index < sides; ++index) {
        const int kind = graph.sides[index] / SIDES;
        for (int value = tables_.first[kind]; value < tables_.first[kind + 1]; ++value)
            for (int side = 0; side < SIDES; ++side)
                if (side_shown(value, side) == graph.sides[index])
                    bit_at_[static_cast<std::size_t>(value * SIDES + side)] = static_cast<int>(graph.at * 64 + index);
    }
}

// Which side of its kind a value shows on a side of the cell.
ColorMatchings::Side ColorMatchings::side_shown(int value, int side) const {
    const int turns = tables_.placement[value] & 3;
    return tables_.kind[value] * SIDES + (side - turns + SIDES) % SIDES;
}

bool ColorMatchings::filter(bool& is_changed, Control& control) {
    if (!tables_.puzzle.framed()) return true;
    note_sides();
    for (int color = GREY + 1; color < tables_.colors && !control.stopped(); ++color)
        if (!graphs_[static_cast<std::size_t>(color)].sides.empty() && !filter_color(color, is_changed)) return false;
    return true;
}

// Values that go later in the same call stay noted: that filters less, and something changed, so there is another call.
void ColorMatchings::note_sides() {
    std::fill(shown_.begin(), shown_.end(), Word{0});
    for (int cell = 0; cell < tables_.cells; ++cell) {
        is_filled_[static_cast<std::size_t>(cell)] = domains_.is_filled(cell);
        const int* const set_at = set_at_.data() + cell * SIDES;
        domains_.each_value(cell, [&](int value) {
            const int* const bit_at = bit_at_.data() + value * SIDES;
            for (int side = 0; side < SIDES; ++side)
                if (set_at[side] >= 0 && bit_at[side] >= 0)
                    shown_[static_cast<std::size_t>(set_at[side]) * words_ +
                           static_cast<std::size_t>(bit_at[side] / 64)] |= Word{1} << (bit_at[side] % 64);
        });
    }
}

bool ColorMatchings::is_met(int between) const {
    const auto& [west, east] = domains_.ends(between);
    return is_filled_[static_cast<std::size_t>(west.cell)] && is_filled_[static_cast<std::size_t>(east.cell)];
}

bool ColorMatchings::filter_color(int color, bool& is_changed) {
    Graph& graph = graphs_[static_cast<std::size_t>(color)];
    link(color);
    if (graph.links != graph.filtered_links || graph.met != graph.filtered_met) {
        graph.filtered_links = graph.links;
        graph.filtered_met = graph.met;
        graph.is_matched = match(graph);
    }
    if (!graph.is_matched) return false;
    for (int between = 0; between < domains_.edges(); ++between)
        if (domains_.may_show(between, color) && !is_met(between) && !check_edge(color, between, is_changed))
            return false;
    return meet_only_once(color, is_changed);
}

// Which sides may still meet, and how many copies of each have met already.
void ColorMatchings::link(int color) {
    Graph& graph = graphs_[static_cast<std::size_t>(color)];
    std::fill(graph.links.begin(), graph.links.end(), Word{0});
    std::fill(graph.met.begin(), graph.met.end(), 0);
    for (int between = 0; between < domains_.edges(); ++between) {
        if (!domains_.may_show(between, color)) continue;
        const auto here = shown(between, 0, graph), there = shown(between, 1, graph);
        if (is_met(between)) {
            each_bit(here, [&](std::size_t a) { ++graph.met[a]; });
            each_bit(there, [&](std::size_t b) { ++graph.met[b]; });
            continue;
        }
        each_bit(here, [&](std::size_t a) { add_all(graph.links.data() + a * graph.words, there); });
        each_bit(there, [&](std::size_t b) { add_all(graph.links.data() + b * graph.words, here); });
    }
    // A piece is not its own neighbour; `match` sees to copies.
    for (std::size_t a = 0; a < graph.sides.size(); ++a)
        if (const int kind = graph.sides[a] / SIDES; tables_.copies[kind] == 1)
            for (std::size_t b = 0; b < graph.sides.size(); ++b)
                if (graph.sides[b] / SIDES == kind) graph.links[a * graph.words + b / 64] &= ~(Word{1} << (b % 64));
}

// Matches the copies of all sides and notes what is allowed; false: there is no perfect matching.
bool ColorMatchings::match(Graph& graph) {
    PerfectMatching& matching = graph.matching;
    const std::size_t sides = graph.sides.size();
    const auto linked = [&](std::size_t a) {
        return std::span<const Word>(graph.links).subspan(a * graph.words, graph.words);
    };
    const auto copies = [&](std::size_t a) { return tables_.copies[graph.sides[a] / SIDES]; };
    if (graph.has_copies) matching.clear_edges();
    for (std::size_t a = 0; a < sides; ++a) {
        for (int copy = 0; copy < copies(a); ++copy) matching.set_active(graph.first[a] + copy, copy >= graph.met[a]);
        if (!graph.has_copies)
            matching.set_neighbours(static_cast<int>(a), linked(a));
        else
            each_bit(linked(a), [&](std::size_t b) {
                for (int i = 0; i < copies(a); ++i)
                    for (int j = 0; j < copies(b); ++j)
                        if (graph.sides[a] / SIDES != graph.sides[b] / SIDES || i != j)
                            matching.add_edge(graph.first[a] + i, graph.first[b] + j);
            });
    }
    if (!matching.match()) return false;
    matching.filter();
    graph.allowed.assign(sides * graph.words, 0);
    const auto allow = [&](std::size_t a, int i, std::size_t b, int j) {
        const int u = graph.first[a] + i, v = graph.first[b] + j;
        if (matching.has_edge(u, v) && matching.is_active(u) && matching.is_active(v))
            graph.allowed[a * graph.words + b / 64] |= Word{1} << (b % 64);
    };
    for (std::size_t a = 0; a < sides; ++a)
        each_bit(linked(a), [&](std::size_t b) {
            for (int i = 0; i < copies(a); ++i)
                for (int j = 0; j < copies(b); ++j) allow(a, i, b, j);
        });
    return true;
}

// Values whose side has no allowed partner across the edge go.
bool ColorMatchings::check_edge(int color, int between, bool& is_changed) {
    const Graph& graph = graphs_[static_cast<std::size_t>(color)];
    bool is_possible = true;
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
        const auto there = shown(between, 1 - end, graph);
        each_bit(shown(between, end, graph), [&](std::size_t a) {
            if (is_possible && !have_common(allowed(graph, a), there))
                is_possible = remove_side(graph.sides[a], domains_.ends(between)[end], is_changed);
        });
    }
    return is_possible;
}

bool ColorMatchings::remove_side(Side side, const Domains::End& end, bool& is_changed) {
    const int kind = side / SIDES;
    for (int value = tables_.first[kind]; value < tables_.first[kind + 1]; ++value) {
        if (side_shown(value, end.side) != side || !domains_.has(end.cell, value)) continue;
        is_changed = true;
        if (!domains_.remove(end.cell, value)) return false;
    }
    return true;
}

// Two sides that have only each other and may meet at one edge only: their values are kept there.
bool ColorMatchings::meet_only_once(int color, bool& is_changed) {
    const Graph& graph = graphs_[static_cast<std::size_t>(color)];
    for (std::size_t a = 0; a < graph.sides.size(); ++a) {
        const auto partners = allowed(graph, a);
        std::size_t b = 0;
        int count = 0;
        each_bit(partners, [&](std::size_t partner) { b = partner, ++count; });
        if (count != 1 || b < a) continue;
        if (tables_.copies[graph.sides[a] / SIDES] != 1 || tables_.copies[graph.sides[b] / SIDES] != 1) continue;
        int supports = 0;
        std::array<Domains::End, 2> at{};
        for (int between = 0; between < domains_.edges() && supports < 2; ++between) {
            if (!domains_.may_show(between, color)) continue;
            for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
                if (!has_bit(shown(between, end, graph), a) || !has_bit(shown(between, 1 - end, graph), b)) continue;
                at = {domains_.ends(between)[end], domains_.ends(between)[1 - end]};
                ++supports;
            }
        }
        if (supports == 1 && !(show(graph.sides[a], at[0], is_changed) && show(graph.sides[b], at[1], is_changed)))
            return false;
    }
    return true;
}

// Keeps the value that turns a side of a kind to a side of the cell.
bool ColorMatchings::show(Side side, const Domains::End& end, bool& is_changed) {
    if (domains_.size(end.cell) == 1) return true;
    const int kind = side / SIDES;
    for (int value = tables_.first[kind]; value < tables_.first[kind + 1]; ++value) {
        if (side_shown(value, end.side) != side || !domains_.has(end.cell, value)) continue;
        is_changed = true;
        return domains_.keep(end.cell, value);
    }
    return true;  // it went in this call
}

}  // namespace edgematch
