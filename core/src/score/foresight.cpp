// An estimate of the breaks to come, from the colors of the pieces that are left.
//
// Suppose the pieces left are placed at random on the cells left. An edge matches with a probability p that depends
// only on how many sides of each color are left: for an open side of color c it is the share of c among the sides that
// can meet it, for an edge of two unknown sides the sum of the squared shares. With a weight of exp(-price) per break,
// the sum over all completions is (completions) * product over edges of (p + (1 - p) exp(-price)); minus its logarithm,
// in units of the price, is the expected future cost. It implies what record holders do by hand: use up some colors
// early, so that the others match more often, and leave no color open that no piece can match.
//
// The estimate is linear in the sides of the next piece, so each candidate is priced by four table look-ups.
#include "score/foresight.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgematch {

namespace {

constexpr int NO_ROLE = -1;

}  // namespace

Ledger::Ledger(const Puzzle& puzzle, std::size_t colors)
    : colors_(colors), entries_(puzzle.cells()), full_(ROLES * colors, 0) {
    for (std::size_t piece = 0; piece < puzzle.cells(); ++piece) {
        const Sides sides = puzzle.sides(static_cast<Placement>(piece * 4));
        const unsigned grey = puzzle.grey_sides(static_cast<Placement>(piece * 4));
        for (std::size_t side = 0; side < SIDES; ++side) {
            const Entry entry{static_cast<std::uint8_t>(role_of(grey, static_cast<int>(side))), sides[side]};
            entries_[piece][side] = entry;
            ++full_[entry.role * colors + entry.color];
        }
    }
}

void Ledger::take(std::size_t piece, SideCount* counts, PairCount* pairs) const {
    for (const Entry entry : entries_[piece]) {
        const SideCount left = --counts[entry.role * colors_ + entry.color];
        if (entry.color == GREY) continue;
        for (std::size_t role = 0; role < ROLES; ++role)
            pairs[PAIR_OF[entry.role][role]] -= counts[role * colors_ + entry.color];
        pairs[PAIR_OF[entry.role][entry.role]] -= left + 1;
    }
}

void Ledger::count_pairs(const SideCount* counts, PairCount* pairs) const {
    std::fill(pairs, pairs + ROLE_PAIRS, 0);
    for (std::size_t a = 0; a < ROLES; ++a)
        for (std::size_t b = a; b < ROLES; ++b)
            for (std::size_t c = 1; c < colors_; ++c)
                pairs[PAIR_OF[a][b]] += counts[a * colors_ + c] * counts[b * colors_ + c];
}

Foresight::Foresight(const ForesightOptions& options, const FrontierStep& step, std::span<const double> unknown,
                     std::span<const double> typical, std::size_t colors, Covered covered)
    : step_(step), colors_(colors), covered_(std::move(covered)) {
    const double broken = std::exp(-options.price);
    double total[ROLES];
    for (std::size_t role = 0; role < ROLES; ++role) {
        total[role] = 0;
        for (std::size_t c = 1; c < colors; ++c) total[role] += typical[role * colors + c];
        const double all = std::max(1.0, total[role]);
        for (int count = 0; count <= static_cast<int>(all + 1); ++count)
            open_[role].push_back(static_cast<float>(-options.open * std::log(count / all + broken)));
    }
    for (std::size_t a = 0; a < ROLES; ++a)
        for (std::size_t b = 0; b < ROLES; ++b) {
            const double all = std::max(1.0, total[a] * total[b]), edges = unknown[a * ROLES + b];
            double equal = 0;
            for (std::size_t c = 1; c < colors; ++c) equal += typical[a * colors + c] * typical[b * colors + c];
            gain_[a][b] = static_cast<float>(options.pairs * edges * (1 - broken) / (equal / all + broken) / all);
        }
    std::fill(wanted_, wanted_ + SIDES, NO_ROLE);
    for (const OpenSide& open : step.open)
        if ((covered_.sides >> open.side & 1) == 0) wanted_[open.side] = static_cast<int>(open.wanted);
}

float Foresight::price(const std::uint8_t* slots, const SideCount* counts, const PairCount* pairs, float* costs) const {
    float now = 0;
    for (std::size_t a = 0; a < ROLES; ++a)
        for (std::size_t b = a; b < ROLES; ++b)  // gains count an edge of equal roles from both sides
            now -= gain_[a][b] * (a == b ? 0.5f : 1.0f) * static_cast<float>(pairs[PAIR_OF[a][b]]);
    price_uses(counts, costs);
    return now + price_waiting(slots, counts, costs);
}

// What a side of each color costs: matches that later edges lose, and the neighbour that has to match it.
void Foresight::price_uses(const SideCount* counts, float* costs) const {
    for (std::size_t side = 0; side < SIDES; ++side) {
        float* mine = costs + side * colors_;
        std::fill(mine, mine + colors_, 0.0f);
        for (std::size_t role = 0; role < ROLES; ++role) {
            const float gain = gain_[static_cast<std::size_t>(step_.roles[side])][role];
            const SideCount* theirs = counts + role * colors_;
            if (gain == 0) continue;
            for (std::size_t c = 0; c < colors_; ++c) mine[c] += gain * static_cast<float>(theirs[c]);
        }
        if (wanted_[side] != NO_ROLE) {
            const auto role = static_cast<std::size_t>(wanted_[side]);
            for (std::size_t c = 1; c < colors_; ++c) mine[c] += open_cost(role, counts[role * colors_ + c]);
        }
        mine[GREY] = 0;
    }
}

// The open sides elsewhere: what they cost, and what using up their colors here adds to that. The cost of those that
// chains cover is in the chains; to count it twice lost a whole edge on Eternity II (docs/research/score.md).
float Foresight::price_waiting(const std::uint8_t* slots, const SideCount* counts, float* costs) const {
    float now = 0;
    for (const OpenSide& open : step_.waiting) {
        const auto role = static_cast<std::size_t>(open.wanted);
        const std::uint8_t color = slots[open.slot];
        const int left = counts[role * colors_ + color];
        const float cost = open_cost(role, left);
        if (!covered_.has(open.slot)) now += cost;
        const float loss = left > 0 ? open_cost(role, left - 1) - cost : 0;
        for (std::size_t side = 0; side < SIDES; ++side)
            if (step_.roles[side] == open.wanted) costs[side * colors_ + color] += loss;
    }
    return now;
}

namespace {

std::array<double, ROLES * ROLES> count_unknown(const Puzzle& puzzle, const std::vector<bool>& filled) {
    std::array<double, ROLES * ROLES> unknown{};
    for (std::size_t cell = 0; cell < puzzle.cells(); ++cell)
        for (int side = 0; side < SIDES; ++side) {
            const Cell next = puzzle.neighbour(static_cast<Cell>(cell), side);
            if (next == OUTSIDE || filled[cell] || filled[static_cast<std::size_t>(next)]) continue;
            const auto a = static_cast<std::size_t>(puzzle_role(puzzle, static_cast<Cell>(cell), side));
            const auto b = static_cast<std::size_t>(puzzle_role(puzzle, next, opposite(side)));
            unknown[a * ROLES + b] += 1;  // each edge is counted from both sides
        }
    return unknown;
}

}  // namespace

std::vector<std::array<double, ROLES * ROLES>> unknown_edges(const Puzzle& puzzle, const Frontier& frontier,
                                                             std::span<const Placement> root) {
    std::vector<bool> filled(puzzle.cells());
    for (std::size_t cell = 0; cell < puzzle.cells(); ++cell) filled[cell] = root[cell] != EMPTY;
    std::vector<std::array<double, ROLES * ROLES>> result;
    for (const FrontierStep& step : frontier.steps) {
        filled[static_cast<std::size_t>(step.cell)] = true;
        result.push_back(count_unknown(puzzle, filled));
    }
    return result;
}

}  // namespace edgematch
