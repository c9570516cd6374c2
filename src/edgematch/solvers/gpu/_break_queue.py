"""Work distribution of the break-tolerant GPU search: idle explorers steal untried branches from productive ones.

Explorers run the strict stage. One that arrives at the cut is *productive*, and much more so if an arrival leads to the
last cells. After each round, an explorer that has nothing left to try, had no arrival for long or has only just begun
takes a part of what a productive path leaves untried: at the first open level after cell 120, and all levels before it.
The donor keeps its current branch, so nothing is lost or done twice. One lane in eight never takes from others and
starts from new random first rows; the others do so when there is nothing to take. No first row is used twice, because
two lanes with the same row would do the same work.

Arrivals wait in a queue until there are enough to fill the second stage, where *followers* continue them. Most of them
end at once, and nearly all boards come from the few that do not. So followers that are not done after a round are
divided, and soon many lanes work below one good arrival. What arrives at the last cells is completed at once.

All decisions follow from counts, never from time, and jobs are exchanged between rounds in a fixed order. So the same
seed and node limit give the same boards on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._break_lanes import NOWHERE, Batch, StageLanes
from edgematch.solvers.gpu._break_tables import BREAKING, COMPLETING, STRICT, BreakTables
from edgematch.solvers.gpu._columns import reported

NEW, FINISHED, NO_BOARD = -2, -1, 0xFFFF
QUOTAS = {STRICT: 64, BREAKING: 8}
"""Paths that a job may report per round; with more it waits for the next round."""
JOBS_PER_LANE = {STRICT: 1, BREAKING: 32, COMPLETING: 4}
"""Jobs of the later stages end early and at different times: several per lane balance that."""
ROWS_EACH = 4
"""Unused first rows that are kept for each explorer."""
ROWS_JUDGED = 4096
"""New rows after which the share of rows that were used before is checked."""
CREDIT = 1024
"""The value of an arrival at the last cells, in arrivals at the cut."""
EXPLORING = 8
"""One lane in this many never takes from others."""
WAITING_ROUNDS = 8
"""Rounds of explorers after which even a few arrivals are continued."""
BUSY = 8
"""One follower job in this many keeps all lanes busy: then none is divided, and none is taken from the queue."""
DRY_ROUNDS = 4
"""Consecutive rounds with almost no placements by explorers after which a recipe without any board is hopeless."""
DRY = 256
"""Placements per working lane below which a round counts as almost none."""
HOPELESS_NODES = 1 << 40
"""Placements without any board after which a recipe is hopeless."""
BARREN_ROUNDS = 64
"""Consecutive rounds without any placement after which a recipe is exhausted."""


@dataclass(frozen=True)
class Effort:
    """How long jobs run."""

    budget: int
    """Placements per job and round."""
    patience: int
    """Placements without an arrival after which an explorer is idle."""
    depth_nodes: int
    """Placements per follower; both parts of a divided one have what is left of it."""
    endgame_nodes: int
    """Placements per completion."""
    choice: int
    """Random first rows of which the one with the most burnt sides is used."""


@dataclass
class Tally:
    """Counters of a search."""

    nodes: dict[str, int] = field(default_factory=lambda: {"strict": 0, "breaking": 0, "completing": 0})
    arrivals: int = 0
    """Paths that arrived at the cut."""
    last_arrivals: int = 0
    """Paths that arrived at the last cells."""
    starts: int = 0
    """Random first rows used."""
    shared: int = 0
    """Branches that explorers took from others."""
    divided: int = 0
    """Followers that were divided."""
    boards: dict[int, int] = field(default_factory=dict)
    """Completed boards by breaks."""

    @property
    def all_nodes(self) -> int:
        """Of all stages."""
        return sum(self.nodes.values())

    def details(self, edges: int) -> dict[str, Any]:
        """The counters as statistics of the search; boards by score, the best first."""
        facts = vars(self) | {"boards": {str(edges - n): self.boards[n] for n in sorted(self.boards)}}
        return facts | {"nodes": dict(self.nodes)}


class Queue:
    """Arrivals that wait for the next stage, as columns where the lanes run, and the explorers they come from."""

    def __init__(self) -> None:
        self.parts: list[tuple[Any, NDArray[Any]]] = []
        self.begin = 0  # of the first part: those before have been taken

    @property
    def count(self) -> int:
        """How many wait."""
        return sum(len(owners) for _, owners in self.parts) - self.begin

    def put(self, paths: Any, owners: NDArray[Any]) -> None:
        """Append arrivals."""
        if len(owners):
            self.parts.append((paths, owners))

    def take(self, most: int, columns: Any, start: int) -> NDArray[Any]:
        """Remove the first ones, and copy their paths to columns from `start` on; returns whom they come from."""
        taken = [np.zeros(0, dtype=np.int64)]
        while most > 0 and self.parts:
            paths, owners = self.parts[0]
            count = min(most, len(owners) - self.begin)
            columns.copy(paths, self.begin, count, start=start)
            taken.append(owners[self.begin : self.begin + count])
            self.begin, start, most = self.begin + count, start + count, most - count
            if self.begin == len(owners):
                self.parts.pop(0)
                self.begin = 0
        return np.concatenate(taken)

    def whole(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """All waiting arrivals, in the memory of the CPU."""
        paths, owners = zip(*((paths.first(None), owners) for paths, owners in self.parts), strict=True)
        return np.concatenate(paths, axis=1)[:, self.begin :], np.concatenate(owners)[self.begin :]


class BreakPool:
    """All jobs of a search, in the memory of its engine."""

    def __init__(
        self, tables: BreakTables, make_lanes: Callable[..., StageLanes], effort: Effort, *, jobs: int, seed: int
    ) -> None:
        self.tables, self.effort, self.seed, self.tally = tables, effort, seed, Tally()
        self.stages = {stage.kind: stage for stage in tables.stages}
        self.lanes = {kind: make_lanes(tables, stage) for kind, stage in self.stages.items()}
        self.jobs = {kind: jobs or lanes.lanes * JOBS_PER_LANE[kind] for kind, lanes in self.lanes.items()}
        self.memory = self.lanes[COMPLETING].memory
        self.last = self.stages[COMPLETING].end
        if STRICT in self.stages:
            self._set_up_explorers()
        if BREAKING in self.stages:
            self._set_up_followers()
        self.queue = Queue()
        self.begun = np.full(1, ~np.uint64(0), dtype=np.uint64)
        self.choice, self.is_short, self.is_out_of_rows = effort.choice, True, False
        self.waited = self.dry = self.barren = self.following = self.made = self.drawn = self.repeated = 0

    def _set_up_explorers(self) -> None:
        stage, count = self.stages[STRICT], self.jobs[STRICT]
        self.row = self.tables.facts(stage)["ROW"]
        rows = (ROWS_EACH, self.row) if self.row else (0, 0)
        self.explorers = Batch(self.memory, (stage.end, count), answers=(QUOTAS[STRICT], stage.end), rows=rows)
        self.explorers.depths[:] = NEW
        if not self.row:
            self.explorers.depths[0] = 0  # nothing to begin with at random: the whole search is one job
        self.idle, self.gain = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        self.turn = np.zeros(count, dtype=np.int64)
        self.row_keys = np.random.default_rng(self.row).integers(1 << 64, size=self.row, dtype=np.uint64)

    def _set_up_followers(self) -> None:
        stage, count = self.stages[BREAKING], self.jobs[BREAKING]
        self.followers = Batch(self.memory, (stage.end, count), answers=(QUOTAS[BREAKING], stage.end - stage.start))
        self.spent, self.owner = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)

    # one round

    def run_round(self, nodes_left: int | None, most_breaks: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
        """Run one stage once and complete what arrives at the last cells; yields the boards by number of breaks."""
        before = self.tally.all_nodes
        if STRICT not in self.stages:
            arrivals = self.memory.columns(0, 1, np.uint16)
        elif BREAKING not in self.stages:
            arrivals, _ = self.explore(nodes_left)
        elif self._should_follow():
            self.waited = 0
            arrivals = self._follow(nodes_left)
        else:
            self.waited += 1
            self.queue.put(*self.explore(nodes_left))
            return
        self.tally.last_arrivals += int(arrivals.array.shape[1])
        end = None if nodes_left is None else before + nodes_left
        yield from self._complete(arrivals, most_breaks, end=end)

    @property
    def is_hopeless(self) -> bool:
        """Whether the recipe is too strict for this puzzle to give any board, or any further one."""
        is_waiting, has_any = self.following > 0 or self.queue.count > 0, self.tally.last_arrivals > 0
        if not is_waiting and (self.barren >= BARREN_ROUNDS or (self.dry >= DRY_ROUNDS and not has_any)):
            return True
        return self.tally.all_nodes > HOPELESS_NODES and not has_any

    @property
    def busy(self) -> dict[str, int]:
        """The number of explorers and followers at work, and of waiting arrivals."""
        exploring = int((self.explorers.depths >= 0).sum()) if STRICT in self.stages else 0
        return {"exploring": exploring, "following": self.following, "waiting": self.queue.count}

    def summary(self, edges: int) -> str:
        """One line of progress: lanes, arrivals by depth, the best boards by score."""
        busy, tally = self.busy, self.tally
        best = ", ".join(f"{edges - breaks}: {tally.boards[breaks]:,}" for breaks in sorted(tally.boards)[:4])
        return (
            f"{busy['exploring']:,} lanes explore; {tally.arrivals:,} arrivals at cell {self.tables.strict},"
            f" {tally.last_arrivals:,} at cell {self.last}; boards by score: {best or 'none'}"
        )

    def _should_follow(self) -> bool:
        waiting, patience = self.following + self.queue.count, 1 if self.following >= self._enough else WAITING_ROUNDS
        return waiting >= self.jobs[BREAKING] or (waiting > 0 and self.waited >= patience)

    @property
    def _enough(self) -> int:
        """Followers that keep all lanes busy."""
        return -(-self.jobs[BREAKING] // BUSY)

    def _run(self, kind: int, batch: Batch, count: int, nodes_left: int | None) -> int:
        """Run jobs within the nodes left; returns the number of jobs run."""
        budget = self.effort.endgame_nodes if kind == COMPLETING else self.effort.budget
        if nodes_left is not None:
            count = max(1, min(count, nodes_left))
            budget = min(budget, nodes_left // count)
        self.lanes[kind].run(batch, count=count, budget=budget)
        self.tally.nodes[("strict", "breaking", "completing")[kind]] += int(batch.nodes[:count].sum(dtype=np.int64))
        return count

    def _reported_paths(self, kind: int, batch: Batch, count: int) -> tuple[Any, Any]:
        """The paths that jobs reported, as columns, and the jobs they come from."""
        jobs, places = reported(batch.found, np.flatnonzero(batch.found[:count]))
        return batch.paths.reported(self.stages[kind].start, batch.answers, jobs, places), jobs

    # explorers

    def explore(self, nodes_left: int | None) -> tuple[Any, Any]:
        """One round of explorers: the paths that arrived at the cut, as columns, and the explorers they come from."""
        batch = self.explorers
        self._make_rows()
        before = self.tally.all_nodes
        count = self._run(STRICT, batch, self.jobs[STRICT], nodes_left)
        batch.found[count:] = batch.started[count:] = 0
        self.turn += batch.started
        self.tally.starts += int(batch.started.sum(dtype=np.int64))
        arrivals, jobs = self._reported_paths(STRICT, batch, count)
        self.tally.arrivals += len(jobs)
        nodes, busy = self.tally.all_nodes - before, int((batch.nodes[:count] > 0).sum())
        self.dry = self.dry + 1 if nodes < max(1, busy) * DRY else 0
        self.barren = 0 if nodes else self.barren + 1
        is_new = (batch.found > 0) | (batch.started > 0)
        self.gain = np.where((batch.started > 0) & (batch.found == 0), 0, self.gain - self.gain // 4 + batch.found)
        self.idle = np.where(is_new, 0, self.idle + batch.nodes)
        owners = self.turn[jobs] * batch.count + jobs
        self._reassign()
        return arrivals, owners

    def _make_rows(self) -> None:
        """Replace used first rows by new random ones, once an explorer needs one and has none left."""
        if not self.row or not (self.is_short or self.is_out_of_rows):
            return
        batch = self.explorers
        places = np.flatnonzero(batch.rows[:, 0] == 0).astype(np.uint32)
        places = places[(places // ROWS_EACH % EXPLORING == 0) | self.is_short]
        if len(places):
            seed = ((self.seed << 32) + self.made) * 0xD1342543DE82EF95 % (1 << 64)
            self.lanes[STRICT].make_rows(batch, places, seed=seed, choice=self.choice)
            self.made += len(places)
            self._drop_begun(places)

    def _drop_begun(self, places: Any) -> None:
        """Drop rows that were used before; if these are the majority, rows are chosen less strictly."""
        rows = self.explorers.rows
        keys = (rows[places].astype(np.uint64) * self.row_keys).sum(axis=1)
        new, where = np.unique(keys, return_index=True)
        is_new = self.begun[np.searchsorted(self.begun, new)] != new
        is_fresh = np.zeros(len(places), dtype=bool)
        is_fresh[where[is_new]] = True
        self.lanes[STRICT].drop_rows(self.explorers, places[~is_fresh])
        self.begun = np.insert(self.begun, np.searchsorted(self.begun, new[is_new]), new[is_new])
        self.drawn, self.repeated = self.drawn + len(places), self.repeated + len(places) - int(is_new.sum())
        if self.drawn >= ROWS_JUDGED:
            self.choice = max(1, self.choice // 2) if 2 * self.repeated > self.drawn else self.choice
            self.drawn = self.repeated = 0

    def _reassign(self) -> None:
        """Give explorers without work a part of a productive path, else a new first row."""
        batch = self.explorers
        is_idle = (batch.depths == FINISHED) | (self.idle > self.effort.patience)
        is_free = (is_idle | (batch.started > 0)) & (batch.found == 0) & (np.arange(batch.count) % EXPLORING != 0)
        self.is_out_of_rows = bool((batch.depths[::EXPLORING] == FINISHED).any())
        batch.depths[is_idle], batch.open[is_idle], self.idle[is_idle] = NEW, NOWHERE, 0
        takers, donors = np.flatnonzero(is_free), np.flatnonzero((self.gain > 0) & (batch.open != NOWHERE))
        count = min(len(takers), len(donors))
        self.is_short = len(takers) > count
        if count:
            self._share(donors[np.argsort(-self.gain[donors], kind="stable")][:count], takers[:count])

    def _share(self, donors: Any, takers: Any) -> None:
        """Let the most productive explorers give a branch to others."""
        self.explorers.divide(donors, takers)
        self.turn[takers] += 1
        self.idle[takers] = self.gain[takers] = 0
        self.tally.shared += len(takers)

    # followers

    def _follow(self, nodes_left: int | None) -> Any:
        self._take_from_queue()
        batch = self.followers
        count = self._run(BREAKING, batch, self.following, nodes_left)
        arrivals, jobs = self._reported_paths(BREAKING, batch, count)
        self._give_credit(self.owner[jobs])
        self.spent[:count] += batch.nodes[:count]
        is_done = (batch.depths[:count] == FINISHED) | (self.spent[:count] >= self.effort.depth_nodes)
        self._drop(np.pad(is_done, (0, self.following - count)))
        self._divide()
        return arrivals

    def _drop(self, is_done: NDArray[np.bool_]) -> None:
        """Remove followers."""
        batch, going = self.followers, np.flatnonzero(~is_done)
        self.following = len(going)
        batch.paths.keep(going)
        for part in (batch.bases, batch.depths, batch.open, self.spent, self.owner):
            part[: len(going)] = part[going]

    def _divide(self) -> None:
        """Divide followers that are not done, as long as there are few."""
        batch, first = self.followers, self.following
        donors = np.flatnonzero(batch.open[:first] != NOWHERE)[: max(0, self._enough - first)]
        self.following += len(donors)
        takers = np.arange(first, self.following)
        batch.divide(donors, takers)
        self.spent[takers], self.owner[takers] = self.spent[donors], self.owner[donors]
        self.tally.divided += len(donors)

    def _give_credit(self, owners: Any) -> None:
        """Credit arrivals at the last cells to the explorers they come from, if these still have the same job."""
        explorers, turns = owners % len(self.turn), owners // len(self.turn)
        explorers = explorers[self.turn[explorers] == turns]
        self.gain += CREDIT * np.bincount(explorers, minlength=len(self.gain))

    def _take_from_queue(self) -> None:
        if self.following >= self._enough and self.queue.count < self.jobs[BREAKING]:
            return
        batch, depth = self.followers, self.tables.strict
        count = min(self.jobs[BREAKING] - self.following, self.queue.count)
        new = slice(self.following, self.following + count)
        self.owner[new] = self.queue.take(count, batch.paths, self.following)
        batch.paths.clear(depth, self.following, count)  # the list of their next cell is not open yet
        self.spent[new] = 0
        batch.depths[new] = batch.bases[new] = depth
        batch.open[new] = NOWHERE
        self.following += count

    # completions

    def _complete(
        self, arrivals: Any, most_breaks: int, *, end: int | None = None
    ) -> Iterator[tuple[int, NDArray[np.int16]]]:
        """The best completions with at most `most_breaks` breaks, as long as there are nodes left."""
        whole = arrivals.array.shape[1]
        for start in range(0, whole, self.jobs[COMPLETING]):
            left, count = None if end is None else end - self.tally.all_nodes, min(self.jobs[COMPLETING], whole - start)
            if left is not None and left <= 0:
                return
            batch = Batch(self.memory, (self.last, count), answers=(1, self.tables.cells - self.last))
            batch.paths.copy(arrivals, start, count, start=0)
            batch.bases[:] = most_breaks
            count = self._run(COMPLETING, batch, count, left)
            done = np.flatnonzero(batch.found[:count] != NO_BOARD)
            if not len(done):
                continue
            paths = np.concatenate([batch.paths.take(done, self.last), batch.answers.take(done, np.zeros_like(done))])
            yield from self._sorted(batch.found[done], self.tables.boards(paths))

    def _sorted(self, breaks: NDArray[Any], boards: NDArray[np.int16]) -> Iterator[tuple[int, NDArray[np.int16]]]:
        for value in np.unique(breaks).tolist()[::-1]:
            some = boards[breaks == value]
            self.tally.boards[value] = self.tally.boards.get(value, 0) + len(some)
            yield value, some
