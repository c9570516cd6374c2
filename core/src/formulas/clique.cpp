// Cliques with a node for each cell: a heuristic with q selections, and an exact search.
//
// The heuristic is in the manner of Grosso, Locatelli and Pullan (2008): a clique grows by nodes that are adjacent to
// all of it. When there is none, a node adjacent to all but one replaces that one. When there is none of these either
// that was not chosen since the last restart, a random node enters and removes all that conflict with it. Every node
// chosen is one selection. The exact search fills one cell after the other, always the one with the fewest nodes left:
// the cells are a coloring of the graph, so an empty one is the bound that prunes.
//
// These graphs are dense (85 % and more), so the search visits conflicts, not edges: `lost_[v]` counts the
// nodes of the clique that v conflicts with. Conflicts are computed from cells, pieces and colors when they are needed;
// stored, those of a 12x12 puzzle would take 400 MB. A step costs the conflicts of one node, some hundred to
// some thousand.
#include <algorithm>
#include <string>

#include "edgematch/formulas.hpp"
#include "edgematch/random.hpp"

namespace edgematch {
namespace {

constexpr std::int64_t POLL_EVERY = 1 << 8;

// The nodes, by cell and by piece, and their conflicts.
class Graph {
  public:
    explicit Graph(const CliqueGraph& given)
        : given_(given), cells_(static_cast<std::size_t>(given.width * given.height)) {
        first_.assign(cells_ + 1, 0);
        for (std::int32_t cell : given.cell) ++first_[static_cast<std::size_t>(cell) + 1];
        for (std::size_t i = 1; i <= cells_; ++i) first_[i] += first_[i - 1];
        of_piece_.resize(cells_);
        of_rank_.resize(cells_);
        for (std::uint32_t node = 0; node < nodes(); ++node) {
            of_piece_[static_cast<std::size_t>(given.piece[node])].push_back(node);
            if (given.rank[node] >= 0) of_rank_[static_cast<std::size_t>(given.rank[node])].push_back(node);
        }
    }

    std::size_t cells() const { return cells_; }
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(given_.cell.size()); }
    std::size_t cell(std::uint32_t node) const { return static_cast<std::size_t>(given_.cell[node]); }
    std::uint32_t first(std::size_t cell) const { return first_[cell]; }
    Placement placement(std::uint32_t node) const { return given_.placement[node]; }

    // Calls `visit` once for each node that conflicts with this one, itself left out.
    template <class Visit>
    void conflicts(std::uint32_t node, Visit visit) const {
        const std::size_t here = cell(node);
        const std::int32_t piece = given_.piece[node];
        for (std::uint32_t other = first_[here]; other < first_[here + 1]; ++other)
            if (other != node) visit(other);
        for (std::uint32_t other : of_piece_[static_cast<std::size_t>(piece)])
            if (cell(other) != here) visit(other);
        for (std::size_t side = 0; side < 4; ++side) {
            const int near = neighbour(here, side);
            if (near < 0) continue;
            const auto at = static_cast<std::size_t>(near);
            for (std::uint32_t other = first_[at]; other < first_[at + 1]; ++other)
                if (given_.piece[other] != piece && !match(node, other, side)) visit(other);
        }
        if (given_.rank[node] >= 0) out_of_order(node, visit);
    }

    // How many edges lie between the cells of a clique.
    std::int64_t edges(const std::vector<std::uint32_t>& clique) const {
        std::vector<bool> filled(cells_);
        for (std::uint32_t node : clique) filled[cell(node)] = true;
        std::int64_t total = 0;
        for (std::size_t here = 0; here < cells_; ++here)
            for (std::size_t side = 1; side <= 2; ++side) {
                const int near = neighbour(here, side);
                total += near >= 0 && filled[here] && filled[static_cast<std::size_t>(near)];
            }
        return total;
    }

  private:
    int neighbour(std::size_t here, std::size_t side) const {
        const int x = static_cast<int>(here) % given_.width, y = static_cast<int>(here) / given_.width;
        const int nx = x + (side == 1) - (side == 3), ny = y + (side == 2) - (side == 0);
        return nx < 0 || ny < 0 || nx >= given_.width || ny >= given_.height ? -1 : ny * given_.width + nx;
    }

    bool match(std::uint32_t node, std::uint32_t other, std::size_t side) const {
        return given_.sides[node][side] == given_.sides[other][(side + 2) % 4];
    }

    // Twins whose order is wrong, those left out that `conflicts` has met already.
    template <class Visit>
    void out_of_order(std::uint32_t node, Visit visit) const {
        for (std::uint32_t other : of_rank_[static_cast<std::size_t>(given_.rank[node])]) {
            const bool is_other = given_.piece[other] != given_.piece[node] && cell(other) != cell(node);
            const bool is_wrong = (given_.piece[other] > given_.piece[node]) != (cell(other) > cell(node));
            if (is_other && is_wrong && !clashes_beside(node, other)) visit(other);
        }
    }

    bool clashes_beside(std::uint32_t node, std::uint32_t other) const {
        for (std::size_t side = 0; side < 4; ++side)
            if (neighbour(cell(node), side) == static_cast<int>(cell(other))) return !match(node, other, side);
        return false;
    }

    const CliqueGraph& given_;
    std::size_t cells_;
    std::vector<std::uint32_t> first_;
    std::vector<std::vector<std::uint32_t>> of_piece_, of_rank_;
};

// Members of a small set of numbers, to draw from and to leave, in constant time.
class Pool {
  public:
    explicit Pool(std::size_t size) : place_(size, NONE) {}
    void insert(std::uint32_t x) {
        place_[x] = static_cast<std::uint32_t>(items_.size());
        items_.push_back(x);
    }
    void erase(std::uint32_t x) {
        items_[place_[x]] = items_.back();
        place_[items_.back()] = place_[x];
        items_.pop_back();
        place_[x] = NONE;
    }
    const std::vector<std::uint32_t>& items() const { return items_; }

  private:
    static constexpr std::uint32_t NONE = ~0u;
    std::vector<std::uint32_t> items_, place_;
};

class Cliques {
  public:
    Cliques(const CliqueGraph& graph, const CliqueOptions& options, Control& control)
        : options_(options),
          control_(control),
          graph_(graph),
          random_(options.seed),
          lost_(graph_.nodes(), 0),
          inside_(graph_.nodes(), 0) {}

    CliqueReport run() {
        if (options_.selections > 0 && graph_.nodes() > 0) heuristic();
        if (options_.exact && !is_over_) {
            std::fill(lost_.begin(), lost_.end(), 0);
            clique_.clear();
            open_.assign(graph_.cells(), 0);
            for (std::uint32_t node = 0; node < graph_.nodes(); ++node) ++open_[graph_.cell(node)];
            filled_.assign(graph_.cells(), false);
            report_.finished = extend();
        }
        tell();
        return report_;
    }

  private:
    std::int64_t spent() const { return report_.selections + report_.nodes; }
    void tell() { control_.progress({.nodes = spent(), .depth = static_cast<std::int64_t>(clique_.size())}); }

    // Counts one step; true: stop.
    bool is_out_of_budget() {
        if (options_.node_limit >= 0 && spent() >= options_.node_limit) return is_over_ = true;
        if (spent() % POLL_EVERY == 0) {
            tell();
            is_over_ = control_.stopped();
        }
        return is_over_;
    }

    // Reports the clique as a board; true: go on.
    bool report(const std::vector<std::uint32_t>& clique) {
        if (options_.count) return control_.counted(1);
        std::vector<Placement> board(graph_.cells(), EMPTY);
        for (std::uint32_t node : clique) board[graph_.cell(node)] = graph_.placement(node);
        return control_.found(board, 1);
    }

    // The heuristic.

    void heuristic() {
        free_ = Pool(graph_.nodes());
        almost_ = Pool(graph_.nodes());
        for (std::uint32_t node = 0; node < graph_.nodes(); ++node) free_.insert(node);
        chosen_.assign(graph_.nodes(), 0);
        while (report_.selections < options_.selections && !is_out_of_budget()) {
            const std::uint32_t node = select();
            enter(node);
            chosen_[node] = round_;
            ++report_.selections;
            if (!remember()) break;
        }
    }

    // A node that is adjacent to all, or else to all but one and not tried in this round, or else any.
    std::uint32_t select() {
        if (!free_.items().empty()) return draw(free_.items());
        fresh_.clear();
        for (std::uint32_t node : almost_.items())
            if (chosen_[node] != round_) fresh_.push_back(node);
        if (!fresh_.empty()) return draw(fresh_);
        ++round_;
        std::uint32_t node = random_.below(graph_.nodes());
        while (inside_[node] && clique_.size() < graph_.nodes()) node = random_.below(graph_.nodes());
        return node;
    }

    std::uint32_t draw(const std::vector<std::uint32_t>& nodes) {
        return nodes[random_.below(static_cast<std::uint32_t>(nodes.size()))];
    }

    // Adds a node; those it conflicts with leave.
    void enter(std::uint32_t node) {
        if (inside_[node]) return;
        leaving_.clear();
        if (lost_[node] > 0)
            graph_.conflicts(node, [&](std::uint32_t other) {
                if (inside_[other]) leaving_.push_back(other);
            });
        for (std::uint32_t other : leaving_) shift(other, -1);
        shift(node, 1);
    }

    void shift(std::uint32_t node, int by) {
        if (by > 0) {
            unfile(node);
            inside_[node] = 1;
            clique_.push_back(node);
        } else {
            inside_[node] = 0;
            clique_.erase(std::find(clique_.begin(), clique_.end(), node));
            file(node);
        }
        graph_.conflicts(node, [&](std::uint32_t other) {
            if (!inside_[other]) unfile(other);
            lost_[other] += by;
            if (!inside_[other]) file(other);
        });
    }

    void file(std::uint32_t node) {
        if (lost_[node] == 0) free_.insert(node);
        if (lost_[node] == 1) almost_.insert(node);
    }

    void unfile(std::uint32_t node) {
        if (lost_[node] == 0) free_.erase(node);
        if (lost_[node] == 1) almost_.erase(node);
    }

    // Remembers the largest clique and reports it if partial boards are wanted; false: stop.
    bool remember() {
        const auto size = static_cast<std::int64_t>(clique_.size());
        report_.largest = std::max(report_.largest, size);
        const bool complete = clique_.size() == graph_.cells();
        if (options_.partial) {
            const std::int64_t edges = size >= largest_joined_ ? graph_.edges(clique_) : -1;
            if (edges > most_edges_) {
                most_edges_ = edges;
                largest_joined_ = size;
                is_over_ = !report(clique_);
            }
            is_over_ |= complete;
        } else if (complete) {
            is_over_ = !report(clique_);
        }
        return !is_over_;
    }

    // The exact search.

    bool extend() {
        report_.largest = std::max(report_.largest, static_cast<std::int64_t>(clique_.size()));
        if (clique_.size() == graph_.cells()) return report(clique_) || (is_over_ = true, false);
        const std::size_t cell = narrowest();
        if (open_[cell] == 0) return true;
        filled_[cell] = true;
        bool finished = true;
        for (std::uint32_t node = graph_.first(cell); finished && node < graph_.first(cell + 1); ++node) {
            if (lost_[node] != 0) continue;
            if (is_over_ || is_out_of_budget()) {
                finished = false;
                break;
            }
            ++report_.nodes;
            clique_.push_back(node);
            graph_.conflicts(node, [&](std::uint32_t other) { open_[graph_.cell(other)] -= lost_[other]++ == 0; });
            finished = extend();
            graph_.conflicts(node, [&](std::uint32_t other) { open_[graph_.cell(other)] += --lost_[other] == 0; });
            clique_.pop_back();
        }
        filled_[cell] = false;
        return finished;
    }

    std::size_t narrowest() const {
        std::size_t best = graph_.cells();
        for (std::size_t cell = 0; cell < graph_.cells(); ++cell)
            if (!filled_[cell] && (best == graph_.cells() || open_[cell] < open_[best])) best = cell;
        return best;
    }

    const CliqueOptions& options_;
    Control& control_;
    Graph graph_;
    Random random_;
    CliqueReport report_;
    bool is_over_ = false;
    std::vector<std::uint32_t> clique_, fresh_, leaving_, chosen_, open_;
    std::vector<int> lost_;
    std::vector<char> inside_;
    std::vector<bool> filled_;
    Pool free_{0}, almost_{0};
    std::uint32_t round_ = 1;
    std::int64_t most_edges_ = -1, largest_joined_ = 0;
};

}  // namespace

CliqueReport find_cliques(const CliqueGraph& graph, const CliqueOptions& options, Control& control) {
    if (std::min(graph.width, graph.height) < 1 || std::max(graph.width, graph.height) > MAX_SIDE)
        throw BadRequest("width and height must be 1 to " + std::to_string(MAX_SIDE));
    const auto nodes = graph.cell.size(), cells = static_cast<std::size_t>(graph.width * graph.height);
    const bool even = graph.piece.size() == nodes && graph.rank.size() == nodes && graph.sides.size() == nodes &&
                      graph.placement.size() == nodes && std::is_sorted(graph.cell.begin(), graph.cell.end());
    if (!even) throw BadRequest("the properties of the nodes differ in number, or cells do not rise");
    for (std::size_t node = 0; node < nodes; ++node)
        if (std::min(graph.cell[node], graph.piece[node]) < 0 ||
            static_cast<std::size_t>(std::max({graph.cell[node], graph.piece[node], graph.rank[node]})) >= cells)
            throw BadRequest("a node has a cell, piece or kind that is not there");
    for (const Placement placement : graph.placement)
        if (placement < 0 || static_cast<std::size_t>(placement) >= SIDES * cells)
            throw BadRequest("a node has a placement that is not there");
    return Cliques(graph, options, control).run();
}

}  // namespace edgematch
