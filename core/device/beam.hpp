// The steps of a beam on the GPU: every board of a layer is expanded into its children, and those that are kept grow
// into records.
//
// The search and its prices are those of src/score/beam.cpp and src/score/foresight.cpp: breaks made, plus the expected
// cost of the colors that are left. A *team* works on one board: the 32 lanes of a warp on the device, one lane on the
// CPU. Its lanes divide the colors when a board is priced and the candidates when it is expanded, so that all of them
// read the same record and neighbouring candidates.
//
// Which children are made does not depend on the order in which teams run, and of duplicates the same one always stays
// (`choose`). So a layer is always the same set of boards in the same order.
//
// Plain C++ on the CPU (src/device/beam_lanes.cpp), CUDA on the device.
#pragma once

#include "exact_lane.hpp"

namespace edgematch::lanes {

using u8 = unsigned char;

constexpr u32 SIDES_OF_CELL = 4, ROLES_OF_SIDE = 3, NO_ROLE_WANTED = 3, MOST_WAITING = 96;
constexpr u32 NOISE_MASK = (1u << 12) - 1;
constexpr u32 NOT_CHOSEN = ~0u;

// A candidate: the colors of its sides, one byte each, north first.
struct BeamFit {
    u32 sides;
    u32 placement;
};

// One cell of the order. Slots are where the colors of open sides are kept; heads are where lists begin.
struct BeamStep {
    u32 known, opened, waiting, is_full_scan;
    u32 exact;           // heads by the colors of the first two known sides
    u32 all, all_count;  // every candidate of the cell
    u32 frame;           // sides on the outside, one bit each
    u32 roles[4];        // of its sides
    u32 wanted[4];       // role of the side that will meet each, or none
    u32 known_side[4], known_slot[4];
    u32 near[4];  // heads by the color of one known side
    u32 open_side[4], open_slot[4];
    u32 waiting_slot[MOST_WAITING], waiting_role[MOST_WAITING];
};

// A puzzle and an order as flat arrays, and the layout of a board's record: hash, breaks, pairs of equal sides left by
// roles, then the pieces used, the sides left by role and color, and the slots.
struct BeamTables {
    const BeamFit* fits;
    const u32* heads;       // list i is fits[heads[i]] to fits[heads[i + 1] - 1]
    const BeamFit* pieces;  // of each piece the roles (in place of colors) and colors (of turn 0) of its sides
    const u32* sides;       // of each placement
    const u64* piece_hash;
    const u64* slot_hash;  // by slot and color
    const float* noise;
    u32 colors, used_at, counts_at, slots_at, size;
};

constexpr u32 BREAKS_AT = 8, PAIRS_AT = 16;

// The prices of a step. `open`: cost of an open side by the number of sides left that match it, for each role.
struct BeamPrices {
    const float* gain;
    const float* open;
    u32 open_size;
    float price, cut, slack;
};

struct BeamChildren {
    u32* count;
    u32 capacity;
    float* costs;
    u32* parents;
    u64* hashes;
    u32* moves;  // placement, and misses above
};

EDGEMATCH_LANE u64 scrambled(u64 value) {
    u64 z = value + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

EDGEMATCH_LANE u32 side_color(u32 sides, u32 side) { return sides >> (8 * side) & 255; }

// The place of two roles among the pairs of roles: 00 01 02 11 12 22.
EDGEMATCH_LANE u32 pair_of(u32 a, u32 b) {
    const u32 low = a < b ? a : b, high = a < b ? b : a;
    return low == 0 ? high : low + high + 1;
}

template <class Team>
struct BeamLane {
    Team team;
    BeamTables tables;
    BeamPrices prices;
    float* costs;  // of each side and color, shared by the team

    // Makes all children of a board that are cheaper than the cut.
    EDGEMATCH_LANE void expand(const u8* record, u32 parent, const BeamStep& step, const BeamChildren& out) const {
        Board board = read(record, parent, step);
        float least[SIDES_OF_CELL], least_all = board.base + prices.price;
        for (u32 side = 0; side < SIDES_OF_CELL; ++side) {
            least[side] = step.frame >> side & 1 ? 0 : cheapest(side);
            least_all += least[side];
        }
        if (step.known > 1)
            scan(board, step, step.exact + board.color[0] * tables.colors + board.color[1], 0, 0, out);
        else if (step.known == 1)
            scan(board, step, step.near[0] + board.color[0], 0, 0, out);
        else
            scan_all(board, step, 0, out);
        if (step.known == 0 || least_all > prices.slack) return;
        if (step.known == 1 || step.is_full_scan) {
            scan_all(board, step, 1, out);
            return;
        }
        for (u32 k = 0; k < step.known; ++k) {
            const u32 side = step.known_side[k];
            if (least_all - least[side] + costs[side * tables.colors + board.color[k]] > prices.slack) continue;
            scan(board, step, step.near[k] + board.color[k], 1, k, out);
        }
    }

  private:
    struct Board {
        const u32* used;
        u32 parent;
        u64 hash;
        float base;
        u32 color[SIDES_OF_CELL];  // that the known sides must match
    };

    EDGEMATCH_LANE float cheapest(u32 side) const {
        float least = 1e30f;
        for (u32 c = 1 + team.lane; c < tables.colors; c += Team::SIZE) {
            const float cost = costs[side * tables.colors + c];
            least = cost < least ? cost : least;
        }
        return team.min(least);
    }

    // Prices a board: what it has cost and is expected to cost, and what a side of each color costs in this cell.
    EDGEMATCH_LANE Board read(const u8* record, u32 parent, const BeamStep& step) const {
        const int* const pairs = reinterpret_cast<const int*>(record + PAIRS_AT);
        const u8* const slots = record + tables.slots_at;
        float now = prices.price * static_cast<float>(*reinterpret_cast<const u32*>(record + BREAKS_AT));
        for (u32 a = 0; a < ROLES_OF_SIDE; ++a)
            for (u32 b = a; b < ROLES_OF_SIDE; ++b)
                now -= prices.gain[a * ROLES_OF_SIDE + b] * (a == b ? 0.5f : 1.0f) *
                       static_cast<float>(pairs[pair_of(a, b)]);
        team.sync();
        float waiting = 0;
        for (u32 c = team.lane; c < tables.colors; c += Team::SIZE) waiting += price_color(record, slots, step, c);
        team.sync();
        Board board{reinterpret_cast<const u32*>(record + tables.used_at),
                    parent,
                    *reinterpret_cast<const u64*>(record),
                    now + team.sum(waiting),
                    {}};
        for (u32 k = 0; k < step.known; ++k) {
            board.color[k] = slots[step.known_slot[k]];
            board.hash ^= tables.slot_hash[step.known_slot[k] * tables.colors + board.color[k]];
        }
        return board;
    }

    // The cost of a side of a color here: later edges that lose a match, the neighbour filled later, and open sides
    // elsewhere. Returns what the latter cost already.
    EDGEMATCH_LANE float price_color(const u8* record, const u8* slots, const BeamStep& step, u32 c) const {
        const u16* const counts = reinterpret_cast<const u16*>(record + tables.counts_at);
        u32 waits[ROLES_OF_SIDE] = {0, 0, 0};
        for (u32 w = 0; w < step.waiting; ++w) {
            const bool is_mine = slots[step.waiting_slot[w]] == c;
            for (u32 role = 0; role < ROLES_OF_SIDE; ++role) waits[role] += is_mine && step.waiting_role[w] == role;
        }
        float left[ROLES_OF_SIDE], open[ROLES_OF_SIDE], loss[ROLES_OF_SIDE], waiting = 0;
        for (u32 role = 0; role < ROLES_OF_SIDE; ++role) {
            const u32 count = counts[role * tables.colors + c];
            left[role] = static_cast<float>(count);
            open[role] = prices.open[role * prices.open_size + count];
            const float after = prices.open[role * prices.open_size + (count > 0 ? count - 1 : 0)];
            loss[role] = (after - open[role]) * static_cast<float>(waits[role]);
            waiting += open[role] * static_cast<float>(waits[role]);
        }
        for (u32 side = 0; side < SIDES_OF_CELL; ++side) {
            float cost = 0;
            for (u32 role = 0; role < ROLES_OF_SIDE; ++role) {
                cost += prices.gain[step.roles[side] * ROLES_OF_SIDE + role] * left[role];
                cost += step.wanted[side] == role ? open[role] : 0;
                cost += step.roles[side] == role ? loss[role] : 0;
            }
            costs[side * tables.colors + c] = c == 0 ? 0 : cost;
        }
        return waiting;
    }

    EDGEMATCH_LANE void scan(const Board& board, const BeamStep& step, u32 list, u32 allowed, u32 by,
                             const BeamChildren& out) const {
        scan_fits(board, step, tables.heads[list], tables.heads[list + 1], allowed, by, out);
    }

    EDGEMATCH_LANE void scan_all(const Board& board, const BeamStep& step, u32 allowed, const BeamChildren& out) const {
        scan_fits(board, step, step.all, step.all + step.all_count, allowed, 0, out);
    }

    // Tests a list of candidates that match the `by`-th known side; those that match an earlier one were tested
    // before.
    EDGEMATCH_LANE void scan_fits(const Board& board, const BeamStep& step, u32 from, u32 to, u32 allowed, u32 by,
                                  const BeamChildren& out) const {
        for (u32 start = from; start < to; start += Team::SIZE) {
            const u32 at = start + team.lane;
            const bool is_there = at < to;
            const BeamFit fit = tables.fits[is_there ? at : from];
            const u32 piece = fit.placement >> 2;
            float cost = board.base + prices.price * static_cast<float>(allowed);
            for (u32 side = 0; side < SIDES_OF_CELL; ++side)
                cost += costs[side * tables.colors + side_color(fit.sides, side)];
            bool is_wanted = is_there && cost <= prices.slack && !(board.used[piece / 32] >> (piece % 32) & 1);
            u32 misses = 0;
            u64 hash = 0;
            if (is_wanted) {
                misses = count_misses(board, step, fit.sides, allowed, by, is_wanted);
                hash = board.hash ^ tables.piece_hash[piece];
                for (u32 k = 0; k < step.opened; ++k)
                    hash ^=
                        tables.slot_hash[step.open_slot[k] * tables.colors + side_color(fit.sides, step.open_side[k])];
                cost += prices.price * (static_cast<float>(misses) - static_cast<float>(allowed)) +
                        tables.noise[scrambled(hash) & NOISE_MASK];
                is_wanted = is_wanted && cost <= prices.cut;
            }
            const u32 place = team.place(out.count, is_wanted);
            if (is_wanted && place < out.capacity) {
                out.costs[place] = cost;
                if (out.parents == nullptr) continue;
                out.parents[place] = board.parent;
                out.hashes[place] = hash;
                out.moves[place] = fit.placement | misses << 16;
            }
        }
    }

    EDGEMATCH_LANE u32 count_misses(const Board& board, const BeamStep& step, u32 sides, u32 allowed, u32 by,
                                    bool& is_new) const {
        u32 misses = 0, seen = 0, first_two = 0;
        for (u32 k = 0; k < step.known; ++k) {
            const bool is_match = side_color(sides, step.known_side[k]) == board.color[k];
            misses += !is_match;
            seen += is_match && k < by;
            first_two += !is_match && k < 2;
        }
        if (allowed > 0) is_new = seen == 0 && first_two > 0;
        return misses;
    }
};

// Of children with the same hash, which are neighbours in `order`, the cheapest; of equally cheap ones the first by
// parent and placement. Called for each place; only the first place of each hash returns a child.
EDGEMATCH_LANE u32 choose(const long long* order, const BeamChildren& children, u32 count, u32 place) {
    const u64 hash = children.hashes[order[place]];
    if (place > 0 && children.hashes[order[place - 1]] == hash) return NOT_CHOSEN;
    u32 best = static_cast<u32>(order[place]);
    for (u32 next = place + 1; next < count && children.hashes[order[next]] == hash; ++next) {
        const u32 other = static_cast<u32>(order[next]);
        const float gap = children.costs[other] - children.costs[best];
        const bool is_first = children.parents[other] != children.parents[best]
                                  ? children.parents[other] < children.parents[best]
                                  : children.moves[other] < children.moves[best];
        if (gap < 0 || (gap == 0 && is_first)) best = other;
    }
    return best;
}

// The record of a child from that of its parent.
EDGEMATCH_LANE void grow(const BeamTables& tables, const BeamStep& step, const u8* parent, u8* record, u64 hash,
                         u32 move) {
    const u64* const from = reinterpret_cast<const u64*>(parent);
    u64* const to = reinterpret_cast<u64*>(record);
    for (u32 i = 1; i < tables.size / 8; ++i) to[i] = from[i];
    to[0] = hash;
    const u32 placement = move & 0xffff, piece = placement >> 2, sides = tables.sides[placement];
    *reinterpret_cast<u32*>(record + BREAKS_AT) += move >> 16;
    reinterpret_cast<u32*>(record + tables.used_at)[piece / 32] |= 1u << (piece % 32);
    u16* const counts = reinterpret_cast<u16*>(record + tables.counts_at);
    int* const pairs = reinterpret_cast<int*>(record + PAIRS_AT);
    for (u32 side = 0; side < SIDES_OF_CELL; ++side) {
        const u32 role = side_color(tables.pieces[piece].placement, side);
        const u32 color = side_color(tables.pieces[piece].sides, side);
        const int left = --counts[role * tables.colors + color];
        if (color == 0) continue;
        for (u32 other = 0; other < ROLES_OF_SIDE; ++other)
            pairs[pair_of(role, other)] -= counts[other * tables.colors + color];
        pairs[pair_of(role, role)] -= left + 1;
    }
    for (u32 k = 0; k < step.opened; ++k)
        record[tables.slots_at + step.open_slot[k]] = static_cast<u8>(side_color(sides, step.open_side[k]));
}

}  // namespace edgematch::lanes
