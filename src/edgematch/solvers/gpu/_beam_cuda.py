"""The steps of a beam on a CUDA device: memory that passes share, and the kernels of `core/device/beam.cu`.

All array work is done by these kernels, so that one compilation suffices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import SolverFailure
from edgematch.solvers.gpu._beam_lanes import LEAST_CHILDREN, SPACE, Prices, slack_of
from edgematch.solvers.gpu._beam_pass import PRUNED_EVERY
from edgematch.solvers.gpu._beam_tables import NO_ENTRY, USED_AT, BeamTables
from edgematch.solvers.gpu._cuda import compiled

THREAD_CHOICES = (128, 64, 32)
"""Threads per block; the first whose tables fit into shared memory."""
FIXED_MEMORY = 8192
"""Shared memory of a block besides the tables of its threads, at most."""
BLOCKS, EACH_BLOCKS, EACH_THREADS = 4, 16, 256
"""Blocks per multiprocessor that expand boards; blocks and threads of all other kernels."""
WIDEST = 1 << 24
"""Largest automatic width: a pass takes seconds on an H200."""
MEMORY_SHARE = 0.9
"""Share of the free memory that a beam uses."""
OLD_HISTORY_BYTES = 40
"""Memory per board for the pruned part of its history, generously."""
MOST_SAMPLED = 1 << 16
BINS, BITS = 2048, ((21, 11), (10, 11), (0, 10))
"""Costs are counted by 11, 11 and 10 bits, from the highest."""
CHAIN_FITS = 10
"""Which part of the tables the candidates of chains are."""
CHILD = 4
"""Words of a child."""


class DeviceMemory:
    """What passes of the same width use one after the other."""

    def __init__(self) -> None:
        self._key: tuple[int, int] | None = None
        self._drop()

    def _drop(self) -> None:
        self.layers, self.history = list[Any](), list[tuple[Any, Any]]()
        self.children: Any = None
        self.table: Any = None

    def suitable_width(self, tables: BeamTables) -> int:
        """As wide as the memory allows, up to a limit that keeps passes short."""
        import cupy

        free, _ = cupy.cuda.runtime.memGetInfo()
        board = 8 * tables.words + 6 * (PRUNED_EVERY + 1) + OLD_HISTORY_BYTES + SPACE * (16 + 12)
        return min(WIDEST, max(1, int(MEMORY_SHARE * free / board)))

    def reserve(self, width: int, words: int) -> None:
        """Allocate, unless it is done."""
        import cupy

        if self._key == (width, words):
            return
        self._drop()
        cupy.get_default_memory_pool().free_all_blocks()
        self.most_boards = width + width // 128 + 1024
        self.most_children = max(LEAST_CHILDREN, int(SPACE * width))
        self.table_size = 1 << int(np.ceil(np.log2(1.5 * self.most_children)))
        self.layers = [cupy.empty(self.most_boards * words, np.uint32) for _ in range(2)]
        self.children = cupy.empty(self.most_children * CHILD, np.uint32)
        self.table = cupy.empty(self.table_size, np.uint32)
        self.history = [
            (cupy.empty(self.most_boards, np.uint32), cupy.empty(self.most_boards, np.uint16))
            for _ in range(PRUNED_EVERY + 1)
        ]
        self.sample, self.counter = cupy.empty(MOST_SAMPLED, np.uint32), cupy.empty(1, np.uint32)
        self.bins, self.sums = cupy.empty(BINS, np.uint32), cupy.empty(1 << 12, np.uint64)
        self._key = (width, words)


class CudaBeam:
    """A layer on the current CUDA device."""

    def __init__(
        self, tables: BeamTables, hashes: dict[str, NDArray[Any]], *, width: int, memory: DeviceMemory
    ) -> None:
        import cupy

        self.tables, self.memory, self._cupy = tables, memory, cupy
        device = cupy.cuda.Device().attributes
        memory.reserve(width, tables.words)
        self.most_boards, self.most_children = memory.most_boards, memory.most_children
        own = 4 * (tables.words - USED_AT + int(tables.steps["tables"].max()) * tables.colors)
        room = device["MaxSharedMemoryPerBlockOptin"] - FIXED_MEMORY
        self._threads = next((threads for threads in THREAD_CHOICES if threads * own <= room), 0)
        if not self._threads:
            raise SolverFailure("the puzzle has too many colors for the beam on the GPU")
        self._shared, self._processors = self._threads * own, device["MultiProcessorCount"]
        self._module = compiled(
            "beam.cu", THREADS=self._threads, COLORS=tables.colors, WORDS=tables.words, SLOTS_AT=tables.slots_at,
            WIDE_COUNTS=tables.wide_counts, PIECES=tables.puzzle.cells,
        )  # fmt: skip
        self._send_tables(hashes)
        self._records, self._grown = memory.layers
        first = tables.first_record()
        for group, words in enumerate(first[:, 0]):
            start = group * self.most_boards * 4
            self._records[start : start + 4].set(words)
        self.count, self._sampled = 1, 0
        self._history: list[tuple[Any, Any, int]] = []
        self._free = list(memory.history)

    def _send_tables(self, hashes: dict[str, NDArray[Any]]) -> None:
        tables, chains = self.tables, self.tables.chains
        parts = (
            tables.fits, tables.heads, tables.sides, tables.taken, tables.hulls, tables.fixed, *hashes.values(),
            chains.cells, chains.fits, chains.chains,
        )  # fmt: skip
        self._parts = [self._cupy.asarray(_bytes(part)) for part in parts]
        self._steps = self._cupy.asarray(_bytes(tables.steps))
        used = tables.entries[tables.entries != NO_ENTRY]
        self._entries, self._entry_count = self._cupy.asarray(used), len(used)
        pointers = [part.data.ptr for part in self._parts]
        # BeamTables: nine pointers, the chains (two pointers and a number that is padded), and one pointer more.
        head = np.array([*pointers[:11], 0, pointers[11]], dtype=np.uint64).view(np.uint32)
        self._given = self._cupy.asarray(np.concatenate([head, np.zeros(4, dtype=np.uint32)]))

    # launches

    def _each(self, name: str, count: int, *arguments: Any) -> None:
        """One thread per item, in a loop."""
        blocks = max(1, min(self._processors * EACH_BLOCKS, -(-count // EACH_THREADS)))
        self._module.get_function(name)((blocks,), (EACH_THREADS,), arguments)

    def _zero(self, array: Any, *, byte: int = 0, items: int | None = None) -> Any:
        size = array.nbytes if items is None else items * array.itemsize
        self._cupy.cuda.runtime.memsetAsync(array.data.ptr, byte, size, self._cupy.cuda.get_current_stream().ptr)
        return array

    def _counted(self) -> int:
        return int(self.memory.counter.get()[0])

    def _layer(self) -> tuple[Any, Any]:
        return self._records, np.uint64(self.most_boards)

    # the steps

    def draw_sample(self, share: int) -> int:
        """One thread per board."""
        counter = self._zero(self.memory.counter)
        self._each(
            "pick_sample", self.count, *self._layer(), np.uint32(self.count), np.uint32(share), self.memory.sample,
            np.uint32(MOST_SAMPLED), counter,
        )  # fmt: skip
        self._sampled = min(MOST_SAMPLED, self._counted())
        return self._sampled

    def sample_sums(self) -> NDArray[Any]:
        """One block per field."""
        sums = self._zero(self.memory.sums)
        arguments = (*self._layer(), self.memory.sample, np.uint32(self._sampled), self._entries, sums)
        self._module.get_function("sum_sample")((self._entry_count,), (EACH_THREADS,), arguments)
        found: NDArray[Any] = sums[: self._entry_count].get()
        return found

    def expand(self, step: int, prices: Prices, cut: int, *, only_sample: bool = False) -> int:
        """One thread per board."""
        count = self._sampled if only_sample else self.count
        kernel = self._module.get_function("expand")
        kernel.max_dynamic_shared_size_bytes = self._shared
        size, f32 = prices.open.shape[1], np.float32
        values = self._cupy.asarray(np.concatenate([prices.gain.reshape(-1), prices.open.reshape(-1)]))
        here = self._steps[step * self.tables.steps.itemsize :]
        arguments = (
            self._given, here, *self._layer(), self.memory.sample if only_sample else np.uint64(0), np.uint32(count),
            values, values[9:], np.uint32(size), f32(prices.price), f32(prices.chains),
            f32(slack_of(cut, prices.reach)), np.uint32(cut), self.memory.children, np.uint32(self.most_children),
            self._zero(self.memory.counter),
        )  # fmt: skip
        blocks = max(1, min(BLOCKS * self._processors, -(-count // self._threads)))
        kernel((blocks,), (self._threads,), arguments, shared_mem=self._shared)
        return self._counted()

    def cost_of_rank(self, made: int, rank: int) -> tuple[int, int]:
        """By three counts of bits of the costs."""
        prefix, before = 0, 0
        for shift, bits in BITS:
            bins = self._zero(self.memory.bins)
            self._each(
                "count_costs", made, self.memory.children, np.uint32(made), np.uint32(prefix), np.uint32(shift),
                np.uint32(bits), bins,
            )  # fmt: skip
            counts = bins.get()[: 1 << bits].astype(np.int64)
            ends = before + counts.cumsum()
            place = min(int(np.searchsorted(ends, rank, side="right")), len(ends) - 1)
            prefix, before = prefix << bits | place, int(ends[place] - counts[place])
            up_to = int(ends[place])
        return prefix, up_to

    def drop_duplicates(self, made: int) -> int:
        """By a hash table, one thread per child."""
        size = min(self.memory.table_size, 1 << max(10, int(np.ceil(np.log2(2 * made + 1)))))
        self._zero(self.memory.table, byte=255, items=size)
        self._each(
            "drop_duplicates", made, *self._layer(), self.memory.children, np.uint32(made), self.memory.table,
            np.uint32(size - 1), self._zero(self.memory.counter),
        )  # fmt: skip
        return self._counted()

    def grow(self, step: int, made: int, limit: int) -> int:
        """One thread per child."""
        parents, placements = self._free.pop()
        self._each(
            "grow_boards", made, self._given, self._steps[step * self.tables.steps.itemsize :], *self._layer(),
            self.memory.children, np.uint32(made), np.uint32(limit), self._grown, np.uint64(self.most_boards), parents,
            placements, self._zero(self.memory.counter),
        )  # fmt: skip
        self._records, self._grown = self._grown, self._records
        self.count = min(self.most_boards, self._counted())
        self._history.append((parents, placements, self.count))
        return self.count

    # the history

    def prune(self) -> None:
        """Level by level upwards, until one loses no board; their memory is free for the next steps."""
        self._leave_out_used()
        numbers = self.memory.table
        for level in reversed(range(len(self._history) - 1)):
            children, _, child_count = self._history[level + 1]
            parents, placements, count = self._history[level]
            self._zero(numbers, byte=255, items=count)
            counter = self._zero(self.memory.counter)
            self._each("number_parents", child_count, children, np.uint32(child_count), numbers, counter)
            kept = self._counted()
            is_shared = any(parents is mine for mine, _ in self.memory.history)
            if kept == count and not is_shared:
                return
            self._each("renumber", child_count, children, np.uint32(child_count), numbers)
            new = self._cupy.empty(kept, np.uint32), self._cupy.empty(kept, np.uint16)
            self._each("keep_numbered", count, parents, placements, np.uint32(count), numbers, *new)
            self._history[level] = (*new, kept)
            if is_shared:
                self._free.append((parents, placements))

    def _leave_out_used(self) -> None:
        """Shorten the lists of chains by the pieces that all boards have used: those of their last common ancestor."""
        words = -(-self.tables.puzzle.cells // 32)
        used = self._zero(self.memory.bins, byte=255)
        self._each("find_used", self.count, *self._layer(), np.uint32(self.count), np.uint32(words), used)
        bits = np.unpackbits(used[:words].get().view(np.uint8), bitorder="little")
        self._parts[CHAIN_FITS].set(_bytes(self.tables.chains.without(bits.astype(bool))))

    def counts_by_breaks(self) -> NDArray[Any]:
        """By counting."""
        bins = self._zero(self.memory.bins)
        self._each("count_breaks", self.count, *self._layer(), np.uint32(self.count), bins, np.uint32(BINS))
        found: NDArray[Any] = np.trim_zeros(bins.get(), "b")
        return found

    def boards(self, most_breaks: int, *, most: int) -> NDArray[np.int16]:
        """Up the history, level by level."""
        which, counter = self._cupy.empty(most, np.uint32), self._zero(self.memory.counter)
        self._each(
            "find_boards", self.count, *self._layer(), np.uint32(self.count), np.uint32(most_breaks), which,
            np.uint32(most), counter,
        )  # fmt: skip
        count = min(most, self._counted())
        placed = self._cupy.empty(count, np.uint16)
        boards = np.tile(self.tables.root.placements, (count, 1))
        for depth in reversed(range(len(self._history))):
            parents, placements, _ = self._history[depth]
            self._each("look_up", count, parents, placements, which, np.uint32(count), placed)
            boards[:, self.tables.order[depth]] = placed.get()
        return boards


def _bytes(part: NDArray[Any]) -> NDArray[np.uint8]:
    """A table as bytes; an empty one as some."""
    return np.ascontiguousarray(part).reshape(-1).view(np.uint8) if part.size else np.zeros(16, dtype=np.uint8)
