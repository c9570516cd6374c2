"""All jobs of an exact GPU search, in the memory of the CPU or of a CUDA device: paths, and some numbers per job.

After a round finished jobs are removed, and others are divided: the untried candidates of a job's base level become a
job of their own. Both kinds of memory do the same, in the same sequence of jobs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._columns import (
    THREADS,
    CudaAnswers,
    CudaColumns,
    HostAnswers,
    HostColumns,
    queue_kernel,
    sent,
)

Ints = NDArray[Any]
PER_THREAD, MOST_LEVELS, BLOCKS = 64, 1024, 256
"""As in `core/device/queue.cu`; and blocks that count bases."""
GOING, ABLE_BELOW, ABLE_AT = range(3)
"""What is selected, as the kernels number it."""
ANY_LEVEL = 1 << 30


class HostJobs:
    """Jobs in the memory of the CPU."""

    def __init__(self, size: int, cells: int, kind: Any, *, answers: tuple[int, int]) -> None:
        self.paths = HostColumns(cells, size, kind)
        self.answers = HostAnswers(*answers, cells, kind)
        self.bases, self.depths = np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int32)
        self.nodes, self.found = np.zeros(size, dtype=np.uint32), np.zeros(size, dtype=np.uint32)

    def put(self, bases: Ints, depths: Ints) -> None:
        """Set the numbers of the first jobs."""
        self.bases[: len(bases)], self.depths[: len(bases)] = bases, depths

    def numbers(self, count: int) -> tuple[Ints, Ints]:
        """The bases and depths of the first jobs."""
        return self.bases[:count], self.depths[:count]

    def sums(self, begin: int, end: int) -> tuple[int, int]:
        """The placements and the answers of some jobs in the last round."""
        return int(self.nodes[begin:end].sum(dtype=np.int64)), int(self.found[begin:end].sum(dtype=np.int64))

    def found_by(self, begin: int, end: int) -> Ints:
        """The number of answers of each of some jobs."""
        return self.found[begin:end]

    def drop_finished(self, count: int) -> int:
        """Remove finished ones of the first jobs; returns how many are left."""
        going = np.flatnonzero(self.depths[:count] >= 0)
        if len(going) < count:
            self.paths.keep(going)
            self.put(self.bases[going], self.depths[going])
        return len(going)

    def divide(self, count: int, most: int) -> int:
        """Divide the first jobs, the largest first, until there are so many; returns how many there are."""
        able = np.flatnonzero(self.bases[:count] < self.depths[:count])
        level, lower, divided = _division(np.bincount(self.bases[able], minlength=1), most - count)
        bases = self.bases[able]
        which = np.concatenate([able[bases < level], able[bases == level][: divided - lower]])
        new = np.arange(count, count + divided)
        self.paths.move(which, new)
        bases = self.bases[which]
        self.paths.array[bases, new] += 1
        self.bases[new] = self.depths[new] = bases
        self.bases[which] += 1
        return count + divided


class CudaJobs:
    """Jobs in the memory of the current CUDA device."""

    def __init__(self, size: int, cells: int, kind: Any, *, answers: tuple[int, int]) -> None:
        import cupy

        self._cupy, self._kind = cupy, np.dtype(kind)
        self.paths = CudaColumns(cells, size, kind)
        self.answers = CudaAnswers(*answers, cells, kind)
        self.bases, self.depths = cupy.zeros(size, dtype=np.int32), cupy.zeros(size, dtype=np.int32)
        self.nodes, self.found = cupy.zeros(size, dtype=np.uint32), cupy.zeros(size, dtype=np.uint32)
        self._listed = cupy.empty(size, dtype=np.uint32)
        self._spare = cupy.empty(size, dtype=np.int32)

    def put(self, bases: Ints, depths: Ints) -> None:
        """Set the numbers of the first jobs."""
        self.bases[: len(bases)].set(np.ascontiguousarray(bases, dtype=np.int32))
        self.depths[: len(bases)].set(np.ascontiguousarray(depths, dtype=np.int32))

    def numbers(self, count: int) -> tuple[Ints, Ints]:
        """The bases and depths of the first jobs."""
        return self.bases[:count].get(), self.depths[:count].get()

    def sums(self, begin: int, end: int) -> tuple[int, int]:
        """The placements and the answers of some jobs in the last round."""
        sums = self._cupy.zeros(2, dtype=np.uint64)
        self._launch("add_up", -(-(end - begin) // PER_THREAD), self.nodes, self.found, begin, end, sums)
        nodes, found = sums.get().tolist()
        return nodes, found

    def found_by(self, begin: int, end: int) -> Ints:
        """The number of answers of each of some jobs."""
        found: Ints = self.found[begin:end].get()
        return found

    def drop_finished(self, count: int) -> int:
        """Remove finished ones of the first jobs; returns how many are left."""
        left = self._select(count, GOING, ANY_LEVEL)
        if 0 < left < count:
            going = self._listed[:left]
            self.paths.keep(going)
            self._launch("pick", left, self._spare, self.bases, going, left)
            self.bases, self._spare = self._spare, self.bases
            self._launch("pick", left, self._spare, self.depths, going, left)
            self.depths, self._spare = self._spare, self.depths
        return left

    def divide(self, count: int, most: int) -> int:
        """Divide the first jobs, the largest first, until there are so many; returns how many there are."""
        if count == most:
            return count
        jobs_at = self._cupy.zeros(MOST_LEVELS, dtype=np.uint32)
        kernel = queue_kernel(self._kind, "count_bases")
        kernel((BLOCKS,), (THREADS,), (self.bases, self.depths, np.uint32(count), jobs_at))
        level, lower, divided = _division(jobs_at.get(), most - count)
        if divided:
            self._select(count, ABLE_BELOW, level, most=divided)
            self._select(count, ABLE_AT, level, after=lower, most=divided)
            which = self._listed[:divided]
            self.paths.copy(self.paths, 0, divided, start=count, which=which)
            self._launch("divide", divided, self.bases, self.depths, self.paths.array,
                         np.uint64(self.paths.array.shape[1]), which, count, divided)  # fmt: skip
        return count + divided

    def _select(self, count: int, selection: int, level: int, *, after: int = 0, most: int | None = None) -> int:
        """List some of the first jobs, after so many listed before; returns how many there are."""
        threads = -(-count // PER_THREAD)
        counts = self._cupy.empty(threads, dtype=np.uint32)
        given = (self.bases, self.depths, 0, count, selection, np.int32(level))
        self._launch("count_selected", threads, *given, counts)
        found = counts.get().astype(np.int64)
        ends = found.cumsum()
        most = len(self._listed) if most is None else most
        self._launch("list_selected", threads, *given, sent(after + ends - found), self._listed, most)
        return int(ends[-1]) if threads else 0

    def _launch(self, name: str, threads: int, *arguments: Any) -> None:
        if threads:
            given = tuple(np.uint32(value) if type(value) is int else value for value in arguments)
            queue_kernel(self._kind, name)((-(-threads // THREADS),), (THREADS,), given)


def _division(jobs_at: Ints, most: int) -> tuple[int, int, int]:
    """Which jobs to divide, given how many have each base: all below a level, how many these are, how many in all."""
    ends = jobs_at.astype(np.int64).cumsum()
    if ends[-1] <= most:
        return ANY_LEVEL, int(ends[-1]), int(ends[-1])
    level = int(np.searchsorted(ends, most, side="right"))
    return level, int(ends[level - 1]) if level else 0, max(0, most)
