"""Running the exact engine of the core on a task, for every solver that uses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from edgematch import native
from edgematch.model import Board
from edgematch.model.orders import Order
from edgematch.search import Control, Task


def search_in_order(task: Task, control: Control, order: Order, *, prune: bool = False) -> Sequence[Board]:
    """Search the task's roots in an order of the cells; returns the roots not finished."""
    options = native.BacktrackOptions(order=order, threads=control.limits.threads, depth=-1, prune=prune)
    remaining, result = native.run_search(native.backtrack, options, task, control)
    _add_by_depth(control.details, result.by_depth)
    return remaining


def _add_by_depth(details: dict[str, Any], by_depth: np.ndarray) -> None:
    before = details.get("nodes_by_depth") or [0] * len(by_depth)
    details["nodes_by_depth"] = [int(a) + int(b) for a, b in zip(before, by_depth, strict=True)]
