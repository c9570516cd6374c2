// Propagation between cells and joins; see the header for the idea. The tables are laid out in domains_layout.cpp.
#include "domains.hpp"

#include <algorithm>

namespace edgematch {

namespace {

// std::popcount and std::has_single_bit are calls into a library unless the machine is named. Not for 0.
bool is_single(std::uint64_t x) { return (x & (x - 1)) == 0; }

int count_bits(std::uint64_t x) {
    if (is_single(x)) return 1;
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return static_cast<int>(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

}  // namespace

bool Domains::load(const std::vector<int>& values) {
    state_ = initial_;
    trail_.clear();
    marks_.clear();
    level_ = ++last_level_;
    forget_queues();
    for (int cell = 0; cell < tables.cells; ++cell)
        if (size(cell) == 0) return false;
    for (int kind = 0; rules_.pieces && kind < tables.kinds; ++kind)
        if (!has_room(kind)) return false;
    if (rules_.counts)
        for (int color = 0; color < tables.colors; ++color)
            if (!count(color)) return false;
    for (int cell = 0; cell < tables.cells; ++cell) {
        const int value = values[static_cast<std::size_t>(cell)];
        if (value < 0) continue;
        if (!has(cell, value) || !keep(cell, value) || (!rules_.fixpoint && !propagate())) {
            forget_queues();
            return false;
        }
    }
    if (!rules_.fixpoint) return true;
    for (int cell = 0; cell < tables.cells; ++cell) enqueue(cell);
    std::fill(suspects_.begin(), suspects_.end(), ~Colors{0});
    return propagate();
}

void Domains::open() {
    if (++opened_ % RENEW == 0) renew_watched();
    marks_.push_back({trail_.size(), level_});
    level_ = ++last_level_;
}

void Domains::close() {
    const Mark mark = marks_.back();
    marks_.pop_back();
    while (trail_.size() > mark.trail) {
        state_[static_cast<std::size_t>(trail_.back().at)] = trail_.back().value;
        trail_.pop_back();
    }
    level_ = mark.level;
}

bool Domains::has(int cell, int value) const {
    const int bit = bit_of(cell, value);
    return bit >= 0 && (state_[static_cast<std::size_t>(offset_[cell] + (bit >> 6))] >> (bit & 63) & 1) != 0;
}

const std::vector<int>& Domains::board() const {
    board_.assign(static_cast<std::size_t>(tables.cells), -1);
    for (int cell = 0; cell < tables.cells; ++cell)
        if (is_filled(cell)) each_value(cell, [&](int value) { board_[static_cast<std::size_t>(cell)] = value; });
    return board_;
}

bool Domains::keep(int cell, int value) {
    const int bit = bit_of(cell, value);
    assigned_ = cell;
    enqueue(cell);
    for (int word = 0; word < words_[cell]; ++word) {
        const std::uint64_t kept = word == bit >> 6 ? std::uint64_t{1} << (bit & 63) : 0;
        const std::uint64_t bits = state_[offset_[cell] + word] & ~kept;
        if (bits != 0 && !drop(cell, word, bits)) return false;
    }
    return true;
}

bool Domains::remove(int cell, int value) {
    const int bit = bit_of(cell, value);
    return drop(cell, bit >> 6, std::uint64_t{1} << (bit & 63));
}

bool Domains::propagate() {
    culprit_ = -1;
    if (!rules_.fixpoint) {
        const bool is_good = look_ahead();
        is_enqueueing_ = true;
        forget_queues();
        return is_good;
    }
    for (bool is_good = true;;) {
        if (queue_head_ < queue_.size()) {
            const int cell = queue_[queue_head_++];
            is_queued_[cell] = 0;
            is_good = visit(cell);
        } else if (!single_queue_.empty()) {
            const int cell = single_queue_.back();
            single_queue_.pop_back();
            is_good = is_committed(cell) || commit(cell, only_kind(cell));
        } else if (!kind_queue_.empty()) {
            const int kind = kind_queue_.back();
            kind_queue_.pop_back();
            is_kind_queued_[kind] = 0;
            is_good = settle(kind);
        } else if (!color_queue_.empty()) {
            const int color = color_queue_.back();
            color_queue_.pop_back();
            is_color_queued_[color] = 0;
            is_good = count(color);
        } else {
            queue_.clear();
            queue_head_ = 0;
            return true;
        }
        if (is_good) continue;
        forget_queues();
        return false;
    }
}

// Partial look-ahead: the neighbours of the assigned cell, then the neighbours of those that changed.
bool Domains::look_ahead() {
    forget_queues();
    is_enqueueing_ = false;
    if (!is_committed(assigned_) && !commit(assigned_, only_kind(assigned_))) return false;
    is_enqueueing_ = true;
    if (!revise(assigned_)) return false;
    is_enqueueing_ = false;
    while (queue_head_ < queue_.size()) {
        const int cell = queue_[queue_head_++];
        if (!revise(cell)) return false;
    }
    for (std::size_t i = 0; i < color_queue_.size(); ++i)
        if (!count(color_queue_[i])) return false;
    return true;
}

void Domains::forget_queues() {
    for (const int cell : queue_) is_queued_[cell] = 0;  // suspects stay: a witness that is back is found at once
    for (const int kind : kind_queue_) is_kind_queued_[kind] = 0;
    for (const int color : color_queue_) is_color_queued_[color] = 0;
    queue_.clear();
    single_queue_.clear();
    kind_queue_.clear();
    color_queue_.clear();
    queue_head_ = 0;
}

void Domains::enqueue(int cell) {
    if (!is_enqueueing_ || is_queued_[cell] != 0) return;
    is_queued_[cell] = 1;
    queue_.push_back(cell);
}

bool Domains::fail(int cell) {
    if (culprit_ >= 0) join_weight[culprit_] += 1;
    cell_weight[cell] += 1;
    return false;
}

// Takes bits of one word out of a cell's domain. The cell is looked at again only if a watched value went, or if few
// values are left, so that they may be of one kind.
bool Domains::drop(int cell, int word, std::uint64_t bits) {
    const int at = offset_[cell] + word;
    set(at, state_[at] & ~bits);
    add(size_at_ + cell, -count_bits(bits));
    if (size(cell) == 0) return fail(cell);
    if (is_committed(cell)) {
        if (size(cell) == 1) add(open_at_, -1);
    } else if (rules_.pieces && !leave(cell, word, bits)) {
        return fail(cell);
    }
    const std::uint64_t hits = bits & watched_[at];
    if (hits != 0) suspect(cell, word, hits);
    if (!rules_.fixpoint || size(cell) <= SIDES || hits != 0) enqueue(cell);
    return true;
}

// Colors whose witness has gone need another one.
void Domains::suspect(int cell, int word, std::uint64_t bits) {
    for (; bits != 0; bits &= bits - 1) {
        const int bit = word * 64 + std::countr_zero(bits);
        const Sides& shown = tables.sides[value_at(cell, bit)];
        for (int side = 0; side < SIDES; ++side) {
            const int color = shown[static_cast<std::size_t>(side)];
            if (witness_[(cell * SIDES + side) * tables.colors + color] != bit) continue;
            suspects_[(cell * SIDES + side) * color_words_ + (color >> 6)] |= Colors{1} << (color & 63);
        }
    }
}

// The kinds that have just lost their last value in a cell have one cell less.
bool Domains::leave(int cell, int word, std::uint64_t bits) {
    const Group& group = groups_[shapes_[shape_[cell]].group];
    std::uint64_t gone = bits;
    if (group.stride == SIDES) {
        const auto lowest_of_four = [](std::uint64_t x) {
            x |= x >> 2;
            return (x | x >> 1) & 0x1111111111111111u;
        };
        gone = lowest_of_four(bits) & ~lowest_of_four(state_[offset_[cell] + word]);
    }
    for (; gone != 0; gone &= gone - 1) {
        const int kind = group.kinds[static_cast<std::size_t>((word * 64 + std::countr_zero(gone)) / group.stride)];
        add(room_at_ + kind, -1);
        if (!has_room(kind)) return false;
    }
    return true;
}

bool Domains::has_room(int kind) {
    if (room(kind) < left(kind)) return false;
    if (room(kind) == left(kind) && left(kind) > 0 && is_kind_queued_[kind] == 0) {
        is_kind_queued_[kind] = 1;
        kind_queue_.push_back(kind);
    }
    return true;
}

// Neighbours first, since failures show there; what one kind left means for the rest of the board comes later.
bool Domains::visit(int cell) {
    if (!is_committed(cell) && size(cell) <= SIDES && only_kind(cell) >= 0) single_queue_.push_back(cell);
    return (rules_.known_only && size(cell) > 1) || revise(cell);
}

int Domains::only_kind(int cell) const {
    int kind = -1;
    for (int word = 0; word < words_[cell]; ++word) {
        const std::uint64_t bits = state_[offset_[cell] + word];
        if (bits == 0) continue;
        if (kind >= 0) return -1;
        kind = tables.kind[value_at(cell, word * 64 + std::countr_zero(bits))];
        if ((bits & ~kind_bits_[kind]) != 0) return -1;
    }
    return kind;
}

// A cell has only one kind left: it takes a copy, and the last copy leaves all other cells.
bool Domains::commit(int cell, int kind) {
    set(committed_at_ + cell, 1);
    if (size(cell) == 1) add(open_at_, -1);
    add(left_at_ + kind, -1);
    add(room_at_ + kind, -1);
    if (left(kind) < 0) return fail(cell);
    if (left(kind) > 0) return !rules_.pieces || has_room(kind) || fail(cell);
    culprit_ = -1;
    for (const int other : cells_of(kind)) {
        const std::uint64_t bits = state_[offset_[other] + kind_word_[kind]] & kind_bits_[kind];
        if (bits != 0 && !is_committed(other) && !drop(other, kind_word_[kind], bits)) return false;
    }
    return true;
}

// As many cells as copies are left: those cells take nothing else.
bool Domains::settle(int kind) {
    if (left(kind) == 0 || room(kind) != left(kind)) return true;
    culprit_ = -1;
    for (const int cell : cells_of(kind)) {
        if (is_committed(cell) || (state_[offset_[cell] + kind_word_[kind]] & kind_bits_[kind]) == 0) continue;
        for (int word = 0; word < words_[cell]; ++word) {
            const std::uint64_t kept = word == kind_word_[kind] ? kind_bits_[kind] : 0;
            const std::uint64_t bits = state_[offset_[cell] + word] & ~kept;
            if (bits != 0 && !drop(cell, word, bits)) return false;
        }
    }
    return true;
}

// Colors that a cell can no longer show leave its joins.
bool Domains::revise(int cell) {
    if (size(cell) <= SMALL) return revise_small(cell);
    for (int side = 0; side < SIDES; ++side) {
        const int between = join(cell, side);
        if (between < 0) continue;
        for (int word = 0; word < color_words_; ++word) {
            const Colors colors = state_[joins_at_ + between * color_words_ + word];
            Colors& suspects = suspects_[(cell * SIDES + side) * color_words_ + word];
            Colors rest = rules_.fixpoint ? colors & suspects : colors;
            suspects = 0;
            if (color_words_ == 1 && is_single(colors)) continue;  // the cell shows it, or would be empty
            Colors lost = 0;
            for (; rest != 0; rest &= rest - 1)
                if (!find_witness(cell, side, word * 64 + std::countr_zero(rest))) lost |= rest & -rest;
            culprit_ = between;
            if (lost != 0 && !shrink(between, word, lost, cell)) return false;
        }
    }
    return true;
}

// The same where listing the values is quicker than asking for colors.
bool Domains::revise_small(int cell) {
    small_.assign(static_cast<std::size_t>(SIDES * color_words_), 0);
    for (int w = 0; w < words_[cell]; ++w) {
        for (std::uint64_t rest = state_[offset_[cell] + w]; rest != 0; rest &= rest - 1) {
            const int bit = w * 64 + std::countr_zero(rest);
            const Sides& shown = tables.sides[value_at(cell, bit)];
            watched_[offset_[cell] + w] |= rest & -rest;
            for (int side = 0; side < SIDES; ++side) {
                const int color = shown[static_cast<std::size_t>(side)];
                witness_[(cell * SIDES + side) * tables.colors + color] = static_cast<std::uint16_t>(bit);
                small_[static_cast<std::size_t>(side * color_words_ + (color >> 6))] |= Colors{1} << (color & 63);
            }
        }
    }
    for (int side = 0; side < SIDES; ++side) {
        const int between = join(cell, side);
        for (int word = 0; word < color_words_; ++word) {
            suspects_[(cell * SIDES + side) * color_words_ + word] = 0;
            if (between < 0) continue;
            const Colors colors = state_[joins_at_ + between * color_words_ + word];
            const Colors lost = colors & ~small_[static_cast<std::size_t>(side * color_words_ + word)];
            culprit_ = between;
            if (lost != 0 && !shrink(between, word, lost, cell)) return false;
        }
    }
    return true;
}

// A value of the cell that shows a color on a side, if possible one that is watched already.
bool Domains::find_witness(int cell, int side, int color) {
    const std::uint64_t* const mask = shows(cell, side, color);
    const std::uint64_t* const domain = state_.data() + offset_[cell];
    std::uint64_t* const watched = watched_.data() + offset_[cell];
    std::uint16_t& witness = witness_[(cell * SIDES + side) * tables.colors + color];
    if (witness != NO_WITNESS && (domain[witness >> 6] >> (witness & 63) & 1) != 0) return true;
    int found = -1;
    for (int word = 0; word < words_[cell]; ++word) {
        const std::uint64_t here = domain[word] & mask[word];
        if (here == 0) continue;
        if ((here & watched[word]) != 0) {
            witness = static_cast<std::uint16_t>(word * 64 + std::countr_zero(here & watched[word]));
            return true;
        }
        if (found < 0) found = word * 64 + std::countr_zero(here);
    }
    if (found < 0) return false;
    watched[found >> 6] |= std::uint64_t{1} << (found & 63);
    witness = static_cast<std::uint16_t>(found);
    return true;
}

// Witnesses move on and leave watched values behind; now and then only the present ones are kept.
void Domains::renew_watched() {
    std::fill(watched_.begin(), watched_.end(), 0);
    for (int cell = 0; cell < tables.cells; ++cell) {
        const std::uint16_t* const mine = witness_.data() + cell * SIDES * tables.colors;
        for (int i = 0; i < SIDES * tables.colors; ++i)
            if (mine[i] != NO_WITNESS) watched_[offset_[cell] + (mine[i] >> 6)] |= std::uint64_t{1} << (mine[i] & 63);
    }
}

// Takes colors out of a join, and the values that show them out of its cells, except `from`, which has none.
bool Domains::shrink(int between, int word, Colors lost, int from) {
    const int at = joins_at_ + between * color_words_ + word;
    set(at, state_[at] & ~lost);
    if (rules_.counts) note_counts(between, word, lost);
    for (const End& end : ends_[between]) {
        if (end.cell == from) continue;
        for (int w = 0; w < words_[end.cell]; ++w) {
            const std::uint64_t domain = state_[offset_[end.cell] + w];
            if (domain == 0) continue;
            std::uint64_t bits = 0;
            for (Colors rest = lost; rest != 0; rest &= rest - 1)
                bits |= shows(end.cell, end.side, word * 64 + std::countr_zero(rest))[w];
            bits &= domain;
            if (bits != 0 && !drop(end.cell, w, bits)) return false;
        }
    }
    return true;
}

void Domains::note_counts(int between, int word, Colors lost) {
    const auto note = [&](int color, int counter, int difference) {
        add(counter + color, difference);
        if (is_color_queued_[color] != 0) return;
        is_color_queued_[color] = 1;
        color_queue_.push_back(color);
    };
    for (Colors rest = lost; rest != 0; rest &= rest - 1) note(word * 64 + std::countr_zero(rest), possible_at_, -1);
    if (const int color = only_color(between); color >= 0) note(color, fixed_at_, 1);
}

int Domains::only_color(int between) const {
    int color = -1;
    for (int word = 0; word < color_words_; ++word) {
        const Colors colors = state_[joins_at_ + between * color_words_ + word];
        if (colors == 0) continue;
        if (color >= 0 || !is_single(colors)) return -1;
        color = word * 64 + std::countr_zero(colors);
    }
    return color;
}

// The exactly-k rule: so many joins show a color, no fewer and no more.
bool Domains::count(int color) {
    const int possible = static_cast<int>(state_[possible_at_ + color]);
    const int fixed = static_cast<int>(state_[fixed_at_ + color]);
    if (possible < fewest_[color] || fixed > most_[color]) return false;
    const bool is_short = possible == fewest_[color], is_full = fixed == most_[color];
    if (!rules_.force_counts || possible == fixed || (!is_short && !is_full)) return true;
    culprit_ = -1;
    for (int between = 0; between < joins(); ++between) {
        if (!may_show(between, color) || only_color(between) >= 0) continue;
        for (int word = 0; word < color_words_; ++word) {
            const Colors mine = color >> 6 == word ? Colors{1} << (color & 63) : 0;
            const Colors colors = state_[joins_at_ + between * color_words_ + word];
            const Colors lost = is_short ? colors & ~mine : colors & mine;
            if (lost != 0 && !shrink(between, word, lost, -1)) return false;
        }
    }
    return true;
}

}  // namespace edgematch
