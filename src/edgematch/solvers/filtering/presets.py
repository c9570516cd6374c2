"""Solvers of the literature that are settings of one engine: tree search over the domains of cells and edges."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edgematch import native
from edgematch.model import Board, Puzzle
from edgematch.model.orders import Order, dynamic_order_of
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task

ORDER = "an order of the cells (docs/orders.md), or dynamic: dom, dom-deg, dom-wdeg, last-conflict"

NOTHING = {
    "fixpoint": True, "edges": True, "pieces": False, "distinct": False, "counts": False, "force_counts": False,
    "by_piece": False, "alldifferent": False, "gacolor_from": -1, "shaving": 0, "refute": -1,
}  # fmt: skip
"""Arc consistency between neighbours, and no rule beyond."""


class DomainSearch(Solver):
    """The engine, configured by `settings`."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT | Can.THREADS
    _order: tuple[Puzzle, str, Order] | None = None

    @abstractmethod
    def settings(self) -> Mapping[str, Any]:
        """What differs from `NOTHING`."""

    def unsupported_reason(self, task: Task) -> str | None:
        """The order is checked before the search starts."""
        dynamic_order_of(self.options.order, task.puzzle)
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Hand the roots to the core."""
        if self._order is None or self._order[0] is not task.puzzle:
            self._order = (task.puzzle, *dynamic_order_of(self.options.order, task.puzzle))
        _, dynamic, order = self._order
        seed = 0 if ":" in self.options.order else task.seed  # a seed shuffles cells of equal rank
        settings = NOTHING | dict(self.settings()) | {"dynamic": dynamic, "seed": native.unsigned_seed(seed)}
        options = native.DomainOptions(order=order, threads=control.limits.threads, **settings)
        return native.run_search(native.search_domains, options, task, control)[0]


@dataclass(frozen=True)
class PlaOptions:
    """The order of the cells, and the counting of colors."""

    order: str = option("dom", ORDER)
    counts: bool = option(True, "check that each color can still show on exactly half as many edges as it has sides")


class Pla(DomainSearch):
    """Partial look-ahead: filter two steps around each placement, and no further (Ansótegui et al. 2008).

    After a placement the domains of its neighbours are filtered, then those of the neighbours of what changed. Also,
    each color must still be able to show on exactly half as many edges as it has sides. A node is cheaper than one of
    `mac`, and there are far fewer nodes than in `backtrack`. Orders: `dom` (smallest domain; best for puzzles of one
    set of colors), `chess` (black fields from the centre, then white; best with few frame colors), `onion` (rings from
    the frame inwards), `lex` (row by row). Cells with one value left always come first.

    Reference: C. Ansótegui, R. Béjar, C. Fernández, C. Mateu, Edge Matching Puzzles as Hard SAT/CSP Benchmarks, CP
    2008, section 4.2.
    """

    name = "pla"
    Options = PlaOptions

    def settings(self) -> Mapping[str, Any]:
        """Two steps of filtering; color counts refute but force nothing."""
        return {"fixpoint": False, "counts": self.options.counts}


@dataclass(frozen=True)
class MacOptions:
    """The order of the cells, and the constraints beyond neighbours."""

    order: str = option("chess", ORDER)
    pieces: bool = option(True, "keep variables of pieces too: one with a single cell left goes there")
    gacolor: bool = option(True, "match the sides of each color perfectly with each other")
    ctadiff: bool = option(False, "match pieces and cells (Regin's alldifferent)")


class Mac(DomainSearch):
    """Maintained arc consistency, with matchings of colors and of pieces (Ansótegui et al. 2008).

    After each placement all constraints between neighbours, between cells (no piece twice) and between pieces (no cell
    twice) are arc consistent. `gacolor` adds a perfect matching of the sides of each color, the strongest filtering
    here and the slowest (20 to 300 microseconds per node); `ctadiff` adds a matching of pieces and cells. Use it
    where the frame has few colors, or to see how few nodes a proof needs. With `gacolor=false&order=dom-deg` it is the
    paper's MACb. `gacolor` does nothing in a puzzle without frame, where sides need not be matched.

    Reference: C. Ansótegui, R. Béjar, C. Fernández, C. Mateu, Edge Matching Puzzles as Hard SAT/CSP Benchmarks, CP
    2008, section 4.2.
    """

    name = "mac"
    Options = MacOptions

    def settings(self) -> Mapping[str, Any]:
        """The matchings from the first cell on."""
        chosen = self.options
        return {
            "pieces": chosen.pieces,
            "alldifferent": chosen.ctadiff,
            "gacolor_from": 0 if chosen.gacolor else -1,
        }


@dataclass(frozen=True)
class EdgeCpOptions:
    """The order of decisions, and the rules beyond edge filtering."""

    order: str = option("last-conflict", ORDER)
    edges: bool = option(
        True, "filter the colors of edges (false: cells see known colors only, 4-edges consistency)", aliases=("joins",)
    )
    pieces: bool = option(True, "a piece with a single cell left goes there")
    distinct: bool = option(True, "a piece is not its own neighbour: a color needs another piece beyond, up to 10x10")
    counts: bool = option(True, "a color shows on exactly half as many edges as it has sides")
    by_piece: bool = option(True, "decide where a piece goes when it has fewer places than any cell has values")
    alldifferent: bool = option(False, "match pieces and cells (Regin's alldifferent)")
    gacolor_from: int = option(
        -1, "match the sides of each color once so many cells are filled (-1: never)", low=-1, high=1024
    )
    shaving: int = option(0, "try out the values of cells with at most so many (0: never)", low=0, high=4096)


class EdgeCp(DomainSearch):
    """Edge filtering: domains on the colors of edges and on cells, propagated together, on bit sets.

    From the pieces that a cell may take follow the colors that its edges may show, which filters the cells beyond, to
    a fixpoint: the model that gave the smallest trees in table 2 of Benoist and Bourreau (2008), here at one to three
    microseconds per node. Use it on a hard puzzle of up to 10x10 or so; it needs thousands of times fewer nodes than
    `backtrack`. `distinct` is a rule of our own: a piece is not its own neighbour, so that a color which only one
    piece can show in a cell is not met by that same piece beyond.

    `order=last-conflict` (default) goes back to the cell of the last failure first, else it takes the smallest domain,
    of several the one with the fewest values around it. Like `dom-wdeg`, which weighs where failures happen, it
    remembers the search so far, so that a resumed search may visit another tree and count other nodes than an
    uninterrupted one; its answers are the same. With `order=dom` the tree depends on the board alone. Nodes are
    decisions: placements that follow by filtering are not counted.

    References: T. Benoist, E. Bourreau, Fast Global Filtering for Eternity II (2008), section 6.3; F. Boussemart et
    al., Boosting systematic search by weighting constraints (2004) for dom/wdeg; C. Lecoutre et al., Reasoning from
    last conflict(s) in constraint programming (2009).
    """

    name = "edgecp"
    Options = EdgeCpOptions

    def settings(self) -> Mapping[str, Any]:
        """Every option; color counts force edges too."""
        rules = dict(vars(self.options))
        del rules["order"]
        return rules | {"force_counts": self.options.counts}


@dataclass(frozen=True)
class HybridOptions:
    """The order of decisions, and where the plain search takes over."""

    order: str = option("last-conflict", ORDER)
    width: int = option(
        8, "search plainly where at most 2^width boards are expected side by side (-1: never)", low=-1, high=16
    )


class Hybrid(DomainSearch):
    """Filtering above, plain search below: `edgecp` whose small subtrees are refuted without propagation.

    After each decision the domains are filtered as in `edgecp`. What is left is then searched without any filtering,
    at about 25 ns per placement, where that search is expected to be narrow: the open cells are ordered by the
    candidates that each is likely to have, and the product of these numbers estimates the width. The estimate is made
    for each subtree, so that the switch comes where the plain search is cheaper; how well it has paid so far, by the
    number of open cells, decides whether it is tried at all. It makes up to 2.7 times fewer decisions than `edgecp`;
    use it on hard puzzles of up to 9x9, where it is up to 1.3 times as fast (docs/research/hybrid.md). On boards of
    more than 64 inner pieces it is the same as `edgecp`.

    Nodes are decisions, as in `edgecp`; placements of the plain search are tests. It remembers the search so far, so
    that a resumed search may count other nodes; its answers are the same.
    """

    name = "hybrid"
    Options = HybridOptions

    def settings(self) -> Mapping[str, Any]:
        """Every rule of `edgecp`, and refutations."""
        return {**EdgeCp().settings(), "refute": self.options.width}
