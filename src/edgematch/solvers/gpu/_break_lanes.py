"""Where the stages of the break-tolerant GPU engine run: kernels of a CUDA device, or the same lanes on the CPU."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from edgematch import native
from edgematch.solvers.gpu._break_tables import COMPLETING, MOST_LAST, STRICT, BreakTables, Stage
from edgematch.solvers.gpu._devices import compiled

STAGES = ("strict", "breaking", "completing")
"""The stages by their numbers."""
NOWHERE = -1
"""Instead of a level at which a job may be divided."""
MOST_THREADS, WARP_PAIR = 1024, 64
"""The threads of a block are pairs of warps, whose lanes share the banks of shared memory."""


class Batch:
    """Jobs of one stage in the engine's memory: column j of `paths` is the path of job j."""

    def __init__(
        self, xp: Any, size: tuple[int, int], *, answers: tuple[int, int], rows: tuple[int, int] = (0, 0)
    ) -> None:
        self.count = size[1]
        self.paths = xp.zeros((max(1, size[0]), self.count), dtype=np.uint16)
        self.bases, self.depths = xp.zeros(self.count, dtype=np.int32), xp.zeros(self.count, dtype=np.int32)
        self.nodes, self.found = xp.zeros(self.count, dtype=np.uint32), xp.zeros(self.count, dtype=np.uint32)
        self.answers, self.quota = xp.zeros((self.count, *answers), dtype=np.uint16), answers[0]
        self.rows, self.rows_each = xp.zeros((self.count * rows[0], rows[1]), dtype=np.uint16), rows[0]
        self.started, self.open = xp.zeros(self.count, dtype=np.uint32), xp.full(self.count, NOWHERE, dtype=np.int32)

    def divide(self, donors: Any, takers: Any) -> None:
        """Give what donors leave untried at and before their open level to takers; nothing is lost or done twice."""
        levels = self.open[donors]
        self.paths[:, takers] = self.paths[:, donors]
        self.bases[takers], self.depths[takers] = ~self.bases[donors], levels
        self.bases[donors] = levels + 1
        self.open[takers] = self.open[donors] = NOWHERE


class StageLanes(Protocol):
    """One stage on some machine: `numpy` or `cupy` as `xp`, and the number of jobs that keeps it busy."""

    xp: Any
    lanes: int

    def run(self, batch: Batch, *, count: int, budget: int) -> None:
        """Run the first `count` jobs of a batch for `budget` placements each."""

    def make_rows(self, batch: Batch, places: Any, *, seed: int, choice: int) -> None:
        """Make random first rows, each the best of `choice` attempts."""


class HostLanes:
    """A stage on the CPU: the core's build of the same headers."""

    xp: Any = np
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
            paths=batch.paths, bases=batch.bases, depths=batch.depths, nodes=batch.nodes, found=batch.found,
            answers=batch.answers, rows=batch.rows, started=batch.started, open=batch.open,
            rows_each=batch.rows_each, quota=batch.quota, count=count, budget=budget,
        )  # fmt: skip
        native.run_break_lanes(self._tables, jobs, STAGES[self.stage.kind])

    def make_rows(self, batch: Batch, places: Any, *, seed: int, choice: int) -> None:
        """Make rows one after the other."""
        native.make_rows(self._tables, batch.rows, places, seed=seed, choice=choice)


class CudaLanes:
    """A stage on the current CUDA device: one block per multiprocessor, as large as its memory allows."""

    def __init__(self, tables: BreakTables, stage: Stage) -> None:
        import cupy

        self.xp = cupy
        device = cupy.cuda.Device().attributes
        most, processors = device["MaxSharedMemoryPerBlockOptin"], device["MultiProcessorCount"]
        parts = self._parts(tables, stage)
        slots = tables.slots(stage)
        lane = 4 * len(tables.full) + 2 * slots + 4 * MOST_LAST * (stage.kind == COMPLETING)
        fixed = sum(-(-part.nbytes // 16) * 16 for part in parts)
        is_shared = fixed + MOST_THREADS // 4 * lane <= most
        fixed = fixed if is_shared else 0
        self.threads = min(MOST_THREADS, (most - fixed) // lane // WARP_PAIR * WARP_PAIR)
        self.memory, self.blocks = fixed + self.threads * lane, processors
        self.lanes = self.threads * processors
        self._module = compiled(
            "breaks.cu", WORD="u32" if tables.word_type is np.uint32 else "u64", STAGE=stage.kind,
            THREADS=self.threads, BLOCKS=1, SHARED_TABLES=int(is_shared), SLOTS=slots, **tables.facts(stage),
        )  # fmt: skip
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
        u32 = np.uint32
        arguments = (
            batch.paths, batch.bases, batch.depths, batch.nodes, batch.found, batch.answers, batch.rows, batch.started,
            batch.open, u32(batch.rows_each), u32(batch.quota), u32(batch.count), u32(count), u32(budget),
        )  # fmt: skip
        self._launch("run", count, arguments)

    def make_rows(self, batch: Batch, places: Any, *, seed: int, choice: int) -> None:
        """Make rows, all lanes at once."""
        count = len(places)
        self._launch("make_rows", count, (batch.rows, places, np.uint64(seed), np.uint32(count), np.uint32(choice)))

    def _launch(self, name: str, count: int, arguments: tuple[Any, ...]) -> None:
        kernel = self._module.get_function(name)
        kernel.max_dynamic_shared_size_bytes = self.memory
        self._queue.fill(0)
        blocks = min(self.blocks, -(-count // self.threads))
        kernel((blocks,), (self.threads,), (*self._tables, *arguments, self._queue), shared_mem=self.memory)
