// Candidate lists for searches that tolerate breaks.
//
// A strict search needs one list per cell: the placements that agree with every known side. A tolerant one also wants
// those that miss one side, without a scan of all pieces. They are the lists of the other known sides taken alone, less
// the exact fits. So the lists by one side, compiled for every frame mask, and those by two sides, compiled for the
// pairs of sides that an order really meets, are all it needs. Pieces of the root are left out from the start, which
// keeps the lists short.
#include "score/fit_tables.hpp"

#include <algorithm>

#include "edgematch/random.hpp"

namespace edgematch {

std::vector<Placement> in_sequence(const Kinds& kinds, std::span<const Placement> root, const FitSequence& sequence) {
    std::vector<std::size_t> used(kinds.count(), 0);
    for (const Placement placement : root)
        if (placement != EMPTY) ++used[kinds.of(placement)];
    std::vector<Placement> left;
    for (const Look& look : kinds.looks())
        if (used[look.kind] < kinds.copies(look.kind)) left.push_back(look.placement);
    Random random(sequence.seed);
    if (sequence.seed != 0)
        for (std::size_t i = left.size(); i > 1; --i)
            std::swap(left[i - 1], left[random.below(static_cast<std::uint32_t>(i))]);
    if (!sequence.burnt.empty())
        std::stable_sort(left.begin(), left.end(), [&](Placement a, Placement b) {
            return sequence.burnt[kinds.of(a)] > sequence.burnt[kinds.of(b)];
        });
    return left;
}

FrameFits::FrameFits(const FitTables& tables, unsigned frame)
    : tables_(tables), frame_(frame), kinds_((tables.kinds().count() + 63) / 64, 0) {
    const CandidateTables& candidates = tables.candidates();
    all_ = tables.with_sentinels(candidates.lists({.frame = frame}));
    for (int side = 0; side < SIDES; ++side)
        by_side_[side] = tables.with_sentinels(candidates.lists({.frame = frame, .known = 1u << side}));
    std::vector<std::size_t> kinds;
    for (const Placement placement : candidates.fitting(frame)) kinds.push_back(tables.kinds().of(placement));
    by_kind_ = tables.with_sentinels(grouped(candidates.fitting(frame), kinds, tables.kinds().count()));
    for (const std::size_t kind : kinds) kinds_[kind / 64] |= std::uint64_t{1} << (kind % 64);
}

const FitLists& FrameFits::by(int first, int second) {
    const auto [place, is_new] = by_pair_.try_emplace({first, second});
    if (is_new)
        place->second = tables_.with_sentinels(
            tables_.candidates().lists({.frame = frame_, .known = 1u << first | 1u << second, .own = second}));
    return place->second;
}

FitTables::FitTables(const Puzzle& puzzle, const Kinds& kinds, std::span<const Placement> root,
                     const FitSequence& sequence)
    : kinds_(kinds), tables_(puzzle, in_sequence(kinds, root, sequence), ColorNumbers::AS_GIVEN) {
    for (const Look& look : kinds.looks())
        for (const Color color : look.sides) colors_ = std::max(colors_, std::size_t{color} + 1);
}

Frontier FitTables::attached(Frontier frontier) {
    for (FrontierStep& step : frontier.steps) {
        step.fits = &by_frame_.try_emplace(step.frame, *this, step.frame).first->second;
        if (step.known.size() >= 2) step.exact = &step.fits->by(step.known[0].side, step.known[1].side);
    }
    return frontier;
}

FitLists FitTables::with_sentinels(const CandidateLists& lists) const {
    FitLists stored;
    stored.heads.reserve(lists.heads.size());
    stored.fits.reserve(lists.placements.size() + lists.count());
    for (std::size_t k = 0; k < lists.count(); ++k) {
        stored.heads.push_back(static_cast<std::uint32_t>(stored.fits.size()));
        for (const Placement placement : lists.at(k))
            stored.fits.push_back({tables_.sides(placement), kinds_.of(placement), placement});
        stored.fits.push_back({{}, static_cast<std::uint16_t>(kinds_.count()), EMPTY});
    }
    stored.heads.push_back(static_cast<std::uint32_t>(stored.fits.size()));
    return stored;
}

}  // namespace edgematch
