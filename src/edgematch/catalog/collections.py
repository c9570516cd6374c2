"""Public collections of puzzles: what they hold, where they are looked for, and how they are fetched.

A file of a collection is named `COLLECTION/FILE`, for example `benoist48/E_7_1`. It is looked for in the folder that
`EDGEMATCH_DATA` names, then in the user's cache, into which `fetch` downloads it. `collections.json` lists every file
with its SHA-256 and size; a download with other content is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from edgematch.errors import EdgeMatchError, MissingDependency, UnknownName

SERVER = "https://raw.githubusercontent.com"
TIMEOUT_SECONDS = 30


class FetchError(EdgeMatchError, OSError):
    """A collection could not be downloaded; what had arrived is kept, and fetching again goes on from there."""


@dataclass(frozen=True)
class File:
    """One file: its name in the collection with suffix, where it is published, and what it must contain."""

    name: str
    path: str
    sha256: str
    bytes: int

    @property
    def stem(self) -> str:
        """The name without suffixes, as users write it."""
        return self.name.partition(".")[0]


@dataclass(frozen=True)
class Collection:
    """A public collection, fixed to one commit of the repository that publishes it."""

    name: str
    about: str
    repository: str
    commit: str
    note: str
    files: tuple[File, ...]

    @property
    def bytes(self) -> int:
        """The size of all files together."""
        return sum(file.bytes for file in self.files)

    @property
    def source(self) -> str:
        """The repository and commit where the files are published."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"

    def url(self, file: File) -> str:
        """Where a file is downloaded from; the variable EDGEMATCH_MIRROR names another server."""
        server = os.environ.get("EDGEMATCH_MIRROR", SERVER).rstrip("/")
        return f"{server}/{self.repository}/{self.commit}/{file.path}"

    def fetched(self) -> list[File]:
        """The files that are present in one of the folders."""
        return [file for file in self.files if find(f"{self.name}/{file.stem}") is not None]


def names() -> list[str]:
    """The names of all public collections."""
    return sorted(_all())


def get(name: str) -> Collection:
    """The collection of that name."""
    if name not in _all():
        raise UnknownName("collection", name, names(), "(`edgematch data list` lists them all)")
    return _all()[name]


def cache_folder() -> Path:
    """The user's folder for downloaded files."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(base) / "edgematch" / "data"


def folders() -> list[Path]:
    """Where files are looked for, in this order."""
    given = os.environ.get("EDGEMATCH_DATA")
    return [*([Path(given)] if given else []), cache_folder()]


def find(name: str) -> Path | None:
    """The file of a name such as `benoist48/E_7_1`, with or without its suffix; None when it is in no folder."""
    collection, _, file = name.rpartition("/")
    if not collection or not file or ".." in name.split("/"):
        return None
    for folder in folders():
        exact, stem = folder / collection / file, file.partition(".")[0]
        if exact.is_file():
            return exact
        found = sorted((folder / collection).glob(f"{stem}.*")) if stem == file else []
        if found:
            return min(found, key=lambda path: len(path.suffixes))
    return None


def fits(name: str, pattern: str) -> bool:
    """Whether the name of a file, with or without its suffixes, is one that a pattern stands for."""
    return fnmatchcase(name, pattern) or fnmatchcase(name.partition(".")[0], pattern)


def expand(pattern: str) -> list[str]:
    """The names of all present files that match a pattern such as `benoist48/E_7_*`, in natural order."""
    collection, _, file = pattern.rpartition("/")
    present: dict[str, None] = {}
    for folder in folders():
        for path in (folder / collection).glob("*") if collection else ():
            if path.is_file() and fits(path.name, file):
                present.setdefault(f"{collection}/{path.name}")
    return sorted(present, key=_natural)


def require(name: str) -> Path:
    """The file of a name; an error that says how to fetch it, or which names are close, when it is not present."""
    path = find(name)
    if path is not None:
        return path
    collection, _, file = name.rpartition("/")
    stems = {known.stem for known in _all()[collection].files} if collection in _all() else set()
    if any(fits(stem, file.partition(".")[0]) for stem in stems):
        raise not_present(name, collection)
    near = [f"{collection}/{stem}" for stem in stems] + [one.partition(".")[0] for one in expand(f"{collection}/*")]
    raise UnknownName("puzzle", name, near or [f"{one}/..." for one in names()], "(or set EDGEMATCH_DATA)" * (not near))


def not_present(name: str, collection: str = "") -> EdgeMatchError:
    """The error for a known collection, or a file of one, that is not on this machine."""
    remedy = f"run `edgematch data fetch {collection or name}`, or set EDGEMATCH_DATA to a folder that has it"
    return EdgeMatchError(f"{name} is not on this machine; {remedy}")


def is_name(text: str) -> bool:
    """Whether a text names a file of a public collection, or of a folder in EDGEMATCH_DATA."""
    collection = text.rpartition("/")[0]
    if not collection or Path(text).is_absolute():
        return False
    return collection in _all() or any((folder / collection).is_dir() for folder in folders())


def is_misspelled(text: str) -> bool:
    """Whether a text names a file of a collection that does not exist, but nearly does."""
    import difflib

    collection = text.rpartition("/")[0]
    return bool(difflib.get_close_matches(collection, names(), cutoff=0.8)) and not Path(collection).exists()


def fetch(name: str, *, progress: Callable[[File, int], None] | None = None) -> list[Path]:
    """Download the files of a collection that are not in the cache yet, each checked by its SHA-256.

    `progress` is called with each file and the number of files done so far.
    """
    collection = get(name)
    paths = []
    for done, file in enumerate(collection.files):
        paths.append(_download(collection, file))
        if progress is not None:
            progress(file, done + 1)
    return paths


def _download(collection: Collection, file: File) -> Path:
    try:
        import pooch
        import requests
    except ImportError:
        raise MissingDependency("downloads need the package pooch (pip install 'edgematch[data]')") from None
    pooch.get_logger().setLevel("ERROR")
    url = collection.url(file)
    try:
        path = pooch.retrieve(
            url,
            known_hash=f"sha256:{file.sha256}",
            fname=file.name,
            path=cache_folder() / collection.name,
            downloader=pooch.HTTPDownloader(timeout=TIMEOUT_SECONDS),
        )
    except requests.RequestException as problem:
        raise FetchError(f"{url} could not be downloaded ({_reason(problem)}); {_again(collection)}") from None
    except ValueError:
        raise FetchError(
            f"{url} is not the file it should be (its SHA-256 differs), so it was not kept; {_again(collection)}"
        ) from None
    except OSError as problem:
        raise FetchError(f"{cache_folder()} cannot be written ({problem.strerror or problem})") from None
    return Path(path)


def _reason(problem: Any) -> str:
    response = getattr(problem, "response", None)
    return f"status {response.status_code}" if response is not None else type(problem).__name__


def _again(collection: Collection) -> str:
    return f"what has arrived is kept: run `edgematch data fetch {collection.name}` again to go on"


def _natural(name: str) -> list[tuple[int, str | int]]:
    """A key that sorts E_10 after E_9."""
    return [(1, int(part)) if part.isdigit() else (0, part) for part in name.replace(".", "_").split("_")]


@cache
def _all() -> dict[str, Collection]:
    text = (resources.files("edgematch.catalog") / "collections.json").read_text(encoding="utf-8")
    return {
        name: Collection(name, one["about"], one["repository"], one["commit"], one["note"], tuple(_files(one["files"])))
        for name, one in json.loads(text).items()
    }


def _files(rows: list[list[Any]]) -> Iterator[File]:
    return (File(name, path, sha256, size) for name, path, sha256, size in rows)
