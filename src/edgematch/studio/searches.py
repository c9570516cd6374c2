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
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edgematch.errors import EdgeMatchError
from edgematch.studio.background import TooMany
from edgematch.studio.documents import puzzle_document, read_puzzle

MOST_RUNNING = 4
MOST_KEPT = 50
MOST_CURVE = 2000
MOST_LISTENERS = 64
MOST_LINE = 64 << 20
MOST_SAID = 4096
"""Bytes kept of what a worker writes to its standard error."""

STOP_SECONDS = 5.0
"""How long a worker may take to stop before it is killed."""

WORKER = (sys.executable, "-m", "edgematch.studio.worker")

GRACE_SECONDS = 30.0
"""How much longer than its limit a worker may take, to start and to write its result."""


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
    """Seconds, score and number of the boards found."""
    trail: list[list[float]] = field(default_factory=list)
    """Seconds, nodes and answers over time."""
    done: dict[str, Any] | None = None
    process: asyncio.subprocess.Process | None = None
    listeners: set[asyncio.Queue[dict[str, Any]]] = field(default_factory=set)

    @property
    def save_file(self) -> Path:
        """Where the worker keeps what is left to search."""
        return self.folder / f"{self.number}.json"

    def kill(self) -> None:
        """End the worker, and the programs that it started, which may outlive it."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    async def ended(self) -> None:
        """Wait until the worker is gone; one that does not end soon is killed."""
        if self.process is not None:
            try:
                await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
            except TimeoutError:
                self.kill()
                await self.process.wait()

    def summary(self) -> dict[str, Any]:
        """All that a page needs to show the search."""
        asked = {key: self.job.get(key) for key in ("goal", "solver", "seconds", "nodes", "threads", "seed")}
        name = self.job["puzzle"] if isinstance(self.job["puzzle"], str) else self.job["puzzle"].get("name", "")
        return {
            "id": self.number, "state": self.state, "started": self.started, "puzzle": name, **asked,
            "latest": self.latest, "found": self.found, "notes": self.notes[-5:], "curve": self.curve, "trail": self.trail,
            "done": self.done, "resumable": self.save_file.exists(),
        }  # fmt: skip

    def take(self, event: dict[str, Any]) -> None:
        """Keep what an event says and pass it on."""
        kind = event["event"]
        if kind == "progress":
            self.latest = event
            self.trail = _thinned([*self.trail, [event["seconds"], event["nodes"], event["answers"]]])
        elif kind == "found":
            self.found = event
            self.curve = _thinned([*self.curve, [event["seconds"], event["score"], event["number"]]])
        elif kind == "note":
            self.notes = [*self.notes[-20:], event["text"]]
        elif kind in ("done", "failed"):
            self.done, self.state = event, "failed" if kind == "failed" else "done"
        for listener in self.listeners:
            if listener.qsize() < 256 or kind in ("done", "failed"):
                listener.put_nowait(event)


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
        self._searches[search.number] = search  # counts from now on, also while its process starts
        try:
            search.process = await asyncio.create_subprocess_exec(
                *WORKER,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
                limit=MOST_LINE, start_new_session=True,
            )  # fmt: skip
        except BaseException:
            del self._searches[search.number]
            raise
        self._forget_old()
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
            await search.ended()
        return search

    async def close(self) -> None:
        """Stop all searches and remove their files."""
        for search in self.all():
            if search.process is not None and search.process.returncode is None:
                search.kill()
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

    def _forget_old(self) -> None:
        resumed = {search.job.get("resume") for search in self.all() if search.state == "running"}
        for old in self.all()[:-MOST_KEPT]:
            if old.state != "running" and str(old.save_file) not in resumed:
                del self._searches[old.number]
                old.save_file.unlink(missing_ok=True)

    async def _follow(self, search: Search) -> None:
        """Hand the job to the worker and take its events until it ends, or its time is over."""
        process = search.process
        assert process is not None
        assert process.stderr is not None
        said = asyncio.create_task(_last_bytes(process.stderr))
        reason = ""
        try:
            await asyncio.wait_for(self._take_events(search, process), search.job["seconds"] + GRACE_SECONDS)
        except TimeoutError:
            reason = "the solver did not stop at its limit"
        except (ConnectionError, ValueError) as problem:
            reason = str(problem)
        if reason or search.done is None:
            search.kill()
        await search.ended()
        if search.done is None:
            last = (await said).decode(errors="replace").strip().rpartition("\n")[2]
            why = reason or last or "it was killed"
            search.take({"event": "failed", "message": f"the search ended without a result: {why}"})

    async def _take_events(self, search: Search, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write((json.dumps({**search.job, "save": str(search.save_file)}) + "\n").encode())
        await process.stdin.drain()
        async for line in process.stdout:
            search.take(json.loads(line))


def _thinned(points: list[list[float]]) -> list[list[float]]:
    """Every second point of a curve that has become long."""
    return points[::2] if len(points) > MOST_CURVE else points


async def _last_bytes(stream: asyncio.StreamReader) -> bytes:
    """The end of what a stream says."""
    last = b""
    while part := await stream.read(MOST_SAID):
        last = (last + part)[-MOST_SAID:]
    return last
