// The kernels of the beam: one thread per board that is expanded, per child that is compared, per child that grows.
//
// Children go through a buffer per warp, so that a warp takes space in the layer's list once per board. Duplicates are
// found by a hash table over the children. What is constant for a puzzle is given as macros.
#include "beam.hpp"

using namespace edgematch::lanes;

namespace {

constexpr u32 WARP = 32, ALL_LANES = 0xffffffffu, THREADS = EDGEMATCH_THREADS, BUFFER = 64, BINS = 2048;

extern __shared__ __align__(16) char memory[];

__device__ BeamTables with_constants(const BeamTables* given) {
    BeamTables tables = *given;
    tables.colors = tables.chains.colors = EDGEMATCH_COLORS;
    tables.chains.pieces = EDGEMATCH_PIECES;
    tables.words = EDGEMATCH_WORDS;
    tables.slots_at = EDGEMATCH_SLOTS_AT;
    tables.wide_counts = EDGEMATCH_WIDE_COUNTS;
    return tables;
}

__device__ u32 thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ u32 thread_count() { return gridDim.x * blockDim.x; }

// A position for each lane of a warp that wants one; all of them must call.
__device__ u32 place_of(u32* count, bool is_wanted) {
    const u32 lane = threadIdx.x % WARP, wanting = __ballot_sync(ALL_LANES, is_wanted);
    u32 first = 0;
    if (lane == 0 && wanting) first = atomicAdd(count, __popc(wanting));
    return __shfl_sync(ALL_LANES, first, 0) + __popc(wanting & ((1u << lane) - 1));
}

struct WarpBuffer {
    BeamChild* buffer;
    u32* held;
    BeamChild* children;
    u32* made;
    u32 capacity;

    __device__ void operator()(const BeamChild& child) {
        const u32 place = atomicAdd(held, 1);
        if (place < BUFFER) {
            buffer[place] = child;
            return;
        }
        const u32 directly = atomicAdd(made, 1);
        if (directly < capacity) children[directly] = child;
    }

    __device__ void flush() {
        __syncwarp();
        const u32 lane = threadIdx.x % WARP, count = *held < BUFFER ? *held : BUFFER;
        u32 first = 0;
        if (lane == 0 && count) first = atomicAdd(made, count);
        first = __shfl_sync(ALL_LANES, first, 0);
        for (u32 i = lane; i < count; i += WARP)
            if (first + i < capacity) children[first + i] = buffer[i];
        __syncwarp();
        if (lane == 0) *held = 0;
        __syncwarp();
    }
};

}  // namespace

// Expands all boards, or those of `which`.
extern "C" __global__ void __launch_bounds__(THREADS, 4)
    expand(const BeamTables* given, const BeamStep* step, u32* records, u64 capacity, const u32* which, u32 count,
           const float* gain, const float* open, u32 open_size, float price, float chain_weight, float slack, u32 cut,
           BeamChild* children, u32 most, u32* made) {
    __shared__ BeamStep here;
    __shared__ BeamChild buffers[THREADS / WARP][BUFFER];
    __shared__ u32 held[THREADS / WARP];
    __shared__ float gains[ROLES_OF_SIDE * ROLES_OF_SIDE];
    __shared__ u32 hulls[ROLES_OF_SIDE * 3];
    for (u32 i = threadIdx.x; i < sizeof(BeamStep) / sizeof(u32); i += THREADS)
        reinterpret_cast<u32*>(&here)[i] = reinterpret_cast<const u32*>(step)[i];
    if (threadIdx.x < ROLES_OF_SIDE * ROLES_OF_SIDE) {
        gains[threadIdx.x] = gain[threadIdx.x];
        hulls[threadIdx.x] = given->hulls[threadIdx.x];
    }
    if (threadIdx.x < THREADS / WARP) held[threadIdx.x] = 0;
    __syncthreads();
    u32* const own = reinterpret_cast<u32*>(memory) + threadIdx.x;
    BeamTables tables = with_constants(given);
    tables.hulls = hulls;
    const BeamLane<THREADS> lane{tables,
                                 {gains, open, open_size, price, chain_weight, slack, cut},
                                 {own},
                                 {reinterpret_cast<float*>(own) + (EDGEMATCH_WORDS - USED_AT) * THREADS}};
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    const u32 warp = threadIdx.x / WARP;
    WarpBuffer emit{buffers[warp], &held[warp], children, made, most};
    for (u32 i = thread_number(); i - threadIdx.x % WARP < count; i += thread_count()) {
        if (i < count) lane.expand(layer, which ? which[i] : i, here, emit);
        emit.flush();
    }
}

extern "C" __global__ void pick_sample(u32* records, u64 capacity, u32 count, u32 share, u32* which, u32 most,
                                       u32* made) {
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    for (u32 i = thread_number(); i - threadIdx.x % WARP < count; i += thread_count()) {
        const bool is_wanted = i < count && is_in_sample(layer, i, share);
        const u32 place = place_of(made, is_wanted);
        if (is_wanted && place < most) which[place] = i;
    }
}

// Adds up the bytes or 16-bit counts of a sample, one block for each of `entries`.
extern "C" __global__ void sum_sample(u32* records, u64 capacity, const u32* which, u32 count, const u32* entries,
                                      u64* sums) {
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    const u32 at = entries[blockIdx.x];
    u64 mine = 0;
    for (u32 i = threadIdx.x; i < count; i += blockDim.x)
        mine += layer.word(at / 4, which[i]) >> (at % 4 * 8) & (EDGEMATCH_WIDE_COUNTS ? 0xffff : 0xff);
    for (int apart = 16; apart > 0; apart /= 2) mine += __shfl_xor_sync(ALL_LANES, mine, apart);
    if (threadIdx.x % WARP == 0) atomicAdd(&sums[blockIdx.x], mine);
}

// Counts children whose cost begins with `prefix` by the `bits` below it.
extern "C" __global__ void count_costs(const BeamChild* children, u32 count, u32 prefix, u32 shift, u32 bits,
                                       u32* counts) {
    __shared__ u32 mine[BINS];
    for (u32 i = threadIdx.x; i < BINS; i += blockDim.x) mine[i] = 0;
    __syncthreads();
    for (u32 i = thread_number(); i < count; i += thread_count()) {
        const u32 cost = children[i].cost;
        if (shift + bits < 32 && cost >> (shift + bits) != prefix) continue;
        if (cost != DROPPED) atomicAdd(&mine[cost >> shift & ((1u << bits) - 1)], 1);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < BINS; i += blockDim.x)
        if (mine[i]) atomicAdd(&counts[i], mine[i]);
}

// Of children with the same future the better one stays; the hash table uses open addressing.
extern "C" __global__ void drop_duplicates(u32* records, u64 capacity, BeamChild* children, u32 count, u32* table,
                                           u32 mask, u32* dropped) {
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    for (u32 i = thread_number(); i < count; i += thread_count()) {
        const BeamChild mine = children[i];
        u32 place = mine.hash & mask;
        for (;;) {
            const u32 old = atomicCAS(&table[place], NO_CHILD, i);
            if (old == NO_CHILD) break;
            const BeamChild other = children[old];
            if (!is_same_future(mine, other)) {
                place = (place + 1) & mask;
                continue;
            }
            if (other.cost != DROPPED && !is_better(layer, mine, other)) {
                children[i].cost = DROPPED;
                atomicAdd(dropped, 1);
                break;
            }
            if (atomicCAS(&table[place], old, i) != old) continue;
            children[old].cost = DROPPED;
            atomicAdd(dropped, 1);
            break;
        }
    }
}

extern "C" __global__ void grow_boards(const BeamTables* given, const BeamStep* step, u32* records, u64 capacity,
                                       const BeamChild* children, u32 count, u32 limit, u32* next, u64 next_capacity,
                                       u32* parents, u16* placements, u32* made) {
    const BeamTables tables = with_constants(given);
    const BeamLayer from{reinterpret_cast<Group*>(records), capacity},
        to{reinterpret_cast<Group*>(next), next_capacity};
    for (u32 i = thread_number(); i - threadIdx.x % WARP < count; i += thread_count()) {
        BeamChild child{DROPPED, 0, 0, 0};
        if (i < count) child = children[i];
        const bool is_kept = child.cost <= limit && child.cost != DROPPED;
        const u32 place = place_of(made, is_kept);
        if (!is_kept || place >= next_capacity) continue;
        grow(tables, *step, from, child, to, place);
        parents[place] = child.parent;
        placements[place] = static_cast<u16>(placement_of(child));
    }
}

// The boards of a layer by breaks.
extern "C" __global__ void count_breaks(u32* records, u64 capacity, u32 count, u32* counts, u32 most) {
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    for (u32 i = thread_number(); i - threadIdx.x % WARP < count; i += thread_count()) {
        const u32 active = __ballot_sync(ALL_LANES, i < count);
        if (i >= count) continue;
        const u32 breaks = min(layer.word(BREAKS_AT, i), most - 1);
        const u32 same = __match_any_sync(active, breaks);
        if (__ffs(same) - 1 == threadIdx.x % WARP) atomicAdd(&counts[breaks], __popc(same));
    }
}

// The pieces that all boards have used.
extern "C" __global__ void find_used(u32* records, u64 capacity, u32 count, u32 words, u32* used) {
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    for (u32 word = 0; word < words; ++word) {
        u32 mine = ~0u;
        for (u32 i = thread_number(); i < count; i += thread_count()) mine &= layer.word(USED_AT + word, i);
        mine = __reduce_and_sync(ALL_LANES, mine);
        if (threadIdx.x % WARP == 0) atomicAnd(&used[word], mine);
    }
}

// The numbers of the boards with at most `breaks` breaks.
extern "C" __global__ void find_boards(u32* records, u64 capacity, u32 count, u32 breaks, u32* which, u32 most,
                                       u32* made) {
    const BeamLayer layer{reinterpret_cast<Group*>(records), capacity};
    for (u32 i = thread_number(); i - threadIdx.x % WARP < count; i += thread_count()) {
        const bool is_wanted = i < count && layer.word(BREAKS_AT, i) <= breaks;
        const u32 place = place_of(made, is_wanted);
        if (is_wanted && place < most) which[place] = i;
    }
}

// One level up the history: the placements of some boards, which become the numbers of their parents.
extern "C" __global__ void look_up(const u32* parents, const u16* placements, u32* which, u32 count, u16* placed) {
    for (u32 i = thread_number(); i < count; i += thread_count()) {
        placed[i] = placements[which[i]];
        which[i] = parents[which[i]];
    }
}

// Pruning of one level of the history. First each board that has a child gets a new number ...
extern "C" __global__ void number_parents(const u32* parents, u32 count, u32* numbers, u32* made) {
    for (u32 i = thread_number(); i - threadIdx.x % WARP < count; i += thread_count()) {
        const bool is_first = i < count && atomicCAS(&numbers[parents[i]], NO_CHILD, NO_CHILD - 1) == NO_CHILD;
        const u32 place = place_of(made, is_first);
        if (is_first) numbers[parents[i]] = place;
    }
}

// ... then its children learn it ...
extern "C" __global__ void renumber(u32* parents, u32 count, const u32* numbers) {
    for (u32 i = thread_number(); i < count; i += thread_count()) parents[i] = numbers[parents[i]];
}

// ... and it moves there.
extern "C" __global__ void keep_numbered(const u32* parents, const u16* placements, u32 count, const u32* numbers,
                                         u32* kept_parents, u16* kept_placements) {
    for (u32 i = thread_number(); i < count; i += thread_count()) {
        const u32 place = numbers[i];
        if (place == NO_CHILD) continue;
        kept_parents[place] = parents[i];
        kept_placements[place] = placements[i];
    }
}
