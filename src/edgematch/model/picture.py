"""The picture of a board in plain characters: what `str(board)` and `print(board)` show.

Each cell shows its four colors as letters at its four sides; a side shared by two cells that do not match is drawn
with `#`. Grey is a blank, an empty cell a dot.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from edgematch.model.grid import row_name

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def color_letter(color: int) -> str:
    """One character for a color: a for 1, b for 2 ...; blank for grey, `*` when letters run out."""
    if color <= 0:
        return " "
    return LETTERS[color - 1] if color <= len(LETTERS) else "*"


def ascii_picture(rows: list[list[list[int]]], *, broken_east: AbstractSet[int], broken_south: AbstractSet[int]) -> str:
    """Draw rows of cells, each its four colors; `broken_*` are the cells whose east or south edge does not match.

    Rows are named A, B ... at the left and columns 1, 2 ... above, so that a cell can be called by its name.
    """
    width = len(rows[0])
    pad = " " * (1 + len(row_name(len(rows) - 1)))
    lines = [pad + "".join(f"{column:^4}" for column in range(1, width + 1)), pad + "+---" * width + "+"]
    for y, row in enumerate(rows):
        first = y * width
        edge = ["#" if first + x in broken_east else "|" for x in range(width)]
        middle = "".join(
            f"{color_letter(west)}{'.' if north < 0 else ' '}{color_letter(east)}{e}"
            for (north, east, _, west), e in zip(row, edge, strict=True)
        )
        lines.append(pad + "|" + "".join(f" {color_letter(n)} {e}" for (n, *_), e in zip(row, edge, strict=True)))
        lines.append(f"{row_name(y):<{len(pad)}}|" + middle)
        lines.append(pad + "|" + "".join(f" {color_letter(s)} {e}" for (_, _, s, _), e in zip(row, edge, strict=True)))
        lines.append(pad + "".join("+###" if first + x in broken_south else "+---" for x in range(width)) + "+")
    return "\n".join(line.rstrip() for line in lines)
