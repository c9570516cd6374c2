"""A puzzle: a board size, its pieces, whether it has a grey frame, whether pieces may be turned, and hints.

A `Puzzle` is an immutable value. What is *wrong* with the numbers given (a piece too many, a hint outside the
board) is refused when it is built, every fault at once. What merely makes a puzzle *unsolvable* (a color that
appears an odd number of times) is no fault, since unsolvable puzzles are worth studying: ask `obstacles()`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import ModelError, warn_renamed
from edgematch.model.drawable import Drawable
from edgematch.model.grid import frame_mask, frozen, neighbours

if TYPE_CHECKING:
    from edgematch.model.board import Board

MAX_SIDE = 32
MAX_COLOR = 255
GREY = 0
EMPTY = -1

Pieces = Sequence[Sequence[int]] | NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class Puzzle(Drawable):
    """`width * height` pieces to be placed so that facing sides agree.

    `pieces` lists north, east, south, west colors of each piece; 0 is grey. `hints` maps a cell to the placement
    (`piece * 4 + turns`) that it must hold. `framed` is found from the pieces (any grey at all) when not given.
    """

    width: int
    height: int
    pieces: NDArray[np.uint8]
    framed: bool
    turnable: bool
    hints: Mapping[int, int]
    name: str

    def __init__(
        self,
        width: int,
        height: int,
        pieces: Pieces,
        *,
        framed: bool | None = None,
        turnable: bool = True,
        hints: Mapping[int, int] | Iterable[tuple[int, int]] = MappingProxyType({}),
        name: str = "",
    ) -> None:
        table = _piece_table(width, height, pieces)
        pairs = list(hints.items() if isinstance(hints, Mapping) else hints)
        values = {
            "width": int(width),
            "height": int(height),
            "pieces": table,
            "framed": bool((table == GREY).any()) if framed is None else bool(framed),
            "turnable": bool(turnable),
            "hints": MappingProxyType(dict(sorted((int(cell), int(placement)) for cell, placement in pairs))),
            "name": str(name),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)
        faults = [*_hint_faults(self, pairs), *_grey_faults(self)]
        if faults:
            raise ModelError(f"puzzle {name!r} cannot be" if name else "this puzzle cannot be", faults)

    # sizes

    @property
    def cells(self) -> int:
        """The number of cells, which is the number of pieces."""
        return self.width * self.height

    @property
    def edges(self) -> int:
        """The number of pairs of facing sides: the highest score there is."""
        return 2 * self.width * self.height - self.width - self.height

    @property
    def joins(self) -> int:
        """The former name of `edges`."""
        warn_renamed("Puzzle.joins", "Puzzle.edges")
        return self.edges

    @property
    def colors(self) -> int:
        """The highest color number in use."""
        return int(self.pieces.max(initial=0))

    # what is derived from the pieces

    @cached_property
    def sides(self) -> NDArray[np.uint8]:
        """The four colors each placement shows: row `piece * 4 + turns`, columns north, east, south, west."""
        turned = [np.roll(self.pieces, turns, axis=1) for turns in range(4)]
        return frozen(np.stack(turned, axis=1).reshape(-1, 4))

    @cached_property
    def kinds(self) -> NDArray[np.int16]:
        """For each piece the lowest piece that looks the same (after turning, where pieces may be turned)."""
        turns = range(4) if self.turnable else range(1)
        looks = [min(tuple(self.sides[piece * 4 + t].tolist()) for t in turns) for piece in range(self.cells)]
        first: dict[tuple[int, ...], int] = {}
        return frozen(np.array([first.setdefault(look, piece) for piece, look in enumerate(looks)], dtype=np.int16))

    @cached_property
    def periods(self) -> NDArray[np.int8]:
        """For each piece how many turns it takes to look the same again: 4, or 2 or 1 when self-symmetric."""
        p = self.pieces
        half = (p == np.roll(p, 2, axis=1)).all(axis=1)
        quarter = (p == np.roll(p, 1, axis=1)).all(axis=1)
        return frozen(np.where(quarter, 1, np.where(half, 2, 4)).astype(np.int8))

    @cached_property
    def looks(self) -> NDArray[np.int16]:
        """For each placement the one that stands for all placements showing a piece of the same kind the same way."""
        seen: dict[tuple[int, bytes], int] = {}
        kinds = self.kinds.tolist()
        return frozen(
            np.array(
                [seen.setdefault((kinds[p >> 2], self.sides[p].tobytes()), p) for p in range(4 * self.cells)],
                dtype=np.int16,
            )
        )

    @cached_property
    def frame_sides(self) -> NDArray[np.bool_]:
        """For each piece and side: is it colored and next to a grey one? Such sides meet only along the frame."""
        grey = self.pieces == GREY
        return frozen(~grey & (np.roll(grey, 1, axis=1) | np.roll(grey, -1, axis=1)))

    @property
    def turns(self) -> range:
        """The turns a piece may be placed with."""
        return range(4 if self.turnable else 1)

    @property
    def has_duplicates(self) -> bool:
        """Whether two pieces look the same."""
        return len(np.unique(self.kinds)) < self.cells

    @property
    def has_symmetric_pieces(self) -> bool:
        """Whether a piece may be turned onto itself."""
        return self.turnable and bool((self.periods < 4).any())

    @cached_property
    def fits(self) -> NDArray[np.bool_]:
        """For each cell and placement whether the placement may be there: grey outside and nowhere else."""
        allowed = np.isin(np.arange(4 * self.cells) % 4, list(self.turns))
        if not self.framed:
            return frozen(np.broadcast_to(allowed, (self.cells, 4 * self.cells)).copy())
        grey = self.sides == GREY
        patterns, which = np.unique(frame_mask(self.width, self.height), axis=0, return_inverse=True)
        by_pattern = np.array([(grey == pattern).all(axis=1) & allowed for pattern in patterns])
        return frozen(by_pattern[which.reshape(-1)])

    def neighbours(self) -> NDArray[np.int16]:
        """For each cell the cells north, east, south and west of it; -1 outside."""
        return neighbours(self.width, self.height)

    def obstacles(self) -> list[str]:
        """Reasons, found by counting, why no board of this puzzle can be perfect; empty when none is known."""
        if not self.framed:
            return []
        found = []
        needed = _grey_patterns(frame_mask(self.width, self.height), turnable=self.turnable)
        given = _grey_patterns(self.pieces == GREY, turnable=self.turnable)
        for pattern in sorted(needed.keys() | given.keys(), key=lambda pattern: (-pattern.count(True), pattern)):
            wants, has = needed.get(pattern, 0), given.get(pattern, 0)
            if wants != has:
                found.append(f"{has} {_kind_of(pattern)}, the board needs {wants}")
        counts = np.bincount(self.pieces.reshape(-1), minlength=1)
        odd = [color for color in range(1, len(counts)) if counts[color] % 2]
        return found + [f"color {color} appears an odd number of times ({counts[color]})" for color in odd]

    # other puzzles and boards

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with some fields changed."""
        return Puzzle(**(self._values() | changes))

    def _values(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as what it was built from; what is derived is derived again."""
        return partial(Puzzle, **(self._values() | {"hints": dict(self.hints)})), ()

    def empty(self) -> Board:
        """The board with nothing on it, not even the hints."""
        from edgematch.model.board import Board

        return Board(self, [EMPTY] * self.cells)

    def start(self) -> Board:
        """The board that holds the hints and nothing else: the root of every search."""
        return self.empty().place(self.hints)

    def anchors(self, *, labelled: bool = False) -> tuple[Board, ...]:
        """Partial boards that together hold exactly one of the turned copies of each solution.

        One corner piece is pinned: to one corner of a square, to one of two corners of a rectangle. Of the four (two)
        turned copies of a solution one remains. Where that is not possible the start is the only anchor: in a puzzle
        that changes when the board is turned (hints, pieces that may not be turned, no frame), in one without a
        corner piece, and, unless identical pieces count apart (`labelled`), in one whose corner pieces all have an
        identical twin, since several copies of a solution would then agree with the pinned corner.
        """
        if self.hints or not (self.turnable and self.framed) or min(self.width, self.height) < 2:
            return (self.start(),)
        corners = [0] if self.width == self.height else [0, self.width - 1]
        able = np.flatnonzero(self.fits[0]).astype(int)
        if not len(able):
            return (self.start(),)
        kind_sizes = np.bincount(self.kinds, minlength=self.cells)
        piece = min(able >> 2, key=lambda p: (kind_sizes[self.kinds[p]], p))
        if not labelled and kind_sizes[self.kinds[piece]] > 1:
            return (self.start(),)
        return tuple(
            self.empty().place({corner: int(next(p for p in np.flatnonzero(self.fits[corner]) if p >> 2 == piece))})
            for corner in corners
        )

    def anchored(self) -> Puzzle:
        """The puzzle with one corner piece given as a hint, so that no two solutions are turns of each other.

        The solutions of a square framed puzzle without hints are divided by four. A rectangle needs two anchors,
        which no single hint can say: search `anchors()` as roots instead.
        """
        anchors = self.anchors()
        if len(anchors) != 1:
            raise ModelError("a rectangle has two anchors, not one; give Task(roots=puzzle.anchors()) instead")
        return self.replace(hints=dict(anchors[0].placed()))

    # identity

    @cached_property
    def digest(self) -> str:
        """A hash of the content (sizes, pieces in order, frame, turning, hints), whatever the name."""
        head = f"{self.width}x{self.height} framed={self.framed} turnable={self.turnable} {sorted(self.hints.items())}"
        return hashlib.sha256(head.encode() + self.pieces.tobytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        extras = [f"framed={self.framed}"]
        extras += ["turnable=False"] if not self.turnable else []
        extras += [f"hints={dict(self.hints)}"] if self.hints else []
        extras += [f"name={self.name!r}"] if self.name else []
        return f"Puzzle({self.width}, {self.height}, {self.pieces.tolist()}, {', '.join(extras)})"

    def __str__(self) -> str:
        kind = "framed" if self.framed else "unframed"
        kind += "" if self.turnable else ", pieces not turnable"
        hints = f", {len(self.hints)} hint{'s' * (len(self.hints) != 1)}" if self.hints else ""
        return f"{self.name or 'puzzle'}: {self.width}x{self.height}, {self.colors} colors, {kind}{hints}"


def _piece_table(width: int, height: int, pieces: Pieces) -> NDArray[np.uint8]:
    """The pieces as a read-only table, or all that is wrong with their number, shape and colors."""
    faults = [
        f"{what} is {size}, must be 1 to {MAX_SIDE}"
        for what, size in (("width", width), ("height", height))
        if not 1 <= size <= MAX_SIDE
    ]
    if faults:
        raise ModelError("this puzzle cannot be", faults)
    if len(pieces) != width * height:
        faults.append(f"{len(pieces)} pieces given, a {width}x{height} board needs {width * height}")
    for number, piece in enumerate(pieces[: MAX_SIDE * MAX_SIDE]):
        if len(piece) != 4:
            faults.append(f"piece {number} has {len(piece)} sides, must have 4 (north, east, south, west)")
        elif not all(0 <= int(color) <= MAX_COLOR for color in piece):
            faults.append(f"piece {number} is {[int(c) for c in piece]}, colors must be 0 to {MAX_COLOR}")
    if faults:
        raise ModelError("this puzzle cannot be", faults)
    return frozen(np.array(pieces, dtype=np.uint8, order="C").reshape(-1, 4))


def _grey_patterns(grey: NDArray[np.bool_], *, turnable: bool) -> dict[tuple[bool, ...], int]:
    """How many pieces or cells have each pattern of grey sides; turned alike where pieces may be turned."""
    counts: dict[tuple[bool, ...], int] = {}
    for row in grey.tolist():
        turned = [tuple(row[t:] + row[:t]) for t in range(4 if turnable else 1)]
        counts[max(turned)] = counts.get(max(turned), 0) + 1
    return counts


def _kind_of(pattern: tuple[bool, ...]) -> str:
    """What pieces with such grey sides are called."""
    opposite_sides = pattern[0] == pattern[2] and pattern[1] == pattern[3]
    names = {
        0: "inner pieces", 1: "frame pieces", 2: "corner pieces", 3: "pieces with three grey sides", 4: "all-grey pieces",
    }  # fmt: skip
    greys = sum(pattern)
    return "pieces with two opposite grey sides" if greys == 2 and opposite_sides else names[greys]


def _hint_faults(puzzle: Puzzle, pairs: list[tuple[int, int]]) -> list[str]:
    """What is wrong with the hints: outside the board, given twice, a piece in two places, a turn not allowed."""
    faults = [f"cell {cell} has {n} hints" for cell, n in _repeated(cell for cell, _ in pairs)]
    faults += [f"piece {piece} is in {n} hints" for piece, n in _repeated(placement // 4 for _, placement in pairs)]
    for cell, placement in puzzle.hints.items():
        if not 0 <= cell < puzzle.cells:
            faults.append(f"hint at cell {cell}, cells are 0 to {puzzle.cells - 1}")
        elif not 0 <= placement < 4 * puzzle.cells:
            faults.append(f"hint at cell {cell} has placement {placement}, placements are 0 to {4 * puzzle.cells - 1}")
        elif placement % 4 not in puzzle.turns:
            faults.append(f"hint at cell {cell} turns a piece, but pieces of this puzzle may not be turned")
    return faults


def _grey_faults(puzzle: Puzzle) -> list[str]:
    """Grey in a puzzle that has no frame."""
    if puzzle.framed or not (puzzle.pieces == GREY).any():
        return []
    greys = np.flatnonzero((puzzle.pieces == GREY).any(axis=1)).tolist()
    return [
        f"color 0 is grey, the outside of a framed puzzle, but piece {piece} of this unframed one has it"
        for piece in greys[:8]
    ]


def _repeated(values: Iterable[int]) -> list[tuple[int, int]]:
    """The values that occur more than once, with how often."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return [(value, n) for value, n in counts.items() if n > 1]
