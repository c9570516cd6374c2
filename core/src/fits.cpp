// Candidate lists for searches that tolerate breaks.
//
// A strict search needs one list a cell: the placements that agree with every known side. A tolerant one also wants
// those that miss one side, and must not scan all pieces for them. They are the lists of the other known sides taken
// alone, less the exact fits: so the single-side lists, built for every rim pattern, and the two-side lists, built for
// the pairs of sides that an order really meets, answer every question. Pieces that the root holds are left out from
// the start, which keeps the lists short.
#include "fits.hpp"

#include <algorithm>
#include <functional>

namespace edgematch {

namespace {

FitTable table_of(std::span<const Fit> fits, std::size_t keys, const std::function<std::size_t(const Fit&)>& key) {
    FitTable table;
    table.heads.assign(keys + 1, 0);
    for (const Fit& fit : fits) ++table.heads[key(fit) + 1];
    for (std::size_t k = 0; k < keys; ++k) table.heads[k + 1] += table.heads[k];
    std::vector<std::uint32_t> next(table.heads.begin(), table.heads.end() - 1);
    table.fits.resize(fits.size());
    for (const Fit& fit : fits) table.fits[next[key(fit)]++] = fit;
    return table;
}

}  // namespace

FitClass::FitClass(std::vector<Fit> all, std::size_t colors, std::size_t pieces)
    : all_(std::move(all)), colors_(colors), pieces_((pieces + 63) / 64, 0) {
    by_piece_ = table_of(all_, pieces, [](const Fit& fit) { return std::size_t{fit.piece}; });
    for (const Fit& fit : all_) pieces_[fit.piece / 64] |= std::uint64_t{1} << (fit.piece % 64);
    for (std::size_t side = 0; side < SIDES; ++side)
        single_[side] = table_of(all_, colors, [side](const Fit& fit) { return std::size_t{fit.sides[side]}; });
}

const FitTable& FitClass::pair(int first, int second) {
    const auto [place, is_new] = pairs_.try_emplace({first, second});
    const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
    if (is_new)
        place->second =
            table_of(all_, colors_ * colors_, [&](const Fit& fit) { return fit.sides[a] * colors_ + fit.sides[b]; });
    return place->second;
}

FitBook::FitBook(const Puzzle& puzzle, std::span<const Placement> root)
    : puzzle_(puzzle), used_(puzzle.cells(), false) {
    for (const Placement placement : root)
        if (placement != EMPTY) used_[static_cast<std::size_t>(placement >> 2)] = true;
    for (std::size_t p = 0; p < 4 * puzzle.cells(); p += 4)
        for (const Color color : puzzle.sides(static_cast<Placement>(p)))
            colors_ = std::max(colors_, std::size_t{color} + 1);
}

FitClass& FitBook::of(unsigned rim) {
    const auto known = classes_.find(rim);
    if (known != classes_.end()) return known->second;
    std::vector<Fit> all;
    for (std::size_t p = 0; p < 4 * puzzle_.cells(); ++p) {
        const auto placement = static_cast<Placement>(p);
        if (!used_[p >> 2] && puzzle_.fits(rim, placement))
            all.push_back({puzzle_.sides(placement), static_cast<std::uint16_t>(p >> 2), placement});
    }
    return classes_.try_emplace(rim, std::move(all), colors_, puzzle_.cells()).first->second;
}

}  // namespace edgematch
