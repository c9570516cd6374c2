// Promising exchanges, drawn at random in a few nanoseconds. See proposals.cpp.
#pragma once

#include <vector>

#include "localsearch/arrangement.hpp"

namespace edgematch {

class Proposals {
  public:
    explicit Proposals(const Arrangement& now);

    // An exchange that makes some edge match, or keeps it matched; false: nothing was found this time. With
    // `focus` it is an edge that is broken.
    bool draw(const Arrangement& now, Random& random, bool focus, Exchange& drawn) const {
        Spot spot{};
        if (!(focus ? draw_break(now, random, spot) : draw_spot(now, random, spot))) return false;
        const auto [cell, side] = spot;
        const List list = lists_[key(now.rim(cell), side, color_at(now.wanted(cell), side))];
        if (list.size == 0) return false;
        const Placement placement = fits_[list.from + random.below(list.size)];
        const Cell other = now.where(placement >> 2);
        drawn = {cell, other, placement, placement};
        if (other == cell) return placement != now.board()[static_cast<std::size_t>(cell)];
        drawn.at_second = some_turn(now, other, now.board()[static_cast<std::size_t>(cell)] >> 2, random);
        return true;
    }

  private:
    struct List {
        std::uint32_t from = 0, size = 0;
    };
    struct Spot {
        Cell cell;
        int side;
    };
    static constexpr int FOCUS_TRIES = 64;

    static std::size_t key(unsigned rim, int side, Color color) {
        return (static_cast<std::size_t>(rim) * SIDES + static_cast<std::size_t>(side)) * 256 + color;
    }
    bool draw_spot(const Arrangement& now, Random& random, Spot& spot) const {
        const std::uint64_t bits = random.next();
        const auto& cells = now.free_cells();
        spot.cell = cells[((bits & 0xffffffff) * cells.size()) >> 32];
        spot.side = static_cast<int>(bits >> 62);
        return now.neighbour(spot.cell, spot.side) != OUTSIDE;
    }
    bool draw_break(const Arrangement& now, Random& random, Spot& spot) const {
        for (int attempt = 0; attempt < FOCUS_TRIES; ++attempt) {
            if (!draw_spot(now, random, spot)) continue;
            const SideWord shown = now.sides(now.board()[static_cast<std::size_t>(spot.cell)]);
            if (color_at(now.wanted(spot.cell), spot.side) != color_at(shown, spot.side)) return true;
        }
        return false;
    }
    static Placement some_turn(const Arrangement& now, Cell cell, int piece, Random& random) {
        const unsigned able = now.turns(cell, piece);
        auto turn = static_cast<unsigned>(random.next() >> 62);
        while ((able >> turn & 1) == 0) turn = (turn + 1) % 4;
        return static_cast<Placement>(piece * 4 + static_cast<int>(turn));
    }

    std::vector<List> lists_;      // by frame mask, side and color
    std::vector<Placement> fits_;  // of the pieces that are free to move
};

}  // namespace edgematch
