"""Where texts come from and go to: files, archives, standard input, URLs; bounded when read, whole when written."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from edgematch.errors import Fault, FormatError
from edgematch.files import file_error, write_whole
from edgematch.formats._text import Text
from edgematch.formats._unpack import MOST_BYTES, TOO_LONG, unpack
from edgematch.formats._url import EDGES_NAME, holds_edges, split_urls

STDIN = "-"
PASTED = "URL"
"""What messages call a URL given as an argument."""

VIEWERS = ("bucas.name", "eternity2.dev")

BOARD_KEYS = ('"boards"', '"url"', '"placements"', '"board"')

Source = str | os.PathLike[str]

__all__ = ["STDIN", "Source", "decode", "exists", "fetch", "is_url", "write_whole"]


def is_url(source: Source) -> bool:
    """Whether a source is a URL, with or without its `https://`, rather than a path."""
    if not isinstance(source, str):
        return False
    return source.lstrip()[:8].lower().startswith(("http://", "https://")) or holds_edges(source)


def exists(source: Source) -> bool:
    """Whether there is a file of that name; a text that cannot be a name is none."""
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def fetch(source: Source) -> Iterator[Text]:
    """The texts of a source, each of one puzzle or board.

    A URL is a text itself, `-` is standard input, everything else a path. An archive holds a text per file, a text
    with several URLs is one text per URL, and the results of a search are one text per board.
    """
    for text in _texts(source):
        yield from split_results(text) if text.is_json else split_urls(text)


def split_results(text: Text) -> Iterator[Text]:
    """The text once for each board of a JSON result; any other text as it is."""
    boards = _boards_of(_json_values(text)) if any(key in text.content for key in BOARD_KEYS) else None
    if boards is None:
        yield text
        return
    if not boards:
        raise FormatError("there is no board in this result", source=text.source)
    for number, board in enumerate(boards, 1):
        name = f"{text.source} (board {number})" if len(boards) > 1 else text.source
        yield Text(json.dumps(board), name)


def _json_values(text: Text) -> list[Any]:
    """The document as a list of one, or the documents of a text that has one per line; nothing when it is neither."""
    with contextlib.suppress(ValueError, RecursionError):
        return [json.loads(text.content)]
    with contextlib.suppress(ValueError, RecursionError):
        return [json.loads(line) for line in text.lines if line.strip()]
    return []


def _boards_of(values: list[Any]) -> list[Any] | None:
    """The boards of a search, of a list of boards or of JSON lines; None when it is a single document of another kind.

    The lines of a search end with a result that has all its boards, which its other lines name one by one.
    """
    for value in values:
        boards = value.get("boards") if isinstance(value, dict) and "status" in value else None
        if isinstance(boards, list):
            return boards
    rows = values[0] if len(values) == 1 and isinstance(values[0], list) else values if len(values) > 1 else []
    if not rows or not all(isinstance(row, dict) for row in rows):
        return None
    urls = [row | {"url": row["board"], "board": None} if isinstance(row.get("board"), str) else row for row in rows]
    return [{k: v for k, v in row.items() if v is not None} for row in urls if "url" in row or "placements" in row]


def _texts(source: Source) -> Iterator[Text]:
    if is_url(source):
        url = str(source).strip()
        if len(url) > MOST_BYTES:
            raise FormatError(TOO_LONG, source=PASTED)
        if not holds_edges(url):
            raise _without_board(url)
        yield Text(url, PASTED)
    elif source == STDIN:
        yield from _decoded(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input")
    else:
        yield from _decoded(_contents(Path(source)), str(source))


def _without_board(url: str) -> FormatError:
    """Why a URL without a board is not read."""
    if any(viewer in url.lower() for viewer in VIEWERS):
        return FormatError(
            f"this URL ends before the board ({EDGES_NAME} is missing): a shell cuts a URL at each & unless it is quoted",
            source=url[:120],
            remedy="put the whole URL in single quotes: 'https://...', or save it to a file and give the file",
        )
    return FormatError(
        f"this URL holds no board (there is no {EDGES_NAME} in it), and URLs are never fetched",
        source=url[:120],
        remedy="download the file and give its path, or copy the URL of a board in a viewer",
    )


def _contents(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as bad:
        raise file_error(bad, path) from None


def _decoded(data: bytes, source: str) -> Iterator[Text]:
    for name, content in unpack(data, source):
        yield Text(decode(content, name), name)


def decode(data: bytes, source: str) -> str:
    """The text of bytes: UTF-8, UTF-16 or UTF-32 with or without a mark at the start, else Latin-1."""
    if len(data) > MOST_BYTES:
        raise FormatError(TOO_LONG, source=source)
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    at = next((i for i, sign in enumerate(text) if sign < " " and sign not in "\t\n\r\f\v\x1a"), None)
    if at is not None:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        said = f"this is a binary file: it has the control character {ord(text[at])}"
        raise FormatError([Fault(said, line, column)], source=source, remedy="give a text file")
    return text.replace("\x1a", " ")


def _encoding(data: bytes) -> str:
    """The encoding that the first bytes announce or, in a text of plain letters, the zero bytes betray."""
    for mark, name in (
        (b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"),
        (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"),
    ):  # fmt: skip
        if data.startswith(mark):
            return name
    zeros = (data[0::2].count(0), data[1::2].count(0))
    if len(data) >= 4 and len(data) % 2 == 0 and max(zeros) > len(data) // 3 and min(zeros) == 0:
        return "utf-16-le" if zeros[1] else "utf-16-be"
    return "utf-8"
