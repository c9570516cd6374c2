"""Cutting a search into jobs of about equal size, and what the whole will cost.

A tree is cut where there are enough partial boards; the subtree of each is estimated by random probes, and the boards
are dealt out to jobs, the largest first (`analyse.split`). A hunt for a score is cut into attempts: each job is a seed,
and gets its solver, orientation and start when it is granted, by what earlier jobs brought (`bandit`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from edgematch.analyse.split import Part, split_search
from edgematch.analyse.tree import estimate_tree
from edgematch.campaign.bandit import Arm
from edgematch.errors import OptionError
from edgematch.model import Puzzle
from edgematch.model.orders import ORIENTED, order_of
from edgematch.search import Can, Goal, Limits, Run, Solver, Task, make
from edgematch.search.solver import require
from edgematch.store.database.campaigns import GOALS, Campaign
from edgematch.store.database.jobs import NewJob
from edgematch.store.database.packing import pack
from edgematch.store.database.store import Store

MOST_JOBS = 1_000_000
BATCH_SECONDS, MOST_IN_BATCH = 1.0, 64
"""Small jobs travel to a worker together, so many that they take about this long."""
TRIAL_SECONDS = 0.5
"""How long the speed of the solver is measured."""
FEW_NODES = 1000
"""So few nodes in that time mean that the solver was still starting."""


@dataclass(frozen=True)
class Plan:
    """A campaign and its expected cost: core seconds, from `low` to `high` with 95 % confidence."""

    campaign: Campaign
    jobs: int
    core_seconds: float
    low: float
    high: float
    rate: float


def plan(
    store: Store, name: str, puzzle: Puzzle, *, goal: str = "count", solver: str | Sequence[str] = "backtrack",
    jobs: int = 1000, labelled: bool = False, anchored: bool = False, seed: int = 0, slice_seconds: float = 60.0,
    lease_seconds: float | None = None,
) -> Plan:  # fmt: skip
    """Cut a search into jobs and keep them in the store; `solver` may be several where the goal is a score.

    An `anchored` search pins one corner piece, so that no two of its answers are turns of each other.
    """
    if goal not in GOALS:
        raise OptionError(f"the goal is one of {', '.join(GOALS)}, not {goal!r}")
    if not 1 <= jobs <= MOST_JOBS:
        raise OptionError(f"a campaign has 1 to {MOST_JOBS:,} jobs, not {jobs}")
    if slice_seconds <= 0 or (lease_seconds is not None and lease_seconds <= slice_seconds):
        raise OptionError("a slice takes more than 0 s, and a lease lasts longer than a slice")
    store.campaigns.refuse_taken(name)
    names = [solver] if isinstance(solver, str) else list(solver)
    solvers = [make(one) for one in names]
    wanted = GOALS[goal]
    task = Task(puzzle, Goal(wanted.breaks, wanted.want, wanted.improve, wanted.boards, labelled), seed=seed)
    for one in solvers:
        require(one)
        one.refuse(task)
    if len(solvers) > 1 and not wanted.improve:
        raise OptionError("several solvers take turns only where the goal is the best score (--goal best)")
    campaign = Campaign(
        name, puzzle, goal, names[0], labelled, seed=seed, slice_seconds=slice_seconds,
        lease_seconds=lease_seconds or 2 * slice_seconds + 30,
    )  # fmt: skip
    if anchored:
        if wanted.improve:
            raise OptionError("only a search of a whole tree is anchored, not a hunt for a score")
        anchors = puzzle.anchors(labelled=labelled)
        task = task.replace(roots=anchors, placed=sum(anchor.count for anchor in anchors))
    if wanted.improve:
        return _attempts(store, campaign, names, jobs)
    return _cut(store, campaign, task, solvers[0], jobs)


def _attempts(store: Store, campaign: Campaign, solvers: Sequence[str], jobs: int) -> Plan:
    """Jobs for a score: one seed each, of one slice."""
    arms = [arm for solver in solvers for arm in arms_of(solver)]
    seconds = campaign.slice_seconds
    made = _changed(campaign, arms=tuple(str(arm) for arm in arms), planned=jobs * seconds)
    root = pack([campaign.puzzle.start()])
    seeds = range(campaign.seed, campaign.seed + jobs)
    kept = store.campaigns.create(made, (NewJob(root, 1, seconds, seed) for seed in seeds))
    total = jobs * seconds
    return Plan(kept, jobs, total, total, total, 0.0)


def arms_of(solver: str) -> list[Arm]:
    """The arms of a solver: its orientations, where it has a recipe that can be turned, and restarts."""
    configured = make(solver)
    has = {field.name for field in fields(configured.options)}
    is_turnable = {"preset", "order"} <= has and not getattr(configured.options, "order", "")
    mark = "&" if "?" in solver else "?"
    names = [f"{solver}{mark}order={side}" for side in ORIENTED] if is_turnable else [solver]
    arms = [Arm(name) for name in names]
    return arms + ([Arm(name, from_best=True) for name in names] if configured.can & Can.WARM_START else [])


def _cut(store: Store, campaign: Campaign, task: Task, solver: Solver, jobs: int) -> Plan:
    """Jobs of a tree: roots dealt out by the estimated size of what is below them."""
    puzzle, order = campaign.puzzle, order_name(solver)
    cells = order_of(order, puzzle)
    cut = split_search(puzzle, cells, parts=jobs, labelled=campaign.labelled, roots=task.roots, seed=campaign.seed)
    parts = [part for part in cut.parts if part.roots]
    total = sum(part.nodes for part in parts)
    whole = estimate_tree(puzzle, order, labelled=campaign.labelled, roots=task.roots, seed=campaign.seed)
    low, high = min(whole.low, total), max(whole.high, total)
    made = _changed(campaign, placed=cut.placed + task.placed, planned=total, planned_low=low, planned_high=high)
    rate = _speed(solver, task, parts)
    kept = store.campaigns.create(made, (NewJob(pack(part.roots), len(part.roots), part.nodes) for part in parts))
    return Plan(kept, len(parts), total / rate, low / rate, high / rate, rate)


def order_name(solver: Solver) -> str:
    """The order in which a solver fills cells; where the cut follows it, nodes add up to those of one search."""
    order = getattr(solver.options, "order", "row") or "row"
    if order == "auto":
        raise OptionError("a campaign needs one order for all its jobs; name it instead of order=auto")
    try:
        order_of(order, _SQUARE)
    except OptionError:
        return "row"
    return str(order)


_SQUARE = Puzzle(2, 2, np.ones((4, 4), dtype=np.uint8))


def _speed(solver: Solver, task: Task, parts: Sequence[Part]) -> float:
    """Planned nodes per second on typical jobs; a back end that needs seconds to start gets more time.

    Planned nodes are those of a plain search: a solver that filters or learns visits fewer, and is that much faster.
    """
    typical = [*parts[len(parts) // 2 :], *parts[: len(parts) // 2]]
    rates = (_rate(solver, task, typical, seconds) for seconds in (TRIAL_SECONDS, 20 * TRIAL_SECONDS))
    return next((rate for rate in rates if rate), 1.0)


def _rate(solver: Solver, task: Task, parts: Sequence[Part], limit: float) -> float:
    """Planned nodes per second of the jobs that end within the time; where none does, nodes per second, or 0."""
    planned = seconds = 0.0
    for part in parts:
        outcome = Run(solver, task.replace(roots=part.roots), Limits(seconds=limit - seconds)).outcome
        if outcome.remaining or seconds + outcome.stats.seconds >= limit:
            if planned:
                return planned / seconds
            return outcome.stats.rate if outcome.stats.nodes >= FEW_NODES else 0.0
        planned, seconds = planned + part.nodes, seconds + outcome.stats.seconds
    return planned / max(seconds, 1e-6)


def _changed(campaign: Campaign, **changes: object) -> Campaign:
    from dataclasses import replace

    return replace(campaign, **changes)  # type: ignore[arg-type]
