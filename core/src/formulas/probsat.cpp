// Local search for satisfiability: probSAT (Balint and Schoening 2012) with break values kept up to date.
//
// Begin with random values; while some clause is unsatisfied, take one at random and flip one of its variables, the
// likelier the fewer clauses the flip breaks: with weight base^-b for b broken clauses. There is no other memory and no
// greedy step. Edge-matching formulas are structured, and local search is known to be far from competitive on them
// (Ansotegui et al. 2008, section 5.3); this solver reproduces that comparison.
//
// A clause that has exactly one true literal is about to break; the variable of that literal is found without looking
// through the clause, since the true variables of each clause are kept as their xor. A flip then costs the number of
// clauses the variable is in. Unit clauses (hints, roots) are propagated first and for good.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "edgematch/formulas.hpp"
#include "edgematch/random.hpp"

namespace edgematch {
namespace {

constexpr std::int64_t POLL_EVERY = 1 << 12;

class Walk {
  public:
    Walk(const Formula& formula, const ProbsatOptions& options, Control& control)
        : formula_(formula), options_(options), control_(control), random_(options.seed) {
        for (int breaks = 0; breaks < 256; ++breaks) weight_.push_back(std::pow(options.base, -breaks));
    }

    ProbsatReport run() {
        report_.refuted = !simplify();
        if (report_.refuted) return report_;
        index();
        while (!done_) attempt();
        control_.progress({.nodes = report_.flips});
        return report_;
    }

  private:
    static std::size_t var(std::int32_t literal) { return static_cast<std::size_t>(std::abs(literal)); }
    bool is_true(std::int32_t literal) const { return value_[var(literal)] == (literal > 0); }
    std::size_t slot(std::int32_t literal) const { return 2 * var(literal) + (literal < 0); }

    // Unit propagation by passes; keeps the clauses that are left. False on a contradiction.
    bool simplify() {
        fixed_.assign(static_cast<std::size_t>(formula_.variables) + 1, 0);
        bool changed = true;
        while (changed) {
            changed = false;
            start_.assign(1, 0);
            kept_.clear();
            bool satisfied = false;
            for (std::int32_t literal : formula_.literals) {
                if (literal != 0) {
                    const int known = fixed_[var(literal)] * (literal > 0 ? 1 : -1);
                    satisfied |= known > 0;
                    if (known == 0) kept_.push_back(literal);
                    continue;
                }
                const std::size_t length = kept_.size() - start_.back();
                if (satisfied || length <= 1) {
                    if (!satisfied && length == 0) return false;
                    if (!satisfied) {
                        fixed_[var(kept_.back())] = kept_.back() > 0 ? 1 : -1;
                        changed = true;
                    }
                    kept_.resize(start_.back());
                } else {
                    start_.push_back(kept_.size());
                }
                satisfied = false;
            }
        }
        return true;
    }

    // For each literal the clauses it is in.
    void index() {
        first_.assign(2 * (static_cast<std::size_t>(formula_.variables) + 1) + 1, 0);
        for (std::int32_t literal : kept_) ++first_[slot(literal) + 1];
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        occurs_.resize(kept_.size());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        for (std::size_t clause = 0; clause + 1 < start_.size(); ++clause)
            for (std::size_t i = start_[clause]; i < start_[clause + 1]; ++i)
                occurs_[next[slot(kept_[i])]++] = static_cast<std::uint32_t>(clause);
        report_.fewest = static_cast<std::int64_t>(start_.size() - 1);
    }

    void attempt() {
        begin();
        for (std::int64_t flip = 0; !unsatisfied_.empty(); ++flip) {
            if (options_.restart > 0 && flip >= options_.restart) return;
            if (report_.flips == options_.flip_limit || (report_.flips % POLL_EVERY == 0 && is_over())) {
                done_ = true;
                return;
            }
            const auto clause = unsatisfied_[random_.below(static_cast<std::uint32_t>(unsatisfied_.size()))];
            turn(pick(clause));
            ++report_.flips;
            const auto now = static_cast<std::int64_t>(unsatisfied_.size());
            if (now < report_.fewest) report_.fewest = now;
        }
        done_ = report_.satisfied = true;
        report_.assignment.assign(value_.begin() + 1, value_.end());
    }

    bool is_over() {
        control_.progress({.nodes = report_.flips});
        return control_.stopped();
    }

    void begin() {
        value_.resize(fixed_.size());
        for (std::size_t v = 0; v < value_.size(); ++v)
            value_[v] = fixed_[v] != 0 ? fixed_[v] > 0 : static_cast<std::int8_t>(random_.next() >> 63);
        breaks_.assign(value_.size(), 0);
        count_.assign(start_.size() - 1, 0);
        mixed_.assign(start_.size() - 1, 0);
        place_.assign(start_.size() - 1, 0);
        unsatisfied_.clear();
        for (std::size_t clause = 0; clause < count_.size(); ++clause) {
            for (std::size_t i = start_[clause]; i < start_[clause + 1]; ++i)
                if (is_true(kept_[i])) {
                    ++count_[clause];
                    mixed_[clause] ^= static_cast<std::uint32_t>(var(kept_[i]));
                }
            if (count_[clause] == 0) lose(static_cast<std::uint32_t>(clause));
            if (count_[clause] == 1) ++breaks_[mixed_[clause]];
        }
    }

    std::size_t pick(std::uint32_t clause) {
        weights_.clear();
        double total = 0;
        for (std::size_t i = start_[clause]; i < start_[clause + 1]; ++i) {
            total += weight_[std::min<std::size_t>(breaks_[var(kept_[i])], weight_.size() - 1)];
            weights_.push_back(total);
        }
        const double at = random_.real() * total;
        std::size_t chosen = 0;
        while (chosen + 1 < weights_.size() && weights_[chosen] <= at) ++chosen;
        return var(kept_[start_[clause] + chosen]);
    }

    void turn(std::size_t v) {
        const auto was = static_cast<std::int32_t>(value_[v] ? v : 0) - static_cast<std::int32_t>(value_[v] ? 0 : v);
        value_[v] = !value_[v];
        const auto number = static_cast<std::uint32_t>(v);
        for (std::size_t i = first_[slot(-was)]; i < first_[slot(-was) + 1]; ++i) {
            const auto clause = occurs_[i];
            if (count_[clause] == 0) win(clause), ++breaks_[v];
            if (count_[clause] == 1) --breaks_[mixed_[clause]];
            ++count_[clause];
            mixed_[clause] ^= number;
        }
        for (std::size_t i = first_[slot(was)]; i < first_[slot(was) + 1]; ++i) {
            const auto clause = occurs_[i];
            --count_[clause];
            mixed_[clause] ^= number;
            if (count_[clause] == 0) lose(clause), --breaks_[v];
            if (count_[clause] == 1) ++breaks_[mixed_[clause]];
        }
    }

    void lose(std::uint32_t clause) {
        place_[clause] = static_cast<std::uint32_t>(unsatisfied_.size());
        unsatisfied_.push_back(clause);
    }

    void win(std::uint32_t clause) {
        const auto last = unsatisfied_.back();
        unsatisfied_[place_[clause]] = last;
        place_[last] = place_[clause];
        unsatisfied_.pop_back();
    }

    const Formula& formula_;
    const ProbsatOptions& options_;
    Control& control_;
    Random random_;
    ProbsatReport report_;
    bool done_ = false;
    std::vector<double> weight_, weights_;
    std::vector<std::int8_t> fixed_, value_;
    std::vector<std::int32_t> kept_;
    std::vector<std::size_t> start_, first_;
    std::vector<std::uint32_t> occurs_, breaks_, count_, mixed_, place_, unsatisfied_;
};

}  // namespace

ProbsatReport probsat(const Formula& formula, const ProbsatOptions& options, Control& control) {
    if (!formula.literals.empty() && formula.literals.back() != 0)
        throw BadRequest("the last clause is not ended by 0");
    for (std::int32_t literal : formula.literals)
        if (literal < -formula.variables || literal > formula.variables)
            throw BadRequest("a literal without a variable");
    return Walk(formula, options, control).run();
}

}  // namespace edgematch
