// The children of one step of a beam: made in parts, then cut down to those that are kept. The same children stay, in
// the same order, whatever the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

struct Child {
    float cost;
    std::uint32_t parent;
    std::uint64_t hash;
    Placement placement;
    std::uint16_t misses;
};

class Children {
  public:
    explicit Children(std::size_t threads) : threads_(threads) {}

    std::size_t size() const { return size_; }
    std::span<const Child> all() const { return {all_.get(), size_}; }

    void join(const std::vector<std::vector<Child>>& parts);
    void drop_duplicates();                // of children with the same hash the cheapest stays
    void keep_cheapest(std::size_t most);  // and those that cost the same as the last of them

  private:
    std::size_t workers() const;
    std::size_t drop_duplicates(std::size_t part, std::size_t parts, std::vector<std::uint32_t>& table);
    float cost_at(std::size_t rank) const;
    void erase_above(float limit);

    std::size_t threads_, size_ = 0, alive_ = 0, capacity_ = 0;
    std::unique_ptr<Child[]> all_;  // not a vector, which would write zeros first
    std::vector<std::vector<std::uint32_t>> tables_;
};

}  // namespace edgematch
