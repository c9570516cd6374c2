"""Where the stages of the break-tolerant GPU engine run: kernels of a CUDA device, or the same lanes on the CPU."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.solvers.gpu._break_tables import COMPLETING, MOST_LAST, STRICT, BreakTables, Stage
from edgematch.solvers.gpu._columns import CUDA, HOST, Copies, CudaAnswers, CudaColumns, Memory, sent
from edgematch.solvers.gpu._cuda import compiled

STAGES = ("strict", "breaking", "completing")
"""The stages by their numbers."""
NOWHERE = -1
"""Instead of a level at which a job may be divided."""
MOST_THREADS, WARP_PAIR = 1024, 64
"""The threads of a block are pairs of warps, whose lanes share the banks of shared memory."""


class Batch:
    """Jobs of one stage: column j of `paths`, in the memory of the lanes, is the path of job j."""

    def __init__(
        self, memory: Memory, size: tuple[int, int], *, answers: tuple[int, int], rows: tuple[int, int] = (0, 0)
    ) -> None:
        self.count = count = size[1]
        numbers = memory.numbers
        self.paths = memory.columns(max(1, size[0]), count, np.uint16)
        self.bases, self.depths = numbers(count, np.int32), numbers(count, np.int32)
        self.nodes, self.found = numbers(count, np.uint32), numbers(count, np.uint32)
        self.answers, self.quota = memory.answers(count, *answers, np.uint16), answers[0]
        self.rows, self.rows_each = numbers((count * rows[0], rows[1]), np.uint16), rows[0]
        self.started, self.open = numbers(count, np.uint32), numbers(count, np.int32)
        self.open[:] = NOWHERE

    def divide(self, donors: NDArray[Any], takers: NDArray[Any]) -> None:
        """Give what donors leave untried at and before their open level to takers; nothing is lost or done twice."""
        levels = self.open[donors]
        self.paths.move(donors, takers)
        self.bases[takers], self.depths[takers] = ~self.bases[donors], levels
        self.bases[donors] = levels + 1
        self.open[takers] = self.open[donors] = NOWHERE


class StageLanes(Protocol):
    """One stage on some machine: the memory of its lanes, and the number of jobs that keeps it busy."""

    memory: Memory
    lanes: int

    def run(self, batch: Batch, *, count: int, budget: int) -> None:
        """Run the first `count` jobs of a batch for `budget` placements each."""

    def make_rows(self, batch: Batch, places: NDArray[Any], *, seed: int, choice: int) -> None:
        """Make random first rows, each the best of `choice` attempts."""

    def drop_rows(self, batch: Batch, places: NDArray[Any]) -> None:
        """Make rows missing."""


class HostLanes:
    """A stage on the CPU: the core's build of the same headers."""

    memory = HOST
    lanes = 32

    def __init__(self, tables: BreakTables, stage: Stage) -> None:
        self.tables, self.stage = tables, stage
        self._tables: Any = (native.BreakTables if tables.word_type is np.uint32 else native.WideBreakTables)(
            words=tables.words, heads=tables.heads, cell_records=tables.cell_records(stage).view(np.uint8),
            full=tables.full, **{name.lower(): value for name, value in tables.facts(stage).items()},
        )  # fmt: skip

    def run(self, batch: Batch, *, count: int, budget: int) -> None:
        """Run some jobs one after the other."""
        jobs = native.BreakJobs(
            paths=batch.paths.array, bases=batch.bases, depths=batch.depths, nodes=batch.nodes, found=batch.found,
            answers=batch.answers.array, rows=batch.rows, started=batch.started, open=batch.open,
            rows_each=batch.rows_each, quota=batch.quota, count=count, budget=budget,
        )  # fmt: skip
        native.run_break_lanes(self._tables, jobs, STAGES[self.stage.kind])

    def make_rows(self, batch: Batch, places: NDArray[Any], *, seed: int, choice: int) -> None:
        """Make rows one after the other."""
        native.make_rows(self._tables, batch.rows, places, seed=seed, choice=choice)

    def drop_rows(self, batch: Batch, places: NDArray[Any]) -> None:
        """A row that begins with 0 is missing."""
        batch.rows[places, 0] = 0


class CudaLanes:
    """A stage on the current CUDA device: one block per multiprocessor, as large as its memory allows."""

    memory = CUDA

    def __init__(self, tables: BreakTables, stage: Stage) -> None:
        import cupy

        device = cupy.cuda.Device().attributes
        most, processors = device["MaxSharedMemoryPerBlockOptin"], device["MultiProcessorCount"]
        parts = self._parts(tables, stage)
        slots = tables.slots(stage)
        lane = 4 * len(tables.full) + 2 * slots + 4 * MOST_LAST * (stage.kind == COMPLETING)
        fixed = sum(-(-part.nbytes // 16) * 16 for part in parts)
        is_shared = fixed + MOST_THREADS // 4 * lane <= most
        fixed = fixed if is_shared else 0
        self.threads = min(MOST_THREADS, (most - fixed) // lane // WARP_PAIR * WARP_PAIR)
        self.shared, self.blocks = fixed + self.threads * lane, processors
        self.lanes = self.threads * processors
        self._module = compiled(
            "breaks.cu", WORD="u32" if tables.word_type is np.uint32 else "u64", STAGE=stage.kind,
            THREADS=self.threads, BLOCKS=1, SHARED_TABLES=int(is_shared), SLOTS=slots, **tables.facts(stage),
        )  # fmt: skip
        self.stage, self._copies = stage, Copies()
        self._rows: Any = None
        self._queue = cupy.zeros(1, dtype=np.uint32)
        words, heads, sites = (cupy.asarray(part.view(np.uint8)) for part in parts)
        sizes = [np.uint32(len(part)) for part in parts]
        self._tables = (words, sizes[0], heads, sizes[1], sites, sizes[2], cupy.asarray(tables.full))

    @staticmethod
    def _parts(tables: BreakTables, stage: Stage) -> list[Any]:
        """The parts of the tables that the lanes of a stage read."""
        words = {STRICT: tables.exact_words, COMPLETING: len(tables.words)}.get(stage.kind, tables.faces)
        heads = tables.exact_heads if stage.kind == STRICT else len(tables.heads)
        sites = tables.cell_records(stage)[: stage.end if stage.kind == STRICT else None]
        return [tables.words[:words], tables.heads[:heads], sites]

    def run(self, batch: Batch, *, count: int, budget: int) -> None:
        """Run some jobs, all lanes at once."""
        u32, copies, some = np.uint32, self._copies, slice(count)
        out = ("bases", "depths", "nodes", "found", "open", *(("started",) if self.stage.kind == STRICT else ()))
        there = {name: copies.space(name, getattr(batch, name)[some]) for name in (*out, "started")}
        for name in ("bases", "depths"):
            copies.send(name, getattr(batch, name)[some])
        arguments = (
            batch.paths.array, there["bases"], there["depths"], there["nodes"], there["found"], batch.answers.array,
            self._rows_of(batch), there["started"], there["open"], u32(batch.rows_each), u32(batch.quota),
            u32(batch.count), u32(count), u32(budget),
        )  # fmt: skip
        self._launch("run", count, arguments)
        for name in out:
            copies.fetch(name, getattr(batch, name)[some])
        if batch.rows.size:
            self._leave_out_begun(batch)

    def make_rows(self, batch: Batch, places: NDArray[Any], *, seed: int, choice: int) -> None:
        """Make rows, all lanes at once."""
        rows, count, there = self._rows_of(batch), len(places), sent(places)
        self._launch("make_rows", count, (rows, there, np.uint64(seed), np.uint32(count), np.uint32(choice)))
        batch.rows[places] = CudaAnswers.of(rows[:, None]).take(there, sent(np.zeros(count))).T

    def drop_rows(self, batch: Batch, places: NDArray[Any]) -> None:
        """A row that begins with 0 is missing."""
        batch.rows[places, 0] = 0
        cells = CudaColumns.of(self._rows_of(batch).reshape(1, -1))
        cells.set_zero(places.astype(np.int64) * batch.rows.shape[1])

    def _rows_of(self, batch: Batch) -> Any:
        """The rows of a batch on the device; there is one batch with rows per stage."""
        import cupy

        if self._rows is None:
            self._rows = cupy.asarray(batch.rows)
        return self._rows

    @staticmethod
    def _leave_out_begun(batch: Batch) -> None:
        """Rows that jobs began with are missing now: the first ones of each, as many as it has started."""
        jobs = np.flatnonzero(batch.started)
        rows = batch.rows.reshape(batch.count, batch.rows_each, -1)
        heads = rows[jobs, :, 0]
        is_there = heads != 0
        heads[is_there & (is_there.cumsum(axis=1) <= batch.started[jobs, None])] = 0
        rows[jobs, :, 0] = heads

    def _launch(self, name: str, count: int, arguments: tuple[Any, ...]) -> None:
        kernel = self._module.get_function(name)
        kernel.max_dynamic_shared_size_bytes = self.shared
        self._queue.data.memset_async(0, self._queue.nbytes)
        blocks = min(self.blocks, -(-count // self.threads))
        kernel((blocks,), (self.threads,), (*self._tables, *arguments, self._queue), shared_mem=self.shared)
