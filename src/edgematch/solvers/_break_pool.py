"""The jobs of a break-tolerant search on many lanes: who explores, who is helped, and what flows from stage to stage.

Explorers run the strict stage. One that arrives at the cut is *productive*, and much more so if what arrived leads to the
last cells: its path holds a beginning that others would be glad of. So after each round an explorer that is dry (nothing left
to try) or idle (no arrival for long) takes a part of what a productive path leaves untried: at the first cell after the
120th where there is any, and all before it. The donor keeps what it is at; no work is lost and none is done twice. One lane in
eight never takes from others and starts anew from random first rows; the others do so when there is nothing to take. No row
is begun twice: two lanes with the same row would do the same work. Arrivals wait in a queue until there are enough to fill
the second stage, and what comes out of that is completed at once.

All decisions follow from counts, never from time, and jobs are exchanged between rounds in a fixed order, so that the same
seed and node limit give the same boards on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers._break_lanes import Batch, StageLanes
from edgematch.solvers._break_tables import BREAKING, COMPLETING, STRICT, BreakTables

NEW, FINISHED, NO_BOARD = -2, -1, 0xFFFF
QUOTAS = {STRICT: 64, BREAKING: 4}
"""Paths that a job may hand over in a round; with more it waits for the next."""
JOBS_PER_LANE = {STRICT: 1, BREAKING: 32, COMPLETING: 4}
"""The later jobs end early and unevenly: several for each lane even out."""
ROWS_EACH = 4
"""First rows that an explorer may begin with in a round."""
ROWS_JUDGED = 4096
"""Rows after which it is asked whether most of them were begun before."""
SHARES = 8
"""Times that a productive explorer may give away in a round."""
CREDIT = 1024
"""What an arrival at the last cells is worth, in arrivals at the cut."""
PREFIX, FEWEST = 120 / 256, 40 / 256
"""Share of the cells that a beginning has when it is shared, and must have: from fewer on most of it dies at once."""
EXPLORING = 8
"""One lane in so many never takes from others."""
WAITING_ROUNDS = 8
"""Rounds of explorers after which even a few arrivals are followed."""
DRY_ROUNDS = 4
"""Rounds in which explorers make hardly any placement ..."""
DRY = 256
"""... less than so many a lane that makes any, ..."""
HOPELESS_NODES = 1 << 40
"""... or placements, any board, after which a recipe is hopeless."""


@dataclass(frozen=True)
class Effort:
    """How long jobs are run."""

    budget: int
    """Placements of a job in a round."""
    patience: int
    """Placements without an arrival after which an explorer is idle."""
    depth_nodes: int
    """Placements below one arrival at the cut."""
    completion_nodes: int
    """Placements of one completion."""
    choice: int
    """Random first rows of which the one with most burnt sides is taken."""


@dataclass
class Tally:
    """What has been counted so far."""

    nodes: dict[str, int] = field(default_factory=lambda: {"strict": 0, "breaking": 0, "completing": 0})
    arrivals: int = 0
    """At the cut."""
    last_arrivals: int = 0
    """At the last cells."""
    starts: int = 0
    """Random first rows."""
    shared: int = 0
    """Beginnings taken from others."""
    boards: dict[int, int] = field(default_factory=dict)
    """Completed boards by breaks."""

    @property
    def all_nodes(self) -> int:
        """Of all stages."""
        return sum(self.nodes.values())

    def details(self, joins: int) -> dict[str, Any]:
        """As statistics of the search; boards by score, the best first."""
        facts = vars(self) | {"boards": {str(joins - n): self.boards[n] for n in sorted(self.boards)}}
        return facts | {"nodes": dict(self.nodes)}


class BreakPool:
    """All jobs of a search, in the memory of its engine."""

    def __init__(
        self, tables: BreakTables, make_lanes: Callable[..., StageLanes], effort: Effort, *, jobs: int, seed: int
    ) -> None:
        self.tables, self.effort, self.seed, self.tally = tables, effort, seed, Tally()
        self.stages = {stage.kind: stage for stage in tables.stages}
        self.lanes = {kind: make_lanes(tables, stage) for kind, stage in self.stages.items()}
        self.jobs = {kind: jobs or lanes.lanes * JOBS_PER_LANE[kind] for kind, lanes in self.lanes.items()}
        self.xp = self.lanes[COMPLETING].xp
        self.last = self.stages[COMPLETING].end
        if STRICT in self.stages:
            self._set_up_explorers()
        if BREAKING in self.stages:
            self._set_up_followers()
        self.queue = self.xp.zeros((tables.strict, 0), dtype=np.uint16)
        self.owners = self.xp.zeros(0, dtype=np.int64)
        self.begun = self.xp.full(1, ~np.uint64(0), dtype=np.uint64)
        self.choice, self.is_short = effort.choice, True
        self.waited = self.dry = self.following = self.drawn = self.repeated = 0

    def _set_up_explorers(self) -> None:
        xp, stage, count = self.xp, self.stages[STRICT], self.jobs[STRICT]
        self.row = self.tables.facts(stage)["ROW"]
        self.explorers = Batch(xp, (stage.end, count), answers=(QUOTAS[STRICT], stage.end), rows=(ROWS_EACH, self.row))
        self.explorers.depths[:] = NEW
        self.idle, self.gain = xp.zeros(count, dtype=np.int64), xp.zeros(count, dtype=np.int64)
        self.turn = xp.zeros(count, dtype=np.int64)
        self.row_keys = xp.asarray(np.random.default_rng(self.row).integers(1 << 64, size=self.row, dtype=np.uint64))
        self.share_levels = xp.asarray(self._levels_to_share(stage.end))
        self.ends = xp.asarray(np.append(self.tables.words == 0, [True]))

    def _levels_to_share(self, end: int) -> NDArray[np.int64]:
        """The depths at which a path may be shared, in the order in which they are looked at."""
        first, fewest = (min(end - 1, round(share * self.tables.cells)) for share in (PREFIX, FEWEST))
        return np.append(np.arange(first, end), np.arange(fewest, first)[::-1])

    def _set_up_followers(self) -> None:
        xp, end, count = self.xp, self.stages[BREAKING].end, self.jobs[BREAKING]
        self.followers = Batch(xp, (end, count), answers=(QUOTAS[BREAKING], end))
        self.spent, self.owner = xp.zeros(count, dtype=np.int64), xp.zeros(count, dtype=np.int64)

    # one round

    def run_round(self, nodes_left: int | None, most_breaks: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
        """Run one stage once, and complete what comes of it; yields the boards by their number of breaks."""
        if STRICT not in self.stages:
            arrivals = self.xp.zeros((0, 1), dtype=np.uint16)
        elif BREAKING not in self.stages:
            arrivals, _ = self.explore(nodes_left)
        elif self._should_follow():
            self.waited = 0
            arrivals = self._follow(nodes_left)
        else:
            self.waited += 1
            arrivals, owners = self.explore(nodes_left)
            self.queue = self.xp.concatenate([self.queue, arrivals], axis=1)
            self.owners = self.xp.concatenate([self.owners, owners])
            return
        self.tally.last_arrivals += int(arrivals.shape[1])
        yield from self._complete(arrivals, most_breaks)

    @property
    def is_hopeless(self) -> bool:
        """Whether the recipe is too strict for this puzzle to come to any board."""
        is_stuck = self.dry >= DRY_ROUNDS or self.tally.all_nodes > HOPELESS_NODES
        return is_stuck and not self.tally.last_arrivals

    @property
    def busy(self) -> dict[str, int]:
        """How many lanes explore, how many arrivals are followed and how many wait for that."""
        exploring = int((self.explorers.depths >= 0).sum()) if STRICT in self.stages else 0
        return {"exploring": exploring, "following": self.following, "waiting": int(self.queue.shape[1])}

    def summary(self, joins: int) -> str:
        """One line about how the search goes: lanes, arrivals by depth, the best boards by score."""
        busy, tally = self.busy, self.tally
        best = ", ".join(f"{joins - breaks}: {tally.boards[breaks]:,}" for breaks in sorted(tally.boards)[:4])
        return (
            f"{busy['exploring']:,} lanes explore; {tally.arrivals:,} arrivals at cell {self.tables.strict},"
            f" {tally.last_arrivals:,} at cell {self.last}; boards by score: {best or 'none'}"
        )

    def _should_follow(self) -> bool:
        waiting = self.following + self.queue.shape[1]
        return bool(waiting >= self.jobs[BREAKING] or (waiting and self.waited >= WAITING_ROUNDS))

    def _run(self, kind: int, batch: Batch, count: int, nodes_left: int | None) -> int:
        """Run jobs within the nodes left; returns how many jobs."""
        budget = self.effort.completion_nodes if kind == COMPLETING else self.effort.budget
        if nodes_left is not None:
            count = max(1, min(count, nodes_left))
            budget = min(budget, nodes_left // count)
        self.lanes[kind].run(batch, count=count, budget=budget)
        self.tally.nodes[("strict", "breaking", "completing")[kind]] += int(batch.nodes[:count].sum(dtype=np.int64))
        return count

    def _handed_over(self, kind: int, batch: Batch, count: int) -> tuple[Any, Any]:
        """The paths that jobs handed over, as columns, and which jobs these are."""
        xp = self.xp
        jobs, places = (xp.arange(QUOTAS[kind])[None] < batch.found[:count, None]).nonzero()
        return xp.ascontiguousarray(batch.answers[jobs, places].T), jobs.astype(np.int32)

    # explorers

    def explore(self, nodes_left: int | None) -> tuple[Any, Any]:
        """One round of explorers: the paths that arrived at the cut, as columns, and whose they are."""
        batch, xp = self.explorers, self.xp
        self._make_rows()
        count = self._run(STRICT, batch, self.jobs[STRICT], nodes_left)
        self.turn[:count] += batch.started[:count]
        arrivals, jobs = self._handed_over(STRICT, batch, count)
        self.tally.arrivals += len(jobs)
        busy = max(1, int((batch.nodes[:count] > 0).sum()))
        self.dry = self.dry + 1 if int(batch.nodes[:count].sum(dtype=np.int64)) < busy * DRY else 0
        batch.found[count:] = batch.started[count:] = 0
        is_new = (batch.found > 0) | (batch.started > 0)
        self.gain = xp.where((batch.started > 0) & (batch.found == 0), 0, self.gain - self.gain // 4 + batch.found)
        self.idle = xp.where(is_new, 0, self.idle + batch.nodes)
        owners = self.turn[jobs] * batch.count + jobs
        self._reassign()
        return arrivals, owners

    def _make_rows(self) -> None:
        """New random rows in place of those that explorers began with, where explorers want any."""
        batch, xp = self.explorers, self.xp
        jobs, which = (xp.arange(ROWS_EACH)[None] < batch.started[:, None]).nonzero()
        places = (jobs * ROWS_EACH + which).astype(np.uint32)
        if self.row and len(jobs):
            is_wanted = (jobs % EXPLORING == 0) | self.is_short
            batch.rows[places[~is_wanted], 0] = 0
            places = places[is_wanted]
            seed = ((self.seed << 32) + self.tally.starts) * 0xD1342543DE82EF95 % (1 << 64)
            self.lanes[STRICT].make_rows(batch, places, seed=seed, choice=self.choice)
            self._drop_begun(places)
        self.tally.starts += len(places)

    def _drop_begun(self, places: Any) -> None:
        """Leave out the rows that were begun before; when these are the most, rows are chosen less strictly."""
        xp, rows = self.xp, self.explorers.rows
        keys = (rows[places].astype(np.uint64) * self.row_keys).sum(axis=1)
        new, where = xp.unique(keys, return_index=True)
        is_new = self.begun[xp.searchsorted(self.begun, new)] != new
        is_fresh = xp.zeros(len(places), dtype=bool)
        is_fresh[where[is_new]] = True
        rows[places[~is_fresh], 0] = 0
        self.begun = xp.sort(xp.concatenate([self.begun, new[is_new]]))
        self.drawn, self.repeated = self.drawn + len(places), self.repeated + len(places) - int(is_new.sum())
        if self.drawn >= ROWS_JUDGED:
            self.choice = max(1, self.choice // 2) if 2 * self.repeated > self.drawn else self.choice
            self.drawn = self.repeated = 0

    def _reassign(self) -> None:
        """Give dry and idle explorers something to do: a part of a productive path, else a new beginning."""
        xp, batch = self.xp, self.explorers
        is_idle = (batch.depths == FINISHED) | (self.idle > self.effort.patience)
        is_free = (is_idle | (batch.started > 0)) & (batch.found == 0) & (xp.arange(batch.count) % EXPLORING != 0)
        batch.depths[is_idle] = NEW
        self.idle[is_idle] = 0
        takers = xp.flatnonzero(is_free)
        for _ in range(SHARES):
            donors, levels = self._donors()
            count = min(len(takers), len(donors))
            if not count:
                break
            self._share(donors[:count], levels[:count], takers[:count])
            takers = takers[count:]
        self.is_short = len(takers) > 0

    def _donors(self) -> tuple[Any, Any]:
        """Productive explorers with something left to try, the most productive first, and at which depth."""
        xp, batch = self.xp, self.explorers
        donors = xp.flatnonzero((self.gain > 0) & (batch.depths >= 0))
        donors = donors[xp.argsort(-self.gain[donors], kind="stable")]
        levels = self.share_levels[:, None]
        is_open = (levels >= batch.bases[donors]) & (levels < batch.depths[donors])
        is_open &= ~self.ends[batch.paths[self.share_levels][:, donors].astype(np.int64) + 1]
        has_any = is_open.any(axis=0)
        return donors[has_any], self.share_levels[is_open.argmax(axis=0)][has_any]

    def _share(self, donors: Any, levels: Any, takers: Any) -> None:
        """The untried candidates of a donor's level, and of those before it, become a taker's job."""
        batch = self.explorers
        batch.paths[:, takers] = batch.paths[:, donors]
        batch.paths[levels, takers] += 1
        batch.bases[takers], batch.depths[takers] = batch.bases[donors], levels
        batch.bases[donors] = levels + 1
        self.turn[takers] += 1
        self.idle[takers] = 0
        self.gain[takers] = 0
        self.tally.shared += len(takers)

    # followers

    def _follow(self, nodes_left: int | None) -> Any:
        self._take_from_queue()
        batch, xp = self.followers, self.xp
        count = self._run(BREAKING, batch, self.following, nodes_left)
        arrivals, jobs = self._handed_over(BREAKING, batch, count)
        self._give_credit(self.owner[jobs])
        self.spent[:count] += batch.nodes[:count]
        is_done = (batch.depths == FINISHED) | (self.spent >= self.effort.depth_nodes)
        going = xp.flatnonzero(~is_done[: self.following])
        kept = len(going)
        batch.paths[:, :kept], batch.depths[:kept] = batch.paths[:, going], batch.depths[going]
        self.spent[:kept], self.owner[:kept] = self.spent[going], self.owner[going]
        self.following = kept
        return arrivals

    def _give_credit(self, owners: Any) -> None:
        """Credit arrivals at the last cells to the explorers they come from, if these are still at the same job."""
        explorers, turns = owners % len(self.turn), owners // len(self.turn)
        explorers = explorers[self.turn[explorers] == turns]
        self.gain += CREDIT * self.xp.bincount(explorers, minlength=len(self.gain))

    def _take_from_queue(self) -> None:
        batch, depth = self.followers, self.tables.strict
        count = min(self.jobs[BREAKING] - self.following, self.queue.shape[1])
        new = slice(self.following, self.following + count)
        batch.paths[:depth, new] = self.queue[:, :count]
        batch.paths[depth, new] = 0
        batch.depths[new] = depth
        batch.bases[:] = depth
        self.spent[new], self.owner[new] = 0, self.owners[:count]
        self.following += count
        self.queue, self.owners = self.queue[:, count:].copy(), self.owners[count:].copy()

    # completions

    def _complete(self, arrivals: Any, most_breaks: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
        """The best completions of paths that have one with at most so many breaks."""
        xp, count = self.xp, arrivals.shape[1]
        for start in range(0, count, self.jobs[COMPLETING]):
            part = arrivals[:, start : start + self.jobs[COMPLETING]]
            batch = Batch(xp, (self.last, part.shape[1]), answers=(1, self.tables.cells - self.last))
            batch.paths[: self.last] = part
            batch.bases[:] = most_breaks
            self._run(COMPLETING, batch, part.shape[1], None)
            done = xp.flatnonzero(batch.found != NO_BOARD)
            if not len(done):
                continue
            paths = xp.concatenate([part[:, done], batch.answers[done, 0].T])
            breaks = batch.found[done]
            if xp is not np:
                paths, breaks = paths.get(), breaks.get()
            yield from self._sorted(breaks, self.tables.boards(paths))

    def _sorted(self, breaks: NDArray[Any], boards: NDArray[np.int16]) -> Iterator[tuple[int, NDArray[np.int16]]]:
        for value in np.unique(breaks).tolist()[::-1]:
            some = boards[breaks == value]
            self.tally.boards[value] = self.tally.boards.get(value, 0) + len(some)
            yield value, some
