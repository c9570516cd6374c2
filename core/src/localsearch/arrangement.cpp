// The board under local search: the colors that face a cell are one word, so that judging a placement takes a few
// instructions.
//
// For every cell the colors that face it are kept packed in 32 bits, and so are the sides of every placement. The edges
// that match are the equal bytes of the two words, counted without a branch. The gain of an exchange of two cells is
// four such counts, a few nanoseconds; only where the cells are neighbours their common edge is counted apart. Making
// an exchange writes at most eight bytes.
//
// Pieces move only among cells that admit the same pieces. In a framed puzzle these are the corners, the frame and the
// inside, so frame pieces never leave the frame; what is fixed belongs to no group and never moves.
#include "localsearch/arrangement.hpp"

#include <algorithm>
#include <map>

namespace edgematch {

namespace {

SideWord pack(const Sides& sides) {
    SideWord word = 0;
    for (int side = 0; side < SIDES; ++side) word |= SideWord{sides[static_cast<std::size_t>(side)]} << (8 * side);
    return word;
}

}  // namespace

Arrangement::Arrangement(const Puzzle& puzzle, std::span<const Placement> fixed)
    : puzzle_(puzzle),
      pieces_(puzzle.cells()),
      width_(puzzle.width()),
      sides_(4 * pieces_),
      turns_(16 * pieces_, 0),
      rim_(pieces_),
      degree_(pieces_),
      group_(pieces_, FIXED),
      near_(pieces_),
      inside_(pieces_, 0),
      wanted_(pieces_, 0),
      fixed_(fixed.begin(), fixed.end()),
      board_(pieces_, EMPTY),
      is_fixed_(pieces_, false),
      where_(pieces_, OUTSIDE) {
    puzzle.require_board(fixed);
    for (const Placement placement : fixed)
        if (placement != EMPTY) is_fixed_[static_cast<std::size_t>(placement >> 2)] = true;
    for (std::size_t placement = 0; placement < sides_.size(); ++placement) {
        sides_[placement] = pack(puzzle.sides(static_cast<Placement>(placement)));
        for (unsigned rim = 0; rim < 16; ++rim)
            if (puzzle.fits(rim, static_cast<Placement>(placement)))
                turns_[rim * pieces_ + placement / 4] |= static_cast<std::uint8_t>(1u << (placement % 4));
    }
    for (std::size_t cell = 0; cell < pieces_; ++cell) {
        rim_[cell] = static_cast<std::uint8_t>(puzzle.frame_mask(static_cast<Cell>(cell)));
        for (int side = 0; side < SIDES; ++side) {
            near_[cell][static_cast<std::size_t>(side)] = puzzle.neighbour(static_cast<Cell>(cell), side);
            if (near_[cell][static_cast<std::size_t>(side)] == OUTSIDE) continue;
            inside_[cell] |= SideWord{0x80} << (8 * side);
            ++degree_[cell];
        }
    }
    group_cells(fixed);
}

void Arrangement::group_cells(std::span<const Placement> fixed) {
    std::map<std::vector<bool>, std::uint8_t> known;
    for (std::size_t cell = 0; cell < pieces_; ++cell) {
        if (fixed[cell] != EMPTY) continue;
        std::vector<bool> admits(pieces_);
        for (std::size_t piece = 0; piece < pieces_; ++piece)
            admits[piece] = turns(static_cast<Cell>(cell), static_cast<int>(piece)) != 0;
        const auto [found, is_new] = known.try_emplace(std::move(admits), static_cast<std::uint8_t>(groups_.size()));
        if (is_new) groups_.emplace_back();
        group_[cell] = found->second;
        groups_[found->second].push_back(static_cast<Cell>(cell));
        free_.push_back(static_cast<Cell>(cell));
    }
}

void Arrangement::lay(std::span<const Placement> board) {
    puzzle_.require_board(board);
    std::vector<bool> used(pieces_, false);
    for (std::size_t cell = 0; cell < pieces_; ++cell) {
        const Placement here = board[cell];
        if (here == EMPTY || used[static_cast<std::size_t>(here >> 2)] || !puzzle_.fits(rim_[cell], here))
            throw BadRequest("local search needs a complete board with every piece where it may lie");
        if (fixed_[cell] != EMPTY && fixed_[cell] != here) throw BadRequest("a fixed piece is not on the board");
        used[static_cast<std::size_t>(here >> 2)] = true;
    }
    for (std::size_t cell = 0; cell < pieces_; ++cell) put(static_cast<Cell>(cell), board[cell]);
    score_ = 0;
    for (std::size_t cell = 0; cell < pieces_; ++cell) score_ += matches(static_cast<Cell>(cell));
    score_ /= 2;
}

void Arrangement::scatter(Random& random) {
    Board board = fixed_;
    for (const std::vector<Cell>& group : groups_) {
        std::vector<Placement> pieces;
        for (std::size_t piece = 0; piece < pieces_; ++piece)
            if (!is_fixed_[piece] && turns(group.front(), static_cast<int>(piece)) != 0)
                pieces.push_back(static_cast<Placement>(piece));
        if (pieces.size() != group.size()) throw BadRequest("the pieces cannot fill the board");
        for (std::size_t i = pieces.size(); i > 1; --i)
            std::swap(pieces[i - 1], pieces[random.below(static_cast<std::uint32_t>(i))]);
        for (std::size_t i = 0; i < group.size(); ++i) {
            const unsigned able = turns(group[i], pieces[i]);
            unsigned turn = random.below(4);
            while ((able >> turn & 1) == 0) turn = (turn + 1) % 4;
            board[index(group[i])] = static_cast<Placement>(pieces[i] * 4 + static_cast<int>(turn));
        }
    }
    lay(board);
}

Arrangement::Turned Arrangement::best_turn(Cell cell, int piece, Random& random) const {
    Turned best{EMPTY, -1};
    const unsigned able = turns(cell, piece);
    const unsigned first = able == 0xf ? static_cast<unsigned>(random.next()) : 0;  // a random start decides ties
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned turn = (first + i) & 3;
        if ((able >> turn & 1) == 0) continue;
        const auto placement = static_cast<Placement>(piece * 4 + static_cast<int>(turn));
        if (const int match = matches(cell, placement); match > best.matches) best = {placement, match};
    }
    return best;
}

int Arrangement::gain_beside(const Exchange& exchange) const {
    const auto [a, b, at_a, at_b] = exchange;
    int side = 0;
    while (side < SIDES && neighbour(a, side) != b) ++side;
    if (side == SIDES) return matches(a, at_a) + matches(b, at_b) - matches(a) - matches(b);  // a row apart
    const auto meets = [&](Placement one, Placement other) {
        return color_at(sides(one), side) == color_at(sides(other), opposite(side)) ? 1 : 0;
    };
    const SideWord others_a = inside(a) & ~(SideWord{0x80} << (8 * side));
    const SideWord others_b = inside(b) & ~(SideWord{0x80} << (8 * opposite(side)));
    const int after =
        agreeing(wanted(a), sides(at_a), others_a) + agreeing(wanted(b), sides(at_b), others_b) + meets(at_a, at_b);
    const Placement now_a = board_[index(a)], now_b = board_[index(b)];
    const int before =
        agreeing(wanted(a), sides(now_a), others_a) + agreeing(wanted(b), sides(now_b), others_b) + meets(now_a, now_b);
    return after - before;
}

}  // namespace edgematch
