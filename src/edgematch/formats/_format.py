"""What every format is: a reader and a writer, what it can hold, and how its texts are recognised."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from typing import ClassVar, Literal
from unicodedata import category

from edgematch.errors import FormatError
from edgematch.formats._reading import AS_WRITTEN, Reading
from edgematch.formats._text import Text
from edgematch.model import GREY, Board, Puzzle
from edgematch.model.puzzle import Pieces

PuzzleOrBoard = Puzzle | Board
Wanted = Literal["puzzle", "board", "either", ""]

MOST_LETTERS = 200

PUZZLE_NEEDED = "name the puzzle: load_board(source, puzzle=...), or --puzzle on the command line"


class Holds(Flag):
    """What a format can say; what it cannot is refused when writing, never dropped."""

    PUZZLE = auto()  # a puzzle alone
    BOARD = auto()  # a board
    PIECES = auto()  # a board shows its pieces, so that the puzzle may be found from it
    LABELS = auto()  # which of two identical pieces is where, and how a self-symmetric one is turned
    RECTANGLES = auto()  # width other than height
    HINTS = auto()  # hints of a puzzle
    RULES = auto()  # whether there is a frame, whether pieces may be turned


@dataclass(frozen=True)
class Request:
    """What the caller knows and a text may not say.

    `puzzle` is the one a board belongs to; `known` are those a board may be recognised as when it is not given;
    `reading` settles what the text leaves open; `name` is used when the text has none; `wants` is the kind of thing
    that is asked for: `board` and `either` take a partial board of unknown pieces, which nobody can solve.
    """

    puzzle: Puzzle | None = None
    known: Iterable[Puzzle] = ()
    reading: Reading = AS_WRITTEN
    name: str = ""
    wants: Wanted = ""

    def make(
        self,
        width: int,
        height: int,
        *,
        pieces: Pieces,
        framed: bool | None = None,
        turnable: bool = True,
        hints: Mapping[int, int] | Iterable[tuple[int, int]] = (),
        name: str = "",
    ) -> Puzzle:
        """The puzzle with what the caller said about it."""
        turnable = turnable if self.reading.turnable is None else self.reading.turnable
        said = printable(name or self.name)
        return Puzzle(width, height, pieces, framed=framed, turnable=turnable, hints=hints, name=said)

    def needed(self, text: Text, what: str) -> Puzzle:
        """The puzzle given by the caller, or an error that asks for it."""
        if self.puzzle is not None:
            return self.puzzle
        raise text.error(
            f"{what} says where pieces are but not what they look like, so its puzzle must be given",
            remedy=PUZZLE_NEEDED,
        )


def printable(name: str) -> str:
    """A name that can be shown and saved anywhere: not too long, without control characters or half characters."""
    return "".join("?" if category(letter).startswith("C") else letter for letter in name[:MOST_LETTERS])


class Format(ABC):
    """One format. Its file in this folder is all that is needed to add it."""

    name: ClassVar[str]
    about: ClassVar[str]
    holds: ClassVar[Holds]
    suffixes: ClassVar[tuple[str, ...]] = ()
    writes: ClassVar[bool] = True

    @abstractmethod
    def sniff(self, text: Text) -> bool:
        """Whether the text is meant to be of this format; at most one format may say so."""

    @abstractmethod
    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle or board that the text says."""

    def write(self, thing: PuzzleOrBoard) -> str:
        """The text for a puzzle or board that `refusals` has nothing against."""
        return self.write_board(thing) if isinstance(thing, Board) else self.write_puzzle(thing)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The text for a puzzle; a format that holds puzzles has this."""
        raise FormatError(f"format {self.name} holds no puzzles, so it cannot write {puzzle}")

    def write_board(self, board: Board) -> str:
        """The text for a board; a format that holds boards has this."""
        raise FormatError(f"format {self.name} holds no boards, so it cannot write one of {board.puzzle}")

    def refusals(self, thing: PuzzleOrBoard) -> list[str]:
        """Why this format cannot hold that puzzle or board; empty when it can."""
        if not self.writes:
            return ["it is read and not written"]
        wanted = Holds.BOARD if isinstance(thing, Board) else Holds.PUZZLE
        if wanted not in self.holds:
            return [f"it holds {' or '.join(self.kinds())}s, not {'boards' if wanted is Holds.BOARD else 'puzzles'}"]
        puzzle = thing.puzzle if isinstance(thing, Board) else thing
        reasons = [] if Holds.RECTANGLES in self.holds or puzzle.width == puzzle.height else ["it holds squares only"]
        if isinstance(thing, Board):
            return reasons + self.board_limits(thing)
        return reasons + self._rule_limits(puzzle) + self.puzzle_limits(puzzle)

    def kinds(self) -> list[str]:
        """What kinds of thing this format holds: puzzle, board or both."""
        return [kind for kind, flag in (("puzzle", Holds.PUZZLE), ("board", Holds.BOARD)) if flag in self.holds]

    def board_limits(self, board: Board) -> list[str]:  # noqa: ARG002 - most formats have none
        """Further reasons against a board that only this format knows."""
        return []

    def puzzle_limits(self, puzzle: Puzzle) -> list[str]:  # noqa: ARG002 - most formats have none
        """Further reasons against a puzzle that only this format knows."""
        return []

    def _rule_limits(self, puzzle: Puzzle) -> list[str]:
        reasons = []
        if puzzle.hints and Holds.HINTS not in self.holds:
            reasons.append("it cannot hold hints")
        if Holds.RULES not in self.holds:
            if not puzzle.turnable:
                reasons.append("it cannot say that pieces may not be turned")
            if puzzle.framed != bool((puzzle.pieces == GREY).any()):
                reasons.append("it shows a frame by grey sides alone, and this framed puzzle has none")
        return reasons


def lines_of_pieces(puzzle: Puzzle) -> list[str]:
    """One line per piece: north east south west."""
    return [" ".join(map(str, piece)) for piece in puzzle.pieces.tolist()]
