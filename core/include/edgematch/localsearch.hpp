// Local search over complete boards: neighbourhoods that are searched to their optimum, and random exchanges.
#pragma once

#include <cstdint>
#include <memory>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

// One chain: it has a board, remembers its best one, and goes on from where the last call left it. Every call returns
// early when the control says so, and leaves a sound board.
class LocalSearch {
  public:
    // `fixed`: the placements that never move, EMPTY elsewhere. Throws BadRequest when the pieces cannot fill the rest.
    // The puzzle must outlive the chain.
    LocalSearch(const Puzzle& puzzle, const Board& fixed, std::uint64_t seed);
    ~LocalSearch();
    LocalSearch(const LocalSearch&) = delete;
    LocalSearch& operator=(const LocalSearch&) = delete;

    // Goes on from a complete board, or from a random one.
    void place(const Board& board);
    void scatter();

    const Puzzle& puzzle() const;
    const Board& board() const;
    int score() const;
    const Board& best() const;
    int best_score() const;
    std::int64_t evaluations() const;
    std::int64_t moves() const;

    // TA: so many times k cells that do not touch get their pieces back optimally. The score never falls.
    void reassign(std::int64_t k, std::int64_t steps, Control& control);
    // BW: the same over black and white cells in turns, until neither gains.
    void alternate(Control& control);
    // TSR: the best exchange of two cells or turn of one, until none gains.
    void descend(Control& control);
    // The best such exchange that is not tabu, so many times. The board may end worse; the best one is remembered.
    void search_tabu(std::int64_t steps, std::int64_t tenure, Control& control);
    // Random exchanges: those that lose are made with a probability by their loss.
    void anneal(std::int64_t steps, double temperature, double focus, Control& control);
    // Random exchanges: those are made that are no worse than the board `length` steps ago.
    void accept_late(std::int64_t steps, std::int64_t length, double focus, Control& control);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace edgematch
