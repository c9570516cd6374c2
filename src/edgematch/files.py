"""Files that are never half written: replaced in one step, appended line by line, held by one process at a time.

Everything the package keeps goes through here: documents, saved searches, boards, records, sweeps. A failure of the
file system becomes a `FileError` that names the file and says what is wrong; the file before stays as it was.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from edgematch.errors import FormatError

_appending = threading.Lock()
"""Record locks keep other processes away, this one keeps other threads away."""

LONGEST_NAME = 300
"""Characters of a file name that a message shows."""

MESSAGES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "this file may not be read or written",
    errno.EPERM: "this file may not be read or written",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENAMETOOLONG: "the name is too long",
}


class FileError(FormatError):
    """A file that cannot be read or written: which one and why."""


def file_error(bad: OSError | ValueError, path: Path) -> FileError:
    """What went wrong with a file, as an error of this package."""
    if isinstance(bad, FileNotFoundError):
        text = "there is no such file" if path.parent.is_dir() else f"there is no folder {str(path.parent)!r}"
    elif isinstance(bad, OSError) and bad.errno in MESSAGES:
        text = MESSAGES[bad.errno]
    else:
        text = f"this file cannot be used: {getattr(bad, 'strerror', None) or bad}"
    name = str(path).replace("\0", "\\0")
    return FileError(text, source=name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}...")


def check_writable(path: Path) -> None:
    """Say now, not after hours of search, that a file cannot be written; nothing is left behind."""
    refuse_special(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except (OSError, ValueError) as bad:
        raise file_error(bad, path) from None


def refuse_special(path: Path) -> None:
    """Refuse a device, pipe or socket: a file that takes its place would remove it from the system."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise FileError("this is a device or a pipe, not a file", source=str(path), remedy="name a file")


def make_folder(path: Path) -> Path:
    """The folder, made when it does not exist; an error when nothing can be written into it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as bad:
        raise FileError(
            f"the folder cannot be made: {getattr(bad, 'strerror', None) or bad}", source=str(path)
        ) from None
    check_writable(path / "x")
    return path


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to that takes the place of `path`, whole, when the block ends without an error."""
    refuse_special(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(path))
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except FormatError:
        raise
    except (OSError, ValueError) as bad:
        raise file_error(bad, path) from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that at every moment it is either the old one or the new one, whole."""
    with replacing(path) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


def append_line(path: Path, line: str) -> None:
    """Add one line, on the disk when this returns; a last line that was cut short is dropped first."""
    data = line.rstrip("\n").encode("utf-8") + b"\n"
    refuse_special(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _appending, path.open("ab+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            end = _end_of_last_line(file)
            file.truncate(end)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    os.truncate(path, end)
                raise
    except (OSError, ValueError) as bad:
        raise file_error(bad, path) from None


def read_lines(path: Path) -> list[str]:
    """The whole lines of a file, none when there is no file; a last line that was cut short is left out."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as bad:
        raise file_error(bad, path) from None
    return data[: data.rfind(b"\n") + 1].decode("utf-8", errors="replace").split("\n")[:-1]


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep other processes from writing `path` while the block runs; also says at once when it cannot be written."""
    if path.is_dir():
        raise FileError(MESSAGES[errno.EISDIR], source=str(path), remedy="name a file in it")
    lock = path.with_name(f".{path.name[:200]}.lock")
    try:
        file = _locked(lock)
    except BlockingIOError:
        raise FileError(
            "another process is writing this file", source=str(path), remedy="wait for it, or name another file"
        ) from None
    except (OSError, ValueError) as bad:
        raise file_error(bad, path) from None
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.unlink()
        file.close()


def _locked(lock: Path) -> IO[bytes]:
    """The lock file, opened and locked; taken again when another process removed it in between."""
    while True:
        file = lock.open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if lock.exists() and os.path.samestat(os.fstat(file.fileno()), lock.stat()):
                return file
        except BaseException:
            file.close()
            raise
        file.close()


def _end_of_last_line(file: IO[bytes]) -> int:
    """Where the last whole line of a file ends."""
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        start = max(0, end - 65536)
        file.seek(start)
        newline = file.read(end - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _mode(path: Path) -> int:
    """The permissions of the file to be replaced, or those that a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
