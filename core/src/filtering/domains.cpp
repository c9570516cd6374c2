// Domains between two propagations: levels, queries, and the changes that a search makes. See the header.
#include "filtering/domains.hpp"

#include <algorithm>

namespace edgematch {

// Makes a level the current one, with memory for it.
void Domains::set_level(std::size_t level) {
    const auto words = static_cast<std::size_t>(word_count_), numbers = static_cast<std::size_t>(number_count_);
    level_ = level;
    if (word_stack_.size() < (level + 1) * words) {
        word_stack_.resize(2 * (level + 1) * words);
        number_stack_.resize(2 * (level + 1) * numbers);
    }
    state_.words = word_stack_.data() + level * words;
    state_.numbers = number_stack_.data() + level * numbers;
}

void Domains::open() {
    set_level(level_ + 1);
    std::copy(state_.words - word_count_, state_.words, state_.words);
    std::copy(state_.numbers - number_count_, state_.numbers, state_.numbers);
}

void Domains::reset() {
    set_level(0);
    std::copy(initial_words_.begin(), initial_words_.end(), state_.words);
    std::copy(initial_numbers_.begin(), initial_numbers_.end(), state_.numbers);
    forget();
}

bool Domains::load(const std::vector<int>& values) {
    reset();
    for (int hue = 0; state_.rules.counts && hue < tables.colors; ++hue)
        if (state_.numbers[state_.possible_at + hue] < state_.fewest[hue]) return false;
    for (int cell = 0; cell < tables.cells; ++cell) {
        const int value = values[static_cast<std::size_t>(cell)];
        if (size(cell) == 0) return false;
        if (value < 0) continue;
        if (!has(cell, value) || !keep(cell, value) || (!state_.rules.fixpoint && !propagate())) {
            forget();
            return false;
        }
    }
    if (!state_.rules.fixpoint) return true;
    for (int cell = 0; cell < tables.cells; ++cell) {  // everything has to be revised once
        const Place& place = state_.places[cell];
        state_.queued[place.set_word] |= place.set_bit;
        state_.distinct[place.set_word] |= place.set_bit;
        int kinds_left = 0;
        each_kind(cell, [&](int) { ++kinds_left; });
        if (kinds_left == 1) state_.single[place.set_word] |= place.set_bit;
    }
    for (int hue = 0; state_.rules.counts && hue < tables.colors; ++hue)
        state_.changed_hues[hue >> 6] |= Word{1} << (hue & 63);
    return propagate();
}

int Domains::size(int cell) const {
    const Place& place = state_.places[cell];
    const Group& group = state_.groups[place.group];
    int sum = 0;
    for (int at = 0; at < group.turns * group.words; ++at) sum += std::popcount(domain(place, at));
    return sum;
}

bool Domains::is_committed(int cell) const {
    const Place& place = state_.places[cell];
    return state_.words[state_.groups[place.group].committed_at + place.index] != 0;
}

bool Domains::has(int cell, int value) const {
    const int bit = bit_of(cell, value);
    return bit >= 0 && (domain(state_.places[cell], bit >> 6) >> (bit & 63) & 1) != 0;
}

bool Domains::may_show(int between, int color) const {
    const int hue = hue_[color];
    return (state_.words[state_.edges_at + between * state_.color_words + (hue >> 6)] >> (hue & 63) & 1) != 0;
}

const std::vector<int>& Domains::board() const {
    board_.assign(state_.places.size(), -1);
    for (int cell = 0; cell < tables.cells; ++cell)
        if (is_filled(cell)) each_value(cell, [&](int value) { board_[static_cast<std::size_t>(cell)] = value; });
    return board_;
}

bool Domains::keep(int cell, int value) {
    const int bit = bit_of(cell, value);
    assigned_ = cell;
    state_.queued[state_.places[cell].set_word] |= state_.places[cell].set_bit;
    std::fill(kept_.begin(), kept_.end(), 0);
    kept_[static_cast<std::size_t>(bit >> 6)] = Word{1} << (bit & 63);
    return kernel_.restrict(state_, cell, kept_.data());
}

bool Domains::remove(int cell, int value) {
    const int bit = bit_of(cell, value);
    std::fill(kept_.begin(), kept_.end(), ~Word{0});
    kept_[static_cast<std::size_t>(bit >> 6)] = ~(Word{1} << (bit & 63));
    return kernel_.restrict(state_, cell, kept_.data());
}

bool Domains::remove_kind(int cell, int kind) {
    const KindBit& own = state_.kind_bits[kind];
    const Group& group = state_.groups[own.group];
    std::fill(kept_.begin(), kept_.end(), ~Word{0});
    for (int at = own.word; at < group.turns * group.words; at += group.words)
        kept_[static_cast<std::size_t>(at)] = ~own.bit;
    return kernel_.restrict(state_, cell, kept_.data());
}

const std::vector<int>& Domains::open_sizes() const {
    sizes_.resize(state_.places.size());
    kernel_.count_values(state_, sizes_.data());
    return sizes_;
}

int Domains::rarest_kind(int below) const { return kernel_.find_rarest(state_, std::min(below, 16)); }

}  // namespace edgematch
