// The expected cost of the pieces that are left. See foresight.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/frontier.hpp"

namespace edgematch {

using SideCount = std::int16_t;
using PairCount = std::int32_t;
inline constexpr std::size_t ROLE_PAIRS = 6;
inline constexpr std::size_t PAIR_OF[ROLES][ROLES] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

// Unused sides by role and color: `counts[role * colors + color]`.
class Ledger {
  public:
    Ledger(const Puzzle& puzzle, std::size_t colors);

    std::size_t size() const { return ROLES * colors_; }
    std::size_t colors() const { return colors_; }
    // Takes the sides of a piece off the counts, and the pairs they made with equal sides off the pair counts.
    void take(std::size_t piece, SideCount* counts, PairCount* pairs) const;
    // For each two roles (a, b), a <= b, the pairs of equal sides: the sum over colors of count * count.
    void count_pairs(const SideCount* counts, PairCount* pairs) const;
    // Calls `visit(role, color)` for each side of a piece.
    template <class Visit>
    void each_entry(std::size_t piece, Visit&& visit) const {
        for (const Entry entry : entries_[piece]) visit(std::size_t{entry.role}, entry.color);
    }
    // The counts before anything is placed.
    const std::vector<SideCount>& full() const { return full_; }

  private:
    std::size_t colors_;
    struct Entry {
        std::uint8_t role;
        Color color;  // grey sides are counted too, but make no pairs
    };
    std::vector<std::array<Entry, SIDES>> entries_;
    std::vector<SideCount> full_;
};

struct ForesightOptions {
    double price = 2.8;  // what a break costs
    double open = 1.0;   // weight of the open sides against the breaks made
    double pairs = 1.0;  // weight of the edges between two empty cells
};

// What chains count already: the sides of the step's cell and the slots that they cover.
struct Covered {
    unsigned sides = 0;
    std::vector<bool> slots;

    bool has(int slot) const {
        return static_cast<std::size_t>(slot) < slots.size() && slots[static_cast<std::size_t>(slot)];
    }
};

// Prices of one step of a frontier.
class Foresight {
  public:
    // `unknown[a * ROLES + b]`: edges with neither side known after the step; `typical`: mean counts of the boards of
    // this step.
    Foresight(const ForesightOptions& options, const FrontierStep& step, std::span<const double> unknown,
              std::span<const double> typical, std::size_t colors, Covered covered = {});

    // The future cost of a board before the step, and of each color on each side of a piece in the step's cell:
    // `costs[side * colors + color]`.
    float price(const std::uint8_t* slots, const SideCount* counts, const PairCount* pairs, float* costs) const;

  private:
    void price_uses(const SideCount* counts, float* costs) const;
    float price_waiting(const std::uint8_t* slots, const SideCount* counts, float* costs) const;
    float open_cost(std::size_t role, int left) const { return open_[role][static_cast<std::size_t>(left)]; }

    const FrontierStep& step_;
    std::size_t colors_;
    Covered covered_;
    std::vector<float> open_[ROLES];  // cost of an open side by the number of sides left that match it
    float gain_[ROLES][ROLES];        // of each pair of equal sides left
    int wanted_[SIDES];               // role wanted of the neighbour to come, or NO_ROLE
};

// For each step the edges that have neither side known after it, by the roles of both sides (either order).
std::vector<std::array<double, ROLES * ROLES>> unknown_edges(const Puzzle& puzzle, const Frontier& frontier,
                                                             std::span<const Placement> root);

}  // namespace edgematch
