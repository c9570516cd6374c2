// See the header.
#include "plain_loop.hpp"

#include <algorithm>

namespace edgematch {

PlainLoop::PlainLoop(const Puzzle& puzzle, const std::vector<Cell>& order)
    : width_(static_cast<std::size_t>(puzzle.width())), board_(puzzle.cells() + width_), used_(puzzle.cells()) {
    for (std::size_t p = 0; p < puzzle.cells(); ++p)
        for (const Color color : puzzle.sides(static_cast<Placement>(p * 4)))
            colors_ = std::max(colors_, color + std::size_t{1});
    std::vector<bool> filled(puzzle.cells(), false);
    rows_ = puzzle.framed() && std::is_sorted(order.begin(), order.end());
    for (const Cell cell : order) {
        const auto here = static_cast<std::size_t>(cell);
        Stop stop{here, nullptr, {}};
        std::vector<std::size_t> sides;
        for (const int side : {NORTH, WEST, EAST, SOUTH}) {
            const Cell next = puzzle.neighbour(cell, side);
            if (next == OUTSIDE || !filled[static_cast<std::size_t>(next)]) continue;
            stop.known.push_back({static_cast<std::size_t>(next), static_cast<std::size_t>(opposite(side))});
            sides.push_back(static_cast<std::size_t>(side));
        }
        // With grey as the color of the outside, north and west are known everywhere in row order.
        std::vector<std::size_t> keyed = rows_ ? std::vector<std::size_t>{NORTH, WEST} : sides;
        std::vector<std::size_t> shape = keyed;
        shape.push_back(100 + puzzle.frame_mask(cell));
        const auto [place, is_new] = lists_.try_emplace(shape);
        if (is_new) place->second = make_lists(puzzle, puzzle.frame_mask(cell), keyed);
        stop.lists = &place->second;
        stops_.push_back(std::move(stop));
        filled[here] = true;
    }
}

PlainLoop::Lists PlainLoop::make_lists(const Puzzle& puzzle, unsigned rim,
                                       const std::vector<std::size_t>& sides) const {
    std::size_t keys = 1;
    for (std::size_t i = 0; i < sides.size(); ++i) keys *= colors_;
    Lists lists(keys);
    for (std::size_t p = 0; p < puzzle.cells() * 4; ++p) {
        const auto placement = static_cast<Placement>(p);
        if (!puzzle.fits(rim, placement)) continue;
        const Sides shown = puzzle.sides(placement);
        std::size_t key = 0;
        for (const std::size_t side : sides) key = key * colors_ + shown[side];
        lists[key].push_back({static_cast<std::uint16_t>(p / 4), shown});
    }
    return lists;
}

void PlainLoop::run(std::int64_t limit) {
    nodes_ = answers_ = 0;
    limit_ = limit;
    std::fill(used_.begin(), used_.end(), std::uint8_t{0});
    if (rows_)
        place_rows(0);
    else
        place_any(0);
}

// The board is shifted by one row, so that the row above the first is there, and grey.
void PlainLoop::place_rows(std::size_t cell) {
    if (cell == used_.size()) {
        ++answers_;
        return;
    }
    const std::size_t north = board_[cell][SOUTH];
    const std::size_t west = cell % width_ ? board_[cell + width_ - 1][EAST] : 0;
    for (const Entry& entry : (*stops_[cell].lists)[north * colors_ + west]) {
        if (used_[entry.piece]) continue;
        if (nodes_ == limit_) return;
        ++nodes_;
        used_[entry.piece] = 1;
        board_[cell + width_] = entry.sides;
        place_rows(cell + 1);
        used_[entry.piece] = 0;
    }
}

void PlainLoop::place_any(std::size_t depth) {
    if (depth == used_.size()) {
        ++answers_;
        return;
    }
    const Stop& stop = stops_[depth];
    std::size_t key = 0;
    for (const Facing& facing : stop.known) key = key * colors_ + board_[facing.cell][facing.side];
    for (const Entry& entry : (*stop.lists)[key]) {
        if (used_[entry.piece]) continue;
        if (nodes_ == limit_) return;
        ++nodes_;
        used_[entry.piece] = 1;
        board_[stop.cell] = entry.sides;
        place_any(depth + 1);
        used_[entry.piece] = 0;
    }
}

}  // namespace edgematch
