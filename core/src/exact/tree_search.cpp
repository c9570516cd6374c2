// What every search with the kernel needs: it loads a root and a plan into levels, and turns entries of the stacks into
// roots.
#include "exact/tree_search.hpp"

namespace edgematch {

namespace {

void flip(SetBytes& set, std::size_t piece) {
    set[piece / 8] = static_cast<std::uint8_t>(set[piece / 8] ^ 1u << piece % 8);
}

// Makes all levels look up two other sides when many have to: a branch that is hard to predict costs more than the
// extra look-up (7 %). One level in eight is a guess between row order, where no level needs it, and spirals, where one
// in three does.
void equalize_lookups(std::vector<Level>& levels) {
    const auto many = std::count_if(levels.begin(), levels.end(), [](const Level& l) { return l.others > 1; });
    if (static_cast<std::size_t>(8 * many) < levels.size()) return;
    for (Level& level : levels) level.others = std::max<std::uint8_t>(level.others, 2);
}

}  // namespace

TreeSearch::TreeSearch(const Kinds& kinds, const BlockTables& lists) : kinds_(kinds), lists_(lists) {
    const unsigned bits = lists.color_bits();
    same_.resize(std::size_t{1} << 2 * bits);
    for (std::size_t color = 0; color < std::size_t{1} << bits; ++color)
        same_[color << bits] = static_cast<std::uint16_t>(color);
}

void TreeSearch::load(const Board& root, const SearchPlan& plan) {
    root_ = root;
    plan_ = &plan;
    const Kinds::Chain chain = kinds_.chain(root);
    free.fill(0);
    toggles.assign(chain.next.size(), SetBytes{});
    for (std::size_t piece = 0; piece < toggles.size(); ++piece) {
        if (chain.is_first[piece]) flip(free, piece);
        flip(toggles[piece], piece);
        if (chain.next[piece] != NO_PIECE) flip(toggles[piece], static_cast<std::size_t>(chain.next[piece]));
    }
    for (Strand& strand : strands_) set_up(strand);
    stack_size = LANES * (plan.steps.size() + 2) + 1;
}

void TreeSearch::set_up(Strand& strand) const {
    strand.slots.resize(root_.size());
    for (std::size_t cell = 0; cell < root_.size(); ++cell)
        if (root_[cell] != EMPTY) strand.slots[cell] = lists_.candidate(root_[cell]);
    strand.levels.assign(plan_->steps.size() + 1, Level{});
    strand.burnt.assign(strand.levels.size(), 0);
    if (plan_->most_known > 2) strand.further.assign(strand.levels.size(), Further{});
    strand.levels[0].slot = &strand.root;
    for (std::size_t i = 1; i < strand.levels.size(); ++i) {
        Level& level = strand.levels[i];
        const Step& step = plan_->steps[i - 1];
        const std::size_t known = step.lists->others.size();
        const auto facing = [&](std::size_t k) -> const std::uint8_t* {
            const Candidate& neighbour = strand.slots[static_cast<std::size_t>(step.others[k])];
            return &neighbour.sides[static_cast<std::size_t>(opposite(step.lists->others[k]))];
        };
        level.slot = &strand.slots[static_cast<std::size_t>(step.cell)];
        level.heads = step.lists->heads.data();
        level.others = static_cast<std::uint8_t>(known);
        level.other = known == 0 ? &nothing_.blank : facing(0);
        level.second = known > 1 ? facing(1) : &nothing_.blank;
        level.trie = known > 1 ? step.lists->tries[0].data() : same_.data();
        if (known > 2) level.further = &strand.further[i];
        for (std::size_t k = 2; k < known; ++k) {
            strand.further[i].color[k - 2] = facing(k);
            strand.further[i].trie[k - 2] = step.lists->tries[k - 1].data();
        }
        level.own_byte = static_cast<std::uint8_t>(step.own == NO_SIDE ? offsetof(Candidate, blank)
                                                                       : static_cast<std::size_t>(opposite(step.own)));
        level.own_shift = static_cast<std::uint8_t>(8 * level.own_byte);
        level.color_bits = static_cast<std::uint8_t>(lists_.color_bits());
        level.row_shift = static_cast<std::uint8_t>(step.lists->row_shift);
    }
    equalize_lookups(strand.levels);
    for (std::size_t i = 0; i + 2 < strand.levels.size(); ++i) strand.levels[i].visit = Visit::INNER;
}

const Strand& TreeSearch::strand_of(const Level* level) const {
    return *std::find_if(strands_.begin(), strands_.end(), [&](const Strand& strand) { return strand.holds(level); });
}

const Step& TreeSearch::step_of(const Level* level) const {
    return plan_->steps[static_cast<std::size_t>(level - strand_of(level).levels.data()) - 1];
}

// The list of a level, given the placements of the levels above.
const Block* TreeSearch::list_of(const Level& level) const {
    return row_of(level)[reinterpret_cast<const std::uint8_t*>((&level - 1)->slot)[level.own_byte]];
}

void TreeSearch::return_all(Stacks& stacks, bool expand) {
    for (std::size_t strand = 0; strand < STRANDS; ++strand) {
        while (stacks.size(strand) > 0) {
            const std::size_t top = stacks.size(strand) - 1;
            const Pending pending = stacks.at(strand, top);
            if (pending.is_partial || expand)
                for (const Untried& untried : stacks.children(strand, top)) return_untried(untried);
            else
                return_root(board_of(pending));
            expand = false;
            stacks.drop_top(strand);
        }
    }
}

void TreeSearch::return_untried(const Untried& untried) {
    make_roots(untried, [&](Board board) { return_root(std::move(board)); });
}

// The root with the placements of all levels above `level`.
Board TreeSearch::board_above(const Level* level) const {
    Board board = root_;
    const Level* const root = strand_of(level - 1).levels.data();
    for (const Level* above = root + 1; above < level; ++above)
        board[static_cast<std::size_t>(step_of(above).cell)] = above->slot->placement();
    return board;
}

// The root that a placement stands for.
Board TreeSearch::board_of(const Pending& pending) const {
    if (pending.level == strand_of(pending.level).levels.data()) return root_;
    Board board = board_above(pending.level);
    board[static_cast<std::size_t>(step_of(pending.level).cell)] = pending.candidate.placement();
    kinds_.name_pieces(root_, board);
    return board;
}

Board TreeSearch::board_on_top(const Stacks& stacks) const {
    for (std::size_t strand = 0; strand < STRANDS; ++strand)
        if (const std::size_t size = stacks.size(strand); size > 0) return board_of(stacks.at(strand, size - 1));
    return {};
}

}  // namespace edgematch
