"""The recipes of docs/campaigns.md for clusters: real Dask workers, started over SSH and by dask-jobqueue.

The SSH server is a real one. There is no SLURM here: `sbatch` is a script that starts the job script that dask-jobqueue
wrote, as SLURM would on a node. Each recipe runs in a process of its own, as a user would run it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from importlib.util import find_spec

import pytest

import edgematch as em
from edgematch.campaign import plan, status
from edgematch.store import open_store

pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.timeout(300)]  # clusters that start in half a minute

SSH_SERVER = """
import asyncio, asyncssh, os, sys

async def execute(process):
    inner = await asyncio.create_subprocess_shell(process.command, stdin=-1, stdout=-1, stderr=-1)
    await process.redirect(stdin=inner.stdin, stdout=inner.stdout, stderr=inner.stderr)
    process.exit(await inner.wait())

async def main():
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key("key")
    key.write_public_key("key.pub")
    server = await asyncssh.listen("127.0.0.1", 0, server_host_keys=[key], authorized_client_keys="key.pub",
                                   process_factory=execute, encoding=None)
    print(server.get_port(), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""

SSH_RECIPE = """
import sys
from dask.distributed import SSHCluster

if __name__ == "__main__":
    options = {"port": int(sys.argv[1]), "known_hosts": None, "client_keys": ["key"], "username": "user"}
    with SSHCluster(["127.0.0.1", "127.0.0.1"], connect_options=options, remote_python=sys.executable,
                    worker_options={"nthreads": 1, "n_workers": 2}, scheduler_options={"port": 0}) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""

SLURM_RECIPE = """
import sys
from dask_jobqueue import SLURMCluster

if __name__ == "__main__":
    with SLURMCluster(cores=2, processes=2, memory="1GB", walltime="00:10:00", queue="batch", interface="lo",
                      python=sys.executable, log_directory=".") as cluster:
        assert "#SBATCH -p batch" in cluster.job_script()
        cluster.scale(jobs=1)
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@contextlib.contextmanager
def running(folder, text, *words, path=""):
    """A script that runs in a folder until the block ends; the first line it prints."""
    environment = os.environ | ({"PATH": f"{path}{os.pathsep}{os.environ['PATH']}"} if path else {})
    process = subprocess.Popen(
        [sys.executable, "-c", text, *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL, start_new_session=True, env=environment,
    )  # fmt: skip
    try:
        yield process.stdout.readline().strip()
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdin.close()
        process.stdout.close()


def run_campaign(folder, scheduler):
    """Run a campaign on the scheduler at a URL, as a user would; its sum must be that of one search."""
    assert scheduler.startswith("tcp://"), "the recipe gives no cluster"
    url, puzzle = f"sqlite:///{folder / 'store.db'}", em.load_puzzle("demo-5x5")
    with open_store(url) as store:
        plan(store, "far", puzzle, jobs=20)
        command = [sys.executable, "-m", "edgematch", "campaign", "run", "far", "--scheduler", scheduler]
        done = subprocess.run([*command, "--store", url], capture_output=True, text=True, timeout=200, check=False)
        assert done.returncode == 0, done.stderr
        now, whole = status(store, "far"), em.solve(puzzle, em.COUNT, solver="backtrack")
        assert (now.count, now.nodes, now.state) == (whole.count, whole.stats.nodes, "done")


def test_ssh(tmp_path):
    if find_spec("asyncssh") is None:
        pytest.skip("no SSH server (pip install asyncssh)")
    with running(tmp_path, SSH_SERVER) as port, running(tmp_path, SSH_RECIPE, port) as scheduler:
        run_campaign(tmp_path, scheduler)


def test_slurm(tmp_path):
    if find_spec("dask_jobqueue") is None:  # importing it would replace the handler of SIGINT
        pytest.skip("no dask-jobqueue (pip install dask-jobqueue)")
    scripts = {
        "sbatch": 'sh "$1" >/dev/null 2>&1 & echo "Submitted batch job $!"',
        "scancel": 'kill "$1"',
    }
    for name, text in scripts.items():
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    with running(tmp_path, SLURM_RECIPE, path=str(tmp_path)) as scheduler:
        run_campaign(tmp_path, scheduler)
