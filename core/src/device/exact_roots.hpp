// Jobs of the exact GPU engine as roots, and roots as jobs (src/device/exact_roots.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/types.hpp"
#include "exact_lane.hpp"

namespace edgematch {

// What cursors stand for, and how the copies of a piece are named on a board.
struct CandidateNames {
    std::span<const Placement> candidates;  // the placement at each cursor, EMPTY at the end of a list
    std::span<const std::int16_t> kinds;    // its kind
    std::span<const std::uint16_t> copies;  // of each kind
    std::span<const Cell> order;            // the cell of each depth
    std::span<const Placement> look_of;     // for each placement the candidate that looks the same
    std::span<const Placement> hints;       // the placement that a hint gives to a cell, else EMPTY
    // The copies of candidate c that no hint uses: names[first_names[c]] to names[first_names[c + 1] - 1].
    std::span<const std::uint32_t> first_names;
    std::span<const Placement> names;
};

// Roots as columns: root i fills its first kept[i] cells in the order as row row[i] does, and the next with last[i].
struct RootColumns {
    std::vector<Placement> rows;  // one placement per cell
    std::vector<std::uint32_t> row;
    std::vector<std::uint16_t> kept;
    std::vector<Placement> last;  // EMPTY: the root ends with what is kept
    std::uint64_t made = 0;       // roots that needed a new placement
};

// The same, as they are read: sorted by row, and for each row by what they keep.
struct RootView {
    std::span<const Placement> rows;
    std::span<const std::uint32_t> row;
    std::span<const std::uint16_t> kept;
    std::span<const Placement> last;
};

// Jobs as columns: entry `depth` of job j is paths[depth * bases.size() + j].
template <class Cursor>
struct JobColumns {
    std::vector<Cursor> paths;
    std::vector<std::int32_t> bases, depths;
    std::uint64_t made = 0;  // last placements of roots that these jobs will make again
};

// What jobs have left. Each free candidate that was not tried is a root. A list of which no candidate was tried stays
// whole: its root is the board above it.
template <class Word, class Cursor>
RootColumns roots_of_jobs(const lanes::Tables<Word, Cursor>& tables, const CandidateNames& names,
                          const lanes::Jobs<Cursor>& jobs);

// Jobs that search roots: one per row where its roots are all that a job has left, else more. A root that holds a
// break has none.
template <class Word, class Cursor>
JobColumns<Cursor> jobs_of_roots(const lanes::Tables<Word, Cursor>& tables, const CandidateNames& names,
                                 const RootView& roots);

}  // namespace edgematch
