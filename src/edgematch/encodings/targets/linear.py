"""Linear programs: CPLEX LP, free MPS, and pseudo-Boolean OPB, all of the one model of Salassa et al."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from edgematch.encodings.document import Document, Text, placed
from edgematch.encodings.milp import INFINITY, Milp, Row, encode
from edgematch.model import Puzzle

WRAP = 8
"""Terms per line: some LP readers stop at 255 characters."""


def lp(puzzle: Puzzle, *, feasibility: bool, misfits: bool, labelled: bool) -> Document:
    """CPLEX LP text."""
    program, names, pinned = _program(puzzle, feasibility=feasibility, misfits=misfits, labelled=labelled)

    def text() -> Iterator[str]:
        yield f"\\ {puzzle.name or 'puzzle'}\nMinimize\n breaks: "
        yield _terms((1, names[c]) for c in np.flatnonzero(program.costs)) or f"0 {names[0]}"
        yield "\nSubject To\n"
        for number, row in enumerate(program.rows):
            for sense, bound in _senses(row):
                yield f" e{row.name}_{number}: {_row_terms(row, names)} {sense} {bound:g}\n"
        yield "Bounds\n"
        yield from (f" {names[c]} = 1\n" for c in pinned)
        yield from (f" 0 <= {name} <= 1\n" for name in names[len(program.kept) :])
        yield "Binaries\n"
        yield from (f" {name}\n" for name in names[: len(program.kept)])
        yield "End\n"

    return _document("lp", program, names, text)


def mps(puzzle: Puzzle, *, feasibility: bool, misfits: bool, labelled: bool) -> Document:
    """Free MPS text, column by column."""
    program, names, pinned = _program(puzzle, feasibility=feasibility, misfits=misfits, labelled=labelled)

    def text() -> Iterator[str]:
        yield "NAME edgematch\nROWS\n N breaks\n"
        for number, row in enumerate(program.rows):
            yield f" {_mps_sense(row)} r{number}\n"
        yield "COLUMNS\n M1 'MARKER' 'INTORG'\n"
        yield from _mps_columns(program, names)
        yield "RHS\n"
        for number, row in enumerate(program.rows):
            yield f" RHS r{number} {row.high if row.high < INFINITY else row.low:g}\n"
        yield "BOUNDS\n"
        yield from (f" FX BND {names[c]} 1\n" for c in pinned)
        fixed = set(pinned)
        yield from (f" UP BND {name} 1\n" for c, name in enumerate(names) if c not in fixed)
        yield "ENDATA\n"

    return _document("mps", program, names, text)


def opb(puzzle: Puzzle, *, feasibility: bool, misfits: bool, labelled: bool) -> Document:
    """Pseudo-Boolean text, where the break variables are Boolean like all others."""
    program, _, pinned = _program(puzzle, feasibility=feasibility, misfits=misfits, labelled=labelled)
    names = [f"x{number}" for number in range(1, program.columns + 1)]

    def text() -> Iterator[str]:
        rows = sum(len(list(_senses(row))) for row in program.rows) + len(pinned)
        yield f"* #variable= {program.columns} #constraint= {rows}\n"
        costs = np.flatnonzero(program.costs)
        if len(costs):
            yield "min: " + " ".join(f"+1 {names[c]}" for c in costs) + " ;\n"
        yield from (f"+1 {names[c]} >= 1 ;\n" for c in pinned)
        for row in program.rows:
            for sense, bound in _senses(row):
                sign = -1 if sense == "<=" else 1
                pairs = zip(row.coefficients.tolist(), row.columns.tolist(), strict=True)
                terms = " ".join(f"{int(sign * a):+d} {names[c]}" for a, c in pairs)
                yield f"{terms or '+0 x1'} {'=' if sense == '=' else '>='} {int(sign * bound)} ;\n"

    return _document("opb", program, names, text)


def _program(puzzle: Puzzle, *, feasibility: bool, misfits: bool, labelled: bool) -> tuple[Milp, list[str], list[int]]:
    program = encode(puzzle, may_break=not feasibility, misfits=misfits, labelled=labelled)
    return program, list(program.names()), program.pinned(puzzle.start()).tolist()


def _document(to: str, program: Milp, names: list[str], text: Text) -> Document:
    terms = sum(len(row.columns) for row in program.rows)
    facts = {"variables": program.columns, "constraints": len(program.rows), "terms": terms}
    expected = terms * (len(names[0]) + 6) + 40 * program.columns

    def meanings() -> Iterator[str]:
        return placed(program.choices, names[: len(program.kept)], kept=program.kept)

    return Document(to, program.puzzle, facts, expected, text, meanings)


def _senses(row: Row) -> Iterator[tuple[str, float]]:
    """A row as one or two comparisons."""
    if row.low == row.high:
        yield "=", row.low
        return
    if row.low > -INFINITY:
        yield ">=", row.low
    if row.high < INFINITY:
        yield "<=", row.high


def _row_terms(row: Row, names: list[str]) -> str:
    pairs = zip(row.coefficients.tolist(), row.columns.tolist(), strict=True)
    return _terms((a, names[c]) for a, c in pairs) or f"0 {names[0]}"


def _terms(pairs: Iterable[tuple[float, str]]) -> str:
    words = [f"{'-' if a < 0 else '+'} {name}" if abs(a) == 1 else f"{a:+g} {name}" for a, name in pairs]
    return "\n  ".join(" ".join(words[i : i + WRAP]) for i in range(0, len(words), WRAP))


def _mps_sense(row: Row) -> str:
    if row.low == row.high:
        return "E"
    return "L" if row.high < INFINITY else "G"


def _mps_columns(program: Milp, names: list[str]) -> Iterator[str]:
    """Each column with its entries; integers first, then the break variables."""
    rows = np.repeat(np.arange(len(program.rows)), [len(row.columns) for row in program.rows])
    columns = np.concatenate([row.columns for row in program.rows])
    values = np.concatenate([row.coefficients for row in program.rows])
    order = np.lexsort((rows, columns))
    ends = np.searchsorted(columns[order], np.arange(program.columns + 1))
    for column, name in enumerate(names):
        if column == len(program.kept):
            yield " M2 'MARKER' 'INTEND'\n"
        if program.costs[column]:
            yield f" {name} breaks 1\n"
        mine = order[ends[column] : ends[column + 1]]
        yield "".join(f" {name} r{r} {v:g}\n" for r, v in zip(rows[mine].tolist(), values[mine].tolist(), strict=True))
    if len(names) == len(program.kept):
        yield " M2 'MARKER' 'INTEND'\n"
