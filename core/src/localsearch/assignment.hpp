// The cheapest assignment of columns to rows. See assignment.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgematch {

// Keeps its working memory from one problem to the next.
class Assignment {
  public:
    // `costs`: size * size, row by row. Returns for each row its column.
    std::span<const std::size_t> solve(std::span<const std::int32_t> costs, std::size_t size);

  private:
    void augment(std::span<const std::int32_t> costs, std::size_t row);
    std::size_t relax(std::span<const std::int32_t> costs, std::size_t column);

    static constexpr std::int32_t FAR = INT32_MAX / 2;
    std::size_t size_ = 0;
    std::vector<std::int32_t> row_price_, column_price_, slack_;
    std::vector<std::size_t> row_of_, column_of_, came_from_;  // `size_` stands for none
    std::vector<char> is_seen_;
};

}  // namespace edgematch
