"""The laws every format keeps, as a class to inherit in a test file.

    from edgematch.testing.formats import FormatLaws

    class TestMine(FormatLaws):
        format_name = "mine"

1 *faithful*: what is written reads back unchanged (boards without labels: looking the same). 2 *recognised*: a text
is sniffed as its own format and no other. 3 *honest*: what cannot be held is refused, and the formats named in the
refusal do hold it. 4 *tolerant*: line ends and blank lines do not matter. 5 *refusing*: a text cut short or a board
without its puzzle gives an `EdgeMatchError`, nothing else.

Formats that are read and not written need examples of their own instead.
"""

from __future__ import annotations

import contextlib
import re
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgematch import formats
from edgematch.errors import EdgeMatchError, FormatError
from edgematch.formats import Format, Holds, PuzzleOrBoard, Text
from edgematch.model import Board, Puzzle
from edgematch.testing.strategies import boards, puzzles

EXAMPLES = settings(max_examples=30, deadline=None)
THINGS: st.SearchStrategy[PuzzleOrBoard] = puzzles() | boards()


class FormatLaws:
    """The laws of one format, whose name is `format_name`."""

    format_name: ClassVar[str]

    @property
    def format(self) -> Format:
        """The format under test."""
        return formats.get(self.format_name)

    def test_says_what_it_is(self) -> None:
        """The name is that of its module, there is a description, and it holds something."""
        assert self.format.name == self.format_name
        assert self.format.about
        assert self.format.kinds()

    def test_reads_back_what_it_writes(self) -> None:
        """Law 1."""

        @EXAMPLES
        @given(self.held())
        def check(thing: PuzzleOrBoard) -> None:
            back = formats.parse(formats.dump(thing, self.format_name), self.format_name, puzzle=puzzle_of(thing))
            assert self.same(thing, back)

        check()

    def test_is_recognised_among_all_others(self) -> None:
        """Law 2."""

        @EXAMPLES
        @given(self.held())
        def check(thing: PuzzleOrBoard) -> None:
            text = Text(formats.dump(thing, self.format_name))
            assert [one.name for one in formats.every() if one.sniff(text)] == [self.format_name]

        check()

    def test_refuses_what_it_cannot_hold(self) -> None:
        """Law 3."""

        @EXAMPLES
        @given(THINGS)
        def check(thing: PuzzleOrBoard) -> None:
            if self.format.refusals(thing):
                with pytest.raises(FormatError, match=r"formats that can: .*native"):
                    formats.dump(thing, self.format_name)
            else:
                assert self.format_name in formats.holding(thing)

        check()

    def test_ignores_line_ends_and_blank_lines(self) -> None:
        """Law 4."""

        @EXAMPLES
        @given(self.held())
        def check(thing: PuzzleOrBoard) -> None:
            text = formats.dump(thing, self.format_name)
            assert text.endswith("\n")
            for other in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\n{text}\n\n", text.rstrip("\n")):
                assert formats.sniff(Text(other)).name == self.format_name
                assert self.same(thing, formats.parse(other, self.format_name, puzzle=puzzle_of(thing)))

        check()

    def test_refuses_a_text_cut_short(self) -> None:
        """Law 5: never anything but a clear error, whatever is missing."""

        @EXAMPLES
        @given(self.held(), st.floats(0, 1, exclude_max=True))
        def check(thing: PuzzleOrBoard, part: float) -> None:
            text = formats.dump(thing, self.format_name)
            with contextlib.suppress(EdgeMatchError):
                formats.parse(text[: int(part * len(text))], self.format_name, puzzle=puzzle_of(thing))

        check()

    def test_finds_or_asks_for_the_puzzle_of_a_board(self) -> None:
        """A complete board that shows its pieces is read without its puzzle; one that does not asks for it."""
        if "board" not in self.format.kinds():
            pytest.skip("holds no boards")

        @EXAMPLES
        @given(self.held(boards_only=True))
        def check(board: PuzzleOrBoard) -> None:
            assert isinstance(board, Board)
            text = formats.dump(board, self.format_name)
            try:
                back = formats.parse(text, turnable=board.puzzle.turnable)
            except FormatError as asked:
                if Holds.PIECES in self.format.holds or not {"--puzzle", "--size"} & set(
                    re.findall(r"--\w+", asked.remedy)
                ):
                    raise
            else:
                if isinstance(back, Puzzle):  # rows of sides that do not agree like a board
                    assert Holds.PIECES not in self.format.holds
                    return
                assert back.looks_like(board)

        check()

    def held(self, *, boards_only: bool = False) -> st.SearchStrategy[PuzzleOrBoard]:
        """Things that the format can hold; with `boards_only`, complete boards."""
        holds = self.format.holds
        square = None if Holds.RECTANGLES in holds else True
        puzzle = puzzles(turnable=None if Holds.RULES in holds else True, hints=Holds.HINTS in holds, square=square)
        few = puzzles(colors=22, square=square) | puzzles(colors=22, square=True)
        drawn: list[st.SearchStrategy[PuzzleOrBoard]] = []
        if Holds.PUZZLE in holds and not boards_only:
            drawn.append(puzzle)
        if Holds.BOARD in holds:
            drawn += [boards(few, complete=True)] + [boards(few)] * (not boards_only)
        return st.one_of(drawn).filter(lambda thing: not self.format.refusals(thing) and is_clear(thing))

    def same(self, thing: PuzzleOrBoard, back: PuzzleOrBoard) -> bool:
        """Whether a thing came back unchanged, as far as the format distinguishes pieces."""
        if isinstance(thing, Board) and isinstance(back, Board) and Holds.LABELS not in self.format.holds:
            return thing.puzzle == back.puzzle and thing.looks_like(back)
        return thing == back


def is_clear(thing: PuzzleOrBoard) -> bool:
    """Whether no color of an unframed puzzle is as frequent as a frame's grey: such a list may be read as framed."""
    puzzle = thing.puzzle if isinstance(thing, Board) else thing
    counts = np.bincount(puzzle.pieces.reshape(-1))
    return puzzle.framed or not bool((counts == 2 * (puzzle.width + puzzle.height)).any())


def puzzle_of(thing: PuzzleOrBoard) -> Puzzle | None:
    """What a reader is given with a thing: the puzzle, for a board."""
    return thing.puzzle if isinstance(thing, Board) else None
