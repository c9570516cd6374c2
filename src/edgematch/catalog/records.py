"""The best boards found with this package, each with the command, the time and the device that found it.

`records.json` holds the boards as URLs of a viewer. A score is never stored without its board: it is computed again
when a record is read, and one that does not agree is refused.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from edgematch import catalog
from edgematch.errors import FormatError
from edgematch.model import Board


@dataclass(frozen=True)
class ScoreRecord:
    """The best board of one puzzle; a puzzle with a `/` belongs to a public collection."""

    puzzle: str
    score: int
    edges: int
    command: str
    seconds: int
    device: str
    board: str
    """The URL of a viewer with the board."""

    def loaded(self) -> Board:
        """The board, read from its URL and scored again."""
        board = catalog.load_board(self.board)
        if (board.score, board.puzzle.edges) != (self.score, self.edges) or not board.is_complete:
            raise FormatError(f"the board of {self.puzzle} has {board.score} matched edges, not {self.score}")
        if self.puzzle in catalog.names() and not board.extends(catalog.get(self.puzzle).start()):
            raise FormatError(f"the board of {self.puzzle} does not have its hints")
        return board


@cache
def score_records() -> tuple[ScoreRecord, ...]:
    """All records, the puzzles of the catalog first."""
    text = (resources.files("edgematch.catalog") / "records.json").read_text(encoding="utf-8")
    found = [ScoreRecord(**fields) for fields in json.loads(text)]
    return tuple(sorted(found, key=lambda record: ("/" in record.puzzle, record.puzzle)))
