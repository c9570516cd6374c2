"""A board in a notebook, drawn by the studio's own code: `widget(board)` shows it, `watch(run)` follows a search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from edgematch.errors import MissingDependency
from edgematch.model import Board
from edgematch.render.motifs import motif
from edgematch.render.shapes import half
from edgematch.render.svg import path as outline
from edgematch.search import Done, Found, Outcome, Progress, Run

STATIC = Path(__file__).parent / "static"


def motif_documents(colors: int) -> list[dict[str, Any]]:
    """For each color from 0 on the paints and outlines of a north side in a cell 100 units wide."""
    return [
        {"ground": motif(color).hue.ground,
         "layers": [{"paint": paint, "path": outline(half(layer))} for paint, layer in motif(color).layers]}
        for color in range(colors + 1)
    ]  # fmt: skip


def widget(board: Board, *, breaks: bool = True, numbers: bool = False) -> Any:
    """A live picture of a board; assign `.placements` to change what it shows."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise MissingDependency("notebook widgets need anywidget (pip install 'edgematch[notebook]')") from None
    from edgematch.studio.documents import puzzle_document

    class BoardWidget(anywidget.AnyWidget):
        _esm = _module()
        puzzle = traitlets.Dict().tag(sync=True)
        placements: Any = traitlets.List().tag(sync=True)
        motifs: Any = traitlets.List().tag(sync=True)
        options = traitlets.Dict().tag(sync=True)

    return BoardWidget(
        puzzle=puzzle_document(board.puzzle),
        placements=board.placements.tolist(),
        motifs=motif_documents(board.puzzle.colors),
        options={"breaks": breaks, "numbers": numbers},
    )


def watch(run: Run, shown: Any) -> Outcome:
    """Follow a search in a widget until it ends; returns its outcome."""
    for event in run:
        board = event.outcome.best if isinstance(event, Done) else getattr(event, "board", None)
        if isinstance(event, Found | Progress | Done) and board is not None:
            shown.placements = board.placements.tolist()
    return run.outcome


def _module() -> str:
    """The studio's board and its picture as one module, as notebooks load it."""
    parts = [(STATIC / name).read_text(encoding="utf-8") for name in ("board.js", "tiles.js", "canvas.js", "widget.js")]
    lines = [line for part in parts for line in part.splitlines() if not line.startswith("import ")]
    return "\n".join(lines)
