// Numbering the color pairs of a puzzle; see the header.
#include "filtering/colorpair/color_pairs.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace edgematch {

namespace {
constexpr Pair UNSEEN = std::numeric_limits<Pair>::max();
}

Pairs::Pairs(const Tables& tables, bool opposite)
    : is_placed_(tables.puzzle.turns() == 1), positions_(opposite ? POSITIONS : SIDES), colors_(tables.colors) {
    std::vector<Pair> numbers(static_cast<std::size_t>(POSITIONS * colors_ * colors_), UNSEEN);
    carried_.resize(static_cast<std::size_t>(tables.kinds));
    std::vector<std::array<int, 3>> shown;  // pair, position, value
    for (int value = 0; value < tables.values; ++value) {
        for (int position = 0; position < positions_; ++position) {
            const auto [s, t] = POSITION_SIDES[static_cast<std::size_t>(position)];
            Pair& pair = numbers[slot(position, tables.sides[value][static_cast<std::size_t>(s)],
                                      tables.sides[value][static_cast<std::size_t>(t)])];
            if (pair == UNSEEN) pair = static_cast<Pair>(none_++);
            auto& mine = carried_[tables.kind[value]];
            if (std::find(mine.begin(), mine.end(), pair) == mine.end()) mine.push_back(pair);
            shown.push_back({pair, position, value});
        }
    }
    std::replace(numbers.begin(), numbers.end(), UNSEEN, none());
    number_by_position(numbers);
    carriers_.resize(static_cast<std::size_t>(count()));
    values_.resize(static_cast<std::size_t>(count() * POSITIONS));
    for (const auto& [pair, position, value] : shown) values_[pair * POSITIONS + position].push_back(value);
    for (int kind = 0; kind < tables.kinds; ++kind)
        for (const Pair pair : carried_[kind]) carriers_[pair].push_back(kind);
}

// Looked up for every side that becomes known, so that turned and opposite pairs are written out.
void Pairs::number_by_position(const std::vector<Pair>& numbers) {
    for (int position = 0; position < POSITIONS; ++position)
        for (int a = 0; a < colors_; ++a)
            for (int b = 0; b < colors_; ++b) number_.push_back(numbers[slot(position, a, b)]);
}

std::size_t Pairs::slot(int position, int a, int b) const {
    if (position >= SIDES && !is_placed_ && a > b) std::swap(a, b);
    const int table = is_placed_ ? position : position < SIDES ? 0 : 1;
    return static_cast<std::size_t>((table * colors_ + a) * colors_ + b);
}

}  // namespace edgematch
