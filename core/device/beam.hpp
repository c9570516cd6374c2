// The steps of a beam on the GPU: every board of a layer is expanded into its children, and those that are kept grow
// into records.
//
// The search and its prices are those of src/score/beam.cpp and src/score/foresight.cpp: breaks made, the expected cost
// of the colors that are left, and the ways to fill the lines ahead (chains.hpp). One lane works on one board. It keeps
// the record and a few tables of costs by color in memory of its own, [entry][lane], so that the lanes of a warp never
// use the same bank. Lists that different lanes read at different colors are stored by rank, [rank][color].
//
// Nothing depends on the sequence in which boards are stored or lanes run: the sample is drawn by hash, and of
// duplicates with equal costs the one with the lower hash of its path stays. All sums have a fixed sequence and no
// operation is fused. So a device and the CPU keep the same boards.
//
// Plain C++ on the CPU (src/device/beam_lanes.cpp), CUDA on the device.
#pragma once

#include "chains.hpp"

namespace edgematch::lanes {

using u8 = unsigned char;

constexpr u32 SIDES_OF_CELL = 4, ROLES_OF_SIDE = 3, NO_ROLE_WANTED = 3, MOST_WAITING = 96, MOST_TABLES = 5;
constexpr u32 NO_CHAIN = ~0u;
constexpr u32 COVERED = 4;          // added to the role of a waiting side that a chain counts: its cost is in the chain
constexpr u32 FIXED_SLOT = 0x8000;  // and above: the open sides of the root, whose colors never change
constexpr u32 NOISE_MASK = (1u << 12) - 1;
constexpr u32 DROPPED = ~0u;   // instead of the cost of a child
constexpr u32 NO_CHILD = ~0u;  // an empty entry of the hash table

// A candidate: the colors of its sides, one byte each, north first.
struct BeamFit {
    u32 sides;
    u32 placement;
};

// One cell of the order. Slots are where the colors of open sides are kept; heads are where lists begin. Each side has
// a table of costs; sides that cost the same share one. Table 0 has no chain.
struct BeamStep {
    u32 known, opened, waiting, tables, is_full_scan;
    u32 exact;           // heads by the colors of the first two known sides
    u32 all, all_count;  // every candidate of the cell
    u32 frame;           // sides on the outside, one bit each
    u32 side_table[4];
    u32 table_role[MOST_TABLES];
    u32 table_wanted[MOST_TABLES];  // role of the side that will meet it, or none
    u32 table_chain[MOST_TABLES];
    u32 known_side[4], known_slot[4];
    u32 near[4], near_count[4];  // lists by the color of one known side, [rank][color], and where their lengths are
    u32 open_side[4], open_slot[4];
    u32 waiting_slot[MOST_WAITING], waiting_role[MOST_WAITING];
};

// A puzzle and an order as flat arrays, and the layout of a record: hash (two words), breaks, hash of the path; then
// the pieces used, the sides left and the slots.
struct BeamTables {
    const BeamFit* fits;
    const u32* heads;
    const u32* sides;  // of each placement
    const u32* taken;  // of each piece, what placing it adds to each word of a record
    const u32* hulls;  // of each role the first color, the number of colors, and the byte of a record with the sides
                       // left of the first one
    const u8* fixed;   // colors of the root's open sides
    const u64* piece_hash;
    const u64* slot_hash;  // by slot and color
    const float* noise;
    RankedChains chains;
    const Chain* chain;
    u32 colors, words, slots_at, wide_counts;
};
constexpr u32 BREAKS_AT = 2, PATH_AT = 3, USED_AT = 4;  // words of a record

// The prices of a step. `open`: cost of an open side by the number of sides left that match it, for each role.
struct BeamPrices {
    const float* gain;
    const float* open;
    u32 open_size;
    float price, chain_weight, slack;
    u32 cut;  // as ordered() writes it
};

struct alignas(16) BeamChild {
    u32 cost;  // as ordered() writes it
    u32 parent;
    u32 hash;  // its low bits
    u32 move;  // placement, misses and more bits of the hash
};
constexpr u32 PLACEMENT_BITS = 12, MISS_BITS = 3, MOVE_BITS = PLACEMENT_BITS + MISS_BITS;

EDGEMATCH_LANE u32 placement_of(const BeamChild& child) { return child.move & ((1u << PLACEMENT_BITS) - 1); }
EDGEMATCH_LANE u32 misses_of(const BeamChild& child) { return child.move >> PLACEMENT_BITS & ((1u << MISS_BITS) - 1); }
EDGEMATCH_LANE bool is_same_future(const BeamChild& a, const BeamChild& b) {
    return a.hash == b.hash && a.move >> MOVE_BITS == b.move >> MOVE_BITS;
}

// A number that compares like the float.
EDGEMATCH_LANE u32 ordered(float value) {
    const u32 bits = bits_of(value);
    return bits >> 31 ? ~bits : bits | 1u << 31;
}

EDGEMATCH_LANE u64 scrambled(u64 value) {
    u64 z = value + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

EDGEMATCH_LANE u32 longer_path(u32 path, u32 placement) {
    return static_cast<u32>(scrambled(static_cast<u64>(path) << 32 | placement));
}

EDGEMATCH_LANE u32 side_color(u32 sides, u32 side) { return sides >> (8 * side) & 255; }

struct alignas(16) Group {
    u32 words[4];
};

// The records of a layer in groups of four words, [group][board].
struct BeamLayer {
    Group* groups;
    u64 capacity;

    EDGEMATCH_LANE Group& group(u32 number, u32 board) const { return groups[number * capacity + board]; }
    EDGEMATCH_LANE u32 word(u32 number, u32 board) const { return group(number / 4, board).words[number % 4]; }
};

EDGEMATCH_LANE u64 hash_in(const Group& head) { return static_cast<u64>(head.words[1]) << 32 | head.words[0]; }

// Whether a board is in the sample of `share` / 2^32 of all boards.
EDGEMATCH_LANE bool is_in_sample(const BeamLayer& layer, u32 board, u32 share) {
    return share == ~0u || static_cast<u32>(scrambled(hash_in(layer.group(0, board)) + 1)) < share;
}

EDGEMATCH_LANE u64 hash_of_child(const BeamTables& tables, const BeamStep& step, u64 closed, u32 sides, u32 piece) {
    u64 hash = closed ^ tables.piece_hash[piece];
    for (u32 k = 0; k < step.opened; ++k)
        hash ^= tables.slot_hash[step.open_slot[k] * tables.colors + side_color(sides, step.open_side[k])];
    return hash;
}

// An array in a lane's own memory: entries are `STRIDE` apart.
template <class T, u32 STRIDE>
struct Column {
    T* first;
    EDGEMATCH_LANE T& operator[](u32 i) const { return first[i * STRIDE]; }
};

template <u32 STRIDE>
struct BeamLane {
    BeamTables tables;
    BeamPrices prices;
    Column<u32, STRIDE> record;   // its words from USED_AT on
    Column<float, STRIDE> costs;  // table t begins at t * colors

    // Makes all children of a board that cost no more than the cut: calls `emit(child)`.
    template <class Emit>
    EDGEMATCH_LANE void expand(const BeamLayer& layer, u32 board, const BeamStep& step, Emit& emit) const {
        const Board parent = read(layer, board, step);
        float least[SIDES_OF_CELL], least_all = parent.base + prices.price;
        for (u32 side = 0; side < SIDES_OF_CELL; ++side) {
            least[side] = step.frame >> side & 1 ? 0 : cheapest(step, step.side_table[side]);
            least_all += least[side];
        }
        const List all{step.all, 1, step.all_count};
        const bool may_break = step.known > 0 && least_all <= prices.slack;
        const bool breaks_all = step.known == 1 || step.is_full_scan != 0;
        // One loop over all lists: the code of a scan exists once.
        for (u32 turn = 0; turn <= step.known; ++turn) {
            List list = all;
            u32 by = 0;
            if (turn == 0) {
                if (step.known > 1) list = exact_list(parent, step);
                if (step.known == 1) list = near_list(parent, step, 0);
            } else {
                if (!may_break) break;
                by = turn - 1;
                if (breaks_all) {
                    if (turn > 1) break;
                } else {
                    const u32 side = step.known_side[by];
                    const float mine = costs[step.side_table[side] * tables.colors + parent.color[by]];
                    if (least_all - least[side] + mine > prices.slack) continue;
                    list = near_list(parent, step, by);
                }
            }
            scan(parent, step, list, turn > 0, breaks_all ? 0 : by, emit);
        }
    }

    // For chains.hpp: the board whose record this lane holds. A place is a slot.
    EDGEMATCH_LANE u32 color(u32 slot) const {
        if (slot >= FIXED_SLOT) return tables.fixed[slot - FIXED_SLOT];
        return record[tables.slots_at - USED_AT + slot / 4] >> (slot % 4 * 8) & 255;
    }
    EDGEMATCH_LANE bool is_free(u32 piece) const { return !(record[piece / 32] >> (piece % 32) & 1); }
    EDGEMATCH_LANE u32 used(u32 word) const { return record[word]; }
    EDGEMATCH_LANE bool may_be(u32 role, u32 color) const {
        return color - tables.hulls[role * 3] < tables.hulls[role * 3 + 1];
    }
    // Calls `visit(color)` for the colors that a role cannot have.
    template <class Visit>
    EDGEMATCH_LANE void each_other(u32 role, Visit&& visit) const {
        const u32 first = tables.hulls[role * 3], end = first + tables.hulls[role * 3 + 1];
        for (u32 c = 0; c < first; ++c) visit(c);
        for (u32 c = end; c < tables.colors; ++c) visit(c);
    }
    EDGEMATCH_LANE u32 left(u32 role, u32 color) const {
        if (!may_be(role, color)) return 0;
        const u32 at = tables.hulls[role * 3 + 2] + (color - tables.hulls[role * 3]) * (1 + tables.wide_counts);
        return left_at(record[at / 4 - USED_AT], at);
    }
    template <class Visit>
    EDGEMATCH_LANE void each_side(u32 role, Visit&& visit) const {
        const u32 first = tables.hulls[role * 3], end = first + tables.hulls[role * 3 + 1];
        u32 at = tables.hulls[role * 3 + 2], word = record[at / 4 - USED_AT];
        for (u32 c = first; c < end; ++c) {
            visit(c, left_at(word, at));
            at += 1 + tables.wide_counts;
            if (at % 4 == 0) word = record[at / 4 - USED_AT];
        }
    }

  private:
    struct Board {
        u32 number;
        u64 hash;  // without the known sides
        float base;
        u32 color[SIDES_OF_CELL];  // that the known sides must match
    };

    struct List {
        u32 from, apart, count;
    };

    EDGEMATCH_LANE u32 left_at(u32 word, u32 at) const {
        return word >> (at % 4 * 8) & (tables.wide_counts ? 0xffff : 0xff);
    }

    EDGEMATCH_LANE List exact_list(const Board& parent, const BeamStep& step) const {
        const u32 list = step.exact + parent.color[0] * tables.colors + parent.color[1], from = tables.heads[list];
        return {from, 1, tables.heads[list + 1] - from};
    }

    EDGEMATCH_LANE List near_list(const Board& parent, const BeamStep& step, u32 k) const {
        u32 color = parent.color[0];
        for (u32 i = 1; i < SIDES_OF_CELL; ++i) color = i == k ? parent.color[i] : color;
        return {step.near[k] + color, tables.colors, tables.heads[step.near_count[k] + color]};
    }

    EDGEMATCH_LANE float cheapest(const BeamStep& step, u32 table) const {
        const u32 role = step.table_role[table], first = table * tables.colors + tables.hulls[role * 3];
        float least = 1e30f;
        for (u32 i = 0; i < tables.hulls[role * 3 + 1]; ++i) {
            const float cost = costs[first + i];
            least = cost < least ? cost : least;
        }
        return least;
    }

    // Loads a board and prices it: what it has cost and is expected to cost, and what a side of each color costs in
    // this cell.
    EDGEMATCH_LANE Board read(const BeamLayer& layer, u32 board, const BeamStep& step) const {
        for (u32 g = 1; g < tables.words / 4; ++g) {
            const Group group = layer.group(g, board);
            for (u32 i = 0; i < 4; ++i) record[g * 4 + i - USED_AT] = group.words[i];
        }
        const Group head = layer.group(0, board);
        Board parent{board, hash_in(head), 0, {}};
        price_chains(step);
        parent.base = sum(product(prices.price, static_cast<float>(head.words[BREAKS_AT])), price_uses(step));
        parent.base = sum(parent.base, price_waiting(step));
        for (u32 k = 0; k < SIDES_OF_CELL; ++k) {
            if (k >= step.known) break;
            parent.color[k] = color(step.known_slot[k]);
            if (step.known_slot[k] < FIXED_SLOT)
                parent.hash ^= tables.slot_hash[step.known_slot[k] * tables.colors + parent.color[k]];
        }
        return parent;
    }

    // Sets each table to the cost of its chain, or to 0. Table 0 is used in between.
    EDGEMATCH_LANE void price_chains(const BeamStep& step) const {
        for (u32 t = step.tables; t-- > 0;) {
            Column<float, STRIDE> ways{&costs[t * tables.colors]}, spare = costs;
            if (step.table_chain[t] == NO_CHAIN) {
                for (u32 c = 0; c < tables.colors; ++c) ways[c] = 0;
                continue;
            }
            fill_chain(tables.chains, tables.chain[step.table_chain[t]], *this, ways, spare);
            const u32* const hull = tables.hulls + step.table_role[t] * 3;
            for (u32 c = hull[0]; c < hull[0] + hull[1]; ++c) ways[c] = chain_cost(ways[c], prices.chain_weight);
            ways[0] = 0;
        }
    }

    // Adds what a side of each color costs: later edges that lose a match, and the neighbour filled later. Returns what
    // the edges with two unknown sides cost.
    EDGEMATCH_LANE float price_uses(const BeamStep& step) const {
        float now = 0;
        for (u32 c = 1; c < tables.colors; ++c) {
            u32 count[ROLES_OF_SIDE];
            float uses[ROLES_OF_SIDE];
            for (u32 role = 0; role < ROLES_OF_SIDE; ++role) {
                count[role] = left(role, c);
                uses[role] = 0;
            }
            for (u32 other = 0; other < ROLES_OF_SIDE; ++other) {
                if (!may_be(other, c)) continue;
                for (u32 role = 0; role < ROLES_OF_SIDE; ++role)
                    uses[role] = sum(uses[role], product(prices.gain[role * ROLES_OF_SIDE + other],
                                                         static_cast<float>(count[other])));
            }
            for (u32 role = 0; role < ROLES_OF_SIDE; ++role)
                now = sum(now, product(static_cast<float>(count[role]), uses[role]));
            for (u32 t = 0; t < step.tables; ++t) {
                const u32 role = step.table_role[t], wanted = step.table_wanted[t];
                if (!may_be(role, c)) continue;
                float cost = role == 0 ? uses[0] : role == 1 ? uses[1] : uses[2];
                if (wanted != NO_ROLE_WANTED) {
                    const u32 many = wanted == 0 ? count[0] : wanted == 1 ? count[1] : count[2];
                    cost = sum(cost, prices.open[wanted * prices.open_size + many]);
                }
                costs[t * tables.colors + c] = sum(costs[t * tables.colors + c], cost);
            }
        }
        return product(-0.5f, now);
    }

    // Adds what using up the colors of open sides elsewhere costs; returns what these cost already.
    EDGEMATCH_LANE float price_waiting(const BeamStep& step) const {
        float now = 0;
        for (u32 w = 0; w < step.waiting; ++w) {
            const u32 role = step.waiting_role[w] % COVERED, c = color(step.waiting_slot[w]), count = left(role, c);
            const float* const open = prices.open + role * prices.open_size;
            const float cost = open[count];
            if (step.waiting_role[w] < COVERED) now = sum(now, cost);
            const float loss = sum(open[count > 0 ? count - 1 : 0], -cost);
            for (u32 t = 0; t < step.tables; ++t)
                if (step.table_role[t] == role) costs[t * tables.colors + c] = sum(costs[t * tables.colors + c], loss);
        }
        return now;
    }

    // Tests a list of candidates that match the `by`-th known side; those that match an earlier one were tested
    // before.
    template <class Emit>
    EDGEMATCH_LANE void scan(const Board& parent, const BeamStep& step, List list, u32 allowed, u32 by,
                             Emit& emit) const {
        const float base = sum(parent.base, allowed ? prices.price : 0.0f);
        const Column<float, STRIDE> north{&costs[step.side_table[0] * tables.colors]},
            east{&costs[step.side_table[1] * tables.colors]}, south{&costs[step.side_table[2] * tables.colors]},
            west{&costs[step.side_table[3] * tables.colors]};
        for (u32 i = 0; i < list.count; ++i) {
            const BeamFit fit = tables.fits[list.from + i * list.apart];
            const float first = sum(north[side_color(fit.sides, 0)], east[side_color(fit.sides, 1)]);
            const float second = sum(south[side_color(fit.sides, 2)], west[side_color(fit.sides, 3)]);
            const float cost = sum(base, sum(first, second));
            if (cost <= prices.slack && is_free(fit.placement >> 2)) offer(parent, step, fit, cost, allowed, by, emit);
        }
    }

    template <class Emit>
    EDGEMATCH_LANE void offer(const Board& parent, const BeamStep& step, const BeamFit& fit, float cost, u32 allowed,
                              u32 by, Emit& emit) const {
        u32 misses = 0, seen = 0, first_two = 0;
        for (u32 k = 0; k < SIDES_OF_CELL; ++k) {
            if (k >= step.known) break;
            const bool is_match = side_color(fit.sides, step.known_side[k]) == parent.color[k];
            misses += !is_match;
            seen += is_match && k < by;
            first_two += !is_match && k < 2;
        }
        if (allowed > 0 && (seen > 0 || first_two == 0)) return;
        const u64 hash = hash_of_child(tables, step, parent.hash, fit.sides, fit.placement >> 2);
        const float extra = product(prices.price, static_cast<float>(misses) - static_cast<float>(allowed));
        const u32 key = ordered(sum(sum(cost, extra), tables.noise[scrambled(hash) & NOISE_MASK]));
        if (key > prices.cut) return;
        emit(BeamChild{key, parent.number, static_cast<u32>(hash),
                       fit.placement | misses << PLACEMENT_BITS | static_cast<u32>(hash >> 32) << MOVE_BITS});
    }
};

// The record of a child from that of its parent.
EDGEMATCH_LANE void grow(const BeamTables& tables, const BeamStep& step, const BeamLayer& parents,
                         const BeamChild& child, const BeamLayer& grown, u32 board) {
    const u32 placement = placement_of(child), sides = tables.sides[placement];
    const Group* const added = reinterpret_cast<const Group*>(tables.taken + placement / 4 * tables.words);
    const Group head = parents.group(0, child.parent);
    u64 closed = hash_in(head);
    for (u32 k = 0; k < step.known; ++k) {
        const u32 slot = step.known_slot[k];
        if (slot >= FIXED_SLOT) continue;
        const u32 word = parents.word(tables.slots_at + slot / 4, child.parent);
        closed ^= tables.slot_hash[slot * tables.colors + (word >> (slot % 4 * 8) & 255)];
    }
    const u64 hash = hash_of_child(tables, step, closed, sides, placement / 4);
    grown.group(0, board) = {{static_cast<u32>(hash), static_cast<u32>(hash >> 32),
                              head.words[BREAKS_AT] + misses_of(child), longer_path(head.words[PATH_AT], placement)}};
    for (u32 g = 1; g < tables.words / 4; ++g) {
        Group group = parents.group(g, child.parent);
        const Group more = added[g];
        for (u32 i = 0; i < 4; ++i) {
            group.words[i] += more.words[i];
            for (u32 k = 0; k < step.opened; ++k) {
                const u32 slot = step.open_slot[k], shift = slot % 4 * 8;
                if (g * 4 + i == tables.slots_at + slot / 4)
                    group.words[i] = (group.words[i] & ~(255u << shift)) | side_color(sides, step.open_side[k])
                                                                               << shift;
            }
        }
        grown.group(g, board) = group;
    }
}

// Which of two children with the same future stays.
EDGEMATCH_LANE bool is_better(const BeamLayer& parents, const BeamChild& a, const BeamChild& b) {
    if (a.cost != b.cost) return a.cost < b.cost;
    const u32 mine = longer_path(parents.group(0, a.parent).words[PATH_AT], placement_of(a));
    const u32 other = longer_path(parents.group(0, b.parent).words[PATH_AT], placement_of(b));
    return mine != other ? mine < other : a.parent < b.parent;
}

}  // namespace edgematch::lanes
