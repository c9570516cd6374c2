"""Where the lanes of the exact GPU engine run: a CUDA device, or the CPU for tests and machines without one."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgematch import native
from edgematch.search import Can, Solver, Task
from edgematch.solvers._improving import can_be_filled
from edgematch.solvers.gpu._cuda import compiled, why_no_cuda
from edgematch.solvers.gpu._exact_tables import ExactTables
from edgematch.solvers.gpu._job_memory import CudaJobs, HostJobs
from edgematch.solvers.gpu._work_queue import Pool

THREAD_CHOICES = (
    (1024, 2),
    (768, 2),
    (1024, 1),
    (512, 2),
    (768, 1),
    (512, 1),
    (384, 1),
    (256, 1),
    (128, 1),
    (64, 1),
    (32, 1),
)
"""Threads per block and blocks per multiprocessor, the best first; the first that fits into its memory is used."""


class HostEngine:
    """Lanes on the CPU: the core's build of the same header."""

    memory = HostJobs
    most_jobs, budget = 16, 16384

    def __init__(self, tables: ExactTables) -> None:
        self.tables = tables
        self._jobs = native.WideExactJobs if tables.words.dtype == np.uint64 else native.ExactJobs
        self._run: Any = getattr(native, f"run_exact_lanes_{tables.variant.name}")

    def run(self, pool: Pool, *, start: int, count: int, budget: int) -> None:
        """Run some jobs of the pool one after the other."""
        some, memory = slice(start, start + count), pool.memory
        jobs = self._jobs(
            paths=memory.paths.array, answers=memory.answers.array, bases=memory.bases[some],
            depths=memory.depths[some], nodes=memory.nodes[some], found=memory.found[some], start=start, budget=budget,
        )  # fmt: skip
        self._run(self.tables.lists, jobs)


class CudaEngine:
    """Lanes on the current CUDA device."""

    memory = CudaJobs

    def __init__(self, tables: ExactTables, *, rounds: int = 4, budget: int = 8192) -> None:
        import cupy

        self.tables, self.budget = tables, budget
        device = cupy.cuda.Device().attributes
        table_bytes = _table_bytes(tables)
        limit, most = device["MaxSharedMemoryPerMultiprocessor"], device["MaxSharedMemoryPerBlockOptin"]
        lane = tables.puzzle.cells * np.dtype(tables.variant.cursor_type).itemsize
        lane += 4 * len(tables.fields.full) * (tables.variant.free == "FreeInMemory")
        is_shared = table_bytes < most // 2
        fixed = table_bytes if is_shared else 0
        self.threads, per_processor = next(
            (t, b) for t, b in THREAD_CHOICES if fixed + t * lane <= most and b * (fixed + t * lane + 1024) <= limit
        )
        self.shared, self.blocks = fixed + self.threads * lane, per_processor * device["MultiProcessorCount"]
        self.most_jobs = rounds * self.blocks * self.threads
        module = compiled(
            "exact.cu", WORD=tables.variant.word, CURSOR=tables.variant.cursor, FREE=tables.variant.free, STACK=tables.variant.stack,
            THREADS=self.threads, BLOCKS=per_processor, SHARED_TABLES=int(is_shared), DEPTHS=tables.puzzle.cells,
            FULL_WORDS=len(tables.fields.full), COLOR_BITS=tables.color_bits, TOP_BITS=tables.top_bits,
            SPREAD_BITS=tables.spread_bits,
        )  # fmt: skip
        self._kernel = module.get_function("run")
        self._kernel.max_dynamic_shared_size_bytes = self.shared
        self._queue = cupy.zeros(1, dtype=np.uint32)
        self._tables = [
            cupy.asarray(np.ascontiguousarray(table).view(np.uint8))
            for table in (
                tables.words,
                tables.heads,
                tables.rows,
                tables.lane_levels,
                tables.further,
                tables.fields.full,
            )
        ]

    def run(self, pool: Pool, *, start: int, count: int, budget: int) -> None:
        """Run some jobs of the pool, all lanes at once."""
        tables, u32, memory = self.tables, np.uint32, pool.memory
        words, heads, rows, levels, further, full = self._tables
        self._queue.data.memset_async(0, self._queue.nbytes)
        blocks = min(self.blocks, -(-count // self.threads))
        paths, stride, _ = memory.paths.part(start)
        arguments = (
            words, u32(len(tables.words)), heads, u32(len(tables.heads)), rows, u32(len(tables.rows)),
            levels, further, full,
            paths, memory.bases[start:], memory.depths[start:], memory.nodes[start:], memory.found[start:],
            memory.answers.array if pool.quota else np.uint64(0), u32(pool.quota), u32(stride), u32(count),
            u32(budget), self._queue,
        )  # fmt: skip
        self._kernel((blocks,), (self.threads,), arguments, shared_mem=self.shared)


class DeviceSolver(Solver):
    """What runs on a CUDA device or, with `device=cpu`, the same lanes on the processor."""

    def missing_dependency(self) -> str | None:
        """A CUDA device and CuPy, unless it runs on the processor."""
        return None if self.options.device == "cpu" else why_no_cuda()


class DeviceHunter(DeviceSolver):
    """What hunts for better boards on a device."""

    can = Can.IMPROVE | Can.GPU

    def unsupported_reason(self, task: Task) -> str | None:
        """It improves boards and proves nothing."""
        if not task.goal.improve:
            return "it hunts for better boards (Goal.improve) and proves nothing"
        if not can_be_filled(task.puzzle):
            return "the pieces cannot fill the board, and it reports only complete boards"
        return None


def _table_bytes(tables: ExactTables) -> int:
    parts = (tables.words, tables.heads, tables.rows, tables.levels, tables.further)
    return sum(-(-part.nbytes // 16) * 16 for part in parts)
