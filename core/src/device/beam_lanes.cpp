// The steps of the GPU beam on the CPU: one board after the other.
#include "device/beam_lanes.hpp"

#include <unordered_map>

namespace edgematch {

using namespace lanes;

u32 expand_beam(const BeamTables& tables, const BeamPrices& prices, const BeamStep& step, const BeamLayer& layer,
                std::span<const u32> which, std::span<BeamChild> out) {
    std::vector<u32> record(tables.words);
    std::vector<float> costs(MOST_TABLES * tables.colors);
    const BeamLane<1> lane{tables, prices, {record.data()}, {costs.data()}};
    u32 made = 0;
    auto emit = [&](const BeamChild& child) {
        if (made < out.size()) out[made] = child;
        ++made;
    };
    for (const u32 board : which) lane.expand(layer, board, step, emit);
    return made;
}

u32 drop_duplicates(const BeamLayer& layer, std::span<BeamChild> children) {
    std::unordered_map<u64, u32> kept;
    u32 dropped = 0;
    for (u32 i = 0; i < children.size(); ++i) {
        const u64 key = u64{children[i].move >> MOVE_BITS} << 32 | children[i].hash;
        const auto [found, is_new] = kept.try_emplace(key, i);
        if (is_new) continue;
        const bool is_best = is_better(layer, children[i], children[found->second]);
        children[is_best ? found->second : i].cost = DROPPED;
        if (is_best) found->second = i;
        ++dropped;
    }
    return dropped;
}

}  // namespace edgematch
