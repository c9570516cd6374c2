// The steps of the GPU beam, run on the CPU (src/device/beam_lanes.cpp).
#pragma once

#include <span>
#include <vector>

#include "beam.hpp"

namespace edgematch {

// The children of some boards; those that do not fit into `out` are only counted.
lanes::u32 expand_beam(const lanes::BeamTables& tables, const lanes::BeamPrices& prices, const lanes::BeamStep& step,
                       const lanes::BeamLayer& layer, std::span<const lanes::u32> which,
                       std::span<lanes::BeamChild> out);

// Marks all children but the best of those with the same future as dropped; returns their number.
lanes::u32 drop_duplicates(const lanes::BeamLayer& layer, std::span<lanes::BeamChild> children);

}  // namespace edgematch
