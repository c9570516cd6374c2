"""Files of public collections for tests: looked for as users' files are (`edgematch.catalog.collections`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgematch.catalog import collections

MARKED = [False]
"""Whether the test that runs is marked `data`; set by conftest.py."""


def reference(*parts: str) -> Path:
    """The path of a file or folder of the reference data; skips the test where there is none."""
    assert MARKED[0], "a test that needs reference data is marked with pytest.mark.data"
    for folder in collections.folders():
        path = folder.joinpath(*parts)
        if path.is_file() or (path.is_dir() and any(path.iterdir())):
            return path
    pytest.skip(f"no reference data: {'/'.join(parts)} (set EDGEMATCH_DATA)")
