// Laying out domains: joins, groups of kinds, shapes of cells, and the state before anything is placed.
#include <algorithm>

#include "domains.hpp"

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

Domains::Domains(const Tables& tables_, const Rules& rules) : tables(tables_), rules_(rules) {
    color_words_ = (tables.colors + 63) / 64;
    find_joins();
    find_groups();
    find_shapes();
    find_needs();
    write_initial_state();
    const auto cells = static_cast<std::size_t>(tables.cells), colors = static_cast<std::size_t>(tables.colors);
    witness_.assign(cells * SIDES * colors, NO_WITNESS);
    watched_.assign(static_cast<std::size_t>(joins_at_), 0);
    suspects_.assign(cells * SIDES * static_cast<std::size_t>(color_words_), 0);
    is_queued_.assign(cells, 0);
    is_kind_queued_.assign(static_cast<std::size_t>(tables.kinds), 0);
    is_color_queued_.assign(colors, 0);
    join_weight.assign(ends_.size(), 1);
    cell_weight.assign(cells, 1);
}

void Domains::find_joins() {
    join_.assign(static_cast<std::size_t>(tables.cells), {-1, -1, -1, -1});
    for (int cell = 0; cell < tables.cells; ++cell) {
        for (const int side : {EAST, SOUTH}) {
            const int other = tables.near[cell][static_cast<std::size_t>(side)];
            if (other == OUTSIDE) continue;
            join_[cell][static_cast<std::size_t>(side)] = joins();
            join_[other][static_cast<std::size_t>(opposite(side))] = joins();
            ends_.push_back({End{cell, side}, End{other, opposite(side)}});
        }
    }
}

// Kinds with the same grey sides up to turning lie in the same cells.
void Domains::find_groups() {
    const bool is_turnable = tables.puzzle.turns() > 1;
    const auto group_of = [&](int grey) {
        const int least = turned_least(grey, is_turnable);
        const auto found =
            std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.grey == least; });
        if (found != groups_.end()) return static_cast<int>(found - groups_.begin());
        groups_.push_back({least, 1, {}, {}});
        return static_cast<int>(groups_.size()) - 1;
    };
    for (int cell = 0; cell < tables.cells; ++cell) groups_[group_of(tables.rim[cell])].cells.push_back(cell);
    for (int kind = 0; kind < tables.kinds; ++kind) {
        group_.push_back(group_of(tables.grey[tables.first[kind]]));
        groups_[group_.back()].kinds.push_back(kind);
    }
    // How many values of one kind fit one cell: all turns of an inner piece, but one of an edge or a corner.
    for (Group& group : groups_)
        for (const int cell : group.cells)
            for (const int kind : group.kinds) {
                int fitting = 0;
                for (int value = tables.first[kind]; value < tables.first[kind + 1]; ++value)
                    fitting += tables.fits(cell, value);
                if (fitting > 1) group.stride = SIDES;
            }
    kind_word_.resize(static_cast<std::size_t>(tables.kinds));
    kind_bits_.resize(static_cast<std::size_t>(tables.kinds));
    for (Group& group : groups_) {
        int bit = 0;
        for (const int kind : group.kinds) {
            kind_word_[kind] = bit >> 6;
            kind_bits_[kind] = ((std::uint64_t{1} << group.stride) - 1) << (bit & 63);
            bit += group.stride;
        }
        group.words = (bit + 63) / 64;
    }
}

void Domains::find_shapes() {
    int offset = 0;
    for (int cell = 0; cell < tables.cells; ++cell) {
        const auto same = [&](const Shape& shape) { return shape.rim == tables.rim[cell]; };
        const auto found = std::find_if(shapes_.begin(), shapes_.end(), same);
        shape_.push_back(static_cast<int>(found - shapes_.begin()));
        int group = 0;
        while (std::find(groups_[group].cells.begin(), groups_[group].cells.end(), cell) == groups_[group].cells.end())
            ++group;
        const int words = groups_[group].words;
        offset_.push_back(offset);
        words_.push_back(words);
        offset += words;
        if (found != shapes_.end()) continue;
        Shape shape{tables.rim[cell], group, std::vector<int>(static_cast<std::size_t>(words * 64), -1),
                    std::vector<std::uint64_t>(static_cast<std::size_t>(SIDES * tables.colors * words), 0)};
        for (const int kind : groups_[group].kinds) {
            int bit = kind_word_[kind] * 64 + std::countr_zero(kind_bits_[kind]);
            for (int value = tables.first[kind]; value < tables.first[kind + 1]; ++value) {
                if (!tables.fits(cell, value)) continue;
                shape.value[bit] = value;
                for (int side = 0; side < SIDES; ++side) {
                    const int color = tables.sides[value][static_cast<std::size_t>(side)];
                    const int at = (side * tables.colors + color) * words + (bit >> 6);
                    shape.shows[static_cast<std::size_t>(at)] |= std::uint64_t{1} << (bit & 63);
                }
                ++bit;
            }
        }
        shapes_.push_back(std::move(shape));
    }
    joins_at_ = offset;
}

int Domains::bit_of(int cell, int value) const {
    const int kind = tables.kind[value];
    const Shape& shape = shapes_[shape_[cell]];
    if (shape.group != group_[kind]) return -1;
    const int first = kind_word_[kind] * 64 + std::countr_zero(kind_bits_[kind]);
    for (int bit = first; bit < first + groups_[group_[kind]].stride; ++bit)
        if (shape.value[bit] == value) return bit;
    return -1;
}

// How many joins show a color: half its sides in a framed puzzle; without a frame, sides may also lie outside.
void Domains::find_needs() {
    std::vector<int> sides(static_cast<std::size_t>(tables.colors), 0);
    for (int kind = 0; kind < tables.kinds; ++kind)
        for (const Color color : tables.sides[tables.first[kind]]) sides[color] += tables.copies[kind];
    const int outside = tables.puzzle.framed() ? 0 : 2 * (tables.puzzle.width() + tables.puzzle.height());
    for (const int count : sides) {
        fewest_.push_back(std::max(0, (count - outside + 1) / 2));
        most_.push_back(count / 2);
    }
    if (tables.puzzle.framed()) fewest_[GREY] = most_[GREY] = 0;
}

void Domains::write_initial_state() {
    size_at_ = joins_at_ + joins() * color_words_;
    committed_at_ = size_at_ + tables.cells;
    left_at_ = committed_at_ + tables.cells;
    room_at_ = left_at_ + tables.kinds;
    open_at_ = room_at_ + tables.kinds;
    possible_at_ = open_at_ + 1;
    fixed_at_ = possible_at_ + tables.colors;
    initial_.assign(static_cast<std::size_t>(fixed_at_ + tables.colors), 0);
    stamp_.assign(initial_.size(), 0);
    initial_[open_at_] = static_cast<std::uint64_t>(tables.cells);
    for (int cell = 0; cell < tables.cells; ++cell) {
        const std::vector<int>& values = shapes_[shape_[cell]].value;
        for (std::size_t bit = 0; bit < values.size(); ++bit) {
            if (values[bit] < 0) continue;
            initial_[static_cast<std::size_t>(offset_[cell]) + bit / 64] |= std::uint64_t{1} << (bit % 64);
            ++initial_[size_at_ + cell];
        }
    }
    for (int kind = 0; kind < tables.kinds; ++kind) {
        initial_[left_at_ + kind] = static_cast<std::uint64_t>(tables.copies[kind]);
        const auto is_possible = [&](int cell) {
            return (initial_[offset_[cell] + kind_word_[kind]] & kind_bits_[kind]) != 0;
        };
        const auto& cells = groups_[group_[kind]].cells;
        initial_[room_at_ + kind] = static_cast<std::uint64_t>(std::count_if(cells.begin(), cells.end(), is_possible));
    }
    for (int between = 0; between < joins(); ++between) {
        for (int color = 0; color < tables.colors; ++color) {
            initial_[joins_at_ + between * color_words_ + (color >> 6)] |= Colors{1} << (color & 63);
            ++initial_[possible_at_ + color];
        }
    }
    state_ = initial_;
}

}  // namespace edgematch
