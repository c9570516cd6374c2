"""Check the stub of the native core against the module itself, with mypy's stubtest.

Stubtest does not know nanobind: its functions and the metaclass of its classes are types of their own, and results of
engines, which Python cannot make, have no constructor in the stub. Everything else must agree.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mypy import stubtest

from edgematch import _core

ROOT = Path(__file__).parents[1]
RESULTS = r"edgematch\._core\.\w+(Result|Report|Boards)\.__init__"


def main() -> int:
    """Run stubtest; returns its exit code."""
    is_function = stubtest.is_probably_a_function

    def is_native_function(runtime: Any) -> bool:
        return isinstance(runtime, type(_core.backtrack)) or is_function(runtime)

    def accept_metaclass(*_: Any, **__: Any) -> Iterator[Any]:
        return iter(())

    stubtest.is_probably_a_function = is_native_function
    stubtest._verify_metaclass = accept_metaclass  # noqa: SLF001 - there is no option for it
    os.environ["MYPYPATH"] = str(ROOT / "src")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as allowed:
        allowed.write(RESULTS + "\n")
        allowed.flush()
        config = ["--mypy-config-file", str(ROOT / "pyproject.toml"), "--allowlist", allowed.name]
        return stubtest.test_stubs(stubtest.parse_options(["edgematch._core", "--ignore-disjoint-bases", *config]))


if __name__ == "__main__":
    sys.exit(main())
