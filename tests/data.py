"""Where the reference data is: `EDGEMATCH_DATA`, or `../shared/data` beside the checkout; absent, tests skip."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("EDGEMATCH_DATA", Path(__file__).parents[2] / "shared" / "data"))


def reference(*parts: str) -> Path:
    """The path of a file or folder of the reference data; skips the test where there is none."""
    path = FOLDER.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"no reference data: {'/'.join(parts)} (set EDGEMATCH_DATA)")
    return path
