"""Constraint models as text: MiniZinc, Minion 3 and XCSP3, all of the one model of `encodings.cp`.

Cells whose tables are the same share one. A piece that has a twin gets a variable for the cell it is in, tied by an
element constraint, so that twins can be kept in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from edgematch.encodings.cp import CpModel
from edgematch.encodings.document import Document, Text
from edgematch.model import Puzzle


@dataclass(frozen=True, eq=False)
class _Parts:
    """What the three formats have in common."""

    model: CpModel
    tables: list[np.ndarray]
    """The different tables."""
    of_cell: list[int]
    """For each cell the table it has."""

    @classmethod
    def of(cls, puzzle: Puzzle, *, labelled: bool) -> _Parts:
        model = CpModel.of(puzzle, labelled=labelled)
        seen: dict[bytes, int] = {}
        tables: list[np.ndarray] = []
        of_cell: list[int] = []
        for cell in range(puzzle.cells):
            table = model.table(cell)
            key = table.tobytes() + bytes([table.shape[1]])
            if key not in seen:
                seen[key] = len(tables)
                tables.append(table)
            of_cell.append(seen[key])
        return cls(model, tables, of_cell)

    @property
    def cells(self) -> range:
        return range(self.model.puzzle.cells)

    @property
    def top(self) -> int:
        """The highest placement."""
        return 4 * self.model.puzzle.cells - 1

    def scope(self, cell: int) -> list[str]:
        return [f"place_{cell}", f"piece_{cell}", *(f"color_{edge}" for edge in self.model.scope(cell))]

    def twins(self) -> tuple[list[tuple[int, int]], list[int]]:
        """The pairs of identical pieces, and all pieces in them."""
        pairs = self.model.choices.twins
        return pairs, sorted({piece for pair in pairs for piece in pair})

    def given(self) -> list[tuple[int, list[int]]]:
        """What the hints leave open of the cells they are in."""
        start = self.model.puzzle.start()
        return [(cell, self.model.placements(cell, start)) for cell, _ in start.placed()]

    def meanings(self) -> Iterator[str]:
        """The map."""
        choices = self.model.choices
        for cell, placement in zip(choices.cells.tolist(), choices.placements.tolist(), strict=True):
            yield f"place_{cell} {placement} place {cell} {placement >> 2} {placement & 3}"

    def document(self, to: str, text: Text, *, shared: bool = True) -> Document:
        """The document of these parts; `shared`: the tables are written once."""
        rows = [len(self.tables[t]) for t in (range(len(self.tables)) if shared else self.of_cell)]
        facts = {"variables": 2 * len(self.cells) + self.model.edges.count, "tables": len(rows), "rows": sum(rows)}
        return Document(to, self.model.puzzle, facts, 30 * sum(rows) + 200 * len(self.cells), text, self.meanings)


def mzn(puzzle: Puzzle, *, labelled: bool) -> Document:
    """MiniZinc."""
    parts = _Parts.of(puzzle, labelled=labelled)

    def text() -> Iterator[str]:
        yield f'% {puzzle.name or "puzzle"}\ninclude "table.mzn";\ninclude "alldifferent.mzn";\n'
        for number, table in enumerate(parts.tables):
            rows = "".join("| " + ", ".join(map(str, row)) + "\n" for row in table.tolist())
            yield f"array[1..{len(table)}, 1..{table.shape[1]}] of int: table_{number} = [{rows or '|'}|];\n"
        for cell in parts.cells:
            yield f"var 0..{parts.top}: place_{cell};\nvar 0..{len(parts.cells) - 1}: piece_{cell};\n"
        colors = "{" + ", ".join(map(str, parts.model.edges.colors.tolist())) + "}"
        yield from (f"var {colors}: color_{edge};\n" for edge in range(parts.model.edges.count))
        for cell in parts.cells:
            yield f"constraint table([{', '.join(parts.scope(cell))}], table_{parts.of_cell[cell]});\n"
        pieces = ", ".join(f"piece_{cell}" for cell in parts.cells)
        yield f"array[0..{len(parts.cells) - 1}] of var int: pieces = array1d(0..{len(parts.cells) - 1}, [{pieces}]);\n"
        yield "constraint alldifferent(pieces);\n"
        pairs, twins = parts.twins()
        for piece in twins:
            yield f"var 0..{len(parts.cells) - 1}: cell_{piece};\nconstraint pieces[cell_{piece}] = {piece};\n"
        yield from (f"constraint cell_{a} < cell_{b};\n" for a, b in pairs)
        for cell, values in parts.given():
            yield f"constraint place_{cell} in {{{', '.join(map(str, values))}}};\n"
        yield "solve satisfy;\n"
        yield "output [" + ", ".join(f'"place_{cell} = \\(place_{cell})\\n"' for cell in parts.cells) + "];\n"

    return parts.document("mzn", text)


def minion(puzzle: Puzzle, *, labelled: bool) -> Document:
    """Minion 3."""
    parts = _Parts.of(puzzle, labelled=labelled)
    pairs, twins = parts.twins()
    last = len(parts.cells) - 1

    def text() -> Iterator[str]:
        yield "MINION 3\n**VARIABLES**\n"
        for cell in parts.cells:
            yield f"DISCRETE place_{cell} {{0..{parts.top}}}\nDISCRETE piece_{cell} {{0..{last}}}\n"
        most = int(parts.model.edges.colors.max(initial=0))
        yield from (f"DISCRETE color_{edge} {{0..{most}}}\n" for edge in range(parts.model.edges.count))
        yield from (f"DISCRETE cell_{piece} {{0..{last}}}\n" for piece in twins)
        yield "**TUPLELIST**\n"
        for number, table in enumerate(parts.tables):
            yield f"table_{number} {len(table)} {table.shape[1]}\n"
            yield "".join(" ".join(map(str, row)) + "\n" for row in table.tolist())
        yield "**CONSTRAINTS**\n"
        for cell in parts.cells:
            yield f"table([{','.join(parts.scope(cell))}], table_{parts.of_cell[cell]})\n"
        pieces = ",".join(f"piece_{cell}" for cell in parts.cells)
        yield f"gacalldiff([{pieces}])\n"
        yield from (f"element([{pieces}], cell_{piece}, {piece})\n" for piece in twins)
        yield from (f"ineq(cell_{a}, cell_{b}, -1)\n" for a, b in pairs)
        yield from (f"w-inset(place_{c}, [{','.join(map(str, values))}])\n" for c, values in parts.given())
        yield "**SEARCH**\nPRINT [[" + ",".join(f"place_{cell}" for cell in parts.cells) + "]]\n"
        yield "VARORDER SDF [" + ",".join(f"place_{cell}" for cell in parts.cells) + "]\n**EOF**\n"

    return parts.document("minion", text)


def xcsp3(puzzle: Puzzle, *, labelled: bool) -> Document:
    """XCSP3-core."""
    parts = _Parts.of(puzzle, labelled=labelled)
    pairs, twins = parts.twins()
    last = len(parts.cells) - 1

    def text() -> Iterator[str]:
        yield '<instance format="XCSP3" type="CSP">\n<variables>\n'
        for cell in parts.cells:
            table = parts.tables[parts.of_cell[cell]]
            for name, column in (("place", 0), ("piece", 1)):
                domain = " ".join(map(str, np.unique(table[:, column]).tolist()))
                yield f'<var id="{name}_{cell}"> {domain} </var>\n'
        colors = " ".join(map(str, parts.model.edges.colors.tolist()))
        yield from (f'<var id="color_{edge}"> {colors} </var>\n' for edge in range(parts.model.edges.count))
        yield from (f'<var id="cell_{piece}"> 0..{last} </var>\n' for piece in twins)
        yield "</variables>\n<constraints>\n"
        for cell in parts.cells:
            rows = "".join("(" + ",".join(map(str, row)) + ")" for row in parts.tables[parts.of_cell[cell]].tolist())
            yield f"<extension><list> {' '.join(parts.scope(cell))} </list><supports> {rows} </supports></extension>\n"
        pieces = " ".join(f"piece_{cell}" for cell in parts.cells)
        yield f"<allDifferent> {pieces} </allDifferent>\n"
        for piece in twins:
            yield f"<element><list> {pieces} </list><index> cell_{piece} </index><value> {piece} </value></element>\n"
        yield from (f"<intension> lt(cell_{a},cell_{b}) </intension>\n" for a, b in pairs)
        for cell, values in parts.given():
            open_to = " ".join(map(str, values))
            yield f"<extension><list> place_{cell} </list><supports> {open_to} </supports></extension>\n"
        yield "</constraints>\n</instance>\n"

    return parts.document("xcsp3", text, shared=False)
