"""Where a search is kept as it goes on: a file, or a row of a store, named by the user in one word.

`run.json` is a file, `sqlite:///boards.db#NAME` a search of a store. A store without a name stands for the name that
the task gives it when it is written, and for the only search that is not finished when it is read.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from getpass import getuser
from pathlib import Path

from edgematch.errors import StoreError
from edgematch.files import held
from edgematch.search import Outcome, Task
from edgematch.store.savefile import SavedRun, load_run, save_run


@dataclass(frozen=True)
class SearchFile:
    """A search in a file."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def of(self, task: Task) -> SearchFile:  # noqa: ARG002 - the signature of both places
        """This place."""
        return self

    def load(self) -> tuple[SearchFile, SavedRun]:
        """The search that is kept, and where."""
        return self, load_run(self.path)

    def save(self, task: Task, outcome: Outcome) -> None:
        """Keep a search, in place of the one before."""
        save_run(self.path, task, outcome)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes of this machine from writing here."""
        with held(self.path):
            yield


@dataclass(frozen=True)
class SearchInStore:
    """A search in a store, with the boards it has found."""

    url: str
    name: str = ""

    def __str__(self) -> str:
        return f"'{self.url}#{self.name}'" if self.name else self.url

    def of(self, task: Task) -> SearchInStore:
        """This place with the name of the task, unless it has one."""
        from edgematch.store.database.runs import name_of

        return self if self.name else replace(self, name=name_of(task))

    def load(self) -> tuple[SearchInStore, SavedRun]:
        """The search that is kept, and where: without a name, the only one that is not finished."""
        from edgematch.store import open_store

        with open_store(self.url, create=False) as store:
            names = [self.name] if self.name else [run.name for run in store.runs.list() if not run.is_finished]
            if len(names) != 1:
                several = (
                    f"{len(names)} searches that are not finished; name one: --resume '{self.url}#NAME' with NAME "
                )
                raise StoreError(
                    f"store {store.name} holds {several + ', '.join(names) if names else 'no search to resume'}"
                )
            return replace(self, name=names[0]), store.runs.load(names[0])

    def save(self, task: Task, outcome: Outcome) -> None:
        """Keep a search and its answers, in place of the one before."""
        from edgematch.store import open_store

        with open_store(self.url) as store:
            store.runs.save(task, outcome, name=self.name, found_by=getuser())

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes of this machine from writing here."""
        key = hashlib.sha256(f"{self.url}#{self.name}".encode()).hexdigest()[:16]
        with held(Path(tempfile.gettempdir()) / f"edgematch-{key}"):
            yield


def search_place(text: str) -> SearchFile | SearchInStore:
    """The file or the search of a store that a user named."""
    from edgematch.store import is_store_url

    if not is_store_url(text):
        return SearchFile(Path(text))
    url, _, name = text.partition("#")
    return SearchInStore(url, name)
