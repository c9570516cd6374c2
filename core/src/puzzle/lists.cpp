// Keyed candidate lists: the whole knowledge of the search about the puzzle.
//
// When a cell is filled, some of its neighbours lie already. All looks that agree with every one of them, and with the
// rim, are one list, made ready before the search starts: the search never compares colors. The only test left at run
// time is whether the piece is still free (this is the zero look-ahead search of the ZLA paper, section 4, widened from
// two known sides to any number).
//
// How a list is found. Of the known sides one usually faces the cell filled just before; its color changes with every
// placement, the others stay while the search tries the placements of that cell. So the colors of the others are
// followed first, through one small table a side (a trie whose states are numbered), to a row of heads, and the last
// color picks the head within the row: one load a placement. Tries keep memory small where a dense table of three or
// four colors would not fit: there are no more states than looks, so 4,096 rows of 256 heads of two bytes at the very
// worst (32x32, 255 colors), and 2 KB for the inside of Eternity II.
//
// How a list is stored. In blocks of eight candidates whose pieces are looked up in the set of free pieces all at once;
// see sets.hpp. Lists of two known sides have two or three candidates in the puzzles that are hard, so one block is the
// rule.
//
// Colors are renumbered without gaps (a *palette*), so that a row is as short as the puzzle allows.
#include "puzzle/lists.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace edgematch {

ListBook::ListBook(const Puzzle& puzzle, const Kinds& kinds) : puzzle_(puzzle), kinds_(kinds) {
    std::array<bool, 256> seen{};
    for (const Placement look : kinds.looks())
        if ((look & 3) == 0)
            for (const Color color : puzzle.sides(look)) seen[color] = true;
    unsigned colors = 0;
    for (std::size_t color = 0; color < seen.size(); ++color)
        if (seen[color]) palette_[color] = static_cast<std::uint8_t>(colors++);
    color_bits_ = static_cast<unsigned>(std::bit_width(std::max(colors, 1u) - 1));
    for (const Placement look : kinds.looks()) {
        const Candidate candidate = laid(look);
        unsigned grey = 0;
        for (unsigned side = 0; side < SIDES && puzzle.framed() && seen[GREY]; ++side)
            grey |= (candidate.sides[side] == palette_[GREY] ? 1u : 0u) << side;
        if (pools_[grey].empty()) pools_[grey].reserve(kinds.looks().size());
        pools_[grey].push_back(candidate);
    }
}

const KeyedLists& ListBook::of(const Shape& shape) {
    const auto [place, is_new] = lists_.try_emplace(shape);
    if (is_new) compile(shape, place->second);
    return place->second;
}

Candidate ListBook::laid(Placement placement) const {
    Candidate candidate{puzzle_.sides(placement), static_cast<std::uint8_t>(placement & 3), 0,
                        static_cast<std::uint16_t>(placement >> 2)};
    for (Color& side : candidate.sides) side = palette_[side];
    return candidate;
}

namespace {

std::uint8_t color(const Candidate& candidate, int side) { return candidate.sides[static_cast<std::size_t>(side)]; }

// Follows the sides of the candidates through new trie tables to the row of each; returns the number of rows.
std::size_t number_rows(KeyedLists& lists, const std::vector<Candidate>& pool, unsigned color_bits,
                        std::vector<std::size_t>& row) {
    row.assign(pool.size(), 0);
    std::size_t rows = 1;
    for (std::size_t i = 0; i < lists.others.size(); ++i) {
        const int side = lists.others[i];
        if (i == 0) {
            for (std::size_t c = 0; c < pool.size(); ++c) row[c] = color(pool[c], side);
            rows = std::size_t{1} << color_bits;
            continue;
        }
        std::vector<std::uint16_t> step(rows << color_bits, 0);
        rows = 1;
        for (std::size_t c = 0; c < pool.size(); ++c) {
            auto& next = step[(row[c] << color_bits) + color(pool[c], side)];
            if (next == 0) next = static_cast<std::uint16_t>(rows++);
            row[c] = next;
        }
        lists.steps.push_back(std::move(step));
    }
    return rows;
}

// Puts a candidate at a place of a list.
void put(KeyedLists& lists, std::size_t head, std::size_t place, const Candidate& candidate) {
    const auto first = static_cast<std::size_t>(lists.heads[head] - lists.blocks.data());
    Block& block = lists.blocks[first + place / LANES];
    const std::size_t lane = place % LANES;
    block.candidates[lane] = candidate;
    block.byte[lane] = static_cast<std::uint8_t>(candidate.piece / 8);
    block.bit[lane] = static_cast<std::uint8_t>(1u << candidate.piece % 8);
}

// Makes room for lists of these lengths, each from a block of its own on; all empty ones are the first block.
void lay_out(KeyedLists& lists, const std::vector<std::uint32_t>& lengths) {
    std::size_t blocks = 1;
    for (const std::uint32_t length : lengths) blocks += (length + LANES - 1) / LANES;
    lists.blocks.assign(blocks, Block{});
    lists.heads.reserve(lengths.size());
    Block* next = lists.blocks.data() + 1;
    for (std::uint32_t left : lengths) {
        lists.heads.push_back(left == 0 ? lists.blocks.data() : next);
        for (; left > 0; left -= std::min<std::uint32_t>(left, LANES), ++next) {
            next->length = left;
            next->more = left > LANES ? MORE : 0;
        }
    }
}

}  // namespace

// Whether every neighbour still to be filled has some look that matches this one, other pieces aside.
bool ListBook::has_outlook(const Shape& shape, Placement look) const {
    for (std::size_t side = 0; side < SIDES; ++side) {
        if (shape.outlook[side] == NO_RIM) continue;
        const auto rim = static_cast<unsigned>(shape.outlook[side]);
        const Color wanted = puzzle_.sides(look)[side];
        const auto facing = static_cast<std::size_t>(opposite(static_cast<int>(side)));
        const auto matches = [&](Placement other) {
            return other >> 2 != look >> 2 && puzzle_.fits(rim, other) && puzzle_.sides(other)[facing] == wanted;
        };
        if (std::none_of(kinds_.looks().begin(), kinds_.looks().end(), matches)) return false;
    }
    return true;
}

void ListBook::compile(const Shape& shape, KeyedLists& lists) {
    for (int side = 0; side < SIDES; ++side)
        if ((shape.known >> side & 1u) && side != shape.own) lists.others.push_back(side);
    const std::vector<Candidate>& fitting = pools_[puzzle_.framed() ? shape.rim : 0];
    const bool is_pruned = shape.outlook != Shape{}.outlook;
    std::vector<Candidate> kept;
    if (is_pruned)
        std::copy_if(fitting.begin(), fitting.end(), std::back_inserter(kept),
                     [&](const Candidate& c) { return has_outlook(shape, c.placement()); });
    const std::vector<Candidate>& pool = is_pruned ? kept : fitting;

    const std::size_t rows = number_rows(lists, pool, color_bits_, heads_);
    lists.row_shift = shape.own == NO_SIDE ? 0 : color_bits_;
    lengths_.assign(rows << lists.row_shift, 0);
    for (std::size_t c = 0; c < pool.size(); ++c) {
        heads_[c] = (heads_[c] << lists.row_shift) + (shape.own == NO_SIDE ? 0 : color(pool[c], shape.own));
        ++lengths_[heads_[c]];
    }
    lay_out(lists, lengths_);
    lengths_.assign(lengths_.size(), 0);
    for (std::size_t c = 0; c < pool.size(); ++c) put(lists, heads_[c], lengths_[heads_[c]]++, pool[c]);
}

}  // namespace edgematch
