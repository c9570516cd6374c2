"""Reading and writing puzzles and boards in the formats that people use.

`load` finds the format by looking at the text, `save` by the suffix of the file, unless one is named. A source is a
path, an address of a viewer, which is read as a text and never fetched, or `-` for standard input. Whatever is wrong
with a text is told with its line, column and remedy, every fault at once.

Where a text does not say all, the caller does: `puzzle` is the one a board belongs to, `known` are puzzles that a board
may be recognised as, `turnable` says whether pieces may be turned.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from edgematch.errors import Fault, FormatError, ModelError
from edgematch.formats._files import MOST_BYTES, STDIN, TOO_LONG, Source, fetch, is_address, write_whole
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._registry import every, get, names
from edgematch.formats._text import Text
from edgematch.model import Board, Puzzle

__all__ = [
    "Format",
    "Holds",
    "PuzzleOrBoard",
    "Request",
    "Source",
    "Text",
    "dump",
    "every",
    "get",
    "holding",
    "is_address",
    "load",
    "load_board",
    "load_puzzle",
    "names",
    "parse",
    "save",
    "sniff",
    "viewer_url",
    "with_hints",
    "write_whole",
]  # fmt: skip


def load(
    source: Source,
    *,
    puzzle: Puzzle | None = None,
    known: Iterable[Puzzle] = (),
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> PuzzleOrBoard:
    """The puzzle or board that a file, an address or standard input (`-`) holds."""
    name = "" if is_address(source) or source == STDIN else Path(source).stem
    return _read(fetch(source), format, request=Request(puzzle, known, turnable, name))


def load_puzzle(
    source: Source,
    *,
    hints: Source | None = None,
    known: Iterable[Puzzle] = (),
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Puzzle:
    """The puzzle that a source holds, or the puzzle of the board it holds.

    `hints` is the source of a board whose pieces become the hints of the puzzle, such as a `.hnt` file.
    """
    thing = load(source, known=known, turnable=turnable, format=format)
    puzzle = thing.puzzle if isinstance(thing, Board) else thing
    return puzzle if hints is None else with_hints(puzzle, hints)


def with_hints(puzzle: Puzzle, source: Source) -> Puzzle:
    """The puzzle with the pieces of a board, read from a source, as its hints."""
    return puzzle.replace(hints=dict(load_board(source, puzzle).placed()))


def load_board(
    source: Source,
    puzzle: Puzzle | None = None,
    *,
    known: Iterable[Puzzle] = (),
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Board:
    """The board that a source holds; `puzzle` is needed by formats that do not show the pieces."""
    thing = load(source, puzzle=puzzle, known=known, turnable=turnable, format=format)
    if isinstance(thing, Board):
        return thing
    raise FormatError(
        f"this holds a puzzle ({thing}), not a board",
        source=str(source)[:200],
        remedy="give a board; the empty board of a puzzle is puzzle.start()",
    )


def parse(
    text: str,
    format: str | None = None,  # noqa: A002 - the word users know
    *,
    puzzle: Puzzle | None = None,
    known: Iterable[Puzzle] = (),
    turnable: bool | None = None,
    source: str = "",
) -> PuzzleOrBoard:
    """The puzzle or board that a text says; `source` is what messages call it."""
    return _read(Text(text, source), format, request=Request(puzzle, known, turnable))


def dump(thing: PuzzleOrBoard, format: str) -> str:  # noqa: A002 - the word users know
    """The text of a puzzle or board in a format; what the format cannot hold is refused."""
    writer = get(format)
    reasons = writer.refusals(thing)
    if reasons:
        kind = "board" if isinstance(thing, Board) else "puzzle"
        raise FormatError(
            [Fault(f"format {format} cannot hold this {kind}: {reason}") for reason in reasons],
            remedy=f"formats that can: {', '.join(holding(thing))}",
        )
    return writer.write(thing)


def save(thing: PuzzleOrBoard, path: Source, format: str | None = None) -> None:  # noqa: A002 - the word users know
    """Write a puzzle or board to a file, in the format named or the one its suffix stands for.

    The file is replaced in one step: whatever happens, it is the old one or the new one, whole.
    """
    target = Path(path)
    write_whole(target, dump(thing, format or _by_suffix(thing, target)))


def viewer_url(board: Board) -> str | None:
    """The URL of the board in the best-known viewer (e2.bucas.name), or None where the viewer cannot show it."""
    return None if get("bucas").refusals(board) else get("bucas").write(board).strip()


def holding(thing: PuzzleOrBoard) -> list[str]:
    """The names of the formats that can hold a puzzle or board."""
    return [one.name for one in every() if not one.refusals(thing)]


def sniff(text: Text) -> Format:
    """The format of a text, found by looking at it."""
    found = next((one for one in every() if one.sniff(text)), None)
    if found is not None:
        return found
    if text.is_json:
        return get("native")  # whose reader can say what is missing
    if not text.words:
        text.fail("there is nothing in this text", remedy="give a puzzle or a board")
    row = next(text.rows())
    fault = Fault("this text is in no known format", row.line, row.column)
    raise text.error([fault], remedy=f"say which it should be: {', '.join(names())}")


def _read(text: Text, name: str | None, *, request: Request) -> PuzzleOrBoard:
    """Read a text, with everything that is wrong told of its source."""
    if len(text.content) > MOST_BYTES:
        raise FormatError(TOO_LONG, source=text.source)
    reader = get(name) if name else sniff(text)
    try:
        return reader.read(text, request)
    except ModelError as bad:
        raise text.error([Fault(fault) for fault in bad.faults] or str(bad)) from None


def _by_suffix(thing: PuzzleOrBoard, path: Path) -> str:
    """The one format that a file's suffix stands for and that holds things of this kind."""
    kind = "board" if isinstance(thing, Board) else "puzzle"
    fitting = [one.name for one in every() if path.suffix.lower() in one.suffixes and kind in one.kinds()]
    if len(fitting) == 1:
        return fitting[0]
    said = f"suffix {path.suffix!r} stands for no format of {kind}s"
    raise FormatError(said, source=str(path), remedy=f"name one: format=..., of {', '.join(holding(thing))}")
