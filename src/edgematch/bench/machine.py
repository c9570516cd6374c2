"""What a measurement was made on: processor, compiler, commit, versions. Goes into every record."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

BACK_ENDS = ("numpy", "python-sat", "ortools", "pychoco", "clingo", "highspy", "cupy-cuda12x")


@cache
def facts() -> dict[str, Any]:
    """The machine and the software, the same for all records of one process."""
    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores",
        "compiler": _compiler(),
        "commit": commit(),
        "python": platform.python_version(),
        "versions": {name: found for name in BACK_ENDS if (found := _version(name))},
    }


def commit(folder: Path | None = None) -> str:
    """The commit of the checkout, marked when files other than records were changed since; empty outside one."""
    at = folder or Path(__file__).parent
    name = _git(at, "describe", "--always", "--abbrev=10")
    changed = _git(at, "status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)benchmarks/results")
    return f"{name}-dirty" if changed else name


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
    from edgematch import native

    return native.compiler()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
