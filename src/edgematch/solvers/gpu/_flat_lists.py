"""Candidate lists in one array, as GPU lanes read them: list after list, each with an end mark."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY

Ints = NDArray[np.int64]


class FlatLists:
    """Lists of placements that end with EMPTY, and where each of them begins; 0 stands for all empty lists."""

    def __init__(self) -> None:
        self._placements: list[Ints] = [np.array([EMPTY])]
        self._heads: list[Ints] = []
        self.size, self.head_count = 1, 0

    def add(self, heads: NDArray[Any], placements: NDArray[Any], *, size: int = 0, apart: int = 1) -> int:
        """Append compiled lists; returns where their `size` heads begin, those of the lists `apart` from each other."""
        begins, ends = heads[:-1].astype(np.int64), heads[1:].astype(np.int64)
        is_used = ends > begins
        starts = self.size + begins + np.cumsum(is_used) - is_used
        placed = np.zeros(max(size, len(starts)), dtype=np.int64)
        placed[: len(starts) * apart : apart] = np.where(is_used, starts, 0)
        self.pad(np.insert(placements.astype(np.int64), ends[is_used], EMPTY))
        self._heads.append(placed)
        self.head_count += len(placed)
        return self.head_count - len(placed)

    def pad(self, placements: Ints) -> None:
        """Append placements that belong to no list."""
        self._placements.append(placements)
        self.size += len(placements)

    def arrays(self) -> tuple[Ints, Ints]:
        """All placements and all heads."""
        return np.concatenate(self._placements), np.concatenate(self._heads)
