#include "score/beam_children.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "scheduling/shared_chunks.hpp"

namespace edgematch {

namespace {

constexpr std::size_t FEWEST_PER_THREAD = 1 << 15;                 // children that are worth a thread
constexpr float DROPPED = std::numeric_limits<float>::infinity();  // the cost of a duplicate
constexpr std::array<int, 3> DIGITS{21, 10, 0};                    // the lowest bit of each digit of a key
constexpr std::uint32_t DIGIT = (1u << 11) - 1;

// Unsigned numbers in the order of costs.
std::uint32_t key_of(float cost) {
    const auto bits = std::bit_cast<std::uint32_t>(cost);
    return bits >> 31 != 0 ? ~bits : bits | 1u << 31;
}
float cost_of(std::uint32_t key) { return std::bit_cast<float>(key >> 31 != 0 ? key & ~(1u << 31) : ~key); }

}  // namespace

std::size_t Children::workers() const { return std::clamp<std::size_t>(size_ / FEWEST_PER_THREAD, 1, threads_); }

void Children::join(const std::vector<std::vector<Child>>& parts) {
    std::vector<std::size_t> begins{0};
    for (const std::vector<Child>& part : parts) begins.push_back(begins.back() + part.size());
    size_ = alive_ = begins.back();
    if (size_ > capacity_) {
        capacity_ = size_ + size_ / 4;
        all_.reset(new Child[capacity_]);
    }
    share_chunks(parts.size(), 16, workers(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) std::copy(parts[i].begin(), parts[i].end(), all_.get() + begins[i]);
    });
}

// Each worker sees to the hashes of one part, in a table of its own.
void Children::drop_duplicates() {
    const std::size_t parts = workers();
    tables_.resize(std::max(tables_.size(), parts));
    std::vector<std::size_t> kept(parts);
    share_chunks(parts, 1, parts,
                 [&](std::size_t part, std::size_t) { kept[part] = drop_duplicates(part, parts, tables_[part]); });
    alive_ = std::accumulate(kept.begin(), kept.end(), std::size_t{0});
}

// Open addressing; twice as much space as hashes are expected, which are many and random where there are several parts.
std::size_t Children::drop_duplicates(std::size_t part, std::size_t parts, std::vector<std::uint32_t>& table) {
    const std::size_t space = std::bit_ceil(2 * (size_ / parts) + 2), mask = space - 1;
    table.assign(space, 0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        Child& child = all_[i];
        if (parts > 1 && (child.hash >> 40) % parts != part) continue;
        std::size_t place = child.hash & mask;
        while (table[place] != 0 && all_[table[place] - 1].hash != child.hash) place = (place + 1) & mask;
        if (table[place] == 0) {
            table[place] = static_cast<std::uint32_t>(i + 1);
            ++kept;
            continue;
        }
        Child& first = all_[table[place] - 1];
        if (child.cost < first.cost) {  // the hash is not written, since other workers read it
            first.cost = child.cost;
            first.parent = child.parent;
            first.placement = child.placement;
            first.misses = child.misses;
        }
        child.cost = DROPPED;
    }
    return kept;
}

void Children::keep_cheapest(std::size_t most) {
    if (alive_ > most) erase_above(cost_at(most - 1));
    if (alive_ < size_) erase_above(std::numeric_limits<float>::max());
}

// The cost that so many others come before, digit by digit from counts of the children that agree so far.
float Children::cost_at(std::size_t rank) const {
    const std::size_t parts = workers();
    std::uint32_t found = 0, known = 0;
    for (const int shift : DIGITS) {
        std::vector<std::array<std::size_t, DIGIT + 1>> counts(parts);
        share_chunks(parts, 1, parts, [&](std::size_t part, std::size_t) {
            for (std::size_t i = size_ * part / parts; i < size_ * (part + 1) / parts; ++i) {
                const std::uint32_t key = key_of(all_[i].cost);
                if ((key & known) == found) ++counts[part][key >> shift & DIGIT];
            }
        });
        std::uint32_t digit = 0;
        for (;; ++digit) {
            std::size_t here = 0;
            for (const auto& count : counts) here += count[digit];
            if (rank < here) break;
            rank -= here;
        }
        found |= digit << shift;
        known |= DIGIT << shift;
    }
    return cost_of(found);
}

void Children::erase_above(float limit) {
    const std::size_t parts = workers();
    const auto bound = [&](std::size_t part) { return all_.get() + size_ * part / parts; };
    std::vector<Child*> ends(parts);
    share_chunks(parts, 1, parts, [&](std::size_t part, std::size_t) {
        ends[part] =
            std::remove_if(bound(part), bound(part + 1), [&](const Child& child) { return child.cost > limit; });
    });
    Child* end = ends[0];
    for (std::size_t part = 1; part < parts; ++part) end = std::move(bound(part), ends[part], end);
    size_ = alive_ = static_cast<std::size_t>(end - all_.get());
}

}  // namespace edgematch
