"""The searches of a studio: worker processes, their events, and who listens to them.

Each search is a process (`worker.py`), so that a solver that hangs or fails takes nothing with it. Their number, their
time and what is kept of their events are bounded. Listeners that come late, or come back, get a summary of all there
was and then every further event.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edgematch.errors import EdgeMatchError
from edgematch.studio.documents import puzzle_document, read_puzzle

MOST_RUNNING = 4
MOST_KEPT = 50
MOST_CURVE = 2000
MOST_LISTENERS = 64
MOST_LINE = 64 << 20
STOP_SECONDS = 5.0
"""How long a worker may take to stop before it is killed."""


class TooMany(EdgeMatchError):  # noqa: N818 - reads as what happened
    """A bound on searches or listeners is reached."""


@dataclass
class Search:
    """One search: what was asked, what is known so far, and the process that works on it."""

    number: int
    job: dict[str, Any]
    folder: Path
    state: str = "running"
    started: float = field(default_factory=time.time)
    latest: dict[str, Any] = field(default_factory=dict)
    found: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)
    curve: list[list[float]] = field(default_factory=list)
    done: dict[str, Any] | None = None
    process: asyncio.subprocess.Process | None = None
    listeners: set[asyncio.Queue[dict[str, Any]]] = field(default_factory=set)

    @property
    def save_file(self) -> Path:
        """Where the worker keeps what is left to search."""
        return self.folder / f"{self.number}.json"

    def summary(self) -> dict[str, Any]:
        """All that a page needs to show the search."""
        asked = {key: self.job.get(key) for key in ("goal", "solver", "seconds", "nodes", "threads", "seed")}
        name = self.job["puzzle"] if isinstance(self.job["puzzle"], str) else self.job["puzzle"].get("name", "")
        return {
            "id": self.number, "state": self.state, "started": self.started, "puzzle": name, **asked,
            "latest": self.latest, "found": self.found, "notes": self.notes[-5:], "curve": self.curve,
            "done": self.done, "resumable": self.save_file.exists(),
        }  # fmt: skip

    def take(self, event: dict[str, Any]) -> None:
        """Keep what an event says and pass it on."""
        kind = event["event"]
        if kind == "progress":
            self.latest = event
        elif kind == "found":
            self.found = event
            self._add_to_curve(event)
        elif kind == "note":
            self.notes = [*self.notes[-20:], event["text"]]
        elif kind in ("done", "failed"):
            self.done, self.state = event, "failed" if kind == "failed" else "done"
        for listener in self.listeners:
            if listener.qsize() < 256 or kind in ("done", "failed"):
                listener.put_nowait(event)

    def _add_to_curve(self, event: dict[str, Any]) -> None:
        self.curve.append([event["seconds"], event["score"], event["number"]])
        if len(self.curve) > MOST_CURVE:
            self.curve = self.curve[::2]


class Searches:
    """All searches of one studio."""

    def __init__(self, *, most_seconds: float = 3600.0) -> None:
        self.most_seconds = most_seconds
        self._folder = tempfile.TemporaryDirectory(prefix="edgematch-studio-")
        self._numbers = itertools.count(1)
        self._searches: dict[int, Search] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self) -> list[Search]:
        """All searches kept, the oldest first."""
        return list(self._searches.values())

    def get(self, number: int) -> Search:
        """The search of that number."""
        if number not in self._searches:
            raise EdgeMatchError(f"there is no search {number}; it may have been removed")
        return self._searches[number]

    async def start(self, job: dict[str, Any]) -> Search:
        """Start a search within the bounds of this server."""
        if sum(search.state == "running" for search in self.all()) >= MOST_RUNNING:
            raise TooMany(f"{MOST_RUNNING} searches are running already; stop one first")
        seconds = job.get("seconds") or self.most_seconds
        search = Search(next(self._numbers), {**job, "seconds": min(float(seconds), self.most_seconds)}, self._path())
        search.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "edgematch.studio.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            limit=MOST_LINE,
        )  # fmt: skip
        self._searches[search.number] = search
        for old in self.all()[:-MOST_KEPT]:
            if old.state != "running":
                del self._searches[old.number]
        follow = asyncio.create_task(self._follow(search))
        self._tasks.add(follow)
        follow.add_done_callback(self._tasks.discard)
        return search

    async def resume(self, number: int, seconds: float | None) -> Search:
        """Start a search of what another one left."""
        before = self.get(number)
        if not before.save_file.exists():
            raise EdgeMatchError(f"search {number} left nothing to resume")
        return await self.start({**before.job, "seconds": seconds, "resume": str(before.save_file)})

    async def stop(self, number: int) -> Search:
        """Ask a search to stop; one that does not is killed."""
        search = self.get(number)
        process = search.process
        if process is not None and process.returncode is None and process.stdin is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                process.stdin.write(b"stop\n")
                await process.stdin.drain()
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                process.kill()
        return search

    async def close(self) -> None:
        """Stop all searches and remove their files."""
        for search in self.all():
            if search.process is not None and search.process.returncode is None:
                search.process.kill()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
        self._folder.cleanup()

    @contextlib.asynccontextmanager
    async def listen(self, number: int) -> AsyncIterator[asyncio.Queue[dict[str, Any]]]:
        """A queue that begins with a summary and gets every further event of a search."""
        search = self.get(number)
        if sum(len(one.listeners) for one in self.all()) >= MOST_LISTENERS:
            raise TooMany(f"{MOST_LISTENERS} pages listen already")
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        document = puzzle_document(read_puzzle(search.job["puzzle"]))
        queue.put_nowait({"event": "summary", **search.summary(), "document": document})
        search.listeners.add(queue)
        try:
            yield queue
        finally:
            search.listeners.discard(queue)

    def _path(self) -> Path:
        return Path(self._folder.name)

    async def _follow(self, search: Search) -> None:
        """Hand the job to the worker and take its events until it ends."""
        process = search.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        errors = asyncio.create_task(process.stderr.read())
        try:
            process.stdin.write((json.dumps({**search.job, "save": str(search.save_file)}) + "\n").encode())
            await process.stdin.drain()
            async for line in process.stdout:
                search.take(json.loads(line))
        except (ConnectionError, ValueError) as problem:
            process.kill()
            search.take({"event": "failed", "message": f"the worker could not be followed: {problem}"})
        await process.wait()
        if search.done is None:
            said = (await errors).decode(errors="replace").strip().rpartition("\n")[2]
            search.take({"event": "failed", "message": f"the search ended without a result: {said or 'it was killed'}"})
