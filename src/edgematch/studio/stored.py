"""The boards of the store: list, open and keep them.

The store is opened at the first request that needs it, so that a studio starts without one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Query

from edgematch import store as stores
from edgematch.studio.background import in_thread
from edgematch.studio.documents import board_document, puzzle_document, read_board, read_puzzle
from edgematch.studio.requests import BoardRequest, BoardsQuery

if TYPE_CHECKING:
    from edgematch.store.database.boards import StoredBoard
    from edgematch.store.database.store import Store

FOUND_BY = "studio"


def opener(url: str | None, *, is_read_only: bool) -> Callable[[], Store]:
    """A function that opens the store once; a read-only studio makes none."""
    return functools.cache(lambda: stores.open_store(url, create=not is_read_only))


def add_boards(app: FastAPI, opened: Callable[[], Store], *, allow: Callable[[], None]) -> None:
    """The routes below `/api/boards`; `allow` refuses what a read-only studio must not do."""

    def page(query: BoardsQuery) -> dict[str, Any]:
        filters: dict[str, Any] = {
            "puzzle": query.puzzle or None, "campaign": query.campaign or None, "min_score": query.min_score,
            "hints": query.hints,
        }  # fmt: skip
        boards = opened().boards
        found = boards.list(**filters, newest=query.newest, offset=query.offset, limit=query.limit)
        return {
            "store": _name(opened()),
            "total": boards.count(**filters),
            "puzzles": boards.puzzles(),
            "documents": {_digest(one): puzzle_document(one.board.puzzle) for one in found},
            "boards": [
                {**one.to_dict(), "digest": _digest(one), "placements": one.board.placements.tolist()} for one in found
            ],
        }

    @app.get("/api/boards")
    async def listed(query: Annotated[BoardsQuery, Query()]) -> dict[str, Any]:
        """Boards of the store that pass the filters, the highest score first or the newest, with their puzzles."""
        return await in_thread(page, query)

    @app.get("/api/boards/{id_}")
    async def one(id_: str) -> dict[str, Any]:
        """One board with its puzzle, as `/api/open` returns it."""
        board = (await in_thread(lambda: opened().boards.get(id_))).board
        return {"puzzle": puzzle_document(board.puzzle), "board": board_document(board)}

    @app.post("/api/boards")
    async def keep(body: BoardRequest) -> dict[str, Any]:
        """Keep a board; `new` tells whether the store did not have it yet."""
        allow()
        board = read_board(read_puzzle(body.puzzle), body.placements)
        new = await in_thread(lambda: opened().boards.add(board, found_by=FOUND_BY))
        return {"new": bool(new), "score": board.score, "store": _name(opened())}


def _name(store: Store) -> str:
    """What the page calls the store; where its file is stays with the server."""
    return "the store " + store.name.rpartition("/")[2]


def _digest(one: StoredBoard) -> str:
    return one.board.puzzle.digest[:16]
