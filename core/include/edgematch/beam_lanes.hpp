// The steps of the GPU's beam, run on the processor (src/device/beam_lanes.cpp).
#pragma once

#include "device/beam.hpp"

namespace edgematch {

// Expands every `stride`-th of some boards.
void expand_front(const lanes::FrontTables& tables, const lanes::FrontPrices& prices, const lanes::FrontStep& step,
                  const lanes::u8* records, lanes::u32 count, lanes::u32 stride, const lanes::FrontChildren& out);

}  // namespace edgematch
