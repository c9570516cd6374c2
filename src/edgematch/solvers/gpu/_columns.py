"""The paths of many jobs, as columns of an array where the lanes run: in the memory of the CPU or of a CUDA device.

Paths are long and stay where they are: here they are only moved. So besides its lanes a device compiles one small
module, `core/device/queue.cu`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._cuda import compiled

Ints = NDArray[Any]
THREADS, MOST_ROWS = 128, 1024
"""Threads per block, and blocks that share the rows of a column at most."""


class HostColumns:
    """Columns in the memory of the CPU."""

    def __init__(self, rows: int, count: int, kind: Any) -> None:
        self.array: Any = np.zeros((rows, count), dtype=kind)

    def put(self, start: int, columns: NDArray[Any]) -> None:
        """Set the first rows of columns from `start` on."""
        self.array[: len(columns), start : start + columns.shape[1]] = columns

    def take(self, which: Ints, rows: int | None = None) -> NDArray[Any]:
        """The first rows of some columns."""
        taken: NDArray[Any] = self.array[:rows, which]
        return taken

    def first(self, count: int | None) -> NDArray[Any]:
        """So many columns; None: all."""
        taken: NDArray[Any] = self.array[:, :count]
        return taken

    def copy(self, source: Any, begin: int, count: int, *, start: int) -> None:
        """Set columns from `start` on to those of other columns from `begin` on."""
        self.put(start, source.array[:, begin : begin + count])

    def move(self, which: Ints, to: Ints) -> None:
        """Copy columns over others."""
        self.array[:, to] = self.array[:, which]

    def clear(self, row: int, start: int, count: int) -> None:
        """Set an entry of some columns to 0."""
        self.array[row, start : start + count] = 0

    def reported(self, rows: int, answers: Any, jobs: Ints, places: Ints) -> HostColumns:
        """New columns: the first rows of those of some jobs, and an answer of each below them."""
        found = HostColumns(0, 0, self.array.dtype)
        found.array = np.concatenate([self.take(jobs, rows), answers.take(jobs, places)])
        return found

    def keep(self, which: Ints) -> None:
        """Let some columns become the first ones."""
        self.array[:, : len(which)] = self.array[:, which]


class HostAnswers:
    """Answers of jobs in the memory of the CPU: `quota` of each."""

    def __init__(self, count: int, quota: int, length: int, kind: Any) -> None:
        self.array: Any = np.zeros((count, quota, length), dtype=kind)

    def take(self, jobs: Ints, places: Ints) -> NDArray[Any]:
        """Some answers, as columns."""
        taken: NDArray[Any] = self.array[jobs, places].T
        return taken


class CudaColumns:
    """Columns in the memory of the current CUDA device."""

    def __init__(self, rows: int, count: int, kind: Any) -> None:
        import cupy

        self._cupy = cupy
        self.array: Any = cupy.zeros((rows, count), dtype=kind)

    @classmethod
    def of(cls, array: Any) -> CudaColumns:
        """Those of an array."""
        columns = cls(0, 0, array.dtype)
        columns.array = array
        return columns

    def put(self, start: int, columns: NDArray[Any]) -> None:
        """Set the first rows of columns from `start` on."""
        given = self._cupy.asarray(np.ascontiguousarray(columns, dtype=self.array.dtype))
        self._copy(self.part(start), self._whole(given), columns.shape)

    def take(self, which: Ints, rows: int | None = None) -> NDArray[Any]:
        """The first rows of some columns."""
        taken = self._cupy.empty((self.array.shape[0] if rows is None else rows, len(which)), dtype=self.array.dtype)
        self._copy(self._whole(taken), self.part(0, which), taken.shape)
        found: NDArray[Any] = taken.get()
        return found

    def first(self, count: int | None) -> NDArray[Any]:
        """So many columns; None: all."""
        return self.take(np.arange(self.array.shape[1] if count is None else count))

    def copy(self, source: Any, begin: int, count: int, *, start: int, which: Any = None) -> None:
        """Set columns from `start` on to those of other columns from `begin` on, or to some of them."""
        self._copy(self.part(start), source.part(begin, which), (source.array.shape[0], count))

    def move(self, which: Ints, to: Ints) -> None:
        """Copy columns over others."""
        self._copy(self.part(0, to), self.part(0, which), (self.array.shape[0], len(which)))

    def clear(self, row: int, start: int, count: int) -> None:
        """Set an entry of some columns to 0."""
        if count:
            self.array[row, start : start + count].data.memset_async(0, count * self.array.itemsize)

    def reported(self, rows: int, answers: Any, jobs: Ints, places: Ints) -> CudaColumns:
        """New columns: the first rows of those of some jobs, and an answer of each below them."""
        found = CudaColumns.of(self._cupy.empty((rows + answers.array.shape[2], len(jobs)), dtype=self.array.dtype))
        which = sent(jobs)
        self._copy(found.part(0), (*self.part(0)[:2], which), (rows, len(jobs)))
        answers.copy(found.array[rows:], which, sent(places))
        return found

    def set_zero(self, which: Ints) -> None:
        """Set some columns to 0."""
        zeros = self._cupy.zeros((self.array.shape[0], len(which)), dtype=self.array.dtype)
        self._copy(self.part(0, which), self._whole(zeros), zeros.shape)

    def keep(self, which: Ints) -> None:
        """Let some columns become the first ones."""
        kept = self._cupy.empty((self.array.shape[0], len(which)), dtype=self.array.dtype)
        self._copy(self._whole(kept), self.part(0, which), kept.shape)
        self._copy(self.part(0), self._whole(kept), kept.shape)

    def part(self, start: int, which: Ints | None = None) -> tuple[Any, ...]:
        """Columns as a kernel takes them: the first one, the stride, their numbers."""
        address = np.uint64(self.array.data.ptr + start * self.array.itemsize)
        return address, np.uint64(self.array.shape[1]), sent(which)

    def _whole(self, array: Any) -> tuple[Any, ...]:
        return array, np.uint64(array.shape[1]), sent(None)

    def _copy(self, to: tuple[Any, ...], source: tuple[Any, ...], size: tuple[int, int]) -> None:
        _launch(self.array.dtype, "copy_columns", size, (*to, *source, *map(np.uint32, size)))


class CudaAnswers:
    """Answers of jobs in the memory of the current CUDA device."""

    def __init__(self, count: int, quota: int, length: int, kind: Any) -> None:
        import cupy

        self._cupy = cupy
        self.array: Any = cupy.zeros((count, quota, length), dtype=kind)

    @classmethod
    def of(cls, array: Any) -> CudaAnswers:
        """Those of an array."""
        answers = cls(0, 0, 0, array.dtype)
        answers.array = array
        return answers

    def take(self, jobs: Ints, places: Ints) -> NDArray[Any]:
        """Some answers, as columns."""
        taken = self._cupy.empty((self.array.shape[2], len(jobs)), dtype=self.array.dtype)
        self.copy(taken, sent(jobs), sent(places))
        found: NDArray[Any] = taken.get()
        return found

    def copy(self, to: Any, jobs: Any, places: Any) -> None:
        """Copy some answers to an array on the device, as columns."""
        _, quota, length = self.array.shape
        sizes = (np.uint32(quota), np.uint32(length), np.uint32(to.shape[1]))
        _launch(self.array.dtype, "copy_answers", (1, to.shape[1]), (to, self.array, jobs, places, *sizes))


class Copies:
    """Numbers per job on a device, by name: sent before lanes run and fetched after."""

    def __init__(self) -> None:
        self._arrays: dict[str, Any] = {}

    def space(self, name: str, numbers: NDArray[Any]) -> Any:
        """Memory on the device for as many numbers."""
        import cupy

        held = self._arrays.get(name)
        if held is None or held.size < numbers.size:
            held = self._arrays[name] = cupy.empty(numbers.size, dtype=numbers.dtype)
        return held[: numbers.size]

    def send(self, name: str, numbers: NDArray[Any]) -> Any:
        """Copy numbers to the device."""
        there = self.space(name, numbers)
        there.set(numbers.reshape(-1))
        return there

    def fetch(self, name: str, numbers: NDArray[Any]) -> None:
        """Copy them back."""
        if numbers.size:
            self._arrays[name][: numbers.size].get(out=numbers.reshape(-1))


def pinned(count: int, kind: Any) -> NDArray[Any]:
    """Zeros in memory of the CPU from which a device copies fast."""
    import cupyx

    zeros: NDArray[Any] = cupyx.zeros_pinned(count, dtype=kind)
    return zeros


@dataclass(frozen=True)
class Memory:
    """Where lanes keep paths and answers, and the memory of the CPU that is best for numbers per job."""

    columns: Callable[..., Any]
    answers: Callable[..., Any]
    numbers: Callable[..., NDArray[Any]]


HOST, CUDA = Memory(HostColumns, HostAnswers, np.zeros), Memory(CudaColumns, CudaAnswers, pinned)


def reported(found: Ints, jobs: Ints) -> tuple[Ints, Ints]:
    """Each answer of some jobs, of which `found` says how many they have: its job and its place there."""
    counts = found[jobs].astype(np.int64)
    ends = counts.cumsum()
    return np.repeat(jobs, counts), np.arange(counts.sum()) - np.repeat(ends - counts, counts)


def sent(numbers: Ints | None) -> Any:
    """Numbers of columns on the device, where they may be already; a null pointer for none."""
    import cupy

    if numbers is None:
        return np.uint64(0)
    return cupy.asarray(numbers.astype(np.uint32)) if isinstance(numbers, np.ndarray) else numbers


def queue_kernel(kind: Any, name: str) -> Any:
    """A kernel of the queue, for paths of that kind of number."""
    return compiled("queue.cu", ITEM={2: "u16", 4: "u32"}[kind.itemsize]).get_function(name)


def _launch(kind: Any, name: str, size: tuple[int, int], arguments: tuple[Any, ...]) -> None:
    """A kernel over so many rows and columns."""
    rows, count = size
    if rows and count:
        queue_kernel(kind, name)((-(-count // THREADS), min(rows, MOST_ROWS)), (THREADS,), arguments)
