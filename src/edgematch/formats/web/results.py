"""What `solve` and `score` print with `--format json`: a board with its URL, or with its placements.

`url` shows the pieces, so that it is enough; `placements` (`piece * 4 + turns`, -1 for an empty cell) need the puzzle.
A document with a list of `boards` is one text per board before it gets here.
"""

from __future__ import annotations

from edgematch.formats._document import Document
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._text import Text
from edgematch.formats._url import holds_edges
from edgematch.formats.web.bucas import Bucas
from edgematch.model import EMPTY, Board


class Results(Format):
    """Boards as this package's results give them."""

    name = "results"
    about = "boards in the results that `solve` and `score` print as JSON"
    holds = Holds.BOARD | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether it is a document with a URL or placements that is neither one of ours nor of eternity2.dev."""
        keys = ('"format"', '"pieces"', '"board"')
        return text.is_json and not any(key in text.content for key in keys) and _shows_board(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        document = Document.parse(text)
        url = document.get("url")
        if isinstance(url, str) and holds_edges(url) and request.puzzle is None:
            return Bucas().read(Text(url, text.source), request)
        puzzle = request.needed(text, "a result without a URL")
        placements = document.integers("placements", count=puzzle.cells, low=EMPTY, high=4 * puzzle.cells - 1)
        document.finish()
        return Board(puzzle, placements)


def _shows_board(text: Text) -> bool:
    return '"placements"' in text.content or '"url"' in text.content
