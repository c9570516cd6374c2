"""An independent brute force, to which every solver is held. It imports nothing from the package.

A puzzle is plain data: width, height, a list of pieces (north, east, south, west), whether it has a grey frame, whether
pieces may be turned, and hints by cell as (piece, turns). A placement is legal when, in a framed puzzle, grey sides
face the outside and no others do. A board is a tuple of (piece, turns) by cell, or None for an empty cell. Its score
is the number of edges between two filled cells whose sides are equal. The best score is taken over all boards that
hold the hints and any other pieces, cells left empty wherever one likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Sides = tuple[int, int, int, int]
Cell = tuple[int, int] | None


@dataclass(frozen=True)
class Instance:
    width: int
    height: int
    pieces: tuple[Sides, ...]
    framed: bool = True
    turnable: bool = True
    hints: dict[int, tuple[int, int]] = field(default_factory=dict)

    def shown(self, piece: int, turns: int) -> Sides:
        """The sides of a piece after clockwise quarter turns."""
        sides = self.pieces[piece]
        return sides[4 - turns :] + sides[: 4 - turns]  # type: ignore[return-value]

    def choices(self, cell: int) -> list[tuple[int, int]]:
        """The legal placements of a cell; the hint alone where there is one."""
        row, column = divmod(cell, self.width)
        outside = (row == 0, column == self.width - 1, row == self.height - 1, column == 0)
        every = [(piece, turns) for piece in range(len(self.pieces)) for turns in range(4 if self.turnable else 1)]
        if cell in self.hints:
            every = [self.hints[cell]]
        if not self.framed:
            return every
        return [one for one in every if tuple(side == 0 for side in self.shown(*one)) == outside]

    @property
    def has_legal_hints(self) -> bool:
        """Whether each hint may lie in its cell."""
        return all(self.choices(cell) for cell in self.hints)


def edges_with(instance: Instance, board: list[Cell], cell: int) -> tuple[int, int]:
    """The matched edges and the breaks of a cell with its neighbours to the north and to the west."""
    if board[cell] is None:
        return 0, 0
    ours, matched, broken = instance.shown(*board[cell]), 0, 0
    for is_inside, other, mine, theirs in (
        (cell >= instance.width, cell - instance.width, 0, 2),
        (cell % instance.width > 0, cell - 1, 3, 1),
    ):
        if is_inside and board[other] is not None:
            is_equal = ours[mine] == instance.shown(*board[other])[theirs]
            matched, broken = matched + is_equal, broken + (not is_equal)
    return matched, broken


def complete_boards(instance: Instance, breaks: int = 0) -> Iterator[tuple[tuple[int, int], ...]]:
    """All complete boards with at most so many breaks, identical pieces counted apart."""
    choices = [instance.choices(cell) for cell in range(instance.width * instance.height)]
    kept = {piece for piece, _ in instance.hints.values()}
    board: list[Cell] = [None] * len(choices)

    def fill(cell: int, used: frozenset[int], left: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if cell == len(board):
            yield tuple(board)  # type: ignore[arg-type]
            return
        for piece, turns in choices[cell]:
            if piece in used or (piece in kept and cell not in instance.hints):
                continue
            board[cell] = (piece, turns)
            broken = edges_with(instance, board, cell)[1]
            if broken <= left:
                yield from fill(cell + 1, used | {piece}, left - broken)
        board[cell] = None

    yield from fill(0, frozenset(), breaks)


def best_score(instance: Instance) -> int:
    """The most matched edges of any board, complete or not, that holds the hints."""
    cells = instance.width * instance.height
    choices = [instance.choices(cell) for cell in range(cells)]
    kept = {piece for piece, _ in instance.hints.values()}
    edges = [(cell >= instance.width) + (cell % instance.width > 0) for cell in range(cells)]
    board: list[Cell] = [None] * cells
    best = 0

    def fill(cell: int, used: frozenset[int], score: int) -> None:
        nonlocal best
        best = max(best, score)
        if cell == cells or score + sum(edges[cell:]) <= best:
            return
        for piece, turns in choices[cell]:
            if piece not in used and (piece not in kept or cell in instance.hints):
                board[cell] = (piece, turns)
                fill(cell + 1, used | {piece}, score + edges_with(instance, board, cell)[0])
        board[cell] = None
        if cell not in instance.hints:
            fill(cell + 1, used, score)

    fill(0, frozenset(), 0)
    return best


def seen(instance: Instance, board: tuple[tuple[int, int], ...]) -> tuple[Sides, ...]:
    """What a complete board shows: boards that show the same are one answer."""
    return tuple(instance.shown(piece, turns) for piece, turns in board)
