"""Where texts come from and go to: files, standard input, addresses; bounded when read, whole when written."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from edgematch.errors import Fault, FormatError
from edgematch.files import file_error, write_whole
from edgematch.formats._text import Text

MOST_BYTES = 1 << 20
"""Ten times the largest document of a 32x32 board; what is larger is something else."""

TOO_LONG = f"this is over {MOST_BYTES >> 20} MiB, which no puzzle or board needs"

STDIN = "-"

Source = str | os.PathLike[str]

__all__ = ["MOST_BYTES", "STDIN", "TOO_LONG", "Source", "decode", "fetch", "is_address", "write_whole"]


def is_address(source: Source) -> bool:
    """Whether a source is an address, with or without its `https://`, rather than a path."""
    if not isinstance(source, str):
        return False
    return source.lstrip()[:8].lower().startswith(("http://", "https://")) or "board_edges=" in source


def fetch(source: Source) -> Text:
    """The text of a source: an address is a text itself, `-` is standard input, all else a path."""
    if is_address(source):
        address = str(source).strip()
        if "board_edges=" not in address:
            raise FormatError(
                "this address holds no board (there is no board_edges in it), and addresses are never fetched",
                source=address[:120],
                remedy="download the file and give its path, or copy the address of a board in a viewer",
            )
        return Text(address, "address")
    if source == STDIN:
        return Text(decode(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input"), "standard input")
    path = Path(source)
    try:
        with path.open("rb") as file:
            return Text(decode(file.read(MOST_BYTES + 1), str(path)), str(path))
    except (OSError, ValueError) as bad:
        if isinstance(bad, FormatError):
            raise
        raise file_error(bad, path) from None


def decode(data: bytes, source: str) -> str:
    """The text of bytes in UTF-8, with or without a mark at the start; anything else is told by its place."""
    if len(data) > MOST_BYTES:
        raise FormatError(TOO_LONG, source=source)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError("this text is in UTF-16", source=source, remedy="save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        raise _misplaced("this is not a text in UTF-8", data, bad.start, source=source) from None
    if "\0" in text:
        raise _misplaced("this is a binary file: it has a zero byte", data, data.index(0), source=source)
    return text


def _misplaced(message: str, data: bytes, at: int, *, source: str) -> FormatError:
    line, column = data.count(b"\n", 0, at) + 1, at - data.rfind(b"\n", 0, at)
    return FormatError([Fault(message, line, column)], source=source, remedy="give a text file saved as UTF-8")
