// The steps of the GPU beam on the CPU: teams of one lane, one board after the other.
#include "device/beam_lanes.hpp"

#include <vector>

namespace edgematch {

using namespace lanes;

namespace {

struct TeamOfOne {
    static constexpr u32 SIZE = 1;
    u32 lane = 0;

    void sync() const {}
    float min(float value) const { return value; }
    float sum(float value) const { return value; }
    u32 place(u32* count, bool is_wanted) const { return is_wanted ? (*count)++ : 0; }
};

}  // namespace

void expand_beam(const BeamTables& tables, const BeamPrices& prices, const BeamStep& step, const u8* records, u32 count,
                 u32 stride, const BeamChildren& out) {
    std::vector<float> costs(SIDES_OF_CELL * tables.colors);
    const BeamLane<TeamOfOne> lane{{}, tables, prices, costs.data()};
    for (u32 i = 0; i < count; i += stride) lane.expand(records + u64{i} * tables.size, i, step, out);
}

}  // namespace edgematch
