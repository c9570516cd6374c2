"""Whatever is killed or frozen, the sum is exact: real processes, real signals, both databases."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest
from tests import processes
from tests.databases import make_url

import edgematch as em
from edgematch.campaign import plan, status
from edgematch.store import open_store

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(400)]

SECONDS = 300


@pytest.fixture(scope="module")
def puzzle():
    return em.load_puzzle("demo-5x5").anchored()


def start(url, *more):
    command = [sys.executable, "-m", "edgematch", "campaign", "run", "kill", "--workers", "2", "--store", url, *more]
    return processes.start(command, stdout=subprocess.DEVNULL)


def workers(process):
    with contextlib.suppress(psutil.Error):
        found = psutil.Process(process.pid).children(recursive=True)
        return [one for one in found if "spawn_main" in " ".join(one.cmdline())]
    return []


def wait_for(condition, process=None):
    until = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < until, "nothing happens"
        if process is not None and process.poll() is not None:
            return
        time.sleep(0.1)


def test_workers_and_the_process_itself_may_be_killed_or_frozen(store_url, puzzle):
    whole = em.solve(puzzle, em.COUNT, solver="backtrack")
    with open_store(store_url) as store:
        plan(store, "kill", puzzle, goal="count", solver="plain", jobs=30, slice_seconds=0.3, lease_seconds=3.0)

        def done():
            return status(store, "kill").done

        process = start(store_url)
        wait_for(lambda: done() >= 2, process)
        if alive := workers(process):
            random.choice(alive).kill()
        before = done()
        wait_for(lambda: done() > before + 1, process)
        frozen = workers(process)[:1]
        for one in frozen:
            one.suspend()
        time.sleep(4)
        for one in frozen:
            with contextlib.suppress(psutil.Error):
                one.resume()
        before = done()
        wait_for(lambda: done() > before, process)
        process.kill()
        process.wait()
        process.stderr.close()
        second = start(store_url)
        try:
            assert second.wait(timeout=SECONDS) == 0, second.stderr.read()
        finally:
            second.kill()
            second.stderr.close()
        now = status(store, "kill")
    assert (now.count, now.nodes, now.state) == (whole.count, whole.stats.nodes, "done")


def test_a_database_that_is_away_for_a_while_is_waited_for(request, tmp_path):
    """A real server that ends all connections and takes no new ones for some seconds."""
    import psycopg

    url, puzzle = make_url("postgresql", request, tmp_path), em.load_puzzle("demo-5x5")
    name = url.partition("?")[0].rpartition("/")[2]
    whole = em.solve(puzzle, em.COUNT, solver="backtrack")
    with open_store(url) as store, psycopg.connect(request.getfixturevalue("postgresql"), autocommit=True) as server:
        plan(store, "kill", puzzle, goal="count", solver="plain", jobs=30, slice_seconds=0.3, lease_seconds=30.0)
        process = start(url)
        wait_for(lambda: status(store, "kill").running > 0, process)
        store.close()
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        assert any("trying again" in line for line in process.stderr)
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert process.wait(timeout=SECONDS) == 0, process.stderr.read()
        now = status(store, "kill")
    assert (now.count, now.nodes, now.state) == (whole.count, whole.stats.nodes, "done")


def test_ctrl_c_reports_and_exits(tmp_path):
    url = f"sqlite:///{tmp_path / 'store.db'}"
    with open_store(url) as store:
        plan(store, "kill", em.load_puzzle("demo-10x10"), goal="count", jobs=4, slice_seconds=60)
        process = start(url)
        wait_for(lambda: status(store, "kill").running > 0, process)
        time.sleep(1)
        os.kill(process.pid, signal.SIGINT)
        code = process.wait(timeout=SECONDS)
        process.stderr.close()
        now = status(store, "kill")
        assert (code, now.running) == (1, 0), "its jobs wait again"
        assert sum(job.nodes for job in store.campaigns.jobs(store.campaigns.get("kill"))) > 0, "the work is kept"


@contextlib.contextmanager
def cluster(port):
    """A real Dask scheduler on a port of this machine, with two workers."""
    where = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]
    commands = (
        [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"],
        [*dask, "worker", where, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"],
    )
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    processes = [subprocess.Popen(command, **quiet) for command in commands]
    try:
        yield where
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def test_a_campaign_outlives_the_scheduler_of_its_cluster(tmp_path, puzzle):
    url, port = f"sqlite:///{tmp_path / 'store.db'}", free_port()
    whole = em.solve(puzzle, em.COUNT, solver="backtrack")
    with open_store(url) as store:
        plan(store, "kill", puzzle, goal="count", solver="plain", jobs=30, slice_seconds=0.3, lease_seconds=5.0)
        with contextlib.ExitStack() as stack:
            first = stack.enter_context(cluster(port))
            process = start(url, "--scheduler", first)
            wait_for(lambda: status(store, "kill").done >= 2, process)
        with cluster(port):
            assert process.wait(timeout=SECONDS) == 0, process.stderr.read()
            process.stderr.close()
        now = status(store, "kill")
    assert (now.count, now.nodes, now.state) == (whole.count, whole.stats.nodes, "done")
