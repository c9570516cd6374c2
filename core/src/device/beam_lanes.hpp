// The steps of the GPU beam, run on the CPU (src/device/beam_lanes.cpp).
#pragma once

#include "beam.hpp"

namespace edgematch {

// Expands every `stride`-th of some boards.
void expand_beam(const lanes::BeamTables& tables, const lanes::BeamPrices& prices, const lanes::BeamStep& step,
                 const lanes::u8* records, lanes::u32 count, lanes::u32 stride, const lanes::BeamChildren& out);

}  // namespace edgematch
