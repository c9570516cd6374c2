// Building the edge color graphs from the domains, and filtering the domains by them; see the header.
#include "filtering/matching/gacolor.hpp"

#include <algorithm>

namespace edgematch {

ColorMatchings::ColorMatchings(Domains& domains)
    : domains_(domains), tables_(domains.tables), graphs_(static_cast<std::size_t>(domains.tables.colors)) {
    index_of_side_.assign(static_cast<std::size_t>(tables_.kinds * SIDES), -1);
    met_.assign(index_of_side_.size(), 0);
    for (int color = GREY + 1; color < tables_.colors; ++color) add_color(color);
}

void ColorMatchings::add_color(int color) {
    Graph& graph = graphs_[color];
    for (Side side = 0; side < tables_.kinds * SIDES; ++side) {
        const int value = tables_.first[side / SIDES];
        const int shown_at = (side + (tables_.placement[value] & 3)) % SIDES;
        if (tables_.sides[value][static_cast<std::size_t>(shown_at)] != color) continue;
        index_of_side_[side] = static_cast<int>(graph.sides.size());
        graph.first.push_back(static_cast<int>(graph.side_of.size()));
        for (int copy = 0; copy < tables_.copies[side / SIDES]; ++copy)
            graph.side_of.push_back(static_cast<int>(graph.sides.size()));
        graph.sides.push_back(side);
    }
    graph.matching = PerfectMatching(static_cast<int>(graph.side_of.size()));
    graph.meets.resize(graph.sides.size() * graph.sides.size());
}

// Which side of its kind a value shows on a side of the cell.
ColorMatchings::Side ColorMatchings::side_shown(int value, int side) const {
    const int turns = tables_.placement[value] & 3;
    return tables_.kind[value] * SIDES + (side - turns + SIDES) % SIDES;
}

bool ColorMatchings::filter(bool& is_changed, Control& control) {
    if (!tables_.puzzle.framed()) return true;
    for (int color = GREY + 1; color < tables_.colors && !control.stopped(); ++color)
        if (!graphs_[color].sides.empty() && !filter_color(color, is_changed)) return false;
    return true;
}

bool ColorMatchings::filter_color(int color, bool& is_changed) {
    Graph& graph = graphs_[color];
    build(color);
    if (!graph.matching.match()) return false;
    graph.matching.filter();
    const std::size_t sides = graph.sides.size();
    std::fill(graph.meets.begin(), graph.meets.end(), std::uint8_t{0});
    for (int u = 0; u < graph.matching.vertices(); ++u)
        for (int v = 0; graph.matching.is_active(u) && v < graph.matching.vertices(); ++v)
            if (graph.matching.has_edge(u, v) && graph.matching.is_active(v))
                graph.meets[static_cast<std::size_t>(graph.side_of[u]) * sides +
                            static_cast<std::size_t>(graph.side_of[v])] = 1;
    for (int between = 0; between < domains_.edges(); ++between)
        if (domains_.may_show(between, color) && !check_edge(color, between, is_changed)) return false;
    return meet_only_once(color, is_changed);
}

// The sides of a color that may lie at one end of an edge, each once.
void ColorMatchings::collect(int color, const Domains::End& end, std::vector<int>& found) const {
    found.clear();
    domains_.each_value(end.cell, [&](int value) {
        if (tables_.sides[value][static_cast<std::size_t>(end.side)] != color) return;
        const int index = index_of_side_[side_shown(value, end.side)];
        if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
    });
}

void ColorMatchings::build(int color) {
    Graph& graph = graphs_[color];
    graph.matching.clear_edges();
    for (const Side side : graph.sides) met_[side] = 0;
    for (int between = 0; between < domains_.edges(); ++between) {
        if (!domains_.may_show(between, color)) continue;
        const auto& [west, east] = domains_.ends(between);
        collect(color, west, here_);
        collect(color, east, there_);
        if (domains_.is_filled(west.cell) && domains_.is_filled(east.cell)) {
            for (const int index : here_) ++met_[graph.sides[static_cast<std::size_t>(index)]];
            for (const int index : there_) ++met_[graph.sides[static_cast<std::size_t>(index)]];
            continue;
        }
        for (const int a : here_)
            for (const int b : there_) connect(graph, a, b);
    }
    for (std::size_t index = 0; index < graph.sides.size(); ++index) {
        const Side side = graph.sides[index];
        for (int copy = 0; copy < tables_.copies[side / SIDES]; ++copy)
            graph.matching.set_active(graph.first[index] + copy, copy >= met_[side]);
    }
}

// Edges between all copies of two sides; a piece is not its own neighbour.
void ColorMatchings::connect(Graph& graph, int a, int b) {
    const int kind_a = graph.sides[static_cast<std::size_t>(a)] / SIDES;
    const int kind_b = graph.sides[static_cast<std::size_t>(b)] / SIDES;
    if (graph.matching.has_edge(graph.first[a], graph.first[b])) return;
    for (int i = 0; i < tables_.copies[kind_a]; ++i)
        for (int j = 0; j < tables_.copies[kind_b]; ++j)
            if (kind_a != kind_b || i != j) graph.matching.add_edge(graph.first[a] + i, graph.first[b] + j);
}

// Values whose side has no allowed partner across the edge go.
bool ColorMatchings::check_edge(int color, int between, bool& is_changed) {
    Graph& graph = graphs_[color];
    const auto& ends = domains_.ends(between);
    if (domains_.is_filled(ends[0].cell) && domains_.is_filled(ends[1].cell)) return true;
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
        collect(color, ends[end], here_);
        collect(color, ends[1 - end], there_);
        for (const int a : here_) {
            const auto* const row = graph.meets.data() + static_cast<std::size_t>(a) * graph.sides.size();
            if (std::any_of(there_.begin(), there_.end(), [&](int b) { return row[b] != 0; })) continue;
            const int cell = ends[end].cell, kind = graph.sides[static_cast<std::size_t>(a)] / SIDES;
            for (int value = tables_.first[kind]; value < tables_.first[kind + 1]; ++value) {
                if (!domains_.has(cell, value)) continue;
                if (side_shown(value, ends[end].side) != graph.sides[static_cast<std::size_t>(a)]) continue;
                is_changed = true;
                if (!domains_.remove(cell, value)) return false;
            }
        }
    }
    return true;
}

// Two sides that have only each other and may meet at one edge only: their values are kept there.
bool ColorMatchings::meet_only_once(int color, bool& is_changed) {
    Graph& graph = graphs_[color];
    const std::size_t sides = graph.sides.size();
    for (std::size_t a = 0; a < sides; ++a) {
        const auto begin = graph.meets.begin() + static_cast<std::ptrdiff_t>(a * sides);
        if (tables_.copies[graph.sides[a] / SIDES] != 1 ||
            std::count(begin, begin + static_cast<std::ptrdiff_t>(sides), 1) != 1)
            continue;
        const auto b =
            static_cast<std::size_t>(std::find(begin, begin + static_cast<std::ptrdiff_t>(sides), 1) - begin);
        if (tables_.copies[graph.sides[b] / SIDES] != 1 || b < a) continue;
        int supports = 0;
        std::array<Choice, 2> meeting{};
        for (int between = 0; between < domains_.edges() && supports < 2; ++between) {
            if (!domains_.may_show(between, color)) continue;
            for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
                const auto& here = domains_.ends(between)[end];
                const auto& there = domains_.ends(between)[1 - end];
                const int v = value_showing(graph.sides[a], here), w = value_showing(graph.sides[b], there);
                if (v < 0 || w < 0) continue;
                meeting = {Choice{here.cell, v}, Choice{there.cell, w}};
                ++supports;
            }
        }
        if (supports != 1) continue;
        for (const Choice& choice : meeting) {
            if (domains_.size(choice.cell) == 1) continue;
            is_changed = true;
            if (!domains_.keep(choice.cell, choice.value)) return false;
        }
    }
    return true;
}

// The value of the cell's domain that turns a side of a kind to a side of the cell; -1: none.
int ColorMatchings::value_showing(Side side, const Domains::End& end) const {
    const int kind = side / SIDES;
    if (!domains_.has_kind(end.cell, kind)) return -1;
    for (int value = tables_.first[kind]; value < tables_.first[kind + 1]; ++value)
        if (side_shown(value, end.side) == side && domains_.has(end.cell, value)) return value;
    return -1;
}

}  // namespace edgematch
