// A complete board whose score is kept while pieces change places and turn. See arrangement.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"
#include "edgematch/random.hpp"

namespace edgematch {

// The four sides of a placement, or the four colors that face a cell, one per byte, north lowest.
using SideWord = std::uint32_t;

// The number of bytes in which both words agree, of those whose highest bit is set in `mask`.
inline int agreeing(SideWord one, SideWord other, SideWord mask) {
    constexpr SideWord LOW = 0x7f7f7f7f, ONES = 0x01010101;
    const SideWord differ = one ^ other;
    const SideWord equal = ~(((differ & LOW) + LOW) | differ) & mask;
    return static_cast<int>(((equal >> 7) * ONES) >> 24);
}

inline Color color_at(SideWord word, int side) { return static_cast<Color>(word >> (8 * side)); }

// Two cells with what will lie in them; the same cell twice: one piece turned.
struct Exchange {
    Cell first, second;
    Placement at_first, at_second;
};

class Arrangement {
  public:
    // `fixed`: the placements that never move, EMPTY elsewhere.
    Arrangement(const Puzzle& puzzle, std::span<const Placement> fixed);

    // Places a complete board. Throws BadRequest unless every piece lies once and where it may.
    void lay(std::span<const Placement> board);
    // Places the free pieces at random.
    void scatter(Random& random);

    const Puzzle& puzzle() const { return puzzle_; }
    const Board& board() const { return board_; }
    int score() const { return score_; }

    // The free cells, by what may lie in them: pieces move only within a group (corners, edges, inner cells).
    const std::vector<std::vector<Cell>>& groups() const { return groups_; }
    const std::vector<Cell>& free_cells() const { return free_; }
    const std::vector<Cell>& group_of(Cell cell) const { return groups_[group_[index(cell)]]; }
    bool is_fixed(int piece) const { return is_fixed_[static_cast<std::size_t>(piece)]; }
    unsigned rim(Cell cell) const { return rim_[index(cell)]; }

    Cell where(int piece) const { return where_[static_cast<std::size_t>(piece)]; }
    Cell neighbour(Cell cell, int side) const { return near_[index(cell)][static_cast<std::size_t>(side)]; }
    // The colors that face a cell.
    SideWord wanted(Cell cell) const { return wanted_[index(cell)]; }
    SideWord sides(Placement placement) const { return sides_[static_cast<std::size_t>(placement)]; }
    // The highest bits of the sides that have a neighbour.
    SideWord inside(Cell cell) const { return inside_[index(cell)]; }

    // The edges of a cell that would match if `placement` were there.
    int matches(Cell cell, Placement placement) const {
        return agreeing(wanted_[index(cell)], sides_[static_cast<std::size_t>(placement)], inside_[index(cell)]);
    }
    int matches(Cell cell) const { return matches(cell, board_[index(cell)]); }
    int breaks(Cell cell) const { return degree_[index(cell)] - matches(cell); }

    // Bit `t` is set where the piece may lie in the cell turned by `t`.
    unsigned turns(Cell cell, int piece) const {
        return turns_[static_cast<std::size_t>(rim_[index(cell)]) * pieces_ + static_cast<std::size_t>(piece)];
    }
    struct Turned {
        Placement placement;
        int matches;
    };
    // The piece in the cell, turned so that most edges match; ties at random.
    Turned best_turn(Cell cell, int piece, Random& random) const;

    // What the score gains by an exchange.
    int gain(const Exchange& exchange) const {
        const auto [a, b, at_a, at_b] = exchange;
        const int apart = a - b;
        if (apart == 0) return matches(a, at_a) - matches(a);
        if (apart == 1 || apart == -1 || apart == width_ || apart == -width_) [[unlikely]]
            return gain_beside(exchange);
        return matches(a, at_a) + matches(b, at_b) - matches(a) - matches(b);
    }
    void make(const Exchange& exchange, int gain) {
        put(exchange.first, exchange.at_first);
        if (exchange.second != exchange.first) put(exchange.second, exchange.at_second);
        score_ += gain;
    }
    // Places the pieces of some cells in another way among them.
    void replace(std::span<const Cell> cells, std::span<const Placement> placements, int gain) {
        for (std::size_t i = 0; i < cells.size(); ++i) put(cells[i], placements[i]);
        score_ += gain;
    }

  private:
    static constexpr std::uint8_t FIXED = 255;
    static std::size_t index(Cell cell) { return static_cast<std::size_t>(cell); }
    int gain_beside(const Exchange& exchange) const;
    void put(Cell cell, Placement placement) {
        board_[index(cell)] = placement;
        where_[static_cast<std::size_t>(placement >> 2)] = cell;
        const SideWord shown = sides_[static_cast<std::size_t>(placement)];
        for (int side = 0; side < SIDES; ++side)
            if (const Cell next = neighbour(cell, side); next != OUTSIDE) {
                const int shift = 8 * opposite(side);
                SideWord& word = wanted_[index(next)];
                word = (word & ~(SideWord{255} << shift)) | SideWord{color_at(shown, side)} << shift;
            }
    }
    void group_cells(std::span<const Placement> fixed);

    const Puzzle& puzzle_;
    std::size_t pieces_;
    int width_;
    std::vector<SideWord> sides_;      // by placement
    std::vector<std::uint8_t> turns_;  // by frame mask and piece
    std::vector<std::uint8_t> rim_, degree_, group_;
    std::vector<std::array<Cell, SIDES>> near_;
    std::vector<SideWord> inside_, wanted_;
    std::vector<std::vector<Cell>> groups_;
    std::vector<Cell> free_;
    Board fixed_, board_;
    std::vector<bool> is_fixed_;  // by piece
    std::vector<Cell> where_;
    int score_ = 0;
};

}  // namespace edgematch
