// Puzzles to test on, and a control that keeps what is reported. Engines are compared with slow, obvious versions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/engines.hpp"
#include "edgematch/random.hpp"

namespace edgematch {

// Keeps what an engine reports; stops it after `want` answers, or at once.
struct Recorder final : Control {
    bool stopped() override { return is_stopped; }
    void progress(const Progress& now) override { nodes = now.nodes; }
    bool found(std::span<const Placement> placements, std::size_t count) override {
        if (count > 0 && placements.size() % count == 0) boards.emplace(placements.begin(), placements.end());
        return counted(static_cast<std::int64_t>(count));
    }
    bool counted(std::int64_t count) override {
        answers += count;
        return want < 0 || answers < want;
    }
    bool is_stopped = false;
    std::int64_t want = -1, answers = 0, nodes = 0;
    std::set<Board> boards;
};

// A framed puzzle cut from a randomly colored board, its pieces shuffled and turned.
inline Puzzle random_puzzle(int width, int height, int colors, Random& random) {
    const auto color = [&] { return static_cast<Color>(1 + random.below(static_cast<std::uint32_t>(colors))); };
    std::vector<Sides> pieces(static_cast<std::size_t>(width * height), Sides{});
    const auto at = [&](int row, int column) -> Sides& {
        return pieces[static_cast<std::size_t>(row * width + column)];
    };
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            if (column + 1 < width) at(row, column)[EAST] = at(row, column + 1)[WEST] = color();
            if (row + 1 < height) at(row, column)[SOUTH] = at(row + 1, column)[NORTH] = color();
        }
    }
    for (std::size_t i = pieces.size(); i > 1; --i)
        std::swap(pieces[i - 1], pieces[random.below(static_cast<std::uint32_t>(i))]);
    for (Sides& piece : pieces) std::rotate(piece.begin(), piece.begin() + random.below(4), piece.end());
    return {width, height, pieces, true, true};
}

// A framed square cut from a board whose inner sides are numbered by a small formula.
inline Puzzle square(int size, int colors) {
    std::vector<Sides> pieces;
    const auto paint = [&](int a, int b, int c) {
        return static_cast<Color>(1 + (a * 7 + b * 5 + a * b * 3 + c) % colors);
    };
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            pieces.push_back({row ? paint(row, column, 0) : GREY, column + 1 < size ? paint(row, column + 1, 1) : GREY,
                              row + 1 < size ? paint(row + 1, column, 0) : GREY,
                              column ? paint(row, column, 1) : GREY});
    return {size, size, pieces, true, true};
}

// A search for everything below some roots.
inline Search search_below(std::vector<Board> roots, bool labelled = false) {
    return {.roots = std::move(roots), .labelled = labelled, .boards = true, .want = -1, .node_limit = -1};
}

inline std::vector<Cell> row_order(const Puzzle& puzzle) {
    std::vector<Cell> order(puzzle.cells());
    std::iota(order.begin(), order.end(), Cell{0});
    return order;
}

inline BacktrackOptions in_rows(const Puzzle& puzzle) {
    return {.order = row_order(puzzle), .threads = 1, .depth = -1, .prune = false};
}

// How many solutions extend a board, by plain depth-first search.
inline std::int64_t solutions_below(const Puzzle& puzzle, const Board& board) {
    Recorder recorder;
    backtrack(puzzle, search_below({board}), in_rows(puzzle), recorder);
    return recorder.answers;
}

}  // namespace edgematch
