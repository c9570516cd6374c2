"""A folder of boards: a JSON file and a URL file per board, named by score and content.

Equal boards have equal names, so each is kept once, however often it is found.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from edgematch import formats
from edgematch.files import make_folder, write_whole
from edgematch.model import Board


class BoardFolder:
    """A folder that keeps boards; it is made when it does not exist."""

    def __init__(self, path: Path) -> None:
        self.path = make_folder(path)

    def keep(self, board: Board) -> None:
        """Write the board, unless it is there already."""
        content = hashlib.sha256(board.canonical().placements.tobytes()).hexdigest()[:12]
        stem = self.path / f"{board.score:04d}-{content}"
        if stem.with_suffix(".json").exists():
            return
        link = formats.viewer_url(board)
        if link is not None:
            write_whole(stem.with_suffix(".url"), link + "\n")
        formats.save(board, stem.with_suffix(".json"), "native")
