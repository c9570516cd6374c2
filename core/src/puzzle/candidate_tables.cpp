// The only compiler of candidate lists.
//
// When a cell is filled, some of its neighbours are filled already. All placements that agree with every one of them,
// and with the frame, are one list, made before the search starts: a search compares no colors, it only asks whether a
// piece is still free. This is the zero look-ahead search of the ZLA paper (section 4), widened from two known sides to
// any number. Every engine that works on lists reads these: the exact kernel and the tree estimates store them in
// blocks (exact/block_lists.cpp), the break search, the beam and the endgame as runs that end with a sentinel
// (score/fit_tables.cpp), the GPU engines as flat arrays of words.
//
// How a list is found. The color of `own` changes with every placement in the cell before; the colors of the other
// known sides stay while the search tries those placements. So the others are followed first, through one small table
// per side (a trie with numbered states), to a row of lists, and the last color picks the list in the row: one load per
// placement. Tries keep memory small where a dense table over three or four colors would not fit: there are never more
// states than placements, so at the very worst 4,096 rows of 256 lists (32x32 cells, 255 colors), and 2 KB for the
// inner cells of Eternity II. Two known sides need no trie: one is the row, the other is `own`.
#include "edgematch/candidate_tables.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace edgematch {

namespace {

std::array<Color, 256> number_colors(const Puzzle& puzzle, ColorNumbers numbers) {
    std::array<Color, 256> number{};
    for (std::size_t piece = 0; piece < puzzle.cells(); ++piece)
        for (const Color color : puzzle.sides(static_cast<Placement>(piece * 4))) number[color] = 1;
    Color next = 0;
    for (std::size_t color = 0; color < number.size(); ++color)
        number[color] = number[color] && numbers == ColorNumbers::WITHOUT_GAPS ? next++ : static_cast<Color>(color);
    return number;
}

std::size_t index(int side) { return static_cast<std::size_t>(side); }

}  // namespace

CandidateLists grouped(std::span<const Placement> placements, std::span<const std::size_t> keys, std::size_t count) {
    CandidateLists lists;
    lists.heads.assign(count + 1, 0);
    for (const std::size_t key : keys) ++lists.heads[key + 1];
    std::partial_sum(lists.heads.begin(), lists.heads.end(), lists.heads.begin());
    std::vector<std::uint32_t> next(lists.heads.begin(), lists.heads.end() - 1);
    lists.placements.resize(placements.size());
    for (std::size_t i = 0; i < placements.size(); ++i) lists.placements[next[keys[i]]++] = placements[i];
    return lists;
}

CandidateTables::CandidateTables(const Puzzle& puzzle, std::span<const Placement> sequence, ColorNumbers numbers)
    : is_framed_(puzzle.framed()), sides_(4 * puzzle.cells()) {
    const std::array<Color, 256> number = number_colors(puzzle, numbers);
    for (std::size_t placement = 0; placement < sides_.size(); ++placement) {
        sides_[placement] = puzzle.sides(static_cast<Placement>(placement));
        for (Color& color : sides_[placement]) {
            color = number[color];
            color_bits_ = std::max(color_bits_, static_cast<unsigned>(std::bit_width(color)));
        }
    }
    for (const Placement placement : sequence)
        if ((placement & 3) < puzzle.turns()) fitting_[puzzle.grey_sides(placement)].push_back(placement);
}

// Whether every neighbour still to be filled has some candidate of another piece that matches this one.
bool CandidateTables::has_outlook(const CellShape& shape, Placement placement) const {
    for (int side = 0; side < SIDES; ++side) {
        if (shape.outlook[index(side)] == NO_FRAME) continue;
        const auto& others = fitting(static_cast<unsigned>(shape.outlook[index(side)]));
        const auto matches = [&](Placement other) {
            return other >> 2 != placement >> 2 && sides(other)[index(opposite(side))] == sides(placement)[index(side)];
        };
        if (std::none_of(others.begin(), others.end(), matches)) return false;
    }
    return true;
}

// Follows the other known sides of the pool through new tries to the row of each; returns the number of rows.
std::size_t CandidateTables::number_rows(CandidateLists& lists, std::span<const Placement> pool,
                                         std::vector<std::size_t>& row) const {
    std::size_t rows = 1;
    for (const int side : lists.others) {
        for (std::size_t i = 0; i < pool.size(); ++i) row[i] = (row[i] << color_bits_) + sides(pool[i])[index(side)];
        rows <<= color_bits_;
        if (side == lists.others.front()) continue;
        std::vector<std::uint16_t> trie(rows, 0);
        for (const std::size_t state : row) trie[state] = 1;
        rows = 1;
        for (std::uint16_t& state : trie)
            if (state != 0) state = static_cast<std::uint16_t>(rows++);
        for (std::size_t& state : row) state = trie[state];
        lists.tries.push_back(std::move(trie));
    }
    return rows;
}

CandidateLists CandidateTables::lists(const CellShape& shape) const {
    std::vector<Placement> pool = fitting(shape.frame);
    if (shape.outlook != CellShape{}.outlook)
        std::erase_if(pool, [&](Placement placement) { return !has_outlook(shape, placement); });
    CandidateLists key;
    for (int side = 0; side < SIDES; ++side)
        if ((shape.known >> side & 1u) != 0 && side != shape.own) key.others.push_back(side);
    key.row_shift = shape.own == NO_SIDE ? 0 : color_bits_;
    std::vector<std::size_t> keys(pool.size(), 0);
    const std::size_t rows = number_rows(key, pool, keys);
    if (shape.own != NO_SIDE)
        for (std::size_t i = 0; i < pool.size(); ++i)
            keys[i] = (keys[i] << color_bits_) + sides(pool[i])[index(shape.own)];
    CandidateLists lists = grouped(pool, keys, rows << key.row_shift);
    static_cast<ListKey&>(lists) = std::move(key);
    return lists;
}

}  // namespace edgematch
