// The layout of domains: edges, groups of kinds, shapes of cells, and the state before anything is placed.
#include <algorithm>
#include <numeric>

#include "filtering/domains.hpp"

namespace edgematch {

namespace {

// The same grey sides for all turns of a piece.
int turned_least(int grey, bool is_turnable) {
    int least = grey;
    for (int turns = 1; is_turnable && turns < SIDES; ++turns)
        least = std::min(least, ((grey << turns) | (grey >> (SIDES - turns))) & 15);
    return least;
}

}  // namespace

Domains::Domains(const Tables& tables_, const Rules& rules, Choose choose) : tables(tables_) {
    state_.rules = rules;
    state_.color_words = (tables.colors + 63) / 64;
    find_groups();
    number_colors();
    find_places();
    find_edges();
    find_needs();
    assign_offsets();
    link_places();
    write_initial_state();
    const auto cells = state_.places.size();
    for (std::vector<Word>* set : {&state_.queued, &state_.single, &state_.distinct})
        set->assign(state_.set_cells.size() / 64, 0);
    state_.losses.resize(SIDES * cells + 1);
    state_.changed_hues.assign(static_cast<std::size_t>(state_.color_words), 0);
    state_.shown.assign(static_cast<std::size_t>(SIDES * state_.color_words), 0);
    state_.edge_weight.assign(state_.ends.size(), 1);
    state_.cell_weight.assign(cells, 1);
    const auto is_small = [](const Group& group) { return group.words == 1 && group.cells.size() <= 64; };
    kernel_ = choose(state_.color_words == 1 && std::all_of(state_.groups.begin(), state_.groups.end(), is_small));
    reset();
}

void Domains::find_edges() {
    for (int cell = 0; cell < tables.cells; ++cell) {
        for (const int side : {EAST, SOUTH}) {
            const int other = tables.near[cell][static_cast<std::size_t>(side)];
            if (other == OUTSIDE) continue;
            state_.places[cell].edge[static_cast<std::size_t>(side)] = edges();
            state_.places[other].edge[static_cast<std::size_t>(opposite(side))] = edges();
            state_.ends.push_back({End{cell, side}, End{other, opposite(side)}});
        }
    }
    for (Place& place : state_.places)
        for (int& between : place.edge)
            if (between < 0) between = edges();
}

// Kinds with the same grey sides up to turning lie in the same cells.
void Domains::find_groups() {
    const bool is_turnable = tables.puzzle.turns() > 1;
    const auto group_of = [&](int grey) {
        const int least = turned_least(grey, is_turnable);
        const auto found =
            std::find_if(state_.groups.begin(), state_.groups.end(), [&](const Group& g) { return g.grey == least; });
        if (found != state_.groups.end()) return static_cast<int>(found - state_.groups.begin());
        state_.groups.push_back({least, 1, {}, {}, {}});
        return static_cast<int>(state_.groups.size()) - 1;
    };
    for (int cell = 0; cell < tables.cells; ++cell) state_.groups[group_of(tables.rim[cell])].cells.push_back(cell);
    for (int kind = 0; kind < tables.kinds; ++kind) {
        const int number = group_of(tables.grey[tables.first[kind]]);
        Group& group = state_.groups[number];
        const auto at = group.kinds.size();
        state_.kind_bits.push_back({number, static_cast<int>(at / 64), Word{1} << (at % 64)});
        group.kinds.push_back(kind);
        if (tables.copies[kind] > 1) group.repeated.push_back(kind);
    }
    // How many values of one kind fit one cell: all turns of an inner piece, one of a frame piece.
    for (Group& group : state_.groups) {
        group.words = std::max(1, static_cast<int>(group.kinds.size() + 63) / 64);
        group.stride =
            static_cast<int>(group.cells.size() + DomainState::BLOCK - 1) / DomainState::BLOCK * DomainState::BLOCK;
        for (const int cell : group.cells)
            for (const int kind : group.kinds) {
                int fitting = 0;
                for (int value = tables.first[kind]; value < tables.first[kind + 1]; ++value)
                    fitting += tables.fits(cell, value);
                if (fitting > 1) group.turns = SIDES;
            }
    }
}

// Colors that most inner sides show come first, so that a cell has few blocks of colors.
void Domains::number_colors() {
    std::vector<std::array<int, 5>> by_grey(static_cast<std::size_t>(tables.colors), std::array<int, 5>{});
    for (int value = 0; value < tables.values; ++value)
        for (const Color color : tables.sides[value])
            ++by_grey[color][static_cast<std::size_t>(std::popcount(tables.grey[value]))];
    std::vector<int> order(static_cast<std::size_t>(tables.colors));
    std::iota(order.begin(), order.end(), 0);
    const auto is_inner = [&](int color) { return by_grey[static_cast<std::size_t>(color)][0] > 0; };
    std::stable_partition(order.begin(), order.end(), is_inner);
    hue_.resize(order.size());
    for (std::size_t hue = 0; hue < order.size(); ++hue)
        hue_[static_cast<std::size_t>(order[hue])] = static_cast<int>(hue);
}

void Domains::find_places() {
    state_.places.resize(static_cast<std::size_t>(tables.cells));
    for (int number = 0; number < static_cast<int>(state_.groups.size()); ++number) {
        const Group& group = state_.groups[number];
        state_.groups[number].set_at = static_cast<int>(state_.set_cells.size() / 64);
        for (std::size_t index = 0; index < group.cells.size(); ++index) {
            const int cell = group.cells[index];
            const auto same = [&](const Shape& shape) { return shape.rim == tables.rim[cell]; };
            const auto found = std::find_if(state_.shapes.begin(), state_.shapes.end(), same);
            state_.places[cell] = {static_cast<std::int16_t>(found - state_.shapes.begin()),
                                   static_cast<std::int16_t>(number),
                                   static_cast<std::int16_t>(index),
                                   {-1, -1, -1, -1}};
            if (found == state_.shapes.end()) state_.shapes.push_back(make_shape(cell, group));
            state_.set_cells.push_back(cell);
        }
        state_.set_cells.resize((state_.set_cells.size() + 63) / 64 * 64, -1);
    }
}

Domains::Shape Domains::make_shape(int cell, const Group& group) const {
    const int words = group.turns * group.words, hues = state_.color_words * 64;
    Shape shape{tables.rim[cell],
                std::vector<int>(static_cast<std::size_t>(words * 64), -1),
                std::vector<Word>(static_cast<std::size_t>(SIDES * hues * words + SIDES), 0),
                std::vector<std::uint8_t>(static_cast<std::size_t>(SIDES * words * 64), 0),
                0,
                {},
                0,
                {}};
    for (const int kind : group.kinds) {
        const KindBit& own = state_.kind_bits[kind];
        int at = own.word;
        for (int value = tables.first[kind]; value < tables.first[kind + 1]; ++value) {
            if (!tables.fits(cell, value)) continue;
            const int bit = at * 64 + std::countr_zero(own.bit);
            shape.value[static_cast<std::size_t>(bit)] = value;
            for (int side = 0; side < SIDES; ++side) {
                const int hue = hue_[tables.sides[value][static_cast<std::size_t>(side)]];
                shape.shows[static_cast<std::size_t>((side * hues + hue) * words + at)] |= own.bit;
                shape.hues[static_cast<std::size_t>(bit * SIDES + side)] = static_cast<std::uint8_t>(hue);
            }
            at += group.words;
        }
    }
    transpose_sets(shape, group);
    if (state_.color_words == 1 && group.words == 1) find_allowed(shape, group);
    return shape;
}

// The same sets with eight adjacent colors, as many blocks per side as any side needs.
void Domains::transpose_sets(Shape& shape, const Group& group) const {
    constexpr int BLOCK = DomainState::BLOCK, SIMPLE = 4;  // up to so many blocks each number has code of its own
    const int words = group.turns * group.words, rows = SIDES * state_.color_words * 64;
    const auto set = [&](int row, int at) { return shape.shows[static_cast<std::size_t>(row * words + at)]; };
    for (int row = 0; row < rows; ++row)
        for (int at = 0; at < words; ++at)
            if (set(row, at) != 0) shape.blocks = std::max(shape.blocks, row % 64 / BLOCK + 1);
    if (shape.blocks > SIMPLE) shape.blocks = 64 / BLOCK;
    shape.blocks = std::max(1, shape.blocks);
    for (int first = 0; first < rows; first += first % 64 / BLOCK + 1 < shape.blocks ? BLOCK : 64 - first % 64) {
        for (int word = 0; word < group.words; ++word) {
            for (int at = word; at < words; at += group.words) {
                DomainState::Block sets{};
                for (int i = 0; i < BLOCK; ++i) sets.kinds[i] = set(first + i, at);
                shape.sets.push_back(sets);
            }
        }
    }
}

// The kinds that show one of some hues, looked up four hues at a time.
void Domains::find_allowed(Shape& shape, const Group& group) const {
    constexpr int QUAD = DomainState::QUAD, SUBSETS = 1 << QUAD;
    shape.quads = shape.blocks * DomainState::BLOCK / QUAD;
    while (shape.quads > 1 && QUAD * (shape.quads - 1) >= tables.colors) --shape.quads;
    for (int side = 0; side < SIDES; ++side)
        for (int quad = 0; quad < shape.quads; ++quad)
            for (int some = 0; some < SUBSETS; ++some)
                for (int turn = 0; turn < group.turns; ++turn) {
                    Word kinds = 0;
                    for (int i = 0; i < QUAD; ++i)
                        if ((some >> i & 1) != 0)
                            kinds |= shape.shows[static_cast<std::size_t>((side * 64 + quad * QUAD + i) * group.turns +
                                                                          turn)];
                    shape.allows.push_back(kinds);
                }
}

int Domains::bit_of(int cell, int value) const {
    const Place& place = state_.places[cell];
    const KindBit& own = state_.kind_bits[tables.kind[value]];
    if (place.group != own.group) return -1;
    const Group& group = state_.groups[place.group];
    for (int at = own.word; at < group.turns * group.words; at += group.words) {
        const int bit = at * 64 + std::countr_zero(own.bit);
        if (state_.shapes[place.shape].value[static_cast<std::size_t>(bit)] == value) return bit;
    }
    return -1;
}

// How many edges show a color: half its sides in a framed puzzle; without a frame, sides may also face outside.
void Domains::find_needs() {
    std::vector<int> sides(static_cast<std::size_t>(tables.colors), 0);
    for (int kind = 0; kind < tables.kinds; ++kind)
        for (const Color color : tables.sides[tables.first[kind]]) sides[color] += tables.copies[kind];
    const int outside = tables.puzzle.framed() ? 0 : 2 * (tables.puzzle.width() + tables.puzzle.height());
    state_.fewest.resize(static_cast<std::size_t>(state_.color_words) * 64);
    state_.most.resize(state_.fewest.size());
    for (std::size_t color = 0; color < sides.size(); ++color) {
        const auto hue = static_cast<std::size_t>(hue_[color]);
        const bool is_outside = tables.puzzle.framed() && color == GREY;
        state_.fewest[hue] = static_cast<std::uint16_t>(is_outside ? 0 : std::max(0, (sides[color] - outside + 1) / 2));
        state_.most[hue] = static_cast<std::uint16_t>(is_outside ? 0 : sides[color] / 2);
    }
}

void Domains::assign_offsets() {
    const auto take = [&](int& at, int words) {
        at = word_count_;
        word_count_ += words;
    };
    for (Group& group : state_.groups) {
        take(group.domain_at, group.turns * group.words * group.stride);
        take(group.kinds_at, group.words * group.stride);
        take(group.watched_at, group.words * group.stride);
        take(group.committed_at, group.stride);
    }
    take(state_.edges_at, (edges() + 1) * state_.color_words);
    for (Group& group : state_.groups) take(group.single_at, group.words);
    state_.open_at = tables.kinds;
    state_.possible_at = state_.open_at + 1;
    state_.fixed_at = state_.possible_at + state_.color_words * 64;
    number_count_ = state_.fixed_at + state_.color_words * 64;
}

// Direct access from a cell to all that propagation needs there.
void Domains::link_places() {
    for (int cell = 0; cell < tables.cells; ++cell) {
        Place& place = state_.places[cell];
        const Group& group = state_.groups[place.group];
        const Shape& shape = state_.shapes[place.shape];
        place.turns = static_cast<std::uint8_t>(group.turns);
        place.set_word = group.set_at + place.index / 64;
        place.set_bit = Word{1} << place.index % 64;
        place.values_at = group.domain_at + place.index * group.turns * group.words;
        place.kinds_at = group.kinds_at + place.index;
        place.watched_at = group.watched_at + place.index;
        place.committed_at = group.committed_at + place.index;
        place.blocks = shape.blocks;
        place.quads = shape.quads;
        place.sets = shape.sets.data();
        place.allows = shape.allows.data();
        place.shows = shape.shows.data();
        place.hues = shape.hues.data();
        for (std::size_t side = 0; side < SIDES; ++side) {
            const int other = tables.near[cell][side];
            place.beyond[side] = static_cast<std::int16_t>(other == OUTSIDE ? cell : other);
            if (other != OUTSIDE && state_.places[other].group == place.group)
                place.is_kin |= static_cast<std::uint8_t>(1 << side);
        }
    }
}

void Domains::write_initial_state() {
    initial_words_.assign(static_cast<std::size_t>(word_count_), 0);
    initial_numbers_.assign(static_cast<std::size_t>(number_count_), 0);
    for (const Place& place : state_.places) {
        const Group& group = state_.groups[place.group];
        const std::vector<int>& values = state_.shapes[place.shape].value;
        for (std::size_t bit = 0; bit < values.size(); ++bit) {
            if (values[bit] < 0) continue;
            const int at = static_cast<int>(bit / 64);
            const Word mine = Word{1} << (bit % 64);
            initial_words_[group.domain_at + place.index * group.turns * group.words + at] |= mine;
            initial_words_[group.kinds_at + at % group.words * group.stride + place.index] |= mine;
        }
    }
    for (int kind = 0; kind < tables.kinds; ++kind) {
        const KindBit& own = state_.kind_bits[kind];
        initial_numbers_[state_.left_at + kind] = static_cast<std::uint16_t>(tables.copies[kind]);
        if (tables.copies[kind] == 1) initial_words_[state_.groups[own.group].single_at + own.word] |= own.bit;
    }
    initial_numbers_[state_.open_at] = static_cast<std::uint16_t>(tables.cells);
    for (int between = 0; between < edges(); ++between) {
        for (int hue = 0; hue < tables.colors; ++hue) {
            initial_words_[state_.edges_at + between * state_.color_words + (hue >> 6)] |= Word{1} << (hue & 63);
            ++initial_numbers_[state_.possible_at + hue];
        }
    }
    int longest = 1;
    for (const Group& group : state_.groups) longest = std::max(longest, group.turns * group.words);
    kept_.resize(static_cast<std::size_t>(longest));
    state_.keep.resize(static_cast<std::size_t>(longest));
}

}  // namespace edgematch
