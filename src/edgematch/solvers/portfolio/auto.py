"""The default: estimates what each exact solver would cost on this puzzle, races the likely ones, goes on with one.

Use it unless you know better. A small puzzle is searched by `backtrack` at once. For a larger one the tree of
`backtrack` is estimated in about thirty orders by random probes. Where it is large in all of them, the filtering solver
(`hybrid`) searches slices of the puzzle, each three times as long as the one before; the share of the search space that
a slice finished says what the rest would cost. Nothing that a slice finished is searched again as long as its solver
stays in front. The winner goes on alone, with all threads; the remark and the details of the outcome name it and say
why. With a GPU, a tree of more than 10^10 nodes that filtering does not make small goes to `gpu`. With breaks allowed
the solver is `breaks`, and for the highest score it is `hunt`, on a device if there is one.

Costs are counted, not timed: nodes and tests times their costs, which were measured once (docs/research/auto.md). So
the same seed and limits give the same search on every machine. Choosing costs about a twentieth of the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.model import Board, Puzzle
from edgematch.options import option
from edgematch.search import Can, Control, SharedCounter, Solver, Task, make
from edgematch.solvers.exact._order_choice import Chooser
from edgematch.solvers.portfolio import announce, search_part

CHEAP_ORDER = 20
"""Up to so many times the nodes of a small tree, the order of `backtrack` is chosen by probes at once."""
RACE_FROM = 5
"""Trees of so many times the nodes of a small one are worth a race, which costs about twenty milliseconds."""
GUARD = 3
"""After so many times the estimated nodes a tree is raced all the same."""


@dataclass(frozen=True)
class Options:
    """When the race begins."""

    small: int = option(
        10_000_000, "nodes of a tree that `backtrack` searches at once; five times as many are raced", low=0
    )


class Auto(Solver):
    """Chooses the solver and its order."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT | Can.THREADS | Can.BREAKS | Can.IMPROVE | Can.WARM_START
    Options = Options
    _chosen: tuple[Puzzle, str] | None = None

    def for_task(self, task: Task) -> Solver:
        """Goals with breaks have their own solvers."""
        if task.goal.improve:
            from edgematch.solvers.gpu._cuda import why_no_cuda

            return make("hunt" if why_no_cuda() else "hunt?device=cuda")
        return self if task.goal.breaks == 0 else make("breaks")

    def unsupported_reason(self, task: Task) -> str | None:
        """What the solver of this goal says."""
        other = self.for_task(task)
        return None if other is self else other.unsupported_reason(task)

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Choose, once per run, and search the roots."""
        if self._chosen is not None and self._chosen[0] == task.puzzle:
            return make(self._chosen[1]).search(task, control)
        small = self.options.small
        chooser = Chooser(task, is_over=lambda: control.is_stopped)
        tree, is_order_chosen = chooser.first(), False
        if small < tree.nodes <= CHEAP_ORDER * small:
            tree, is_order_chosen = chooser.choose(), True
        if tree.nodes <= RACE_FROM * small:
            spec = f"backtrack?order={tree.order}"
            announce(control, spec, f"a small tree, an estimated {tree.nodes:.1g} nodes")
            remaining, done = search_part(make(spec), task, control, int(GUARD * max(small, tree.nodes)))
            if not remaining or control.is_stopped:
                control.shared[SharedCounter.BILLIONTHS] = int(1e9 * done)
                self._chosen = (task.puzzle, spec)
                return remaining
            task = task.replace(roots=tuple(remaining))
        from edgematch.solvers.portfolio._race import Race

        race = Race(task, control, chooser, tree, is_order_chosen=is_order_chosen)
        remaining = race.run()
        self._chosen = (task.puzzle, race.winner)
        return remaining
