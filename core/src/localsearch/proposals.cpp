// Which exchange to try next: one that gives some side of some cell the color that faces it.
//
// Drawn blindly, an exchange with two turns hits a matching side in one of four tries; here a cell and a side are
// drawn, then one of the placements that show that color there, so that every proposal matches at least one edge. The
// piece that was there goes to the other's cell, turned at random. Annealing by such proposals is several times faster
// than by blind ones (docs/research/localsearch.md).
#include "localsearch/proposals.hpp"

namespace edgematch {

Proposals::Proposals(const Arrangement& now) : lists_(16 * SIDES * 256) {
    const Puzzle& puzzle = now.puzzle();
    std::vector<std::vector<Placement>> by_key(lists_.size());
    std::vector<bool> has_rim(16, false);
    for (const Cell cell : now.free_cells()) has_rim[now.rim(cell)] = true;
    for (unsigned rim = 0; rim < 16; ++rim)
        for (int placement = 0; has_rim[rim] && placement < static_cast<int>(4 * puzzle.cells()); ++placement) {
            const bool is_free = !now.is_fixed(placement >> 2) && puzzle.fits(rim, static_cast<Placement>(placement));
            for (int side = 0; is_free && side < SIDES; ++side)
                by_key[key(rim, side, color_at(now.sides(static_cast<Placement>(placement)), side))].push_back(
                    static_cast<Placement>(placement));
        }
    for (std::size_t k = 0; k < by_key.size(); ++k) {
        lists_[k] = {static_cast<std::uint32_t>(fits_.size()), static_cast<std::uint32_t>(by_key[k].size())};
        fits_.insert(fits_.end(), by_key[k].begin(), by_key[k].end());
    }
}

}  // namespace edgematch
