// Candidate lists for searches that tolerate breaks.
//
// A strict search needs one list a cell: the placements that agree with every known side. A tolerant one also wants
// those that miss one side, and must not scan all pieces for them. They are the lists of the other known sides taken
// alone, less the exact fits: so the single-side lists, built for every rim pattern, and the two-side lists, built for
// the pairs of sides that an order really meets, answer every question. Pieces that the root holds are left out from
// the start, which keeps the lists short.
#include "puzzle/fits.hpp"

#include <algorithm>
#include <functional>

#include "edgematch/random.hpp"

namespace edgematch {

namespace {

FitTable table_of(std::span<const Fit> fits, std::size_t keys, const Fit& sentinel,
                  const std::function<std::size_t(const Fit&)>& key) {
    FitTable table;
    table.heads.assign(keys + 1, 0);
    for (const Fit& fit : fits) ++table.heads[key(fit) + 1];
    for (std::size_t k = 0; k < keys; ++k) table.heads[k + 1] += table.heads[k] + 1;
    std::vector<std::uint32_t> next(table.heads.begin(), table.heads.end() - 1);
    table.fits.assign(fits.size() + keys, sentinel);
    for (const Fit& fit : fits) table.fits[next[key(fit)]++] = fit;
    return table;
}

void put_in_sequence(std::vector<Look>& looks, const FitSequence& sequence) {
    Random random(sequence.seed);
    if (sequence.seed != 0)
        for (std::size_t i = looks.size(); i > 1; --i)
            std::swap(looks[i - 1], looks[random.below(static_cast<std::uint32_t>(i))]);
    if (!sequence.burnt.empty())
        std::stable_sort(looks.begin(), looks.end(),
                         [&](const Look& a, const Look& b) { return sequence.burnt[a.kind] > sequence.burnt[b.kind]; });
}

}  // namespace

FitClass::FitClass(const std::vector<Fit>& all, std::size_t colors, std::size_t kinds)
    : colors_(colors), sentinel_{{}, static_cast<std::uint16_t>(kinds), EMPTY}, kinds_((kinds + 63) / 64, 0) {
    all_ = table_of(all, 1, sentinel_, [](const Fit&) { return std::size_t{0}; });
    by_kind_ = table_of(all, kinds, sentinel_, [](const Fit& fit) { return std::size_t{fit.kind}; });
    for (std::size_t side = 0; side < SIDES; ++side)
        single_[side] =
            table_of(all, colors, sentinel_, [side](const Fit& fit) { return std::size_t{fit.sides[side]}; });
    for (const Fit& fit : all) kinds_[fit.kind / 64] |= std::uint64_t{1} << (fit.kind % 64);
}

const FitTable& FitClass::pair(int first, int second) {
    const auto [place, is_new] = pairs_.try_emplace({first, second});
    const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
    if (is_new)
        place->second = table_of(all(), colors_ * colors_, sentinel_,
                                 [&](const Fit& fit) { return fit.sides[a] * colors_ + fit.sides[b]; });
    return place->second;
}

FitBook::FitBook(const Puzzle& puzzle, const Copies& kinds, std::span<const Placement> root,
                 const FitSequence& sequence)
    : puzzle_(puzzle), kinds_(kinds.count()) {
    std::vector<std::size_t> used(kinds.count(), 0);
    for (const Placement placement : root)
        if (placement != EMPTY) ++used[kinds.of(placement)];
    for (const Look& look : kinds.looks()) {
        if (used[look.kind] < kinds.copies(look.kind)) looks_.push_back(look);
        for (const Color color : look.sides) colors_ = std::max(colors_, std::size_t{color} + 1);
    }
    put_in_sequence(looks_, sequence);
}

FitClass& FitBook::of(unsigned rim) {
    const auto known = classes_.find(rim);
    if (known != classes_.end()) return known->second;
    std::vector<Fit> all;
    for (const Look& look : looks_)
        if (puzzle_.fits(rim, look.placement)) all.push_back({look.sides, look.kind, look.placement});
    return classes_.try_emplace(rim, all, colors_, kinds_).first->second;
}

}  // namespace edgematch
