"""Compressed files: gzip, bzip2, xz and zip, recognised by their first bytes and unpacked no further than allowed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from edgematch.errors import FormatError

MOST_BYTES = 1 << 20
"""Ten times the largest document of a 32x32 board; what is larger is something else."""

TOO_LONG = f"this is over {MOST_BYTES >> 20} MiB, which no puzzle or board needs"

MOST_FILES = 1000
MOST_MEMORY = 64 << 20

ZIP = b"PK\x03\x04"


def unpack(data: bytes, source: str) -> Iterator[tuple[str, bytes]]:
    """The files in some bytes with their names: of an archive all, of anything else the one there is."""
    if data.startswith(ZIP):
        yield from _members(data, source)
        return
    opener = next((opener for mark, opener in OPENERS.items() if data.startswith(mark)), None)
    if opener is None:
        yield source, data
        return
    try:
        yield source, opener(data)
    except (OSError, EOFError, ValueError) as bad:
        raise FormatError(f"this compressed file is damaged: {bad}", source=source) from None


def _members(data: bytes, source: str) -> Iterator[tuple[str, bytes]]:
    """The files of a zip archive, each bounded, folders and hidden files left out."""
    import zipfile
    import zlib

    if len(data) > MOST_BYTES:
        raise FormatError(TOO_LONG, source=source)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [one for one in archive.infolist() if _is_wanted(one.filename)]
            for member in members[:MOST_FILES]:
                with archive.open(member) as file:
                    yield f"{source}/{member.filename[:200]}", file.read(MOST_BYTES + 1)
    except (OSError, EOFError, ValueError, KeyError, RuntimeError, zipfile.BadZipFile, zlib.error) as bad:
        raise FormatError(f"this archive cannot be read: {bad}", source=source) from None
    if len(members) > MOST_FILES:
        raise FormatError(f"this archive has {len(members)} files, only {MOST_FILES} were read", source=source)


def _is_wanted(name: str) -> bool:
    """Whether a name is that of a file a person would want to be read; damaged archives have empty names."""
    last = name.rpartition("/")[2]
    return last != "" and not last.startswith(".") and not name.startswith("__MACOSX/")


def _gzip(data: bytes) -> bytes:
    import zlib

    try:
        return _whole(zlib.decompressobj(31), data)
    except zlib.error as bad:
        raise ValueError(str(bad)) from None


def _bzip2(data: bytes) -> bytes:
    import bz2

    return _whole(bz2.BZ2Decompressor(), data)


def _xz(data: bytes) -> bytes:
    import lzma

    try:
        return _whole(lzma.LZMADecompressor(memlimit=MOST_MEMORY), data)
    except lzma.LZMAError as bad:
        raise ValueError(str(bad)) from None


def _whole(decompressor: Any, data: bytes) -> bytes:
    """All that the data holds, up to one byte more than is read."""
    content: bytes = decompressor.decompress(data, MOST_BYTES + 1)
    if not decompressor.eof and len(content) <= MOST_BYTES:
        raise ValueError("it ends early")
    return content


OPENERS: dict[bytes, Callable[[bytes], bytes]] = {b"\x1f\x8b": _gzip, b"BZh": _bzip2, b"\xfd7zXZ\0": _xz}
