// Zero look-ahead depth-first search: place a piece that agrees with all its neighbours, go on, come back.
//
// The search keeps one cursor a level. Descending stores the cursor in the level; coming back reads it again. So
// whoever is asked to stop, or to share, simply takes the untried rest of some levels away (each untried candidate
// becomes a root of its own) and points their cursors to the end of a list: the levels then finish by themselves, and
// the hot loop never tests whether it should unwind. What remains is exact and disjoint by construction.
#include "worker.hpp"

namespace edgematch {

namespace {

// Copies of the code of a level. The branch predictor keeps what it learns by address: with one copy a depth
// (modulo this number) it learns each depth apart.
constexpr unsigned COPIES = 64;

}  // namespace

struct Kernel {
    // Tries every candidate of a level from `p`, which is free, to the end of its list.
    template <unsigned Copy>
    [[gnu::noinline]] static void descend(Worker& w, Level* level, const Candidate* p) {
        if (level->is_last) [[unlikely]]
            return finish(w, level, p);
        const std::uint16_t sentinel = w.end_[1].kind;
        const Level* const below = level + 1;
        const std::uint16_t* const row = w.row_of(*below);
        const Candidate* const candidates = below->candidates;
        do {
            if (--w.budget_ < 0) [[unlikely]]
                if (w.poll(level, p)) return;
            ++level->nodes;
            --w.left_[p->kind];
            // The child's first free candidate is looked up here, so that a childless placement costs no call.
            const Candidate* const q = w.first_left(candidates + row[Worker::own_color(*below, *p)]);
            if (q->kind == sentinel) {
                w.tests_ += q->placement;
                ++w.left_[p->kind];
            } else {
                level->cursor = p;
                *level->slot = *p;
                descend<(Copy + 1) % COPIES>(w, level + 1, q);
                p = level->cursor;
                ++w.left_[level->slot->kind];
            }
            p = w.first_left(p + 1);
        } while (p->kind != sentinel);
        w.tests_ += p->placement;
    }

    // The last cell: every candidate that is left is an answer.
    [[gnu::noinline]] static void finish(Worker& w, Level* level, const Candidate* p) {
        for (; p->kind != w.end_[1].kind; p = w.first_left(p + 1)) {
            if (--w.budget_ < 0) [[unlikely]]
                if (w.poll(level, p)) return;
            ++level->nodes;
            *level->slot = *p;
            level->cursor = p;
            if (!w.answer(level)) return;
        }
        w.tests_ += p->placement;
    }
};

void Worker::walk(Level* top, const Candidate* first) { Kernel::descend<0>(*this, top, first); }

Report backtrack(const Puzzle& puzzle, const Search& search, Control& control) {
    puzzle.require_order(search.order);
    for (const Board& root : search.roots) puzzle.require_board(root);
    const Kinds kinds(puzzle, search.labelled);
    PlanBook plans(puzzle, kinds, search.order);
    Crew crew(search, control);
    Worker worker(plans, crew, search.boards);
    Job job;
    while (crew.take(job)) worker.search(job);
    worker.close();
    return crew.close();
}

}  // namespace edgematch
