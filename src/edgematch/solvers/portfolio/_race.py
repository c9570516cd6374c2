"""The race of `auto`: slices of the search for each candidate, against the estimated tree of `backtrack`.

The first candidate divides the puzzle into parts by its own decisions. Each candidate searches a slice of several parts
that are chosen at random. What it spent in a part over the share of the part that it finished estimates the cost of
that part (the weighted estimator of P. Kilby et al., Estimating search tree size, AAAI 2006), and the mean over its
parts the cost of the others. Slices grow, and after each round the worse half of the candidates leaves (successive
halving). What a loser finished is kept, since it returns the roots that it did not finish. Only where `backtrack` wins
does it start again from the first roots: its trees below divided roots are up to five times as large
(docs/research/auto.md). So that no answer is reported twice, answers are held back at first; after one is reported,
`backtrack` goes on with what remains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random

from edgematch.model import Board
from edgematch.search import Control, SharedCounter, Solver, Task, make
from edgematch.solvers.exact._order_choice import Chooser, Estimate
from edgematch.solvers.portfolio import announce, search_part
from edgematch.solvers.portfolio._candidates import RACED, Candidate, exact_solver, threads_of
from edgematch.solvers.portfolio._weighted_roots import WeightedRoots

PARTS = 32
"""Parts of the puzzle, at least."""
SAMPLES = 8
"""Parts that a candidate searches slices of at a time: one alone may be a hundred times as hard as another."""
LEAST_DONE, NOTHING_DONE = 1 / 1024, 1e-9
"""The share of a part that counts as finished at least; the second where most parts have finished less."""
HOPELESS = 1e14
"""A cost of about a week: where no solver is cheaper, `backtrack` goes on, which does the most per second."""
FIRST_SHARE, GROWTH = 0.005, 3
"""The first slice of each candidate, as a share of the cost of `backtrack`, before its tests are counted; and how many
times as long each later slice is as the one before."""
FEWEST_NODES, MOST_NODES = 300, 10**15
"""Fewest and most nodes of a slice."""
LONG = 3e9
"""A cost of about 20 seconds: what `backtrack` would cost counts as no more when slices are chosen."""
GIVE_UP = (12.0, 4.0, 2.5, 1.5, 1.0)
"""A candidate that is so many times as expensive as `backtrack` is given up after its first slice, its second and so
on. Estimates are high at first, and come down with longer slices."""
CHOOSE_FROM = 0.05
"""Once slices have cost this share of what `backtrack` would cost, its order is chosen, which costs as much."""
CLEAR = 4.0
"""Where a candidate is so many times as cheap as `backtrack`, the order of `backtrack` is not chosen."""
HELD = 0.25
"""Answers are held back until slices have cost this share of what `backtrack` would cost."""
DIVIDED = 2.0
"""How many times as expensive `backtrack` is below the roots that a candidate left as below the first ones."""

FIRST_TO_END = "it came to the end first"


@dataclass
class Sample:
    """A part that a candidate searches, what it spent there, and the share of the part that it finished."""

    part: WeightedRoots
    cost: float = 0.0
    done: float = 0.0


@dataclass
class Runner:
    """A candidate and the parts that it has begun."""

    candidate: Candidate
    solver: Solver
    cells: int
    threads: int
    nodes: int = 0
    samples: list[Sample] = field(default_factory=list)

    def cost(self, nodes: int, tests: int) -> float:
        """What so many nodes and tests cost, in placements of `backtrack`."""
        return self.candidate.cost(nodes, tests, self.cells) / self.threads

    @property
    def node_cost(self) -> float:
        """The cost of a node so far, its tests included."""
        return sum(sample.cost for sample in self.samples) / self.nodes if self.nodes else self.cost(1, 0)

    def rest(self, left: float) -> float:
        """The estimated cost of so many parts."""
        if not self.samples:
            return math.inf
        few = sum(sample.done < LEAST_DONE for sample in self.samples)
        least = NOTHING_DONE if 2 * few > len(self.samples) else LEAST_DONE
        costs = [sample.cost / max(sample.done, least) for sample in self.samples]
        return left * sum(costs) / len(costs)


class Race:
    """One race; `winner` is the solver string that goes on."""

    def __init__(
        self, task: Task, control: Control, chooser: Chooser, exact: Estimate, *, is_order_chosen: bool
    ) -> None:
        self.task, self.control, self.chooser = task, control, chooser
        self.exact, self.is_order_chosen = exact, is_order_chosen
        self.parts = [WeightedRoots(task.roots)]
        self.reported, self.spent = control.recorded, 0.0
        self.give_up = iter(GIVE_UP)
        self.winner = ""

    def run(self) -> Sequence[Board]:
        """Search the task; returns the roots not finished."""
        with self.control.holding() if self.task.goal.want is None else nullcontext():
            self._split()
            self._race()
        left = self.left
        remaining: Sequence[Board] = self.roots
        if self._is_going_on():
            solver, task = make(self.winner), self.task.replace(roots=remaining)
            remaining, done = search_part(solver, task, self.control, MOST_NODES, left=left / len(self.parts))
            left *= 1 - done
        else:
            is_done = not remaining or self.control.is_enough
            self._choose(self.winner or RACED[0].spec, FIRST_TO_END if is_done else "stopped before the race was over")
        self.control.shared[SharedCounter.BILLIONTHS] = int(1e9 * (1 - left / max(1, len(self.parts))))
        return remaining

    @property
    def roots(self) -> tuple[Board, ...]:
        """What is not searched yet."""
        return tuple(root for part in self.parts for root in part.roots)

    @property
    def left(self) -> float:
        """How many parts are open; one that is begun counts with the share that is left of it."""
        return sum(part.left for part in self.parts)

    def _is_going_on(self) -> bool:
        return any(part.roots for part in self.parts) and not self.control.is_stopped

    def _search(self, solver: Solver, part: WeightedRoots, nodes: int) -> float:
        """Search a part with at most so many nodes; returns the share of it that was finished."""
        left, task = self.left, self.task.replace(roots=part.roots)
        shares = {"left": left / len(self.parts), "share": part.left / left}
        return part.finish(*search_part(solver, task, self.control, nodes, **shares))

    def _split(self) -> None:
        """Let the first candidate divide the largest roots until there are enough parts, in a random order."""
        solver, roots = make(RACED[0].spec), list(self.roots)
        while 0 < len(roots) < PARTS and not self.control.is_stopped:
            largest = min(roots, key=lambda root: root.count)
            roots.remove(largest)
            roots += search_part(solver, self.task.replace(roots=(largest,)), self.control, 1)[0]
        Random(self.task.seed).shuffle(roots)  # noqa: S311 - no secret
        self.parts = [WeightedRoots([root]) for root in roots]

    def _race(self) -> None:
        """Slices for the candidates until one has finished, or until `backtrack` is the cheaper way to go on."""
        threads, cells = self.control.limits.threads, self.task.puzzle.cells
        runners = [Runner(c, make(c.spec), cells, threads_of(c.spec, threads)) for c in RACED]
        slice_cost = FIRST_SHARE * min(LONG, self._exact_cost())
        while self._is_going_on():
            for runner in runners:
                self._run_slice(runner, runners, slice_cost)
                if not self.roots:
                    self._choose(runner.candidate.spec, FIRST_TO_END)
                if not self._is_going_on():
                    return
            runners.sort(key=lambda runner: runner.rest(1.0))
            runners = runners[: (len(runners) + 1) // 2]
            if len(runners) == 1 and self._is_exact_cheaper(runners[0]):
                self._start_exact(runners[0])
                return
            slice_cost *= GROWTH
            if self.spent > HELD * min(LONG, self._exact_cost()):
                self.control.release()

    def _run_slice(self, runner: Runner, runners: list[Runner], cost: float) -> None:
        begun = {id(sample.part) for one in runners for sample in one.samples}
        samples = [sample for sample in runner.samples if sample.part.roots]
        new = [Sample(part) for part in self.parts if part.roots and id(part) not in begun]
        new = new[: max(0, SAMPLES - len(samples))]
        runner.samples += new
        samples += new
        for sample in samples:
            nodes = int(min(max(FEWEST_NODES, cost / runner.node_cost), MOST_NODES)) // len(samples)
            before = self.control.shared.copy()
            sample.done += self._search(runner.solver, sample.part, max(1, nodes))
            counted = self.control.shared - before
            runner.nodes += int(counted[SharedCounter.NODES])
            cost_now = runner.cost(int(counted[SharedCounter.NODES]), int(counted[SharedCounter.TESTS]))
            sample.cost += cost_now
            self.spent += cost_now
            if self.control.is_stopped:
                return

    def _is_exact_cheaper(self, leader: Runner) -> bool:
        """Whether the leader is to be given up; the order of `backtrack` is chosen when that may decide it."""
        rest, limit = leader.rest(self.left), next(self.give_up, GIVE_UP[-1])
        ratio = rest / self._exact_cost()
        is_late = self.spent > CHOOSE_FROM * self._exact_cost()
        is_due = ratio > limit or rest > HOPELESS or (ratio * CLEAR > 1 and is_late)
        if is_due and not self.is_order_chosen:
            self.exact, self.is_order_chosen = self.chooser.choose(), True
            ratio = rest / self._exact_cost()
        if ratio > limit or rest > HOPELESS:
            return True
        if ratio * CLEAR < 1 or limit == GIVE_UP[-1]:
            self._choose(leader.candidate.spec, f"an estimated {ratio:.2g} of the cost of {self._exact_spec()}")
        return False

    def _start_exact(self, leader: Runner) -> None:
        exact = self._exact_cost()
        ratio = leader.rest(self.left) / exact
        why = f"{leader.candidate.spec} would cost an estimated {ratio:.2g} times as much"
        if min(ratio, 1) * exact > HOPELESS:
            why = f"an estimated {self.exact.nodes:.1g} nodes, and {leader.candidate.spec} sees no end either"
        if self._can_restart():
            self.control.drop()
            self.parts = [WeightedRoots(self.task.roots)]
        self._choose(self._exact_spec(), why)

    def _can_restart(self) -> bool:
        return self.control.recorded == self.reported

    def _exact_cost(self) -> float:
        cost = exact_solver(self.exact.order, self.exact.nodes, self.control.limits.threads)[1]
        return cost if self._can_restart() else DIVIDED * cost

    def _exact_spec(self) -> str:
        return exact_solver(self.exact.order, self.exact.nodes, self.control.limits.threads)[0]

    def _choose(self, spec: str, why: str) -> None:
        """Take the lead and say so, once."""
        if spec != self.winner:
            self.winner = spec
            announce(self.control, spec, why)
