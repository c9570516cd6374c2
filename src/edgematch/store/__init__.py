"""What is kept: boards, searches and campaigns in a database behind a URL, and searches in files.

`open_store("sqlite:///boards.db")` opens a store; `store.boards`, `store.runs` and `store.campaigns` are its parts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from edgematch.errors import MissingDependency
from edgematch.store.board_folder import BoardFolder
from edgematch.store.kept_search import SearchFile, SearchInStore, search_place
from edgematch.store.savefile import SavedRun, add_runs, dump_run, load_run, parse_run, save_parts, save_run

if TYPE_CHECKING:
    from edgematch.store.database.store import Store

__all__ = [
    "BoardFolder", "SavedRun", "SearchFile", "SearchInStore", "add_runs", "dump_run", "is_store_url", "load_run", "open_store", "parse_run",
    "save_parts", "save_run", "search_place",
]  # fmt: skip


def is_store_url(text: str) -> bool:
    """Whether a text is the URL of a store and not a file or folder."""
    return bool(re.match(r"(sqlite|postgres(ql)?)(\+\w+)?:/", text))


def open_store(url: str | None = None, *, create: bool = True) -> Store:
    """The store at a URL; without one, that of EDGEMATCH_STORE or a SQLite file in the user's data folder.

    A store that does not exist is made, unless `create` is False; one of an earlier version is brought up to date.
    """
    try:
        from edgematch.store.database.connect import default_url
        from edgematch.store.database.store import Store
    except ModuleNotFoundError as missing:
        raise MissingDependency(f"the store needs {missing.name}: pip install 'edgematch[store]'") from None
    return Store(url or default_url(), create=create)
