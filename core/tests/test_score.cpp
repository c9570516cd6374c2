// The score engines: beam, repair, endgame and the search with breaks.
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "doctest.h"
#include "edgematch/beam.hpp"
#include "edgematch/breaks.hpp"
#include "puzzle/edges.hpp"
#include "puzzles.hpp"

using namespace edgematch;

namespace {

BeamOptions beam_options(const Puzzle& puzzle, std::int64_t width, std::int64_t keep, int threads) {
    return {.order = row_order(puzzle),
            .width = width,
            .price = 2.8,
            .open = std::vector<double>(puzzle.cells() + 1, 1.0),
            .pairs = std::vector<double>(puzzle.cells() + 1, 1.0),
            .chains = std::vector<double>(puzzle.cells() + 1, 1.0),
            .temperature = 0.3,
            .seed = 0,
            .keep = keep,
            .node_limit = -1,
            .threads = threads,
            .trace = false};
}

bool is_whole(const Puzzle& puzzle, const Board& board) {
    std::set<int> pieces;
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        if (board[cell] == EMPTY || !puzzle.fits(puzzle.frame_mask(static_cast<Cell>(cell)), board[cell])) return false;
        pieces.insert(board[cell] >> 2);
    }
    return pieces.size() == board.size();
}

void check_beam(int threads, bool is_stopped) {
    const Puzzle puzzle = square(8, 6);
    Recorder control;
    control.is_stopped = is_stopped;
    const BeamResult result =
        beam(puzzle, Board(puzzle.cells(), EMPTY), beam_options(puzzle, 2000, 3, threads), control);
    CHECK(!result.boards.empty());
    if (!is_stopped) CHECK(std::set<Board>(result.boards.begin(), result.boards.end()).size() == 3);
    CHECK(result.finished != is_stopped);
    for (const Board& board : result.boards) CHECK(is_whole(puzzle, board));
    for (std::size_t i = 1; i < result.boards.size(); ++i)
        CHECK(count_breaks(puzzle, result.boards[i - 1]) <= count_breaks(puzzle, result.boards[i]));
}

BreakRules plain_rules(std::int64_t ledger_cells) {
    return {.allowed = {},
            .quota = {},
            .burnt = {},
            .frame_from = 0,
            .double_breaks = true,
            .ledger_cells = ledger_cells,
            .is_region = false};
}

constexpr int MOST_BREAKS = 4;

// The boards with at most so many breaks under some rules; a node limit is that of one of the searches that continue
// what the one before left.
std::set<Board> boards_under(const BreakRules& rules, const Puzzle& puzzle, int most_breaks, std::int64_t nodes,
                             std::int64_t* spent = nullptr) {
    Recorder control;
    Search search = search_below({Board(puzzle.cells(), EMPTY)});
    search.node_limit = nodes;
    const BreakOptions options{.order = row_order(puzzle),
                               .rules = rules,
                               .improve = false,
                               .most_breaks = most_breaks,
                               .seed = 0,
                               .drop_index = 0,
                               .drop_nodes = -1,
                               .endgame_cells = 0,
                               .endgame_nodes = 0,
                               .wider_cells = {}};
    while (!search.roots.empty()) {
        BreakReport report = search_with_breaks(puzzle, search, options, control);
        if (spent != nullptr) *spent += report.stats.nodes;
        search.roots = std::move(report.remaining);
    }
    return control.boards;
}

// The square with grey as a color like any other.
Puzzle unframed(int size, int colors, bool turnable) {
    const Puzzle framed = square(size, colors);
    std::vector<Sides> pieces;
    for (std::size_t piece = 0; piece < framed.cells(); ++piece) {
        pieces.push_back(framed.sides(static_cast<Placement>(4 * piece)));
        for (Color& color : pieces.back()) ++color;
    }
    return {size, size, std::move(pieces), false, turnable};
}

std::set<Board> boards_with_one_break(const Puzzle& puzzle, std::int64_t nodes, std::int64_t ledger_cells = 0,
                                      std::int64_t* spent = nullptr) {
    return boards_under(plain_rules(ledger_cells), puzzle, 1, nodes, spent);
}

// The sides of some colors on the first cells of a board, by how many cells these are.
std::vector<int> burnt_sides(const Puzzle& puzzle, const Board& board, const std::vector<Color>& burnt) {
    std::vector<int> sides;
    for (const Placement placement : board) {
        sides.push_back(sides.empty() ? 0 : sides.back());
        for (const Color side : puzzle.sides(placement))
            sides.back() += static_cast<int>(std::count(burnt.begin(), burnt.end(), side));
    }
    return sides;
}

bool keeps_schedule(const Puzzle& puzzle, const Board& board, const std::vector<int>& allowed) {
    Board first(board.size(), EMPTY);
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        first[cell] = board[cell];
        if (count_breaks(puzzle, first) > allowed[std::min(cell, allowed.size() - 1)]) return false;
    }
    return true;
}

bool keeps_quota(const Puzzle& puzzle, const Board& board, const BreakRules& rules) {
    const std::vector<int> sides = burnt_sides(puzzle, board, rules.burnt);
    return std::equal(sides.begin(), sides.end(), rules.quota.begin(), std::greater_equal<>());
}

void check_rules(const BreakRules& rules, const Puzzle& puzzle, const std::set<Board>& expected) {
    std::int64_t whole = 0;
    CHECK(boards_under(rules, puzzle, MOST_BREAKS, -1, &whole) == expected);
    for (const std::int64_t nodes : {1, 7, 100}) {
        std::int64_t in_slices = 0;
        CHECK(boards_under(rules, puzzle, MOST_BREAKS, nodes, &in_slices) == expected);
        CHECK(in_slices == whole);
    }
}

// First with breaks only from a cell on, then also with a quota that one of the boards just reaches at every cell.
void check_schedule(const Puzzle& puzzle, std::size_t first_break) {
    BreakRules rules = plain_rules(0);
    std::set<Board> expected = boards_under(rules, puzzle, MOST_BREAKS, -1);
    const std::size_t all = expected.size();
    rules.allowed = std::vector<int>(first_break, 0);
    rules.allowed.insert(rules.allowed.end(), {1, 2, MOST_BREAKS});
    std::erase_if(expected, [&](const Board& board) { return !keeps_schedule(puzzle, board, rules.allowed); });
    CHECK(expected.size() < all);
    check_rules(rules, puzzle, expected);
    rules.burnt = {1, 2};
    rules.quota = burnt_sides(puzzle, *expected.begin(), rules.burnt);
    std::erase_if(expected, [&](const Board& board) { return !keeps_quota(puzzle, board, rules); });
    CHECK(!expected.empty());
    check_rules(rules, puzzle, expected);
}

}  // namespace

TEST_CASE("a beam fills the board, on one thread, on two, and when stopped") {
    check_beam(1, false);
    check_beam(2, false);
    check_beam(1, true);
}

TEST_CASE("repair never loses and keeps fixed cells") {
    const Puzzle puzzle = square(6, 5);
    Recorder control;
    const Board empty(puzzle.cells(), EMPTY);
    const Board before = beam(puzzle, empty, beam_options(puzzle, 2, 1, 1), control).boards.at(0);
    const PolishOptions options{.fixed = {0, 7}, .free_cells = 16, .patch_nodes = 20000, .patches = 200, .seed = 1};
    const Completion after = polish(puzzle, before, options, control);
    CHECK(is_whole(puzzle, after.board));
    CHECK(after.breaks == count_breaks(puzzle, after.board));
    CHECK(after.breaks <= count_breaks(puzzle, before));
    CHECK(after.board[0] == before[0]);
    CHECK(after.board[7] == before[7]);
}

TEST_CASE("an endgame is exact, unless its nodes run out") {
    const Puzzle puzzle = square(5, 4);
    Recorder control;
    Board solved(puzzle.cells());
    for (std::size_t cell = 0; cell < solved.size(); ++cell) solved[cell] = static_cast<Placement>(cell * 4);
    for (const std::size_t cell : {0u, 6u, 7u, 12u, 13u, 18u}) solved[cell] = EMPTY;
    const Completion done = complete(puzzle, solved, {100, -1, 1}, control);
    CHECK(done.is_exact);
    CHECK(done.breaks == 0);
    CHECK(is_whole(puzzle, done.board));
    CHECK(complete(puzzle, done.board, {100, -1, 1}, control).board == done.board);
    CHECK(!complete(puzzle, solved, {100, 0, 1}, control).is_exact);
    const CompletionOptions any{1, -1, 1};
    CHECK_THROWS_AS(complete(puzzle, Board(3, EMPTY), any, control), BadRequest);
}

TEST_CASE("a stopped search with breaks hands over what it left") {
    const Puzzle puzzle = square(3, 3);
    CHECK(!boards_with_one_break(puzzle, -1).empty());
    CHECK(boards_with_one_break(puzzle, -1) == boards_with_one_break(puzzle, 5));
}

TEST_CASE(
    "a schedule of breaks and a quota leave out the boards that break them and no others, however often stopped") {
    Random random(5);
    const Puzzle three = random_puzzle(3, 3, 3, random), rectangle = random_puzzle(4, 3, 3, random);
    for (const std::size_t first_break : {2u, 5u, 7u, 8u, 9u}) check_schedule(three, first_break);
    for (const std::size_t first_break : {3u, 8u, 11u}) check_schedule(rectangle, first_break);
    for (const std::size_t first_break : {4u, 9u}) {
        check_schedule(square(3, 2), first_break);           // identical pieces
        check_schedule(unframed(3, 6, false), first_break);  // more candidates than lanes
    }
}

// Nodes with the ledger, whose answers are those without it.
std::int64_t nodes_with_ledger(const Puzzle& puzzle) {
    std::int64_t without = 0, with = 0;
    const std::set<Board> boards = boards_with_one_break(puzzle, -1, 0, &without);
    CHECK(boards_with_one_break(puzzle, -1, static_cast<std::int64_t>(puzzle.cells()), &with) == boards);
    CHECK(!boards.empty());
    CHECK(with < without);
    return with;
}

TEST_CASE("the color ledger leaves out no board, and as much of the tree as it did") {
    CHECK(nodes_with_ledger(square(4, 4)) == 3937);
    CHECK(nodes_with_ledger(unframed(3, 6, false)) == 1204);
}
