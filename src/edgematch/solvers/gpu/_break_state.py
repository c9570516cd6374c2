"""All jobs of a break-tolerant GPU search as bytes, so that a search that was killed resumes from its last checkpoint.

The state holds the jobs of every stage, the queue between them, the counters and the best board. It belongs to one
search: puzzle, options, seed and number of jobs must be the same.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from zipfile import BadZipFile

import numpy as np

from edgematch.errors import OptionError
from edgematch.solvers.gpu._break_queue import BreakPool, Queue, Tally
from edgematch.solvers.gpu._break_tables import BREAKING, STRICT

STATE_VERSION = 2
"""Version of the content; a state of another version is refused."""
JOBS = ("paths", "bases", "depths", "open")
EXPLORERS = ("idle", "gain", "turn", "explorers.rows", *(f"explorers.{name}" for name in JOBS))
FOLLOWERS = ("spent", "owner", *(f"followers.{name}" for name in JOBS))
WAITING = ("queue", "owners")
NUMBERS = (
    "waited", "dry", "barren", "following", "made", "choice", "is_short", "is_out_of_rows", "drawn", "repeated",
)  # fmt: skip


def pack_state(pools: Sequence[BreakPool], **facts: Any) -> bytes:
    """The state of all pools, and the facts, as bytes."""
    parts = dict(facts)
    for number, pool in enumerate(pools):
        parts |= {f"{number}.{name}": array for name, array in _parts(pool).items()}
    buffer = io.BytesIO()
    np.savez(buffer, **parts)
    return buffer.getvalue()


def unpack_state(state: bytes, *, search: str) -> dict[str, Any]:
    """What `pack_state` was given, if it is the state of that search."""
    try:
        with np.load(io.BytesIO(state), allow_pickle=False) as file:
            parts = {name: file[name] for name in file.files}
        is_same = str(parts["search"]) == search
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise OptionError(f"this is not the state of a search ({error}); start the search again") from None
    if not is_same:
        raise OptionError("this is the state of another search; go on with the same puzzle, options and seed")
    return parts


def restore(pools: Sequence[BreakPool], parts: dict[str, Any]) -> None:
    """Bring pools to the state that was loaded."""
    for number, pool in enumerate(pools):
        head = f"{number}."
        _restore(pool, {name[len(head) :]: array for name, array in parts.items() if name.startswith(head)})


def _parts(pool: BreakPool) -> dict[str, Any]:
    """The arrays of a pool; of followers those that are busy."""
    facts = asdict(pool.tally) | {name: getattr(pool, name) for name in NUMBERS}
    facts["boards"] = list(pool.tally.boards.items())
    waiting = pool.queue.whole() if pool.queue.count else ()
    parts = dict(zip(WAITING, waiting, strict=bool(waiting))) | {"begun": pool.begun}
    for name in _names(pool):
        held, most = _find(pool, name), pool.following if name in FOLLOWERS else None
        parts[name] = held[:most] if isinstance(held, np.ndarray) else held.first(most)
    return parts | {"facts": np.array(json.dumps(facts))}


def _restore(pool: BreakPool, parts: dict[str, Any]) -> None:
    facts = json.loads(str(parts["facts"]))
    for name in NUMBERS:
        setattr(pool, name, facts.pop(name))
    pool.tally = Tally(**facts | {"boards": {int(breaks): count for breaks, count in facts["boards"]}})
    pool.queue, pool.begun = Queue(), parts["begun"]
    if "queue" in parts:
        waiting = pool.memory.columns(*parts["queue"].shape, np.uint16)
        waiting.put(0, parts["queue"])
        pool.queue.put(waiting, parts["owners"])
    for name in _names(pool):
        held, saved = _find(pool, name), parts[name]
        if isinstance(held, np.ndarray):
            held[: len(saved)] = saved
        else:
            held.put(0, saved)


def _names(pool: BreakPool) -> tuple[str, ...]:
    return (*(EXPLORERS if STRICT in pool.stages else ()), *(FOLLOWERS if BREAKING in pool.stages else ()))


def _find(pool: BreakPool, name: str) -> Any:
    found: Any = pool
    for part in name.split("."):
        found = getattr(found, part)
    return found
