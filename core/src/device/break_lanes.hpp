// The lanes of the break-tolerant GPU engine, run on the CPU (src/device/break_lanes.cpp).
#pragma once

#include "endgame_lane.hpp"
#include "first_rows.hpp"

namespace edgematch {

enum class LaneStage { STRICT, BREAKING, COMPLETING };

// Runs every job once.
template <class Word>
void run_break_lanes(LaneStage stage, const lanes::BreakTables<Word>& tables, const lanes::BreakJobs& jobs);

// Makes random first rows.
template <class Word>
void make_rows(const lanes::BreakTables<Word>& tables, const lanes::RowJobs& jobs);

}  // namespace edgematch
