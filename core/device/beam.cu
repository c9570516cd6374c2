// The kernels of the beam: one warp per board that is expanded, one thread per child that is compared or grown.
#include "beam.hpp"

using namespace edgematch::lanes;

namespace {

constexpr u32 WARP = 0xffffffffu;

struct WarpTeam {
    static constexpr u32 SIZE = 32;
    u32 lane;

    __device__ void sync() const { __syncwarp(); }
    __device__ float min(float value) const {
        for (int apart = 16; apart > 0; apart /= 2) value = fminf(value, __shfl_xor_sync(WARP, value, apart));
        return value;
    }
    __device__ float sum(float value) const {
        for (int apart = 16; apart > 0; apart /= 2) value += __shfl_xor_sync(WARP, value, apart);
        return value;
    }
    // A position for each lane that wants one.
    __device__ u32 place(u32* count, bool is_wanted) const {
        const u32 wanting = __ballot_sync(WARP, is_wanted);
        if (wanting == 0) return 0;
        u32 first = 0;
        if (lane == 0) first = atomicAdd(count, __popc(wanting));
        return __shfl_sync(WARP, first, 0) + __popc(wanting & ((1u << lane) - 1));
    }
};

__device__ BeamTables given_tables(const BeamFit* fits, const u32* heads, const BeamFit* pieces, const u32* sides,
                                   const u64* piece_hash, const u64* slot_hash, const float* noise) {
    return {fits,
            heads,
            pieces,
            sides,
            piece_hash,
            slot_hash,
            noise,
            EDGEMATCH_COLORS,
            EDGEMATCH_USED_AT,
            EDGEMATCH_COUNTS_AT,
            EDGEMATCH_SLOTS_AT,
            EDGEMATCH_SIZE};
}

}  // namespace

#define EDGEMATCH_TABLES                                                                                   \
    const BeamFit *fits, const u32 *heads, const BeamFit *pieces, const u32 *sides, const u64 *piece_hash, \
        const u64 *slot_hash, const float *noise
#define EDGEMATCH_GIVEN given_tables(fits, heads, pieces, sides, piece_hash, slot_hash, noise)

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS)
    expand(EDGEMATCH_TABLES, const BeamStep* step, const u8* records, u32 count, u32 stride, const float* gain,
           const float* open, u32 open_size, float price, float cut, float slack, u32* made, u32 capacity, float* costs,
           u32* parents, u64* hashes, u32* moves) {
    __shared__ float prices[EDGEMATCH_THREADS / 32][SIDES_OF_CELL * EDGEMATCH_COLORS];
    __shared__ BeamStep here;
    __shared__ float gains[ROLES_OF_SIDE * ROLES_OF_SIDE];
    for (u32 i = threadIdx.x; i < sizeof(BeamStep) / sizeof(u32); i += blockDim.x)
        reinterpret_cast<u32*>(&here)[i] = reinterpret_cast<const u32*>(step)[i];
    if (threadIdx.x < ROLES_OF_SIDE * ROLES_OF_SIDE) gains[threadIdx.x] = gain[threadIdx.x];
    __syncthreads();
    const u32 warp = threadIdx.x / 32, warps = gridDim.x * (blockDim.x / 32);
    const BeamLane<WarpTeam> lane{
        {threadIdx.x % 32}, EDGEMATCH_GIVEN, {gains, open, open_size, price, cut, slack}, prices[warp]};
    const BeamChildren out{made, capacity, costs, parents, hashes, moves};
    for (u32 i = blockIdx.x * (blockDim.x / 32) + warp; i < count; i += warps)
        lane.expand(records + static_cast<u64>(i) * stride * EDGEMATCH_SIZE, i * stride, here, out);
}

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS)
    choose_cheapest(const long long* order, float* costs, u32* parents, u64* hashes, u32* moves, u32 count,
                    u32* chosen) {
    const u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place < count) chosen[place] = choose(order, {nullptr, 0, costs, parents, hashes, moves}, count, place);
}

extern "C" __global__ void __launch_bounds__(EDGEMATCH_THREADS)
    grow_boards(EDGEMATCH_TABLES, const BeamStep* step, const u8* records, u8* next, const u32* parents,
                const u64* hashes, const u32* moves, u32 count) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        grow(EDGEMATCH_GIVEN, *step, records + static_cast<u64>(parents[i]) * EDGEMATCH_SIZE,
             next + static_cast<u64>(i) * EDGEMATCH_SIZE, hashes[i], moves[i]);
}
