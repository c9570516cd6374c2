// Beam search: all boards of the same depth side by side, the best `width` of them kept at each step.
//
// Depth-first search with breaks spends its time near the leaves of a few early decisions. A beam spends the same time
// at every depth on thousands of different beginnings, and is the best known method for a good score within a minute.
// Four things matter. (1) Width, hence speed: a board is a few dozen bytes (pieces used, open colors, counts of the
// colors left), copied once per step. (2) The cost of a board: breaks made, the estimate of foresight.cpp, and the ways
// to fill the lines ahead (device/chains.hpp). (3) Noise: Gumbel noise on the cost makes the cut a softmax sample
// without replacement, which also breaks ties at random. (4) No duplicates: boards with the same pieces used and the
// same open colors have the same completions, and only the cheapest stays.
//
// Before each step a sample of the boards is expanded in full to estimate the cut. Then only candidates cheaper than
// the cut are made, which avoids most of the misses. When stopped, the beam narrows to a few boards and runs to the
// end, so that it always returns complete boards.
#include "edgematch/beam.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "edgematch/random.hpp"
#include "scheduling/joined_threads.hpp"
#include "score/beam_records.hpp"
#include "score/chain_vectors.hpp"
#include "score/fit_tables.hpp"
#include "score/foresight.hpp"

namespace edgematch {

namespace {

constexpr std::size_t NARROW = 24;     // boards kept after a stop
constexpr std::size_t SAMPLE = 1500;   // boards expanded in full to place the cut
constexpr double MARGIN = 1.2;         // candidates made for each board kept; covers duplicates and sampling error
constexpr std::size_t FULL_SCAN = 24;  // cells left from which candidates may miss every side
constexpr float NOISE_REACH = 6;       // noise, in temperatures, that is allowed for before a list is skipped
constexpr std::size_t NOISE_SIZE = 1 << 12;
constexpr std::size_t POLL_EVERY = 4096;        // boards expanded between two checks of the stop flag
constexpr std::size_t FEWEST_PER_THREAD = 512;  // boards that are worth a thread
constexpr std::size_t HISTORY_STEPS = 16;       // steps between prunings of the history
constexpr float NO_CUT = std::numeric_limits<float>::infinity();

std::uint64_t scramble(std::uint64_t value) { return Random(value).next(); }

struct Child {
    float cost;
    std::uint32_t parent;
    std::uint64_t hash;
    Placement placement;
    std::uint16_t misses;
};

struct Link {
    std::uint32_t parent;
    Placement placement;
};

// The chains of an order, with slots in place of places.
ChainPlan chains_of(const Puzzle& puzzle, const Frontier& frontier, const Board& root, const BeamOptions& options) {
    ChainPlan plan = plan_chains(puzzle, options.order, root, options.price);
    const auto to_slot = [&](lanes::u32& place) {
        if (place != lanes::NO_PLACE) place = static_cast<lanes::u32>(frontier.slot_of[place]);
    };
    for (lanes::Chain& chain : plan.chains) to_slot(chain.end);
    for (lanes::ChainCell& cell : plan.cells) {
        to_slot(cell.first);
        to_slot(cell.second);
    }
    return plan;
}

class Beam {
  public:
    Beam(const Puzzle& puzzle, const Board& root, const BeamOptions& options, Control& control);
    BeamResult run();

  private:
    bool step(std::size_t depth);  // false: no piece fits the cell
    void poll(std::size_t depth);
    std::vector<double> typical_counts();
    Covered covered() const;
    float place_cut(const FrontierStep& step, const Foresight& foresight);
    void make_children(const FrontierStep& step, const Foresight& foresight, float cut);
    void price_chains(std::uint8_t* record, float weight, float* costs) const;
    template <class Emit>
    void expand(std::uint8_t* record, const FrontierStep& step, const Foresight& foresight, float cut, float* costs,
                Emit&& emit) const;
    template <class Work>
    void share_out(std::size_t count, Work&& work) const;
    std::size_t thread_count() const {
        const auto most = static_cast<std::size_t>(std::max(1, options_.threads));
        return std::clamp<std::size_t>(size_ / FEWEST_PER_THREAD, 1, most);
    }
    void drop_duplicates();
    void drop_surplus();
    void trace_terms(std::size_t depth);
    float odd_colors(const Child& child, const FrontierStep& step);
    void build(const FrontierStep& step);
    void prune_history();
    std::uint64_t color_hash(int slot, Color color) const {
        return slot_hash_[static_cast<std::size_t>(slot) * tables_.colors() + color];
    }
    std::uint8_t* record(std::size_t index) { return boards_.data() + index * records_.size(); }

    const Puzzle& puzzle_;
    const Board& root_;
    const BeamOptions& options_;
    Control& control_;
    const Kinds& pieces_;  // each piece by itself: a bit set tells which are used
    FitTables tables_;
    Frontier frontier_;
    Ledger ledger_;
    ChainPlan chain_plan_;
    ChainVectors chain_vectors_;
    std::span<const lanes::Chain> chains_;  // of this step
    Records records_;
    std::vector<std::array<double, ROLES * ROLES>> unknown_;
    std::vector<std::uint64_t> piece_hash_, slot_hash_;
    std::vector<float> noise_;
    std::size_t width_, size_ = 1;
    float chain_weight_ = 0;
    bool full_scan_ = false, is_stopped_ = false;
    std::vector<std::uint8_t> boards_, next_;
    std::vector<Child> children_;
    std::vector<std::uint32_t> table_;
    std::vector<std::vector<Link>> history_;
    BeamTrace trace_;
    std::int64_t nodes_ = 0;
};

Beam::Beam(const Puzzle& puzzle, const Board& root, const BeamOptions& options, Control& control)
    : puzzle_(puzzle),
      root_(root),
      options_(options),
      control_(control),
      pieces_(puzzle.kinds(true)),
      tables_(puzzle, pieces_, root),
      frontier_(tables_.attached(plan_frontier(puzzle, options.order, root))),
      ledger_(puzzle, tables_.colors()),
      chain_plan_(chains_of(puzzle, frontier_, root, options)),
      chain_vectors_(chain_plan_, puzzle.cells()),
      records_(puzzle.cells(), frontier_.slots.size(), ledger_.size()),
      unknown_(unknown_edges(puzzle, frontier_, root)),
      width_(static_cast<std::size_t>(std::max<std::int64_t>(1, options.width))),
      boards_(records_.size(), 0) {
    Random random(options.seed);
    for (std::size_t i = 0; i < puzzle.cells(); ++i) piece_hash_.push_back(random.next());
    for (std::size_t i = 0; i < frontier_.slots.size() * tables_.colors(); ++i) slot_hash_.push_back(random.next());
    // At temperature 0 a trace of noise still breaks ties at random.
    const double heat = std::max(options.temperature, 1e-3);
    for (std::size_t i = 0; i < NOISE_SIZE; ++i)
        noise_.push_back(static_cast<float>(heat * std::log(-std::log((static_cast<double>(i) + 0.5) / NOISE_SIZE))));
    std::copy(ledger_.full().begin(), ledger_.full().end(), records_.counts(record(0)));
    std::copy(frontier_.slots.begin(), frontier_.slots.end(), records_.slots(record(0)));
    ledger_.count_pairs(records_.counts(record(0)), Records::pairs(record(0)));
    for (const Placement placement : root) {
        if (placement == EMPTY) continue;
        const auto piece = static_cast<std::size_t>(placement >> 2);
        Records::used(record(0))[piece / 64] |= std::uint64_t{1} << (piece % 64);
        ledger_.take(piece, records_.counts(record(0)), Records::pairs(record(0)));
    }
}

BeamResult Beam::run() {
    for (std::size_t depth = 0; depth < frontier_.steps.size() && step(depth); ++depth) {
    }
    control_.progress({.nodes = nodes_, .depth = static_cast<std::int64_t>(puzzle_.cells())});
    for (const std::vector<Link>& links : options_.trace ? history_ : decltype(history_){}) {
        trace_.sizes.push_back(static_cast<std::int64_t>(links.size()));
        for (const Link& link : links) trace_.parents.push_back(link.parent);
    }
    BeamResult result{.boards = {}, .nodes = nodes_, .finished = !is_stopped_, .trace = std::move(trace_)};
    std::vector<std::uint32_t> best(size_);
    for (std::uint32_t i = 0; i < size_; ++i) best[i] = i;
    std::stable_sort(best.begin(), best.end(), [this](std::uint32_t a, std::uint32_t b) {
        return Records::breaks(record(a)) < Records::breaks(record(b));
    });
    best.resize(std::min(best.size(), static_cast<std::size_t>(options_.keep)));
    for (std::uint32_t index : best) {
        Board board = root_;
        for (std::size_t d = history_.size(); d-- > 0; index = history_[d][index].parent)
            board[static_cast<std::size_t>(frontier_.steps[d].cell)] = history_[d][index].placement;
        result.boards.push_back(std::move(board));
    }
    return result;
}

bool Beam::step(std::size_t depth) {
    poll(depth);
    const FrontierStep& step = frontier_.steps[depth];
    const std::size_t empty = frontier_.steps.size() - depth;
    chain_weight_ = static_cast<float>(options_.chains[empty]);
    chains_ = chain_weight_ > 0 ? chain_plan_.at(depth) : std::span<const lanes::Chain>{};
    full_scan_ = empty <= FULL_SCAN;
    const Foresight foresight({options_.price, options_.open[empty], options_.pairs[empty]}, step, unknown_[depth],
                              typical_counts(), tables_.colors(), covered());
    make_children(step, foresight, place_cut(step, foresight));
    if (children_.empty()) {  // only pieces that miss every side are left
        full_scan_ = true;
        make_children(step, foresight, NO_CUT);
    }
    if (children_.empty()) return false;
    poll(depth);
    if (is_stopped_) drop_surplus();  // before the slow steps
    // Complete boards all have the same future, and are duplicates only where one is wanted.
    if (depth + 1 < frontier_.steps.size() || options_.keep == 1) drop_duplicates();
    drop_surplus();
    if (options_.trace) trace_terms(depth);
    build(step);
    nodes_ += static_cast<std::int64_t>(size_);
    if (!options_.trace && depth % HISTORY_STEPS == HISTORY_STEPS - 1) prune_history();
    return true;
}

void Beam::poll(std::size_t depth) {
    control_.progress({.nodes = nodes_,
                       .depth = static_cast<std::int64_t>(puzzle_.cells() - frontier_.steps.size() + depth),
                       .fraction = 0});
    if (is_stopped_) return;
    is_stopped_ = control_.stopped() || (options_.node_limit >= 0 && nodes_ >= options_.node_limit);
    if (is_stopped_) width_ = std::min(width_, NARROW);
}

std::vector<double> Beam::typical_counts() {
    std::vector<double> typical(ledger_.size(), 0);
    const std::size_t stride = size_ / SAMPLE + 1;
    std::size_t looked = 0;
    for (std::size_t i = 0; i < size_; i += stride, ++looked) {
        const SideCount* counts = records_.counts(record(i));
        for (std::size_t e = 0; e < typical.size(); ++e) typical[e] += counts[e];
    }
    for (double& value : typical) value /= static_cast<double>(looked);
    return typical;
}

// The open sides that the chains of this step count.
Covered Beam::covered() const {
    Covered result{0, std::vector<bool>(frontier_.slots.size(), false)};
    const auto cover = [&](lanes::u32 slot) {
        if (slot != lanes::NO_PLACE) result.slots[slot] = true;
    };
    for (const lanes::Chain& chain : chains_) {
        result.sides |= 1u << chain.side;
        cover(chain.end);
        for (lanes::u32 i = chain.begin; i < chain.begin + chain.count; ++i) {
            cover(chain_plan_.cells[i].first);
            cover(chain_plan_.cells[i].second);
        }
    }
    return result;
}

float Beam::place_cut(const FrontierStep& step, const Foresight& foresight) {
    if (size_ * 4 < width_) return NO_CUT;
    std::vector<float> costs, table(SIDES * tables_.colors());
    const std::size_t stride = size_ / SAMPLE + 1;
    std::size_t looked = 0;
    for (std::size_t i = 0; i < size_; i += stride, ++looked)
        expand(record(i), step, foresight, NO_CUT, table.data(),
               [&](const Child& child) { costs.push_back(child.cost); });
    const double share = static_cast<double>(looked) / static_cast<double>(size_);
    const auto wanted = static_cast<std::size_t>(static_cast<double>(width_) * share * MARGIN) + 20;
    if (costs.size() <= wanted) return NO_CUT;
    const auto cut = costs.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::nth_element(costs.begin(), cut, costs.end());
    return *cut;
}

void Beam::make_children(const FrontierStep& step, const Foresight& foresight, float cut) {
    std::vector<std::vector<Child>> made(thread_count());
    share_out(size_, [&](std::size_t worker, std::size_t begin, std::size_t end) {
        std::vector<float> costs(SIDES * tables_.colors());
        std::vector<Child>& mine = worker == 0 ? children_ : made[worker];
        mine.clear();
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_stopped_ && i % POLL_EVERY == 0 && i > begin && control_.stopped()) break;
            expand(record(i), step, foresight, cut, costs.data(), [&](Child child) {
                child.parent = static_cast<std::uint32_t>(i);
                mine.push_back(child);
            });
        }
    });
    for (const std::vector<Child>& part : made) children_.insert(children_.end(), part.begin(), part.end());
}

// Calls `work(worker, begin, end)` for consecutive parts of `count` items, one per thread.
template <class Work>
void Beam::share_out(std::size_t count, Work&& work) const {
    const std::size_t workers = thread_count();
    JoinedThreads threads;
    for (std::size_t worker = 1; worker < workers; ++worker)
        threads.start([&, worker] { work(worker, count * worker / workers, count * (worker + 1) / workers); });
    work(0, 0, count / workers);
}

// Adds what the lines ahead cost by the color that faces them.
void Beam::price_chains(std::uint8_t* record, float weight, float* costs) const {
    const std::size_t colors = tables_.colors();
    const ChainBoard board{records_.slots(record), Records::used(record), records_.counts(record), colors};
    for (const lanes::Chain& chain : chains_) chain_vectors_.price(chain, board, weight, costs + chain.side * colors);
}

template <class Emit>
void Beam::expand(std::uint8_t* record, const FrontierStep& step, const Foresight& foresight, float cut, float* costs,
                  Emit&& emit) const {
    const std::size_t colors = tables_.colors();
    const std::uint64_t* used = Records::used(record);
    const std::uint8_t* slots = records_.slots(record);
    const auto price = static_cast<float>(options_.price);
    const float slack = cut + NOISE_REACH * static_cast<float>(options_.temperature);
    const float base = foresight.price(slots, records_.counts(record), Records::pairs(record), costs) +
                       price * static_cast<float>(Records::breaks(record));
    price_chains(record, chain_weight_, costs);
    Color known[SIDES];
    std::uint64_t hash = Records::hash(record);
    const std::size_t count = step.known.size();
    for (std::size_t k = 0; k < count; ++k) {
        const KnownSide& side = step.known[k];
        known[k] = slots[side.slot];
        hash ^= color_hash(side.slot, known[k]);
    }
    float least[SIDES], least_all = base + price;
    for (std::size_t side = 0; side < SIDES; ++side) {
        const bool is_grey = !puzzle_.framed() || (step.frame >> side & 1) != 0;  // grey costs nothing
        least[side] = *std::min_element(costs + side * colors + (is_grey ? 0 : 1), costs + (side + 1) * colors);
        least_all += least[side];
    }
    const auto is_match = [&](const Fit& fit, std::size_t k) {
        return fit.sides[static_cast<std::size_t>(step.known[k].side)] == known[k];
    };
    // Emits a free candidate if it is cheap enough with all its misses; about one candidate in six gets here.
    const auto offer = [&](const Fit& fit, float cost, std::size_t allowed) {
        std::size_t misses = 0;
        for (std::size_t k = 0; k < count; ++k) misses += !is_match(fit, k);
        std::uint64_t child = hash ^ piece_hash_[fit.kind];
        for (const OpenSide& open : step.open)
            child ^= color_hash(open.slot, fit.sides[static_cast<std::size_t>(open.side)]);
        cost +=
            price * (static_cast<float>(misses) - static_cast<float>(allowed)) + noise_[scramble(child) % NOISE_SIZE];
        if (cost <= cut) emit(Child{cost, 0, child, fit.placement, static_cast<std::uint16_t>(misses)});
    };
    const auto scan = [&](const Fit& fit, std::size_t allowed, auto&& is_new) {
        const float cost = base + price * static_cast<float>(allowed) + costs[fit.sides[0]] +
                           costs[colors + fit.sides[1]] + costs[2 * colors + fit.sides[2]] +
                           costs[3 * colors + fit.sides[3]];
        const bool is_used = (used[fit.kind / 64] >> (fit.kind % 64) & 1) != 0;
        if ((cost <= slack) & !is_used && is_new(fit)) offer(fit, cost, allowed);
    };
    const auto always = [](const Fit&) { return true; };
    if (count == 0) {
        for (const Fit& fit : step.fits->all().at(0)) scan(fit, 0, always);
        return;
    }
    const std::span<const Fit> exact = count == 1
                                           ? step.fits->by(step.known[0].side).at(known[0])
                                           : step.exact->at((std::size_t{known[0]} << tables_.color_bits()) + known[1]);
    for (const Fit& fit : exact) scan(fit, 0, always);
    if (least_all > slack) return;
    const auto is_inexact = [&](const Fit& fit) { return !is_match(fit, 0) || (count > 1 && !is_match(fit, 1)); };
    if (count == 1 || full_scan_) {
        step.fits->each_unused(used, [&](const Fit& fit) { scan(fit, 1, is_inexact); });
        return;
    }
    for (std::size_t k = 0; k < count; ++k) {
        const auto side = static_cast<std::size_t>(step.known[k].side);
        if (least_all - least[side] + costs[side * colors + known[k]] > slack) continue;
        const auto is_new = [&](const Fit& fit) {
            for (std::size_t earlier = 0; earlier < k; ++earlier)
                if (is_match(fit, earlier)) return false;
            return is_inexact(fit);
        };
        for (const Fit& fit : step.fits->by(step.known[k].side).at(known[k])) scan(fit, 1, is_new);
    }
}

// Of children with the same hash the cheapest stays; the hash table uses open addressing over the children.
void Beam::drop_duplicates() {
    std::size_t size = 1;
    while (size < 2 * children_.size() + 2) size *= 2;
    table_.assign(size, 0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < children_.size(); ++i) {
        const Child child = children_[i];
        std::size_t place = child.hash & (size - 1);
        while (table_[place] != 0 && children_[table_[place] - 1].hash != child.hash) place = (place + 1) & (size - 1);
        if (table_[place] == 0) {
            children_[kept++] = child;
            table_[place] = static_cast<std::uint32_t>(kept);
        } else if (child.cost < children_[table_[place] - 1].cost) {
            children_[table_[place] - 1] = child;
        }
    }
    children_.resize(kept);
}

void Beam::drop_surplus() {
    if (children_.size() <= width_) return;
    std::vector<float> costs;
    costs.reserve(children_.size());
    for (const Child& child : children_) costs.push_back(child.cost);
    const auto cut = costs.begin() + static_cast<std::ptrdiff_t>(width_ - 1);
    std::nth_element(costs.begin(), cut, costs.end());
    std::erase_if(children_, [limit = *cut](const Child& child) { return child.cost > limit; });
}

// The terms of the children that stay, each with weight 1.
void Beam::trace_terms(std::size_t depth) {
    const FrontierStep& step = frontier_.steps[depth];
    const std::vector<double> typical = typical_counts();
    const Foresight open({options_.price, 1, 0}, step, unknown_[depth], typical, tables_.colors(), covered());
    const Foresight pairs({options_.price, 0, 1}, step, unknown_[depth], typical, tables_.colors(), covered());
    std::vector<float> costs(SIDES * tables_.colors());
    for (const Child& child : children_) {
        std::uint8_t* const parent = record(child.parent);
        const Sides sides = puzzle_.sides(child.placement);
        const auto at_child = [&](float now) {
            for (std::size_t side = 0; side < SIDES; ++side) now += costs[side * tables_.colors() + sides[side]];
            return now;
        };
        const auto estimate = [&](const Foresight& of) {
            return at_child(
                of.price(records_.slots(parent), records_.counts(parent), Records::pairs(parent), costs.data()));
        };
        const float open_term = estimate(open), pairs_term = estimate(pairs);
        std::fill(costs.begin(), costs.end(), 0.0f);
        price_chains(parent, 1, costs.data());
        trace_.terms.insert(trace_.terms.end(), {static_cast<float>(Records::breaks(parent) + child.misses), open_term,
                                                 pairs_term, at_child(0), odd_colors(child, step)});
    }
}

// The colors whose sides, those left and those that are open, cannot all be paired.
float Beam::odd_colors(const Child& child, const FrontierStep& step) {
    std::uint8_t* const parent = record(child.parent);
    const Sides sides = puzzle_.sides(child.placement);
    std::vector<unsigned> count(tables_.colors(), 0);
    for (std::size_t i = 0; i < ledger_.size(); ++i)
        count[i % tables_.colors()] += static_cast<unsigned>(records_.counts(parent)[i]);
    for (const Color color : sides) --count[color];
    for (const OpenSide& side : step.waiting) ++count[records_.slots(parent)[side.slot]];
    for (const OpenSide& side : step.open) ++count[sides[static_cast<std::size_t>(side.side)]];
    return static_cast<float>(std::count_if(count.begin() + 1, count.end(), [](unsigned n) { return n % 2 == 1; }));
}

void Beam::build(const FrontierStep& step) {
    next_.resize(children_.size() * records_.size());
    history_.emplace_back(children_.size());
    const auto build_one = [&](std::size_t i) {
        const Child& child = children_[i];
        std::uint8_t* target = next_.data() + i * records_.size();
        std::memcpy(target, record(child.parent), records_.size());
        const auto piece = static_cast<std::size_t>(child.placement >> 2);
        const Sides sides = puzzle_.sides(child.placement);
        Records::hash(target) = child.hash;
        Records::breaks(target) += child.misses;
        Records::used(target)[piece / 64] |= std::uint64_t{1} << (piece % 64);
        ledger_.take(piece, records_.counts(target), Records::pairs(target));
        for (const OpenSide& open : step.open)
            records_.slots(target)[open.slot] = sides[static_cast<std::size_t>(open.side)];
        history_.back()[i] = {child.parent, child.placement};
    };
    share_out(children_.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) build_one(i);
    });
    size_ = children_.size();
    boards_.swap(next_);
}

// Drops the ancestors of boards that were dropped, so that memory stays near width times a few steps.
void Beam::prune_history() {
    std::vector<bool> alive(history_.back().size(), true);
    for (std::size_t d = history_.size() - 1; d-- > 0;) {
        std::vector<bool> mine(history_[d].size(), false);
        for (const Link& link : history_[d + 1]) mine[link.parent] = true;
        std::vector<std::uint32_t> moved(history_[d].size());
        std::uint32_t kept = 0;
        for (std::size_t i = 0; i < mine.size(); ++i) {
            moved[i] = kept;
            if (mine[i]) history_[d][kept++] = history_[d][i];
        }
        for (Link& link : history_[d + 1]) link.parent = moved[link.parent];
        if (kept == history_[d].size()) continue;
        history_[d].resize(kept);
        history_[d].shrink_to_fit();
    }
}

}  // namespace

BeamResult beam(const Puzzle& puzzle, const Board& root, const BeamOptions& options, Control& control) {
    puzzle.require_board(root);
    puzzle.require_order(options.order);
    for (const std::vector<double>* weights : {&options.open, &options.pairs, &options.chains})
        if (weights->size() != puzzle.cells() + 1)
            throw BadRequest("a weight is needed for each number of empty cells");
    return Beam(puzzle, root, options, control).run();
}

}  // namespace edgematch
