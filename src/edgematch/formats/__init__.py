"""Reading and writing puzzles and boards in the formats that people use.

`load` finds the format by looking at the text, `save` by the suffix of the file, unless one is named. A source is a
path, a URL of a viewer, which is read as a text and never fetched, or `-` for standard input. Files may be compressed;
an archive, or a text with several URLs, holds several boards, which `load_all` reads. Whatever is wrong with a text is
reported with its line, column and remedy, every fault at once.

Where a text does not say everything, the caller does: `puzzle` is the one a board belongs to, `known` are puzzles that
a board may be recognised as, and `reading` says how to understand the numbers (see `Reading`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from edgematch.errors import Fault, FormatError, ModelError
from edgematch.formats._files import STDIN, Source, exists, fetch, is_url, write_whole
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, Wanted
from edgematch.formats._reading import AS_WRITTEN, Reading
from edgematch.formats._registry import every, get, names
from edgematch.formats._text import Text
from edgematch.formats._unpack import MOST_BYTES, TOO_LONG
from edgematch.model import Board, Puzzle

__all__ = [
    "AS_WRITTEN",
    "Format",
    "Holds",
    "Item",
    "PuzzleOrBoard",
    "Reading",
    "Request",
    "Source",
    "Text",
    "Wanted",
    "by_suffix",
    "dump",
    "every",
    "exists",
    "get",
    "holding",
    "is_url",
    "load",
    "load_all",
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

MOST_NAMED = 5


@dataclass(frozen=True)
class Item:
    """One of the puzzles or boards of a source: its name, and either the thing or why it could not be read."""

    name: str
    thing: PuzzleOrBoard | None = None
    error: FormatError | None = None

    def get(self) -> PuzzleOrBoard:
        """The puzzle or board; raises the error where there is one."""
        if self.thing is None:
            raise self.error or FormatError("there is nothing here", source=self.name)
        return self.thing


def load(
    source: Source,
    *,
    puzzle: Puzzle | None = None,
    known: Iterable[Puzzle] = (),
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> PuzzleOrBoard:
    """The puzzle or board that a file, a URL or standard input (`-`) holds.

    `format` and `turnable` may be given here or in the `reading`.
    """
    request = Request(puzzle, known, reading.with_rules(format=format, turnable=turnable))
    return _load_one(source, request)


def load_all(
    source: Source,
    *,
    puzzle: Puzzle | None = None,
    known: Iterable[Puzzle] = (),
    reading: Reading = AS_WRITTEN,
    wants: Wanted = "",
) -> Iterator[Item]:
    """All puzzles and boards of a source, each with its name; one that cannot be read does not stop the others."""
    request = Request(puzzle, list(known), reading, wants=wants)
    try:
        for text in fetch(source):
            yield _item(text, replace(request, name=_stem(text.source)))
    except FormatError as bad:
        yield Item(str(source)[:200], error=bad)


def load_puzzle(
    source: Source,
    *,
    hints: Source | None = None,
    known: Iterable[Puzzle] = (),
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Puzzle:
    """The puzzle that a source holds, or the puzzle of the board it holds.

    `hints` is the source of a board whose pieces become the hints of the puzzle, such as a `.hnt` file.
    """
    request = Request(None, known, reading.with_rules(format=format, turnable=turnable), wants="puzzle")
    thing = _load_one(source, request)
    puzzle = thing.puzzle if isinstance(thing, Board) else thing
    return puzzle if hints is None else with_hints(puzzle, hints)


def with_hints(puzzle: Puzzle, source: Source, *, reading: Reading = AS_WRITTEN) -> Puzzle:
    """The puzzle with the pieces of a board, read from a source, as its hints."""
    return puzzle.replace(hints=dict(load_board(source, puzzle, reading=reading).placed()))


def load_board(
    source: Source,
    puzzle: Puzzle | None = None,
    *,
    known: Iterable[Puzzle] = (),
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Board:
    """The board that a source holds; `puzzle` is needed by formats that do not show the pieces."""
    request = Request(puzzle, known, reading.with_rules(format=format, turnable=turnable), wants="board")
    thing = _load_one(source, request)
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
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    source: str = "",
) -> PuzzleOrBoard:
    """The puzzle or board that a text says; `source` is what messages call it."""
    request = Request(puzzle, known, reading.with_rules(format=format, turnable=turnable))
    return _read(Text(text, source), request)


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
    write_whole(target, dump(thing, format or by_suffix(thing, target)))


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
    raise text.error([fault], remedy=f"name the format with --from (in Python format=...): {', '.join(names())}")


def _load_one(source: Source, request: Request) -> PuzzleOrBoard:
    """The one thing of a source; several are refused with their names."""
    texts = fetch(source)
    first = next(texts, None)
    if first is None:
        raise FormatError("there is nothing in this file", source=str(source)[:200])
    rest = [text.source for _, text in zip(range(MOST_NAMED), texts, strict=False)]
    if rest:
        listed = ", ".join([first.source, *rest[: MOST_NAMED - 1]]) + (" ..." if len(rest) == MOST_NAMED else "")
        raise FormatError(
            f"this holds several boards: {listed}",
            source=str(source)[:200],
            remedy="`edgematch score` and `edgematch show` take them all; in Python load_all(source)",
        )
    return _read(first, replace(request, name=_stem(first.source)))


def _item(text: Text, request: Request) -> Item:
    try:
        return Item(text.source, _read(text, request))
    except FormatError as bad:
        return Item(text.source, error=bad)


def _stem(source: str) -> str:
    """The name of a puzzle in a file that gives none: that of the file."""
    named = source not in ("", STDIN, "URL", "standard input") and " (board " not in source
    return Path(source).stem if named and "\0" not in source else ""


def _read(text: Text, request: Request) -> PuzzleOrBoard:
    """Read a text, with everything that is wrong reported of its source."""
    if len(text.content) > MOST_BYTES:
        raise FormatError(TOO_LONG, source=text.source)
    name = request.reading.format
    reader = get(name) if name else sniff(text)
    try:
        return reader.read(text, request)
    except ModelError as bad:
        raise text.error([Fault(fault) for fault in bad.faults] or str(bad)) from None


def by_suffix(thing: PuzzleOrBoard, path: Path) -> str:
    """The one format that a file's suffix stands for and that holds things of this kind."""
    kind = "board" if isinstance(thing, Board) else "puzzle"
    suffix = path.suffix.lower()
    able = [(end, one.name) for one in every() if one.writes and kind in one.kinds() for end in one.suffixes]
    counts = Counter(end for end, _ in able)
    if counts[suffix] == 1:
        return dict(able)[suffix]
    suffixes = sorted(end for end, count in counts.items() if count == 1)
    raise FormatError(
        f"suffix {path.suffix!r} stands for no format of {kind}s",
        source=str(path),
        remedy=f"name it {', '.join(suffixes)}, as a picture .svg, .png or .html, or name a format: {', '.join(holding(thing))}",
    )
