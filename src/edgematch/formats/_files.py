"""Where texts come from and go to: files, standard input, addresses; bounded when read, whole when written."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from edgematch.errors import Fault, FormatError
from edgematch.formats._text import Text

MOST_BYTES = 1 << 20
"""Ten times the largest document of a 32x32 board; what is larger is something else."""

TOO_LONG = f"this is over {MOST_BYTES >> 20} MiB, which no puzzle or board needs"

STDIN = "-"

Source = str | os.PathLike[str]


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
        raise FormatError(_said(bad), source=str(path).replace("\0", "\\0")) from None


def _said(bad: OSError | ValueError) -> str:
    """What went wrong with a file, in a few words."""
    if isinstance(bad, FileNotFoundError):
        return "there is no such file"
    if isinstance(bad, IsADirectoryError):
        return "this is a folder, not a file"
    if isinstance(bad, PermissionError):
        return "this file may not be read or written"
    return f"this file cannot be used: {bad.strerror if isinstance(bad, OSError) and bad.strerror else bad}"


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


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that at every moment it is either the old one or the new one, whole."""
    import tempfile

    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content.encode("utf-8") if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(path))
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except (OSError, ValueError) as bad:
        missing = isinstance(bad, FileNotFoundError)
        said = f"there is no folder {str(path.parent)!r} to write to" if missing else _said(bad)
        raise FormatError(said, source=str(path).replace("\0", "\\0")) from None


def _mode(path: Path) -> int:
    """The permissions of the file to be replaced, or those that a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
