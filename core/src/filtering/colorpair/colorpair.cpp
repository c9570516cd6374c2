// Color-pair search: tree search with constant-time global filtering on pairs of colors.
//
// Benoist and Bourreau, Fast Global Filtering for Eternity II, Constraint Programming Letters 3 (2008). The state and
// its rules are in colorpair_board; here is the search strategy of sections 5 and 6:
//
//   1. A pair with one piece offered and one cell asking: that cell is filled next (the instantiation rule).
//   2. Shaving, if enabled: the values of each cell of few values are tried; none survives: failure; one: it is placed.
//   3. Patterns: a cell with 4 known sides, with 3, with 2 next to a surrounded cell (one with two known sides), or a
//      surrounded neighbour of a cell with one known side and two surrounded neighbours.
//   4. Else the most urgent pair by a heuristic, and one of its cells.
//
// Shaving saves five nodes in six, as in the paper, but no time: here a trial costs as much as a node
// (docs/research/filtering.md).
//
// Every placement is a node, forced or not: a forced one is a decision with one value. Failures carry explanations, bit
// sets of cells. A decision collects those of its values, and why it had no other values: the known sides of the cell,
// the places of pieces that would have fitted, the reasons of preemptions. When all values have failed, the search
// jumps to the latest cell in the collection.
//
// Where the paper chooses at random, the first cell from a start given by the seed is taken, so that the choice
// depends on the board alone. (Preemption tags also depend on the order in which the board was filled: a resumed search
// may have fewer of them and count a few nodes more.)
#include <algorithm>
#include <limits>

#include "edgematch/random.hpp"
#include "filtering/colorpair/colorpair_board.hpp"
#include "filtering/tree_search.inl"

namespace edgematch {

namespace {

template <int WORDS>
class ColorPairEngine {
  public:
    using State = ColorPairBoard<WORDS>;
    using Cells = typename State::Cells;

    ColorPairEngine(const Tables& tables, const ColorPairOptions& options)
        : tables_(tables), options_(options), board_(tables, options) {
        if (options.seed != 0)
            start_ = static_cast<int>(Random(options.seed).below(static_cast<unsigned>(tables.cells)));
        free_share_.assign(static_cast<std::size_t>(board_.pairs.count()), 1.0F);
        const int width = tables.puzzle.width();
        for (int cell = 0; cell < tables.cells; ++cell) {
            if (cell % width != 0) not_west_.set(cell);
            if (cell % width != width - 1) not_east_.set(cell);
        }
    }

    std::int64_t tests = 0;

    const std::vector<int>& board() const { return board_.values(); }
    bool is_complete() const { return board_.filled() == tables_.cells; }

    bool load(const std::vector<int>& values) {
        board_.reset();
        for (int cell = 0; cell < tables_.cells; ++cell)
            if (values[static_cast<std::size_t>(cell)] >= 0) board_.place(cell, values[static_cast<std::size_t>(cell)]);
        return board_.filter_all();
    }

    bool assign(int cell, int value) {
        board_.place(cell, value);
        return board_.filter();
    }
    void undo() { board_.unplace(); }

    bool blames(int depth, int cell) {
        if (!options_.backjumping) return true;
        if (!board_.conflict.test(cell)) return false;
        board_.conflict.clear(cell);
        reasons_[static_cast<std::size_t>(depth)] |= board_.conflict;
        return true;
    }
    void conclude(int depth) {
        if (options_.backjumping) board_.conflict = reasons_[static_cast<std::size_t>(depth)];
    }
    void answered() {
        if (options_.backjumping) board_.conflict = board_.all_filled();
    }

    void choose(int depth, std::vector<Choice>& choices) {
        const int cell = choose_cell(depth, values_);
        for (const int value : values_) choices.push_back({cell, value});
    }

  private:
    int choose_cell(int depth, std::vector<int>& values) {
        if (reasons_.size() <= static_cast<std::size_t>(depth)) reasons_.resize(static_cast<std::size_t>(depth) + 1);
        Cells& reason = reasons_[static_cast<std::size_t>(depth)];
        int cell = forced_cell();
        if (cell < 0 && options_.shaving > 0) {
            cell = shave(values, reason);
            if (cell >= 0) return cell;
        }
        if (cell < 0 && options_.patterns) cell = pattern_cell();
        if (cell < 0) cell = urgent_cell();
        if (cell < 0) cell = loose_cell();
        list(cell, values, reason);
        if (values.size() > 1 && options_.value_order) sort_by_chance(cell, values);
        if (options_.backjumping) board_.conflict = reason;
        return cell;
    }

    // 1. The cell of a pair with one offer and one demand.
    int forced_cell() const {
        Pair best = State::NO_PAIR;
        for (const Pair pair : board_.asked())
            if (board_.available(pair) == 1 && board_.demand(pair) == 1) best = std::min(best, pair);
        return best == State::NO_PAIR ? -1 : board_.demanding(best).first(0);
    }

    // 3. The first cell that fits the most constrained pattern.
    int pattern_cell() const {
        for (const int known : {4, 3})
            if (const int cell = board_.with_known(known).first(start_); cell >= 0) return cell;
        const Cells& surrounded = board_.with_known(2);  // those with more were taken above
        const std::array<Cells, SIDES> near = neighbours(surrounded);
        const Cells beside = near[0] | near[1] | near[2] | near[3];
        if (const int cell = (surrounded & beside).first(start_); cell >= 0) return cell;
        const Cells beside_two =
            (near[0] & (near[1] | near[2] | near[3])) | (near[1] & (near[2] | near[3])) | (near[2] & near[3]);
        const int centre = (board_.with_known(1) & beside_two).first(start_);
        if (centre < 0) return -1;
        for (const Cell other : tables_.near[centre])
            if (other != OUTSIDE && surrounded.test(other)) return other;
        return -1;
    }

    // The cells that have a member to the south, west, north, east.
    std::array<Cells, SIDES> neighbours(const Cells& cells) const {
        const int width = tables_.puzzle.width();
        return {cells.shifted(-width), (cells & not_east_).shifted(1), cells.shifted(width),
                (cells & not_west_).shifted(-1)};
    }

    // 4. A cell of the most urgent pair.
    int urgent_cell() {
        const bool is_expected = options_.heuristic != PairOrder::MinOffer;
        if (is_expected)
            for (const Pair pair : board_.asked()) free_share_[pair] = share_left(pair);
        double least = std::numeric_limits<double>::infinity();
        int best = -1;
        for (const Pair pair : board_.asked()) {
            const double urgency = is_expected ? expected_urgency(pair) : board_.offer(pair);
            if (urgency < least || (urgency == least && pair < best)) {
                least = urgency;
                best = pair;
            }
        }
        if (is_expected)
            for (const Pair pair : board_.asked()) free_share_[pair] = 1.0F;
        return best < 0 ? -1 : board_.demanding(best).first(start_);
    }

    // The part of a pair's offer that its own demand leaves over.
    float share_left(int pair) const {
        return 1.0F - static_cast<float>(board_.demand(pair)) / static_cast<float>(board_.offer(pair));
    }

    double expected_urgency(int pair) const {
        float expected = 0;
        for (const int kind : board_.pairs.carriers(pair))
            if (board_.left(kind) > 0) expected += static_cast<float>(board_.left(kind)) * chance(kind, pair);
        switch (options_.heuristic) {
            case PairOrder::MinExpectedOffer:
                return expected;
            case PairOrder::MinExpectedRatio:
                return expected / static_cast<float>(board_.demand(pair));
            case PairOrder::MaxExpectedFiltering:
                return expected - static_cast<float>(board_.offer(pair));
            default:
                return expected - static_cast<float>(board_.demand(pair));
        }
    }

    // P(kind -> pair): none of its other pairs takes it away.
    float chance(int kind, int pair) const {
        float product = 1;
        for (const Pair other : board_.pairs.of(kind))
            if (other != pair) product *= free_share_[other];
        return product;
    }

    // Without any surrounded cell (a puzzle without frame): the first cell with the most known sides.
    int loose_cell() const {
        for (int known = SIDES; known >= 0; --known)
            if (const int cell = board_.with_known(known).first(start_); cell >= 0) return cell;
        return -1;
    }

    // The values that agree with all known sides of a cell, and why there are no others.
    void list(int cell, std::vector<int>& values, Cells& reason) {
        values.clear();
        reason = {};
        if (options_.backjumping) board_.blame_neighbours(cell, reason);
        const int asked = board_.asked_pairs(cell);
        if (asked == 0) {
            for (int value = 0; value < tables_.values; ++value) consider(cell, value, values, reason);
            return;
        }
        int best = 0;
        for (int i = 1; i < asked; ++i)
            if (board_.offer(board_.asked_pair(cell, i)) < board_.offer(board_.asked_pair(cell, best))) best = i;
        for (const int value : board_.pairs.values(board_.asked_pair(cell, best), board_.position_of(cell, best)))
            consider(cell, value, values, reason);
    }

    void consider(int cell, int value, std::vector<int>& values, Cells& reason) const {
        if (!board_.agrees(cell, value)) return;
        const int kind = tables_.kind[value];
        const Pair tag = board_.preempting(kind);
        if (board_.left(kind) == 0) {
            if (options_.backjumping) board_.blame_places(kind, reason);
        } else if (tag != State::NO_PAIR && !board_.asks(cell, tag)) {
            if (options_.backjumping) board_.blame_preemption(tag, reason);
        } else {
            values.push_back(value);
        }
    }

    // Decreasing probability of being free for the pair that the cell asks for first.
    void sort_by_chance(int cell, std::vector<int>& values) {
        if (board_.asked_pairs(cell) == 0) return;
        const int pair = board_.asked_pair(cell, 0);
        for (const Pair other : board_.asked()) free_share_[other] = share_left(other);
        order_.clear();
        for (const int value : values) order_.push_back({-chance(tables_.kind[value], pair), value});
        for (const Pair other : board_.asked()) free_share_[other] = 1.0F;
        std::sort(order_.begin(), order_.end());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = order_[i].second;
    }

    // 2. Tries out the values of every surrounded cell that has few; returns a cell that has one left, or none.
    int shave(std::vector<int>& values, Cells& reason) {
        const Cells surrounded = board_.with_known(2) | board_.with_known(3) | board_.with_known(4);
        for (int w = 0; w < WORDS; ++w) {
            for (std::uint64_t rest = surrounded.words[static_cast<std::size_t>(w)]; rest != 0; rest &= rest - 1) {
                const int cell = w * 64 + std::countr_zero(rest);
                list(cell, values, reason);
                if (static_cast<int>(values.size()) > options_.shaving) continue;
                if (!keep_survivors(cell, values, reason)) continue;
                if (options_.backjumping) board_.conflict = reason;
                return cell;
            }
        }
        values.clear();
        return -1;
    }

    // Drops the values that fail at once; false as soon as two survive, since then nothing is gained.
    bool keep_survivors(int cell, std::vector<int>& values, Cells& reason) {
        int survivor = -1;
        for (const int value : values) {
            ++tests;
            if (probe(cell, value)) {
                if (survivor >= 0) return false;
                survivor = value;
            } else {
                board_.conflict.clear(cell);
                reason |= board_.conflict;
            }
        }
        values.clear();
        if (survivor >= 0) values.push_back(survivor);
        return true;
    }

    // Places a value and all that it forces, then undoes it; false: that fails, and the conflict says why.
    bool probe(int cell, int value) {
        std::size_t forced = 0;
        bool is_good = assign(cell, value);
        while (is_good && !is_complete()) {
            const int next = forced_cell();
            if (next < 0) break;
            if (probe_reasons_.size() <= forced) probe_reasons_.emplace_back();
            list(next, probe_values_, probe_reasons_[forced].second);
            if (probe_values_.size() > 1) break;
            probe_reasons_[forced].first = next;
            if (probe_values_.empty()) {
                board_.conflict = probe_reasons_[forced].second;
                is_good = false;
                break;
            }
            is_good = assign(next, probe_values_.front());
            ++forced;
        }
        for (std::size_t i = forced; i-- > 0;) {
            board_.unplace();
            const auto& [forced_at, why] = probe_reasons_[i];
            if (is_good || !board_.conflict.test(forced_at)) continue;
            board_.conflict.clear(forced_at);
            board_.conflict |= why;
        }
        board_.unplace();
        return is_good;
    }

    const Tables& tables_;
    const ColorPairOptions options_;
    State board_;
    int start_ = 0;
    Cells not_west_, not_east_;
    std::vector<float> free_share_;  // by pair; 1 for pairs without demand
    std::vector<Cells> reasons_;     // by decision
    std::vector<std::pair<float, int>> order_;
    std::vector<int> values_, probe_values_;
    std::vector<std::pair<int, Cells>> probe_reasons_;
};

template <int WORDS>
Report run(const Tables& tables, const Search& search, const ColorPairOptions& options, Control& control) {
    return search_trees(tables, search, options.threads, control,
                        [&] { return ColorPairEngine<WORDS>(tables, options); });
}

}  // namespace

Report colorpair(const Puzzle& puzzle, const Search& search, const ColorPairOptions& options, Control& control) {
    const Tables tables(puzzle, puzzle.kinds(search.labelled));
    if (tables.cells <= 128) return run<2>(tables, search, options, control);
    if (tables.cells <= 256) return run<4>(tables, search, options, control);
    return run<16>(tables, search, options, control);
}

}  // namespace edgematch
