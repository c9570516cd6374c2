// The ways to fill the cells ahead in a line: what a beam can know about the rows that it is about to fill.
//
// A *chain* is a line of cells next to the cell that is filled now, X. Two neighbours in a chain share a *link*, the
// color of the edge between them. Each cell of the chain also has a known side, because the line below it is filled.
// So the number of ways to fill the chain is a product of small matrices, and a vector of numbers, one per color of the
// link, is carried from the far end to X:
//
//     exact(a) = sum of ways(in) over the free placements that match the known side, with link `in` behind and `a`
//     ahead ways'(a) = exact(a) + miss * (sum of exact) + miss_known * (free sides of color a) * (mean of ways)
//
// The second term counts placements that miss the link ahead, the third those that miss the known side; either weighs
// exp(-price). A piece may be counted twice within a chain. The result is one number per color that X may show on the
// side that faces the chain. So a chain is computed once per board, and each candidate for X costs a look-up.
//
// In an order by rows there are two chains: the rest of the current row, from its far end back to X, looked up by the
// right side of X; and the part of the next row whose lower sides are known, from its beginning to the cell above X,
// looked up by the upper side of X. src/score/chain_plan.cpp plans them for any order.
//
// All sums have a fixed sequence and no operation is fused, so a CPU and a GPU compute the same numbers to the last
// bit.
#pragma once

#include "exact_lane.hpp"

namespace edgematch::lanes {

constexpr u32 NO_PLACE = ~0u;          // instead of a place: cell * 4 + side of a filled cell, whose color is known
constexpr float FEWEST_WAYS = 1e-30f;  // ways below it cost the same

// A candidate of a chain's cell.
struct ChainFit {
    u16 piece;
    unsigned char in, out;  // the colors of its links, behind (towards the far end) and ahead
};

// A cell of a chain. An empty cell has lists: the candidates for its known colors are list
// `lists + first * colors + second`, where the color of NO_PLACE is 0. They are sorted by `out`. A filled cell has none
// (`is_filled`): `first` is its side ahead and `second` its side behind.
struct ChainCell {
    u32 first, second;  // places
    u32 lists;
    u32 is_filled;
    u32 role;          // of its side ahead: which free sides the third term counts
    float miss;        // weight of a placement that misses the link ahead
    float miss_known;  // weight of one that misses a known side
    float links;       // how many colors the link ahead may have
    float per_link;    // 1 / links
    float sides;       // free sides of the role, of all colors
    float scale;       // keeps the numbers near 1; the same for all boards
};

// The chain that faces one side of the cell filled now: cells[begin] is its far end. `end` is the place beyond it.
struct Chain {
    u32 side;
    u32 begin, count;
    u32 end;
    float miss;
    float mean;  // of the ways beyond the end: 1 for an unknown color
};

// Lists one after the other: list i is fits[heads[i]] to fits[heads[i + 1] - 1].
struct ChainTables {
    const ChainCell* cells;
    const u32* heads;
    const ChainFit* fits;
    u32 colors;
};

// The same lists for the lanes of a GPU. A candidate is a word: piece, `in` and `out`; 0 is none, since no link is
// grey. Lists are stored by rank: candidate r of list k, of those with a common `cell.lists`, is fits[cell.lists + r *
// apart + k], where `apart` is their number, and zeros follow up to a multiple of RANKS_AT_ONCE. Lanes that look up
// different colors then read neighbouring words. Where no side is known, the list is stored by piece, TURNS words for
// each, and is followed by the set of pieces that are in it: lanes visit free pieces only.
struct RankedChains {
    const ChainCell* cells;
    const u32* fits;
    u32 colors, pieces;
};
constexpr u32 RANKS_AT_ONCE = 4, TURNS = 4;

#ifdef __CUDACC__
EDGEMATCH_LANE float product(float a, float b) { return __fmul_rn(a, b); }
EDGEMATCH_LANE float sum(float a, float b) { return __fadd_rn(a, b); }
EDGEMATCH_LANE u32 bits_of(float value) { return __float_as_uint(value); }
EDGEMATCH_LANE float float_of(u32 bits) { return __uint_as_float(bits); }
EDGEMATCH_LANE u32 lowest_bit(u32 bits) { return static_cast<u32>(__ffs(static_cast<int>(bits))) - 1; }
EDGEMATCH_LANE void load_four(const u32* from, u32* words) {
    const uint4 four = *reinterpret_cast<const uint4*>(from);
    words[0] = four.x, words[1] = four.y, words[2] = four.z, words[3] = four.w;
}
#else
EDGEMATCH_LANE void load_four(const u32* from, u32* words) {
    for (u32 i = 0; i < 4; ++i) words[i] = from[i];
}
EDGEMATCH_LANE float product(float a, float b) { return a * b; }
EDGEMATCH_LANE float sum(float a, float b) { return a + b; }
EDGEMATCH_LANE u32 bits_of(float value) { return __builtin_bit_cast(u32, value); }
EDGEMATCH_LANE float float_of(u32 bits) { return __builtin_bit_cast(float, bits); }
EDGEMATCH_LANE u32 lowest_bit(u32 bits) { return static_cast<u32>(__builtin_ctz(bits)); }
#endif

// A polynomial for log(1 + m) from 0 to 1, highest power first.
constexpr float LOG_TERMS[6] = {0.03044900f, -0.13158183f, 0.28527268f, -0.49023072f, 0.99923548f, 0.00000998f};
constexpr float LOG_OF_2 = 0.69314718f;

// The natural logarithm of a normal positive number, to 2e-5.
EDGEMATCH_LANE float chain_log(float value) {
    const u32 bits = bits_of(value);
    const float exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
    const float m = sum(float_of((bits & 0x7fffffu) | 0x3f800000u), -1.0f);
    float log = LOG_TERMS[0];
    for (u32 i = 1; i < 6; ++i) log = sum(product(log, m), LOG_TERMS[i]);
    return sum(product(exponent, LOG_OF_2), log);
}

// The sum of numbers by color: eight partial sums, then these in pairs, which is what vector units do.
template <class Values>
EDGEMATCH_LANE float sum_of_colors(const Values& values, u32 colors) {
    float part[8];
    for (u32 i = 0; i < 8; ++i) part[i] = i < colors ? values[i] : 0.0f;
    for (u32 first = 8; first < colors; first += 8)
        for (u32 i = 0; i < 8; ++i)  // so that each part stays in a register
            if (first + i < colors) part[i] = sum(part[i], values[first + i]);
    return sum(sum(sum(part[0], part[4]), sum(part[2], part[6])), sum(sum(part[1], part[5]), sum(part[3], part[7])));
}

// Adds, for each candidate that is free, the ways of its link behind to those of its link ahead, which are 0 before.
template <class Board, class Values>
EDGEMATCH_LANE void add_fits(const ChainTables& tables, const ChainCell& cell, u32 first, u32 second,
                             const Board& board, const Values& ways, Values& next) {
    const u32 list = cell.lists + first * tables.colors + second;
    for (u32 i = tables.heads[list]; i < tables.heads[list + 1]; ++i) {
        const ChainFit fit = tables.fits[i];
        if (board.is_free(fit.piece)) next[fit.out] = sum(next[fit.out], ways[fit.in]);
    }
}

template <class Board, class Values>
EDGEMATCH_LANE void add_all_fits(const RankedChains& tables, const ChainCell& cell, const Board& board,
                                 const Values& ways, Values& next) {
    const u32* const fits = tables.fits + cell.lists;
    const u32* const sets = fits + tables.pieces * TURNS;
    const u32 words = (tables.pieces + 31) / 32;
    u32 word = 0, set = sets[0] & ~board.used(0);
    for (;;) {
        while (set == 0 && ++word < words) set = sets[word] & ~board.used(word);
        if (set == 0) return;
        const u32 bit = lowest_bit(set);
        set &= set - 1;
        u32 some[TURNS];
        load_four(fits + (word * 32 + bit) * TURNS, some);
        for (u32 i = 0; i < TURNS; ++i)
            if (some[i] != 0) next[some[i] >> 24] = sum(next[some[i] >> 24], ways[some[i] >> 16 & 255]);
    }
}

template <class Board, class Values>
EDGEMATCH_LANE void add_fits(const RankedChains& tables, const ChainCell& cell, u32 first, u32 second,
                             const Board& board, const Values& ways, Values& next) {
    if (cell.first == NO_PLACE) return add_all_fits(tables, cell, board, ways, next);
    const bool is_single = cell.second == NO_PLACE;
    const u32 apart = is_single ? tables.colors : tables.colors * tables.colors;
    const u32* fit = tables.fits + cell.lists + (is_single ? first : first * tables.colors + second);
    u32 last = 0;
    float run = 0;
    for (bool is_there = true; is_there; fit += RANKS_AT_ONCE * apart) {
        u32 some[RANKS_AT_ONCE];
        for (u32 i = 0; i < RANKS_AT_ONCE; ++i) some[i] = fit[i * apart];
        for (u32 i = 0; i < RANKS_AT_ONCE; ++i) {  // what is not there has color 0
            const u32 out = some[i] >> 24;
            const float more = board.is_free(some[i] & 0xffff) ? ways[some[i] >> 16 & 255] : 0.0f;
            run = sum(out == last ? run : 0.0f, more);
            last = out;
            next[out] = run;
        }
        is_there = last != 0;
    }
    next[0] = 0;
}

// Adds the misses to the exact ways.
template <class Board, class Values>
EDGEMATCH_LANE void add_misses(const ChainTables& tables, const ChainCell& cell, const Board& board, float missed,
                               float each, Values& next) {
    for (u32 c = 0; c < tables.colors; ++c)
        next[c] = product(sum(sum(next[c], missed), product(board.sides(cell.role, c), each)), cell.scale);
}

// `board.each_side(role, visit)` calls `visit(color, sides)` for all colors that the role may have, and
// `board.each_other(role, visit)` calls `visit(color)` for all others.
template <class Board, class Values>
EDGEMATCH_LANE void add_misses(const RankedChains&, const ChainCell& cell, const Board& board, float missed, float each,
                               Values& next) {
    const float other = product(missed, cell.scale);
    board.each_other(cell.role, [&](u32 c) { next[c] = other; });
    board.each_side(cell.role, [&](u32 c, u32 sides) {
        next[c] = product(sum(sum(next[c], missed), product(static_cast<float>(sides), each)), cell.scale);
    });
}

// Carries `ways`, with their mean, from behind a cell to the link ahead; returns the new mean.
//
// `board.color(place)` is the color of a place, `board.is_free(piece)` whether a piece is left, and
// `board.sides(role, color)` the number of free sides as a float. `Values` are arrays of `colors` floats.
template <class Tables, class Board, class Values>
EDGEMATCH_LANE float pass_cell(const Tables& tables, const ChainCell& cell, const Board& board, const Values& ways,
                               float mean, Values& next) {
    const u32 first = cell.first == NO_PLACE ? 0 : board.color(cell.first);
    const u32 second = cell.second == NO_PLACE ? 0 : board.color(cell.second);
    if (cell.is_filled) {
        const float behind = ways[second], missed = product(behind, cell.miss);
        for (u32 c = 0; c < tables.colors; ++c) next[c] = c == first ? behind : missed;
        return product(sum(behind, product(missed, sum(cell.links, -1.0f))), cell.per_link);
    }
    for (u32 c = 0; c < tables.colors; ++c) next[c] = 0.0f;
    add_fits(tables, cell, first, second, board, ways, next);
    const float exact = sum_of_colors(next, tables.colors);
    const float missed = product(exact, cell.miss), each = product(mean, cell.miss_known);
    add_misses(tables, cell, board, missed, each, next);
    const float all = sum(sum(exact, product(missed, cell.links)), product(each, cell.sides));
    return product(product(all, cell.scale), cell.per_link);
}

// The ways to fill a chain by the color that the cell filled now shows to it. The result is in `ways`; `spare` is used.
template <class Tables, class Board, class Values>
EDGEMATCH_LANE void fill_chain(const Tables& tables, const Chain& chain, const Board& board, Values& ways,
                               Values& spare) {
    const u32 end = chain.end == NO_PLACE ? 0 : board.color(chain.end);
    for (u32 c = 0; c < tables.colors; ++c) ways[c] = chain.end == NO_PLACE || c == end ? 1.0f : chain.miss;
    float mean = chain.mean;
    for (u32 i = 0; i < chain.count; ++i) {
        Values& from = i % 2 == 0 ? ways : spare;
        Values& to = i % 2 == 0 ? spare : ways;
        mean = pass_cell(tables, tables.cells[chain.begin + i], board, from, mean, to);
    }
    if (chain.count % 2 == 1)
        for (u32 c = 0; c < tables.colors; ++c) ways[c] = spare[c];
}

// What the ways cost: minus their logarithm, times a weight.
EDGEMATCH_LANE float chain_cost(float ways, float weight) {
    return -product(weight, chain_log(ways < FEWEST_WAYS ? FEWEST_WAYS : ways));
}

}  // namespace edgematch::lanes
