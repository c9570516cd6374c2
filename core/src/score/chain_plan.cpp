// Which chains face each cell of an order.
//
// Let X be the cell filled now and Y an empty neighbour. If Y is the next cell of the order, their line is being
// filled: the chain is the rest of that line, as far as its cells have a known side across the line. Otherwise Y
// belongs to a line filled later: the chain comes along that line, through cells that have the line of X behind them,
// and turns at Y towards X. Filled cells (hints) within a chain fix the colors of two links.
#include "score/chain_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "edgematch/candidate_tables.hpp"
#include "edgematch/kinds.hpp"
#include "puzzle/frontier.hpp"

namespace edgematch {

namespace {

using lanes::u32;

std::size_t index(int value) { return static_cast<std::size_t>(value); }

// A cell of a chain: its side towards X, its side towards the far end, and its known sides.
struct Place {
    Cell cell;
    int ahead, behind;
    std::vector<int> known;
};

class ChainPlanner {
  public:
    ChainPlanner(const Puzzle& puzzle, std::span<const Placement> root, double price)
        : puzzle_(puzzle),
          root_(root),
          candidates_(puzzle, free_placements(puzzle, root), ColorNumbers::AS_GIVEN),
          miss_(static_cast<float>(std::exp(-price))),
          filled_(puzzle.cells()) {
        for (std::size_t cell = 0; cell < puzzle.cells(); ++cell) filled_[cell] = root[cell] != EMPTY;
        for (const Sides& sides : candidates_.all_sides())
            for (const Color color : sides) plan.colors = std::max(plan.colors, u32{color} + 1);
        count_links();
    }

    // Adds a step: `cell` is filled between `previous` and `next`.
    void add(Cell previous, Cell cell, Cell next) {
        plan.steps.push_back(static_cast<u32>(plan.chains.size()));
        count_free();  // before the cell is filled: those are the pieces that a board has left
        filled_[index(cell)] = true;
        for (int side = 0; side < SIDES; ++side) {
            const Cell near = puzzle_.neighbour(cell, side);
            if (near == OUTSIDE || (is_filled(near) && !is_hint(near))) continue;
            const std::vector<Place> chain =
                is_next(near, side, next) ? along(near, side) : across(cell, side, previous);
            if (is_empty(near) || chain.size() > 1) add_chain(side, chain);
        }
    }

    ChainPlan plan;

  private:
    static std::vector<Placement> free_placements(const Puzzle& puzzle, std::span<const Placement> root) {
        std::vector<bool> is_used(puzzle.cells(), false);
        for (const Placement placement : root)
            if (placement != EMPTY) is_used[index(placement >> 2)] = true;
        std::vector<Placement> free;
        for (const Look& look : puzzle.kinds(true).looks())
            if (!is_used[index(look.placement >> 2)]) free.push_back(look.placement);
        return free;
    }

    // How many colors there are by role.
    void count_links() {
        std::array<std::vector<bool>, ROLES> seen;
        for (auto& colors : seen) colors.assign(plan.colors, false);
        for (std::size_t piece = 0; piece < puzzle_.cells(); ++piece) {
            const auto placement = static_cast<Placement>(piece * 4);
            for (int side = 0; side < SIDES; ++side)
                seen[index(static_cast<int>(role_of(puzzle_.grey_sides(placement), side)))]
                    [puzzle_.sides(placement)[index(side)]] = true;
        }
        for (std::size_t role = 0; role < ROLES; ++role)
            links_[role] = static_cast<float>(std::max<std::ptrdiff_t>(
                1, std::count(seen[role].begin() + (puzzle_.framed() ? 1 : 0), seen[role].end(), true)));
    }

    // The sides that pieces have left, by role, and the share of pieces that are left, by the number of grey sides.
    void count_free() {
        sides_.fill(0);
        std::array<float, SIDES + 1> all{}, free{};
        for (std::size_t cell = 0; cell < puzzle_.cells(); ++cell) {
            const std::size_t grey = grey_count(static_cast<Cell>(cell));
            ++all[grey];
            if (filled_[cell]) continue;
            ++free[grey];
            for (int side = 0; side < SIDES; ++side)
                if (!puzzle_.framed() || puzzle_.neighbour(static_cast<Cell>(cell), side) != OUTSIDE)
                    ++sides_[index(static_cast<int>(puzzle_role(puzzle_, static_cast<Cell>(cell), side)))];
        }
        for (std::size_t grey = 0; grey <= SIDES; ++grey) free_share_[grey] = free[grey] / std::max(1.0f, all[grey]);
    }

    std::size_t grey_count(Cell cell) const {
        return puzzle_.framed() ? index(std::popcount(puzzle_.frame_mask(cell))) : 0;
    }

    bool is_hint(Cell cell) const { return root_[index(cell)] != EMPTY; }
    // Whether the order goes on to this neighbour, or to the cell beyond it where it is a hint.
    bool is_next(Cell near, int side, Cell next) const {
        return next != OUTSIDE && (near == next || (is_filled(near) && puzzle_.neighbour(near, side) == next));
    }
    bool is_filled(Cell cell) const { return cell != OUTSIDE && filled_[index(cell)]; }
    bool is_empty(Cell cell) const { return cell != OUTSIDE && !filled_[index(cell)]; }

    Place place(Cell cell, int ahead, int behind) const {
        Place result{cell, ahead, behind, {}};
        for (int side = 0; side < SIDES; ++side)
            if (side != ahead && side != behind && is_filled(puzzle_.neighbour(cell, side)))
                result.known.push_back(side);
        if (result.known.size() > 2) result.known.resize(2);
        return result;
    }

    // Extends a chain in a direction, through empty cells for which `is_bound` and single filled cells among them.
    template <class IsBound>
    void extend(std::vector<Place>& chain, int direction, IsBound&& is_bound) const {
        const auto may_follow = [&](Cell cell) { return is_empty(cell) && is_bound(cell); };
        for (;;) {
            const Cell next = puzzle_.neighbour(chain.back().cell, direction);
            const bool is_between = is_filled(next) && may_follow(puzzle_.neighbour(next, direction));
            if (!is_between && !may_follow(next)) return;
            chain.push_back(place(next, opposite(direction), direction));
        }
    }

    // The rest of the line in which X is filled.
    std::vector<Place> along(Cell near, int direction) const {
        std::vector<Place> chain{place(near, opposite(direction), direction)};
        extend(chain, direction, [&](Cell cell) {
            for (const int across : {(direction + 1) % SIDES, (direction + 3) % SIDES}) {
                const Cell beside = puzzle_.neighbour(cell, across);
                if (beside == OUTSIDE ? puzzle_.framed() : is_filled(beside)) return true;
            }
            return false;
        });
        return chain;
    }

    // The part of the next line that lies along the filled part of this one, up to the cell next to X.
    std::vector<Place> across(Cell cell, int side, Cell previous) const {
        const auto chain_from = [&](int direction) {
            std::vector<Place> chain{place(puzzle_.neighbour(cell, side), opposite(side), direction)};
            extend(chain, direction, [&](Cell other) { return is_filled(puzzle_.neighbour(other, opposite(side))); });
            const bool has_end = !is_empty(puzzle_.neighbour(chain.back().cell, direction));
            return std::tuple(puzzle_.neighbour(cell, direction) == previous, has_end, chain.size(), std::move(chain));
        };
        auto left = chain_from((side + 3) % SIDES), right = chain_from((side + 1) % SIDES);
        const auto rank = [](const auto& chain) { return std::tuple(get<0>(chain), get<1>(chain), get<2>(chain)); };
        return std::get<3>(rank(right) > rank(left) ? std::move(right) : std::move(left));
    }

    void add_chain(int side, const std::vector<Place>& near_to_far) {
        const Place& far = near_to_far.back();
        const Cell beyond = puzzle_.neighbour(far.cell, far.behind);
        const u32 end = is_filled(beyond) ? at(beyond, opposite(far.behind)) : lanes::NO_PLACE;
        const float links = links_[role(far.cell, far.behind)];
        plan.chains.push_back({static_cast<u32>(side), static_cast<u32>(plan.cells.size()),
                               static_cast<u32>(near_to_far.size()), end, miss_,
                               end == lanes::NO_PLACE ? 1.0f : (1.0f + (links - 1.0f) * miss_) / links});
        for (auto place = near_to_far.rbegin(); place != near_to_far.rend(); ++place)
            plan.cells.push_back(is_filled(place->cell) ? filled_cell(*place) : empty_cell(*place));
        // Whether X matches a hint next to it is a known break, not one to come.
        if (is_filled(near_to_far.front().cell)) plan.cells.back().miss = 1.0f;
    }

    static u32 at(Cell cell, int side) { return static_cast<u32>(cell * SIDES + side); }
    std::size_t role(Cell cell, int side) const { return index(static_cast<int>(puzzle_role(puzzle_, cell, side))); }

    lanes::ChainCell filled_cell(const Place& place) const {
        const float links = links_[role(place.cell, place.ahead)];
        return {
            at(place.cell, place.ahead), at(place.cell, place.behind), 0, 1, 0, miss_, 0, links, 1.0f / links, 0, 1};
    }

    lanes::ChainCell empty_cell(const Place& place) {
        const std::size_t ahead = role(place.cell, place.ahead);
        const float links = links_[ahead], sides = sides_[ahead];
        const Lists& lists = lists_of(place);
        const float length = lists.mean_length * free_share_[grey_count(place.cell)];
        const float share = place.known.empty() ? 0.0f : place.known.size() == 1 ? 1.0f : 2.0f / links;
        const float expected = length / links + miss_ * (length + share * sides / links);
        const auto known = [&](std::size_t i) {
            if (i >= place.known.size()) return lanes::NO_PLACE;
            return at(puzzle_.neighbour(place.cell, place.known[i]), opposite(place.known[i]));
        };
        return {known(0),      known(1), lists.first,  0,     static_cast<u32>(ahead),         miss_,
                miss_ * share, links,    1.0f / links, sides, 1.0f / std::max(expected, miss_)};
    }

    struct Lists {
        u32 first;
        float mean_length;  // of those that are not empty
    };

    const Lists& lists_of(const Place& place) {
        const unsigned frame = puzzle_.frame_mask(place.cell);
        const auto [found, is_new] =
            lists_.try_emplace({puzzle_.framed() ? frame : 0, place.ahead, place.behind, place.known});
        if (is_new) found->second = compiled(frame, place);
        return found->second;
    }

    Lists compiled(unsigned frame, const Place& place) {
        std::vector<Placement> pool = candidates_.fitting(frame);
        const auto color = [&](Placement placement, int side) { return candidates_.sides(placement)[index(side)]; };
        std::stable_sort(pool.begin(), pool.end(),
                         [&](Placement a, Placement b) { return color(a, place.ahead) < color(b, place.ahead); });
        std::vector<std::size_t> keys;
        for (const Placement placement : pool) {
            std::size_t key = place.known.empty() ? 0 : color(placement, place.known[0]);
            keys.push_back(key * plan.colors + (place.known.size() < 2 ? 0 : color(placement, place.known[1])));
        }
        const CandidateLists lists = grouped(pool, keys, std::size_t{plan.colors} * plan.colors);
        if (!plan.heads.empty()) plan.heads.pop_back();  // the end of the last list is the head of the next one
        const auto first = static_cast<u32>(plan.heads.size()), start = static_cast<u32>(plan.fits.size());
        for (const std::uint32_t head : lists.heads) plan.heads.push_back(start + head);
        for (const Placement placement : lists.placements)
            plan.fits.push_back({static_cast<lanes::u16>(placement >> 2), color(placement, place.behind),
                                 color(placement, place.ahead)});
        std::sort(keys.begin(), keys.end());
        const auto used = std::unique(keys.begin(), keys.end()) - keys.begin();
        return {first, static_cast<float>(pool.size()) / static_cast<float>(std::max<std::ptrdiff_t>(1, used))};
    }

    const Puzzle& puzzle_;
    std::span<const Placement> root_;
    CandidateTables candidates_;
    float miss_;
    std::vector<bool> filled_;
    std::array<float, ROLES> links_{}, sides_{};
    std::array<float, SIDES + 1> free_share_{};
    std::map<std::tuple<unsigned, int, int, std::vector<int>>, Lists> lists_;
};

}  // namespace

ChainPlan plan_chains(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root,
                      double price) {
    ChainPlanner planner(puzzle, root, price);
    std::vector<Cell> empty;
    for (const Cell cell : order)
        if (root[index(cell)] == EMPTY) empty.push_back(cell);
    for (std::size_t i = 0; i < empty.size(); ++i)
        planner.add(i > 0 ? empty[i - 1] : OUTSIDE, empty[i], i + 1 < empty.size() ? empty[i + 1] : OUTSIDE);
    planner.plan.steps.push_back(static_cast<u32>(planner.plan.chains.size()));
    return std::move(planner.plan);
}

}  // namespace edgematch
