"""URLs of viewers: parameters after `?` or `#`, with a letter for each side of each cell.

Both viewers in use write a board as `board_edges`: four letters per cell, row by row from the top left, as the pieces
are placed; `a` is grey, `aaaa` an empty cell. URLs are read as texts and never fetched.

They come as people pass them on: inside other text, as links, with `&amp;` or percent escapes, in capitals, wrapped
over several lines, with blanks inside, several in one file. All of that is undone here before anything is looked up;
each character keeps the place it came from, so that messages point into the text as it was given.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isqrt
from urllib.parse import quote, unquote

from edgematch.errors import Fault
from edgematch.formats._format import Request
from edgematch.formats._lettering import Sides
from edgematch.formats._text import LINE_END, Text
from edgematch.model import EMPTY, GREY, MAX_SIDE, Board

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY_CELL = "aaaa"
EDGES_NAME = "board_edges"
NAMES = (EDGES_NAME, "board_w", "board_h", "board_pieces", "puzzle_size", "puzzle", "motifs_order", "hints")
PARAMETER = re.compile(rf"(?<![A-Za-z_])({'|'.join(NAMES)})\s*=\s*", re.IGNORECASE)
VALUE = re.compile(r"[^&#\s\"'<>)\]|]*")
EDGES = re.compile(r"\s*".join(EDGES_NAME) + r"\s*(?:=|%\s*(?:25)?\s*3\s*d)", re.IGNORECASE)
ENCODED = re.compile(rf"{EDGES_NAME}%(25)?3d", re.IGNORECASE)
AMPERSAND = re.compile(r"&(?:amp|#38|#x26);", re.IGNORECASE)
ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
START = re.compile(r"https?://", re.IGNORECASE)
DIGITS = 3
MOST_NUMBERED = 999
WHOLE = "copy the whole URL again: a part of it may have been lost"


def holds_edges(text: str) -> bool:
    """Whether a text holds the board of a viewer's URL."""
    return EDGES.search(text) is not None


def split_urls(text: Text) -> Iterator[Text]:
    """The text once for each URL with a board in it; a text with one such URL or none is left as it is."""
    boards = [] if text.is_json else list(EDGES.finditer(text.content))
    if len(boards) < 2:
        yield text
        return
    starts = [
        0,
        *(_start(text.content, before.end(), at.start()) for before, at in pairwise(boards)),
    ]
    line = 0
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text.content)], strict=True), 1):
        line += 0 if number == 1 else len(LINE_END.findall(text.content, starts[number - 2], start))
        yield Text(text.content[start:end], f"{text.source or 'text'} (board {number})", text.skipped + line)


def _start(content: str, low: int, high: int) -> int:
    """Where the URL begins whose board is named at `high`, after the board named at `low`."""
    found = [match.start() for match in START.finditer(content, low, high)]
    if found:
        return found[-1]
    line = max(content.rfind("\n", low, high), content.rfind("\r", low, high))
    return (line if line >= 0 else max(content.rfind(" ", low, high), low)) + 1


@dataclass(frozen=True)
class Parameter:
    """The value of a parameter and where it stands in the cleaned text."""

    value: str
    at: int


class UrlParameters:
    """The parameters of a URL, with the faults found in them so far."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self._clean, self._origin = _cleaned(text.content)
        self.parameters: dict[str, Parameter] = {}
        for found in PARAMETER.finditer(self._clean):
            value = VALUE.match(self._clean, found.end())
            self.parameters.setdefault(found[1].lower(), Parameter(value.group() if value else "", found.end()))

    def note(self, name: str, message: str, *, offset: int = 0) -> None:
        """Note a fault in a parameter, `offset` characters into its value."""
        at = self.parameters.get(name)
        self.faults.append(Fault(message, *self._place(at.at + offset)) if at else Fault(message))

    def string(self, name: str) -> str:
        """The value of a parameter, decoded; empty where it is missing."""
        return unquote(self.raw(name))

    def raw(self, name: str) -> str:
        """The value of a parameter as it stands; empty where it is missing."""
        return self.parameters[name].value if name in self.parameters else ""

    def integer(self, name: str, low: int, *, high: int) -> int:
        """The whole number a parameter holds; anything wrong with it is noted."""
        value = self.raw(name)
        if re.fullmatch("[0-9]{1,9}", value) and low <= int(value) <= high:
            return int(value)
        said = f"is {value[:20]!r}" if name in self.parameters else "is missing"
        self.note(name, f"{name} {said}, must be a whole number {low} to {high}")
        return low

    def size(self, request: Request, *, square: str = "") -> tuple[int, int]:
        """The size of the board: as the URL or the caller says, or that of a square or a known puzzle."""
        if square and square in self.parameters:
            side = self.integer(square, 1, high=MAX_SIDE)
            return side, side
        named: dict[str, int] = {
            name: self.integer(name, 1, high=MAX_SIDE) for name in ("board_w", "board_h") if name in self.parameters
        }
        self.finish()
        if len(named) == 2:
            return named["board_w"], named["board_h"]
        found = request.reading.size or self._inferred(request, named)
        if found is None:
            self.note(
                EDGES_NAME, f"{'board_h' if named else 'board_w'} is missing, and the letters make no square board"
            )
            self.finish(remedy=f"{WHOLE}; or give the size: --size WxH")
        assert found is not None
        return found

    def _inferred(self, request: Request, named: Mapping[str, int]) -> tuple[int, int] | None:
        letters = len(self._joined(EDGES_NAME, LETTERS, None))
        cells = letters // 4
        if not cells or letters % 4:
            return None
        if request.puzzle and request.puzzle.cells == cells:
            return request.puzzle.width, request.puzzle.height
        if named:
            ((name, side),) = named.items()
            other = cells // side
            fits = other * side == cells and other <= MAX_SIDE
            return ((side, other) if name == "board_w" else (other, side)) if fits else None
        known = next(((p.width, p.height) for p in request.known if p.cells == cells), None)
        return known if isqrt(cells) ** 2 != cells else (isqrt(cells), isqrt(cells)) if cells <= MAX_SIDE**2 else None

    def cells(self, count: int) -> tuple[Sides | None, ...]:
        """The sides of each cell as letter numbers; None for empty cells."""
        edges = self._joined(EDGES_NAME, LETTERS, 4 * count).lower()
        if len(edges) != 4 * count:
            said = f"board_edges has {len(edges)} letters, {count} cells need {4 * count}"
            self.note(EDGES_NAME, said, offset=min(len(edges), 4 * count))
        for at, letter in enumerate(edges[: 4 * count]):
            if letter not in LETTERS:
                self.note(EDGES_NAME, f"{letter!r} is no letter a to z", offset=at)
        self.finish(remedy=WHOLE)
        return split_edges(edges)

    def numbers(self, count: int) -> tuple[int, ...]:
        """The pieces that `board_pieces` names, where it is whole."""
        return read_numbers(self._joined("board_pieces", "0123456789", DIGITS * count), count)

    def _joined(self, name: str, letters: str, length: int | None) -> str:
        """The value of a parameter; where it is too short, with what follows after blanks and line ends."""
        if name not in self.parameters:
            return ""
        value, at = self.parameters[name].value, self.parameters[name].at
        if length is not None and len(value) >= length:
            return value
        joined, end = value, at + len(value)
        piece = re.compile(rf"\s+([{letters}]+)(?=\s|[&#\"'<>)\]]|$)", re.IGNORECASE)
        while (length is None or len(joined) < length) and (found := piece.match(self._clean, end)):
            joined, end = joined + found[1], found.end()
        whole = len(joined) == length if length is not None else len(joined) % 4 == 0 and _is_square(len(joined) // 4)
        return joined if whole else value

    def spots(self, count: int) -> tuple[tuple[int, int], ...]:
        """Where each cell stands in the text."""
        at = self.parameters[EDGES_NAME].at
        return tuple(self._place(at + 4 * cell) for cell in range(count))

    def finish(self, remedy: str = "") -> None:
        """Refuse the URL if there is any fault."""
        if self.faults:
            self.text.fail(self.faults, remedy=remedy)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in LINE_END.finditer(self.text.content))]

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, of a character of the cleaned text."""
        where = self._origin[min(at, len(self._origin) - 1)] if self._origin else 0
        line = bisect_right(self._line_starts, where)
        return self.text.skipped + line, where - self._line_starts[line - 1] + 1


def _is_square(cells: int) -> bool:
    return 0 < cells <= MAX_SIDE**2 and isqrt(cells) ** 2 == cells


def _cleaned(content: str) -> tuple[str, list[int]]:
    """The text without escapes, and for each of its characters where it came from."""
    origin = list(range(len(content)))
    for _ in range(2):
        if ENCODED.search(content):
            content, origin = _replaced(content, origin, ESCAPE)
    content, origin = _replaced(content, origin, AMPERSAND)
    if EDGES_NAME + "=" not in content.lower() and holds_edges(content):
        kept = [at for at, sign in enumerate(content) if not sign.isspace()]
        content, origin = "".join(content[at] for at in kept), [origin[at] for at in kept]
    return content, origin


def _replaced(content: str, origin: list[int], pattern: re.Pattern[str]) -> tuple[str, list[int]]:
    """The text with each match as the one character it stands for."""
    parts, places, last = [], [], 0
    for found in pattern.finditer(content):
        parts += [content[last : found.start()], chr(int(found[1], 16)) if found.groups() else "&"]
        places += [*origin[last : found.start()], origin[found.start()]]
        last = found.end()
    return "".join([*parts, content[last:]]), [*places, *origin[last:]]


def split_edges(edges: str) -> tuple[Sides | None, ...]:
    """The sides of each cell of a string of letters, four per cell, None for empty cells."""
    quads = (edges[at : at + 4] for at in range(0, len(edges), 4))
    return tuple(None if quad == EMPTY_CELL else tuple(ord(c) - ord("a") for c in quad) for quad in quads)


def read_numbers(digits: str, count: int) -> tuple[int, ...]:
    """The pieces, from 0, of a string of three digits per cell (-1 for 000); nothing when it is not that."""
    if len(digits) != DIGITS * count or not re.fullmatch("[0-9]*", digits):
        return ()
    return tuple(int(digits[at : at + DIGITS]) - 1 for at in range(0, len(digits), DIGITS))


def edges_of(board: Board) -> str:
    """The letters of a board, four per cell."""
    return "".join(
        EMPTY_CELL if sides[0] == EMPTY else "".join(LETTERS[color] for color in sides)
        for sides in board.sides.tolist()
    )


def numbers_of(board: Board) -> str:
    """The pieces of a board, three digits per cell, from 1, 000 for empty cells."""
    return "".join(f"{placement // 4 + 1:0{DIGITS}}" for placement in board.placements.tolist())


def can_number(board: Board) -> bool:
    """Whether three digits are enough for every piece."""
    return board.puzzle.cells <= MOST_NUMBERED


def letter_limits(board: Board) -> list[str]:
    """Why a board cannot be written in letters."""
    reasons = []
    if board.puzzle.colors >= len(LETTERS):
        reasons.append(f"it has letters for {len(LETTERS) - 1} colors only")
    if any((board.sides[cell] == GREY).all() for cell, _ in board.placed()):
        reasons.append("a piece that is all grey looks like an empty cell")
    return reasons


def make_url(base: str, parameters: Mapping[str, str]) -> str:
    """A URL with its parameters, safe to paste."""
    return base + "&".join(f"{name}={quote(value, safe='.+-_~')}" for name, value in parameters.items())
