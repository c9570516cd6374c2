// The lanes of the exact GPU engine, run on the CPU (src/device/exact_lanes.cpp).
#pragma once

#include "exact_lane.hpp"

namespace edgematch {

// Runs every job once; `Free` and `Stack` decide how the lanes keep what they know.
template <class Word, class Cursor, class Free, class Stack>
void run_lanes(const lanes::Tables<Word, Cursor>& tables, const lanes::Jobs<Cursor>& jobs);

}  // namespace edgematch
