"""Instances of the reference data by name: `benoist48:E_10_16` is a file of the folder `benoist48`.

The data is not part of the package. It is looked for in the folder that `EDGEMATCH_DATA` names, else in `../shared/data`,
beside the folder one works in.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from edgematch.errors import UnknownName

NAME = re.compile(r"(?P<folder>[\w-]+):(?P<stem>[\w-]+)")


def reference_file(source: object) -> Path | None:
    """The file of a name such as `benoist48:E_10_16`; None when the source is no such name or there is no such folder."""
    match = NAME.fullmatch(source) if isinstance(source, str) else None
    if match is None:
        return None
    folder = Path(os.environ.get("EDGEMATCH_DATA", Path("..", "shared", "data"))) / match["folder"]
    if not folder.is_dir():
        known = [f"{p.name}:..." for p in folder.parent.iterdir() if p.is_dir()] if folder.parent.is_dir() else []
        where = f"(the reference data is looked for in {folder.parent}; set EDGEMATCH_DATA)"
        raise UnknownName("reference puzzle", str(source), known, where)
    files = {path.name.split(".")[0]: path for path in sorted(folder.iterdir()) if path.is_file()}
    if match["stem"] not in files:
        raise UnknownName("reference puzzle", str(source), [f"{folder.name}:{stem}" for stem in files])
    return files[match["stem"]]
