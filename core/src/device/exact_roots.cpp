// A search on a device is stopped with a million jobs, which stand for tens of millions of roots. All roots of a job
// share its path, so they are kept as one row of placements per job and eight bytes per root. Going on, the roots of a
// row become one job again, if they are all that a job has left; so neither way costs more than reading the lists once.
#include "device/exact_roots.hpp"

#include <algorithm>
#include <utility>

namespace edgematch {

using namespace lanes;

namespace {

constexpr std::size_t TILE = 64;  // jobs that are copied together, since the entries of a path lie far apart

// The candidate lists along one path of cursors.
template <class Word, class Cursor>
struct Lists {
    const Tables<Word, Cursor>& tables;

    u32 color(Cursor cursor, u32 shift) const {
        return static_cast<u32>(tables.words[cursor] >> shift) & ((1u << tables.color_bits) - 1);
    }

    // The first candidate of the list at that depth.
    Cursor head(const Cursor* path, std::size_t depth) const {
        const Level level = tables.levels[depth];
        u32 index = 0;
        if (level.bits & HAS_OTHER) {
            const u32 other = level.other & OTHER_MASK, shift = level.bits >> OTHER_SHIFT & SHIFT_MASK;
            const u32 carried = shift == CARRIED ? tables.levels[other + 1].other >> CARRY_SHIFT : shift;
            index = color(path[other], carried);
        }
        for (u32 i = 0; i < static_cast<u32>(level.bits >> FURTHER_SHIFT); ++i) {
            const Further next = tables.further[depth * MOST_FURTHER + i];
            index = tables.rows[next.table + (index << tables.color_bits) + color(path[next.depth], next.shift)];
        }
        if (level.bits & HAS_OWN)
            index = (index << tables.color_bits) + color(path[depth - 1], level.bits & SHIFT_MASK);
        return tables.heads[level.heads + index];
    }
};

// How many copies of each kind are placed, and how many of these not by a hint.
class Used {
  public:
    explicit Used(const CandidateNames& names)
        : names_(names), placed_(names.copies.size()), named_(names.copies.size()) {}

    void clear() {
        std::fill(placed_.begin(), placed_.end(), std::uint16_t{0});
        std::fill(named_.begin(), named_.end(), std::uint16_t{0});
    }

    bool has_free(std::size_t cursor) const { return placed_[kind(cursor)] < names_.copies[kind(cursor)]; }

    // The placement of the next copy of a candidate in a cell.
    Placement name(std::size_t cursor, Cell cell) const {
        if (names_.candidates[cursor] == EMPTY) throw BadRequest("a path ends before the depth of its job");
        if (names_.hints[cell] != EMPTY) return names_.hints[cell];
        const auto look = static_cast<std::size_t>(names_.candidates[cursor]);
        const std::uint32_t at = names_.first_names[look] + named_[kind(cursor)];
        if (at >= names_.first_names[look + 1]) throw BadRequest("a job uses a piece twice");
        return names_.names[at];
    }

    void place(std::size_t cursor, Cell cell) {
        ++placed_[kind(cursor)];
        if (names_.hints[cell] == EMPTY) ++named_[kind(cursor)];
    }

    void remove(std::size_t cursor) { --placed_[kind(cursor)]; }

  private:
    std::size_t kind(std::size_t cursor) const { return static_cast<std::size_t>(names_.kinds[cursor]); }

    const CandidateNames& names_;
    std::vector<std::uint16_t> placed_, named_;
};

// Writes the roots of one job after the other.
template <class Word, class Cursor>
class RootWriter {
  public:
    RootWriter(const Tables<Word, Cursor>& tables, const CandidateNames& names)
        : lists_{tables}, names_(names), used_(names), placements_(tables.depths) {}

    void add(const Cursor* path, std::size_t base, std::size_t depth) {
        used_.clear();
        std::fill(placements_.begin(), placements_.end(), EMPTY);
        const std::size_t before = roots.row.size();
        for (std::size_t level = 0; level < depth; ++level) {
            if (level >= base) add_free(path[level] + std::size_t{1}, level);
            const Cell cell = names_.order[level];
            placements_[cell] = used_.name(path[level], cell);
            used_.place(path[level], cell);
        }
        if (path[depth] == lists_.head(path, depth))
            add_root(depth, EMPTY);
        else
            add_free(path[depth], depth);
        if (roots.row.size() == before) return;
        roots.rows.insert(roots.rows.end(), placements_.begin(), placements_.end());
        ++row_;
    }

    RootColumns roots;

  private:
    void add_free(std::size_t cursor, std::size_t level) {
        for (; names_.candidates[cursor] != EMPTY; ++cursor)
            if (used_.has_free(cursor)) {
                add_root(level, used_.name(cursor, names_.order[level]));
                ++roots.made;
            }
    }

    void add_root(std::size_t level, Placement last) {
        roots.row.push_back(row_);
        roots.kept.push_back(static_cast<std::uint16_t>(level));
        roots.last.push_back(last);
    }

    Lists<Word, Cursor> lists_;
    const CandidateNames& names_;
    Used used_;
    std::vector<Placement> placements_;  // of the job, by cell
    std::uint32_t row_ = 0;
};

// Writes the jobs of one row after the other, from its deepest level upwards.
template <class Word, class Cursor>
class JobWriter {
  public:
    JobWriter(const Tables<Word, Cursor>& tables, const CandidateNames& names)
        : depths_(tables.depths), lists_{tables}, names_(names), used_(names), heads_(depths_), path_(depths_) {}

    // The roots of one row, as columns from `kept` and `last` on.
    void add(const Placement* row, std::span<const std::uint16_t> kept, std::span<const Placement> last) {
        const std::size_t deepest = follow(row, kept.back());
        std::size_t end = kept.size();
        while (end > 0 && kept[end - 1] > deepest) --end;
        is_open_ = false;
        for (std::size_t level = deepest; end > 0; --level) {
            if (level < deepest) used_.remove(path_[level]);
            std::size_t begin = end;
            while (begin > 0 && kept[begin - 1] == level) --begin;
            add_level(level, last.subspan(begin, end - begin));
            end = begin;
        }
        close();
    }

    std::vector<Cursor> paths;  // one job after the other
    JobColumns<Cursor> jobs;

  private:
    // Finds the cursors of a row; returns how many of its placements fit, `most` at most.
    std::size_t follow(const Placement* row, std::size_t most) {
        used_.clear();
        for (std::size_t level = 0; level < most; ++level) {
            const Cell cell = names_.order[level];
            heads_[level] = lists_.head(path_.data(), level);
            if (!find(heads_[level], row[cell], path_[level])) return level;
            used_.place(path_[level], cell);
        }
        heads_[most] = lists_.head(path_.data(), most);
        return most;
    }

    Placement look(Placement placement) const {
        return placement == EMPTY ? EMPTY : names_.look_of[static_cast<std::size_t>(placement)];
    }

    // The cursor of a placement in the list from `head` on; false where it is not there.
    bool find(Cursor head, Placement placement, Cursor& found) const {
        const Placement wanted = look(placement);
        for (found = head; names_.candidates[found] != EMPTY; ++found)
            if (names_.candidates[found] == wanted) return true;
        return false;
    }

    // The roots of one level, by their last placements.
    void add_level(std::size_t level, std::span<const Placement> last) {
        if (is_open_ && are_all_free(path_[level] + std::size_t{1}, last)) {
            if (!last.empty()) base_ = level;
            jobs.made += last.size();
            return;
        }
        close();
        const Cursor head = heads_[level];
        Cursor first;
        if (last.size() == 1 && last[0] == EMPTY) {
            open(level, head);
        } else if (!last.empty() && find(head, last[0], first) && first > head && are_all_free(first, last)) {
            open(level, first);
            jobs.made += last.size();
        } else {
            for (const Placement placement : last) write_below(level, placement);
        }
    }

    // Whether placements are, in this sequence, all free candidates from a cursor to the end of its list.
    bool are_all_free(std::size_t cursor, std::span<const Placement> placements) const {
        auto next = placements.begin();
        for (; names_.candidates[cursor] != EMPTY; ++cursor) {
            if (!used_.has_free(cursor)) continue;
            if (next == placements.end() || look(*next) != names_.candidates[cursor]) return false;
            ++next;
        }
        return next == placements.end();
    }

    void open(std::size_t level, Cursor cursor) {
        is_open_ = true;
        base_ = depth_ = level;
        cursor_ = cursor;
    }

    void close() {
        if (is_open_) write(base_, depth_, cursor_);
        is_open_ = false;
    }

    // A job for one root alone: its whole list, or the one below its last placement.
    void write_below(std::size_t level, Placement last) {
        if (last == EMPTY) {
            write(level, level, heads_[level]);
            return;
        }
        const Cursor kept = path_[level];
        if (find(heads_[level], last, path_[level])) write(level + 1, level + 1, lists_.head(path_.data(), level + 1));
        path_[level] = kept;
    }

    void write(std::size_t base, std::size_t depth, Cursor cursor) {
        paths.insert(paths.end(), path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth));
        paths.push_back(cursor);
        paths.resize(paths.size() + depths_ - depth - 1);
        jobs.bases.push_back(static_cast<std::int32_t>(base));
        jobs.depths.push_back(static_cast<std::int32_t>(depth));
    }

    std::size_t depths_;
    Lists<Word, Cursor> lists_;
    const CandidateNames& names_;
    Used used_;
    std::vector<Cursor> heads_, path_;
    bool is_open_ = false;
    std::size_t base_ = 0, depth_ = 0;
    Cursor cursor_ = 0;
};

// Copies a part of an array with `rows` rows and `columns` columns, which becomes one with rows and columns exchanged.
template <class Item>
void transpose(const Item* from, std::size_t stride, std::size_t rows, std::size_t columns, Item* to,
               std::size_t to_stride) {
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            to[column * to_stride + row] = from[row * stride + column];
}

}  // namespace

template <class Word, class Cursor>
RootColumns roots_of_jobs(const Tables<Word, Cursor>& tables, const CandidateNames& names, const Jobs<Cursor>& jobs) {
    RootWriter<Word, Cursor> writer(tables, names);
    std::vector<Cursor> tile(TILE * tables.depths);
    writer.roots.rows.reserve(jobs.count * std::size_t{tables.depths});  // what is not used takes no memory
    for (std::size_t start = 0; start < jobs.count; start += TILE) {
        const std::size_t count = std::min<std::size_t>(TILE, jobs.count - start);
        transpose(jobs.paths + start, jobs.stride, tables.depths, count, tile.data(), tables.depths);
        for (std::size_t i = 0; i < count; ++i)
            writer.add(tile.data() + i * tables.depths, static_cast<std::size_t>(jobs.bases[start + i]),
                       static_cast<std::size_t>(jobs.depths[start + i]));
    }
    return std::move(writer.roots);
}

template <class Word, class Cursor>
JobColumns<Cursor> jobs_of_roots(const Tables<Word, Cursor>& tables, const CandidateNames& names,
                                 const RootView& roots) {
    JobWriter<Word, Cursor> writer(tables, names);
    const std::size_t cells = names.order.size(), size = roots.row.size();
    for (std::size_t begin = 0, end = 0; begin < size; begin = end) {
        while (end < size && roots.row[end] == roots.row[begin]) ++end;
        writer.add(roots.rows.data() + roots.row[begin] * cells, roots.kept.subspan(begin, end - begin),
                   roots.last.subspan(begin, end - begin));
    }
    const std::size_t count = writer.jobs.bases.size();
    writer.jobs.paths.resize(writer.paths.size());
    for (std::size_t start = 0; start < count; start += TILE)
        transpose(writer.paths.data() + start * cells, cells, std::min(TILE, count - start), cells,
                  writer.jobs.paths.data() + start, count);
    return std::move(writer.jobs);
}

template RootColumns roots_of_jobs(const Tables<u32, u16>&, const CandidateNames&, const Jobs<u16>&);
template RootColumns roots_of_jobs(const Tables<u64, u32>&, const CandidateNames&, const Jobs<u32>&);
template JobColumns<u16> jobs_of_roots(const Tables<u32, u16>&, const CandidateNames&, const RootView&);
template JobColumns<u32> jobs_of_roots(const Tables<u64, u32>&, const CandidateNames&, const RootView&);

}  // namespace edgematch
