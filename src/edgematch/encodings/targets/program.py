"""Answer set programs for gringo and clasp, or clingo."""

from __future__ import annotations

from collections.abc import Iterator

from edgematch.encodings.asp import AspModel
from edgematch.encodings.document import Document, placed
from edgematch.model import Puzzle


def asp(puzzle: Puzzle, *, labelled: bool) -> Document:
    """Rules and facts; hints are constraints."""
    model = AspModel.of(puzzle, labelled=labelled)
    choices = model.choices

    def text() -> Iterator[str]:
        yield f"% {puzzle.name or 'puzzle'}\n"
        yield from (f"{line}\n" for line in model.lines())
        yield from (f":- not place({cell},{placement}).\n" for cell, placement in model.given(puzzle.start()))

    pairs = zip(choices.cells.tolist(), choices.placements.tolist(), strict=True)
    names = [f"place({cell},{placement})" for cell, placement in pairs]
    facts = {"choices": len(choices), "kinds": len(choices.copies), "edges": model.edges.count}
    expected = sum(len(line) + 1 for line in model.lines())
    return Document("asp", puzzle, facts, expected, text, lambda: placed(choices, names))
