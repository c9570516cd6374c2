"""Searches without a server: their bounds hold whatever the worker does."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import edgematch as em
from edgematch.search import Limits, Run, Task
from edgematch.search.events import Found
from edgematch.studio import background, searches, worker

JOB = {"puzzle": "eternity2", "goal": "first", "solver": "backtrack", "seconds": 60}


def script(code):
    return (sys.executable, "-c", code)


def run(work):
    """The result of a coroutine; in a thread of its own, since a browser in this process has an event loop running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asyncio.wait_for(work, 60)).result()


async def finished(search):
    while search.state == "running":  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0.02)


def test_searches_that_start_at_the_same_moment_are_bounded():
    async def work():
        all_ = searches.Searches()
        started = await asyncio.gather(*(all_.start(dict(JOB)) for _ in range(9)), return_exceptions=True)
        refused = [one for one in started if isinstance(one, background.TooMany)]
        await all_.close()
        return len(started) - len(refused)

    assert run(work()) == searches.MOST_RUNNING


def test_a_search_that_never_ends_is_ended(monkeypatch):
    monkeypatch.setattr(searches, "WORKER", script("import time; time.sleep(600)"))
    monkeypatch.setattr(searches, "GRACE_SECONDS", 0.1)

    async def work():
        all_ = searches.Searches(most_seconds=0.2)
        search = await all_.start(dict(JOB))
        await finished(search)
        await all_.close()
        return search

    search = run(work())
    assert search.state == "failed"
    assert "did not stop at its limit" in search.done["message"]
    assert search.process.returncode is not None


def test_a_worker_that_ignores_a_stop_is_killed_with_what_it_started(monkeypatch):
    child = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    monkeypatch.setattr(searches, "WORKER", script(f"{child} time.sleep(600)"))
    monkeypatch.setattr(searches, "STOP_SECONDS", 0.3)

    async def work():
        all_ = searches.Searches()
        search = await all_.start(dict(JOB))
        await all_.stop(search.number)
        await finished(search)  # the child holds the pipes too: this returns only once it is gone
        await all_.close()
        return search

    assert run(work()).state == "failed"


def test_a_worker_that_dies_does_not_leave_what_it_started(monkeypatch):
    child = "import sys; from subprocess import *; "
    child += "Popen([sys.executable, '-c', 'import time; time.sleep(600)'], stdout=DEVNULL);"
    monkeypatch.setattr(searches, "WORKER", script(f"{child} sys.stdin.readline(); sys.exit(1)"))

    async def work():
        all_ = searches.Searches()
        search = await all_.start(dict(JOB))
        await finished(search)  # the child holds the standard error: this returns only once it is gone
        await all_.close()
        return search.done["message"]

    assert run(work()) == "the search ended without a result: it was killed"


def test_what_a_worker_says_on_its_way_out_is_bounded_and_told(monkeypatch):
    noise = "import sys; sys.stdin.readline(); sys.stderr.write('x' * 10_000_000 + chr(10) + 'the reason'); sys.exit(1)"
    monkeypatch.setattr(searches, "WORKER", script(noise))

    async def work():
        all_ = searches.Searches()
        search = await all_.start(dict(JOB))
        await finished(search)
        await all_.close()
        return search.done["message"]

    assert run(work()) == "the search ended without a result: the reason"


def test_old_searches_are_forgotten_with_their_files(monkeypatch):
    monkeypatch.setattr(searches, "WORKER", script("pass"))
    monkeypatch.setattr(searches, "MOST_KEPT", 2)

    async def work():
        all_ = searches.Searches()
        for _ in range(4):
            search = await all_.start(dict(JOB))
            search.save_file.write_text("{}")
            await finished(search)
        kept = [one.number for one in all_.all()], sorted(file.name for file in search.folder.iterdir())
        await all_.close()
        return kept

    assert run(work()) == ([3, 4], ["3.json", "4.json"])


def test_an_old_search_that_is_resumed_keeps_its_file(monkeypatch):
    monkeypatch.setattr(searches, "WORKER", script("import time; time.sleep(600)"))
    monkeypatch.setattr(searches, "MOST_KEPT", 1)
    monkeypatch.setattr(searches, "STOP_SECONDS", 0.3)

    async def work():
        all_ = searches.Searches()
        old = await all_.start(dict(JOB))
        old.save_file.write_text("{}")
        await all_.stop(old.number)
        await finished(old)
        await all_.resume(old.number, 60)
        is_kept = old.save_file.exists()
        await all_.close()
        return is_kept

    assert run(work())


def test_boards_found_in_a_rush_are_thinned_but_the_last_is_told():
    run_ = Run("backtrack", Task(em.load_puzzle("demo-5x5"), em.ALL), Limits(seconds=20))
    events = list(worker.thinned(run_))
    found = [event.number for event in events if isinstance(event, Found)]
    assert found[-1] == run_.outcome.count
    assert len(found) <= run_.outcome.count


def test_a_queue_of_work_is_bounded(monkeypatch):
    monkeypatch.setattr(background, "MOST_WAITING", 3)

    async def work():
        queue, gate = background.Queue(), asyncio.Event()
        loop = asyncio.get_running_loop()
        wait = lambda: asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()  # noqa: E731
        waiting = [asyncio.create_task(queue.run(wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(background.TooMany, match="try again later"):
            await queue.run(wait)
        gate.set()
        await asyncio.gather(*waiting)
        answer = await queue.run(lambda: 7)
        queue.close()
        return answer

    assert run(work()) == 7
