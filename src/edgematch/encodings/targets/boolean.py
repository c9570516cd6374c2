"""Clauses: DIMACS CNF, and weighted CNF (the form of the MaxSAT evaluations since 2022)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from edgematch.encodings import maxsat, sat
from edgematch.encodings.cnf import Chunk
from edgematch.encodings.document import Document, placed
from edgematch.model import Puzzle


def cnf(puzzle: Puzzle, options: sat.SatOptions, *, labelled: bool) -> Document:
    """A formula whose models are the solutions."""
    model = sat.encode(puzzle, options, labelled=labelled)
    units = model.assumptions(puzzle.start())
    size = model.cnf.size()
    clauses = size.clauses + len(units)

    def text() -> Iterator[str]:
        yield f"c {puzzle.name or 'puzzle'}: {options.encoding} encoding, exactly one by {options.one}\n"
        yield f"p cnf {size.variables} {clauses}\n"
        yield from (f"{unit} 0\n" for unit in units)
        yield from map(_lines, model.cnf.chunks())

    facts = {"variables": size.variables, "clauses": clauses, "literals": size.literals + len(units)}
    width = len(str(size.variables)) + 1.6
    expected = int(size.literals * width + 2 * clauses)
    return Document("cnf", puzzle, facts, expected, text, lambda: _meanings(model))


def wcnf(puzzle: Puzzle, options: sat.SatOptions, *, labelled: bool) -> Document:
    """A weighted formula whose best models have the highest score."""
    model = maxsat.encode(puzzle, one=options.one, many=options.many, labelled=labelled)
    size = model.hard.size()
    units = model.assumptions(puzzle.start())

    def text() -> Iterator[str]:
        yield f"c {puzzle.name or 'puzzle'}: the sum of unsatisfied weights is the number of breaks\n"
        yield from (f"h {unit} 0\n" for unit in units)
        for chunk in model.hard.chunks():
            yield "".join(f"h {line}\n" for line in _lines(chunk).splitlines())
        yield from (f"1 {variable} 0\n" for variable in model.soft)

    clauses = size.clauses + len(units) + len(model.soft)
    facts = {"variables": size.variables, "clauses": clauses, "literals": size.literals + len(model.soft)}
    expected = int(size.literals * (len(str(size.variables)) + 1.6) + 4 * clauses)
    choices = model.choices
    return Document("wcnf", puzzle, facts, expected, text, lambda: placed(choices, range(1, len(choices) + 1)))


def _lines(chunk: Chunk) -> str:
    """A chunk as lines of literals, each ended by 0."""
    if not len(chunk):
        return ""
    return (" ".join(map(str, chunk.tolist())) + "\n").replace(" 0 ", " 0\n")


def _meanings(model: sat.SatModel) -> Iterator[str]:
    if model.options.encoding != "dual":
        yield from placed(model.choices, range(1, len(model.choices) + 1))
        return
    for cell, side in np.argwhere(model.edges.at >= 0).tolist():
        variables = model.edges.variable(int(model.edges.at[cell, side]), model.edges.colors)
        for variable, color in zip(variables.tolist(), model.edges.colors.tolist(), strict=True):
            yield f"{variable} 1 color {cell} {side} {color}"
