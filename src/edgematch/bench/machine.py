"""What a measurement was made on: CPU, compiler, commit, versions. Goes into every record."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

SOFTWARE = ("edgematch", "numpy", "python-sat", "ortools", "pychoco", "clingo", "highspy", "cupy-cuda12x")


@cache
def facts() -> dict[str, Any]:
    """The machine and the software, the same for all records of one process."""
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "machine": f"{_processor()}, {os.cpu_count()} cores",
        "compiler": _compiler(),
        "commit": commit(),
        "python": platform.python_version(),
        "versions": {name: found for name in SOFTWARE if (found := _version(name))},
    }


@cache
def checkout() -> Path | None:
    """The root of the checkout that this package is run from; None when it is installed elsewhere."""
    root = Path(__file__).resolve().parents[3]
    is_source = (root / ".git").exists() and (root / "src" / "edgematch" / "bench" / Path(__file__).name).exists()
    return root if is_source else None


def commit() -> str:
    """The commit of the checkout, marked when files other than records were changed since; empty outside one."""
    root = checkout()
    if root is None:
        return ""
    name = _git(root, "describe", "--always", "--abbrev=10")
    changed = _git(
        root, "status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)benchmarks/results"
    )
    return f"{name}-dirty" if changed else name


def cpu_seconds() -> float:
    """User and system time of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def device() -> str:
    """The name of the GPU; empty without one."""
    try:
        import cupy

        return str(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
    except Exception:  # noqa: BLE001 - CuPy raises its own errors when there is no device
        return ""


def _git(folder: Path, *arguments: str) -> str:
    """What git says; nothing outside a checkout."""
    try:
        done = subprocess.run(  # noqa: S603 - whichever git there is
            ["git", *arguments],  # noqa: S607
            cwd=folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _compiler() -> str:
    try:
        from edgematch import native

        return native.compiler()
    except ImportError:  # run from the source tree, for a GPU
        return ""


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
