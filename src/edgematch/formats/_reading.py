"""How to read a text that does not say everything itself: what a caller may add, and what a note reports.

Most texts say enough. Where one does not, its reader decides by the frame (exactly one reading gives the right
numbers of corner and frame pieces), and says so in a `ReadingNote`; where several readings are possible it refuses
and names the option that settles it.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace
from typing import Any

from edgematch.errors import OptionError, ReadingNote
from edgematch.formats._text import Text
from edgematch.model import MAX_COLOR, MAX_SIDE

NESW = "nesw"
CLOCKWISE, ANTICLOCKWISE = "clockwise", "anticlockwise"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What the caller knows about a text; None leaves the decision to the reader.

    `format` is the name of a format. `columns` is the order of the four sides of a piece, such as `nswe`. `grey` is
    the color of the outside, a number or the character that stands for it. `size` is (width, height). `framed` and
    `turnable` are rules of the puzzle. `turns` is the direction in which turns of pieces are counted.
    """

    format: str | None = None
    columns: str | None = None
    grey: int | str | None = None
    size: tuple[int, int] | None = None
    framed: bool | None = None
    turnable: bool | None = None
    turns: str | None = None

    def __post_init__(self) -> None:
        if self.columns is not None and sorted(self.columns) != sorted(NESW):
            raise OptionError(
                f"columns are the letters n, e, s and w in some order, such as nswe, not {self.columns!r}"
            )
        if isinstance(self.grey, int) and not -1 <= self.grey <= MAX_COLOR:
            raise OptionError(f"grey is a number -1 to {MAX_COLOR} or a character, not {self.grey}")
        if self.size is not None and not all(1 <= side <= MAX_SIDE for side in self.size):
            raise OptionError(f"a size is two numbers 1 to {MAX_SIDE}, such as 6x6, not {self.size[0]}x{self.size[1]}")
        if self.turns not in (None, CLOCKWISE, ANTICLOCKWISE):
            raise OptionError(f"turns are {CLOCKWISE} or {ANTICLOCKWISE}, not {self.turns!r}")
        if self.framed is False and self.grey is not None:
            raise OptionError("an unframed puzzle has no grey: give one of the two")

    @classmethod
    def parse(cls, *, grey: str | None = None, size: str | None = None, **more: Any) -> Reading:
        """The reading that the options of the command line describe."""
        return cls(grey=_parse_grey(grey), size=_parse_size(size), **more)

    def with_rules(self, *, format: str | None = None, turnable: bool | None = None) -> Reading:  # noqa: A002
        """The same reading with a format or a rule given apart."""
        changes = {key: value for key, value in (("format", format), ("turnable", turnable)) if value is not None}
        return replace(self, **changes) if changes else self  # type: ignore[arg-type]

    def without_format(self) -> Reading:
        """The same reading for a text of another format: the puzzle of a board, whose numbers mean the same."""
        return replace(self, format=None)

    @property
    def grey_value(self) -> int | None:
        """Grey as the number that readers use: a dash is -1, a letter its place in the alphabet."""
        return color_of(self.grey) if isinstance(self.grey, str) else self.grey


AS_WRITTEN = Reading()
"""Nothing is known beyond the text."""


def color_of(letter: str) -> int:
    """The number of a color written as a character: A is 1, a dash is -1."""
    return -1 if letter == "-" else ord(letter.upper()) - ord("A") + 1


def note(text: Text, message: str) -> None:
    """Report how an unclear text was read."""
    warnings.warn(f"{text.source}: {message}" if text.source else message, ReadingNote, stacklevel=2)


def _parse_grey(grey: str | None) -> int | str | None:
    if grey is None:
        return None
    if re.fullmatch(r"-?[0-9]{1,6}", grey):
        return int(grey)
    if re.fullmatch(r"-|[A-Za-z]", grey):
        return grey
    raise OptionError(f"grey is a number, a letter or a dash, not {grey[:20]!r}")


def _parse_size(size: str | None) -> tuple[int, int] | None:
    if size is None:
        return None
    found = re.fullmatch(r"([0-9]{1,4})(?:[xX]([0-9]{1,4}))?", size.strip())
    if not found:
        raise OptionError(f"a size is written 6x6 or 12x6, not {size[:20]!r}")
    return int(found[1]), int(found[2] or found[1])
