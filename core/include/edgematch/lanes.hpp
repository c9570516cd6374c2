// The lanes of the GPU engine, run on the processor (src/lanes.cpp).
#pragma once

#include "../../cuda/lane.hpp"

namespace edgematch {

// Runs every job once; `Free` decides where the set of free pieces is kept.
template <class Word, class Cursor, class Free>
void run_lanes(const lanes::Tables<Word, Cursor>& tables, const lanes::Jobs<Cursor>& jobs);

}  // namespace edgematch
