// Maintaining Offer and Demand, and the rules on them; see the header.
#include "filtering/colorpair/colorpair_board.hpp"

#include <bit>
#include <cmath>

namespace edgematch {

int most_shared_edges(int squares) {
    int side = 0;
    while ((side + 1) * (side + 1) <= squares) ++side;
    const int extra = squares - side * side;
    return 2 * side * (side - 1) + (extra == 0 ? 0 : extra <= side ? 2 * extra - 1 : 2 * extra - 2);
}

template <int WORDS>
ColorPairBoard<WORDS>::ColorPairBoard(const Tables& tables_, const ColorPairOptions& options_)
    : tables(tables_), pairs(tables_, options_.opposite), options(options_) {
    int start = 0;
    for (int kind = 0; kind < tables.kinds; ++kind) {
        where_start_.push_back(start);
        start += tables.copies[kind];
    }
    where_.resize(static_cast<std::size_t>(start));
    for (int squares = 0; squares <= tables.cells; ++squares) shared_edges_.push_back(most_shared_edges(squares));
    steps_.reserve(static_cast<std::size_t>(tables.cells));
    ring_.assign(static_cast<std::size_t>(tables.kinds), {GREY, GREY});
    carriers_of_color_.resize(static_cast<std::size_t>(tables.colors));
    for (int kind = 0; kind < tables.kinds; ++kind) read_colors(kind);
    reset();
}

// The different colors of a kind, and for a piece of the frame the two colors that it shows along the frame.
template <int WORDS>
void ColorPairBoard<WORDS>::read_colors(int kind) {
    const int value = tables.first[kind];
    std::array<std::uint8_t, SIDES> different{};
    std::size_t count = 0;
    for (const Color color : tables.sides[value]) {
        const auto end = different.begin() + static_cast<std::ptrdiff_t>(count);
        if (color != GREY && std::find(different.begin(), end, color) == end) different[count++] = color;
    }
    for (std::size_t i = 0; i < count; ++i) carriers_of_color_[different[i]].push_back(kind);
    colors_of_.push_back(different);
    for (unsigned side = 0; side < SIDES; ++side) {
        const unsigned grey = tables.grey[value];
        const unsigned corner = (1u << side) | (1u << ((side + 1) % SIDES));
        if (grey == 1u << side) {
            ring_[kind] = {tables.sides[value][(side + 1) % SIDES], tables.sides[value][(side + 3) % SIDES]};
        } else if (grey == corner) {
            ring_[kind] = {tables.sides[value][(side + 2) % SIDES], tables.sides[value][(side + 3) % SIDES]};
        }
    }
}

template <int WORDS>
void ColorPairBoard<WORDS>::reset() {
    const auto pair_count = static_cast<std::size_t>(pairs.count());
    const auto kind_count = static_cast<std::size_t>(tables.kinds);
    const auto cell_count = static_cast<std::size_t>(tables.cells);
    const auto color_count = static_cast<std::size_t>(tables.colors);
    offer_.assign(pair_count, 0);
    demand_.assign(pair_count, 0);
    preempted_.assign(pair_count, 0);
    place_in_asked_.assign(pair_count, 0);
    is_preempting_.assign(pair_count, 0);
    asking_.assign(pair_count, Cells{});
    preempted_because_.assign(pair_count, Cells{});
    asked_.clear();
    used_.assign(kind_count, 0);
    tag_.assign(kind_count, NO_PAIR);
    left_.assign(tables.copies.begin(), tables.copies.end());
    value_.assign(cell_count, -1);
    since_.assign(cell_count, 0);
    known_.assign(cell_count, 0);
    asks_.assign(cell_count, 0);
    want_.assign(cell_count, 0);
    mask_.assign(cell_count, 0);
    asks_for_.assign(cell_count, {});
    asks_at_.assign(cell_count, {});
    by_known_.fill(Cells{});
    sides_left_.assign(color_count, 0);
    pieces_left_.assign(color_count, 0);
    sides_asked_.assign(color_count, 0);
    steps_.clear();
    tags_.clear();
    touched_.clear();
    filled_ = crowded_ = 0;
    for (int kind = 0; kind < tables.kinds; ++kind) {
        for (const Pair pair : pairs.of(kind)) offer_[pair] = static_cast<std::int16_t>(offer_[pair] + left_[kind]);
        for (int copy = 0; copy < left_[kind]; ++copy) count_sides(kind, 1);
    }
    for (int cell = 0; cell < tables.cells; ++cell) {
        by_known_[0].set(cell);
        for (int side = 0; side < SIDES; ++side)
            if ((tables.rim[cell] >> side & 1) != 0) make_known(cell, side, GREY);
    }
}

template <int WORDS>
void ColorPairBoard<WORDS>::count_sides(int kind, int sign) {
    const int value = tables.first[kind];
    for (const Color color : tables.sides[value])
        sides_left_[color] = static_cast<std::int16_t>(sides_left_[color] + sign);
    for (const Color color : colors_of_[kind])
        pieces_left_[color] = static_cast<std::int16_t>(pieces_left_[color] + sign);
}

template <int WORDS>
void ColorPairBoard<WORDS>::add_demand(int pair, int cell) {
    if (demand_[pair]++ == 0) {
        place_in_asked_[pair] = static_cast<std::int16_t>(asked_.size());
        asked_.push_back(static_cast<Pair>(pair));
    }
    asking_[pair].set(cell);
}

template <int WORDS>
void ColorPairBoard<WORDS>::withdraw_demand(int pair, int cell) {
    if (--demand_[pair] == 0) {
        const Pair last = asked_.back();
        asked_[static_cast<std::size_t>(place_in_asked_[pair])] = last;
        place_in_asked_[last] = place_in_asked_[pair];
        asked_.pop_back();
    }
    asking_[pair].clear(cell);
}

template <int WORDS>
void ColorPairBoard<WORDS>::set_known(int cell, int sides, int was) {
    crowded_ += (sides >= 3) - (was >= 3);
    by_known_[static_cast<std::size_t>(was)].clear(cell);
    by_known_[static_cast<std::size_t>(sides)].set(cell);
    known_[cell] = static_cast<std::uint8_t>(sides);
}

template <int WORDS>
void ColorPairBoard<WORDS>::make_known(int cell, int side, Color color) {
    want_[cell] |= std::uint32_t{color} << (8 * side);
    mask_[cell] |= std::uint32_t{0xff} << (8 * side);
    set_known(cell, known_[cell] + 1, known_[cell]);
    auto& mine = asks_for_[cell];
    for (const auto& [position, other] : POSITIONS_OF_SIDE[static_cast<std::size_t>(side)]) {
        if (position >= pairs.positions() || (mask_[cell] >> (8 * other) & 1) == 0) continue;
        const auto [s, t] = POSITION_SIDES[static_cast<std::size_t>(position)];
        const Pair pair = pairs.at(position, static_cast<Color>(want_[cell] >> (8 * s) & 0xff),
                                   static_cast<Color>(want_[cell] >> (8 * t) & 0xff));
        if (std::find(mine.begin(), mine.begin() + asks_[cell], pair) != mine.begin() + asks_[cell]) continue;
        asks_at_[cell][asks_[cell]] = static_cast<std::uint8_t>(position);
        mine[asks_[cell]++] = pair;
        add_demand(pair, cell);
        touched_.push_back(pair);
    }
}

template <int WORDS>
void ColorPairBoard<WORDS>::make_unknown(int cell, int side, int asks_before) {
    while (asks_[cell] > asks_before) withdraw_demand(asks_for_[cell][--asks_[cell]], cell);
    want_[cell] &= ~(std::uint32_t{0xff} << (8 * side));
    mask_[cell] &= ~(std::uint32_t{0xff} << (8 * side));
    set_known(cell, known_[cell] - 1, known_[cell]);
}

template <int WORDS>
void ColorPairBoard<WORDS>::take(int kind) {
    --left_[kind];
    const Pair tag = tag_[kind];
    for (const Pair pair : pairs.of(kind)) {
        --offer_[pair];
        if (tag != NO_PAIR && pair != tag) --preempted_[pair];
        touched_.push_back(pair);
    }
    if (options.remaining) count_sides(kind, -1);
}

template <int WORDS>
void ColorPairBoard<WORDS>::return_root(int kind) {
    if (options.remaining) count_sides(kind, 1);
    const Pair tag = tag_[kind];
    for (const Pair pair : pairs.of(kind)) {
        ++offer_[pair];
        if (tag != NO_PAIR && pair != tag) ++preempted_[pair];
    }
    ++left_[kind];
}

template <int WORDS>
void ColorPairBoard<WORDS>::place(int cell, int value) {
    const int kind = tables.kind[value];
    touched_.clear();
    steps_.push_back({cell, {}, tags_.size()});
    Step& step = steps_.back();
    where_[static_cast<std::size_t>(where_start_[kind] + used_[kind]++)] = static_cast<Cell>(cell);
    take(kind);
    for (int i = 0; i < asks_[cell]; ++i) withdraw_demand(asks_for_[cell][static_cast<std::size_t>(i)], cell);
    crowded_ -= known_[cell] >= 3;
    by_known_[known_[cell]].clear(cell);
    value_[cell] = value;
    since_[cell] = filled_++;
    for (int side = 0; side < SIDES; ++side) {
        const auto s = static_cast<std::size_t>(side);
        const Cell other = tables.near[cell][s];
        if (other == OUTSIDE) continue;
        const Color color = tables.sides[value][s];
        const bool is_empty = value_[other] < 0;
        sides_asked_[color] = static_cast<std::int16_t>(sides_asked_[color] + (is_empty ? 1 : -1));
        if (!is_empty) continue;
        step.asks_before[s] = asks_[other];
        make_known(other, opposite(side), color);
    }
}

template <int WORDS>
void ColorPairBoard<WORDS>::unplace() {
    const Step& step = steps_.back();
    while (tags_.size() > step.tags) untag();
    const int cell = step.cell, value = value_[cell], kind = tables.kind[value];
    for (int side = SIDES - 1; side >= 0; --side) {
        const auto s = static_cast<std::size_t>(side);
        const Cell other = tables.near[cell][s];
        if (other == OUTSIDE) continue;
        const Color color = tables.sides[value][s];
        const bool is_empty = value_[other] < 0;
        sides_asked_[color] = static_cast<std::int16_t>(sides_asked_[color] - (is_empty ? 1 : -1));
        if (is_empty) make_unknown(other, opposite(side), step.asks_before[s]);
    }
    --filled_;
    value_[cell] = -1;
    by_known_[known_[cell]].set(cell);
    crowded_ += known_[cell] >= 3;
    for (int i = 0; i < asks_[cell]; ++i) add_demand(asks_for_[cell][static_cast<std::size_t>(i)], cell);
    return_root(kind);
    --used_[kind];
    steps_.pop_back();
}

template <int WORDS>
bool ColorPairBoard<WORDS>::filter() {
    if (!offers_suffice()) return false;
    if (options.remaining && tables.puzzle.framed() && !steps_.empty()) {
        const int value = value_[steps_.back().cell];
        for (const Color color : colors_of_[tables.kind[value]])
            if (color != GREY && !sides_suffice(color)) return false;
    }
    return !options.preemption || crowded_ != 0 || preempt_all();
}

template <int WORDS>
bool ColorPairBoard<WORDS>::filter_all() {
    touched_ = asked_;
    if (options.remaining && tables.puzzle.framed())
        for (int color = GREY + 1; color < tables.colors; ++color)
            if (!sides_suffice(color)) return false;
    return filter();
}

template <int WORDS>
bool ColorPairBoard<WORDS>::offers_suffice() {
    for (const Pair pair : touched_) {
        if (offer_[pair] >= demand_[pair]) continue;
        blame_pair(pair, false);
        return false;
    }
    return true;
}

template <int WORDS>
bool ColorPairBoard<WORDS>::preempt_all() {
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (const Pair pair : asked_) {
            const int spare = offer_[pair] - preempted_[pair] - demand_[pair];
            if (spare > 0) continue;
            if (spare < 0) {
                blame_pair(pair, true);
                return false;
            }
            if (is_preempting_[pair] != 0) continue;
            preempt(pair);
            is_changed = true;
        }
    }
    return true;
}

template <int WORDS>
void ColorPairBoard<WORDS>::preempt(int pair) {
    if (options.backjumping) {
        blame_pair(pair, true);
        preempted_because_[pair] = conflict;
    }
    is_preempting_[pair] = 1;
    tags_.push_back(static_cast<Pair>(pair));
    for (const int kind : pairs.carriers(pair)) {
        if (left_[kind] == 0 || tag_[kind] != NO_PAIR) continue;
        tag_[kind] = static_cast<Pair>(pair);
        for (const Pair other : pairs.of(kind))
            if (other != pair) preempted_[other] = static_cast<std::int16_t>(preempted_[other] + left_[kind]);
    }
}

template <int WORDS>
void ColorPairBoard<WORDS>::untag() {
    const Pair pair = tags_.back();
    tags_.pop_back();
    is_preempting_[pair] = 0;
    for (const int kind : pairs.carriers(pair)) {
        if (tag_[kind] != pair) continue;
        tag_[kind] = NO_PAIR;
        for (const Pair other : pairs.of(kind))
            if (other != pair) preempted_[other] = static_cast<std::int16_t>(preempted_[other] - left_[kind]);
    }
}

template <int WORDS>
bool ColorPairBoard<WORDS>::sides_suffice(int color) {
    const int unasked = sides_left_[color] - sides_asked_[color];
    if (unasked >= 0 && unasked <= 2 * shared_edges_[static_cast<std::size_t>(pieces_left_[color])]) {
        if (sides_left_[color] != 2 || sides_asked_[color] != 0) return true;
        chain_.assign(1, color);
        if (!closes_ring(color)) return true;
    } else {
        chain_.assign(1, color);
    }
    blame_colors(chain_);
    return false;
}

// Follows links between frame pieces from a color of which two sides are left; leaves the colors in `chain_`.
template <int WORDS>
bool ColorPairBoard<WORDS>::closes_ring(int color) {
    if (std::min(tables.puzzle.width(), tables.puzzle.height()) < 2) return false;
    const int frame_cells = 2 * (tables.puzzle.width() + tables.puzzle.height()) - 4;
    const int start = linked(color, -1);
    int kind = start;
    for (int length = 1; kind >= 0 && length <= frame_cells; ++length) {
        kind = linked(color, kind);
        if (kind < 0) return false;
        color = ring_[kind][0] == color ? ring_[kind][1] : ring_[kind][0];
        if (kind == start) return length < frame_cells;
        if (sides_left_[color] != 2 || sides_asked_[color] != 0) return false;
        chain_.push_back(color);
    }
    return false;
}

// The frame piece, not `kind`, that holds one of the two last sides of a color along the frame; -1: no such link.
template <int WORDS>
int ColorPairBoard<WORDS>::linked(int color, int kind) const {
    for (const int other : carriers_of_color_[color]) {
        if (left_[other] == 0 || other == kind) continue;
        const auto& ring = ring_[other];
        const bool is_link = left_[other] == 1 && (ring[0] == color) != (ring[1] == color);
        return is_link ? other : -1;
    }
    return -1;
}

// explanations

template <int WORDS>
typename ColorPairBoard<WORDS>::Cells ColorPairBoard<WORDS>::all_filled() const {
    Cells cells;
    for (const Step& step : steps_) cells.set(step.cell);
    return cells;
}

template <int WORDS>
void ColorPairBoard<WORDS>::blame_neighbours(int cell, Cells& reason) const {
    for (const Cell other : tables.near[cell])
        if (other != OUTSIDE && value_[other] >= 0) reason.set(other);
}

template <int WORDS>
void ColorPairBoard<WORDS>::blame_places(int kind, Cells& reason) const {
    for (int copy = 0; copy < used_[kind]; ++copy)
        reason.set(where_[static_cast<std::size_t>(where_start_[kind] + copy)]);
}

// Why |Offer| - (preempted) is no more than it is: the neighbours that make the demand, and the places of the rest.
template <int WORDS>
void ColorPairBoard<WORDS>::blame_pair(int pair, bool with_tags) {
    conflict = {};
    if (!options.backjumping) return;
    asking_[pair].each([&](int cell) {
        const auto& mine = asks_for_[cell];
        const auto i = static_cast<std::size_t>(std::find(mine.begin(), mine.end(), pair) - mine.begin());
        for (const int side : POSITION_SIDES[asks_at_[cell][i]]) {
            const Cell other = tables.near[cell][static_cast<std::size_t>(side)];
            if (other != OUTSIDE) conflict.set(other);
        }
    });
    bool is_tagged = false;
    for (const int kind : pairs.carriers(pair)) {
        if (!with_tags || left_[kind] == 0 || tag_[kind] == NO_PAIR || tag_[kind] == pair) continue;
        conflict |= preempted_because_[tag_[kind]];
        is_tagged = true;
    }
    for (const int kind : pairs.carriers(pair)) {
        for (int copy = 0; copy < used_[kind]; ++copy) {
            const int cell = where_[static_cast<std::size_t>(where_start_[kind] + copy)];
            // A substituted cell counts as one that asks; next to preempted pieces it might be served by one of them.
            if (is_tagged || !blame_older(cell, pair, conflict)) conflict.set(cell);
        }
    }
}

// Blames, instead of a filled cell, the two neighbours that asked it for the pair, when both were there before it.
template <int WORDS>
bool ColorPairBoard<WORDS>::blame_older(int cell, int pair, Cells& reason) const {
    const Sides& shown = tables.sides[value_[cell]];
    const auto is_older = [&](int side) {
        const Cell other = tables.near[cell][static_cast<std::size_t>(side)];
        if (other == OUTSIDE) return tables.puzzle.framed();
        return value_[other] >= 0 && since_[other] < since_[cell];
    };
    for (int position = 0; position < pairs.positions(); ++position) {
        const auto [s, t] = POSITION_SIDES[static_cast<std::size_t>(position)];
        if (pairs.at(position, shown[static_cast<std::size_t>(s)], shown[static_cast<std::size_t>(t)]) != pair)
            continue;
        if (!is_older(s) || !is_older(t)) continue;
        for (const int side : {s, t}) {
            const Cell other = tables.near[cell][static_cast<std::size_t>(side)];
            if (other != OUTSIDE) reason.set(other);
        }
        return true;
    }
    return false;
}

template <int WORDS>
void ColorPairBoard<WORDS>::blame_colors(const std::vector<int>& colors) {
    conflict = {};
    if (!options.backjumping) return;
    for (const Step& step : steps_) {
        const Sides& shown = tables.sides[value_[step.cell]];
        const auto is_in = [&](int color) { return std::find(shown.begin(), shown.end(), color) != shown.end(); };
        if (std::any_of(colors.begin(), colors.end(), is_in)) conflict.set(step.cell);
    }
}

template class ColorPairBoard<2>;
template class ColorPairBoard<4>;
template class ColorPairBoard<16>;

}  // namespace edgematch
