"""Puzzles and boards in the store, each kept once whatever its name and however often it is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Select, func, select

from edgematch import formats
from edgematch.errors import StoreError
from edgematch.model import Board, Puzzle
from edgematch.store.database import tables
from edgematch.store.database.packing import chunks

if TYPE_CHECKING:
    from edgematch.store.database.store import Store

SHORT = 12
"""Characters of a content hash that people see and type."""
LARGEST_ID = 64


@dataclass(frozen=True)
class StoredBoard:
    """A board with what the store knows of it; `id` is a hash of its content."""

    id: str
    board: Board
    score: int
    breaks: int
    filled: int
    hints_kept: int
    found_by: str
    solver: str
    found_at: float

    @property
    def url(self) -> str | None:
        """Its URL in a viewer, where one can hold the board."""
        return formats.viewer_url(self.board)

    def to_dict(self) -> dict[str, Any]:
        """The facts ready for JSON."""
        puzzle = self.board.puzzle
        return {
            "id": self.id[:SHORT],
            "puzzle": puzzle.name or puzzle.digest[:SHORT],
            "score": self.score,
            "edges": puzzle.edges,
            "breaks": self.breaks,
            "filled": self.filled,
            "hints_kept": self.hints_kept,
            "hints": len(puzzle.hints),
            "found_by": self.found_by,
            "solver": self.solver,
            "found_at": datetime.fromtimestamp(self.found_at, UTC).isoformat(timespec="seconds"),
            "url": self.url,
        }


class Boards:
    """The boards of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self, boards: Board | Iterable[Board], *, found_by: str = "", solver: str = "", labelled: bool = False
    ) -> int:
        """Keep boards and return how many were new; boards that look the same are one, unless `labelled`."""
        several = [boards] if isinstance(boards, Board) else list(boards)
        for board in several:
            if faults := board.faults():
                raise StoreError(f"a board with faults is not kept: {'; '.join(faults)}")
        kept = several if labelled else [board.canonical() for board in several]
        with self._store.writing() as connection:
            return insert_boards(self._store, connection, kept, found_by=found_by, solver=solver).new

    def list(
        self, *, puzzle: str | Puzzle | None = None, min_score: int | None = None, hints: int | None = None,
        solver: str | None = None, campaign: str | None = None, newest: bool = False, limit: int | None = None,
        offset: int = 0,
    ) -> list[StoredBoard]:  # fmt: skip
        """The boards that pass all filters, the highest score first, then the earliest; or the newest first.

        `puzzle` is a puzzle, a name, or the beginning of its digest; `hints` is the least number of hints kept.
        """
        table, wanted = tables.boards, self._wanted(puzzle, min_score, hints, solver, campaign)
        ranks = (table.c.found_at.desc(),) if newest else (table.c.score.desc(), table.c.found_at)
        wanted = wanted.order_by(*ranks, table.c.id).limit(limit).offset(offset)
        with self._store.reading() as connection:
            return [_stored(row) for row in connection.execute(wanted)]

    def count(self, **filters: Any) -> int:
        """How many boards pass the filters of `list`."""
        names = ("puzzle", "min_score", "hints", "solver", "campaign")
        wanted = self._wanted(*(filters.pop(name, None) for name in names))
        with self._store.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(wanted.subquery())).scalar_one())

    def get(self, id_: str) -> StoredBoard:
        """The board whose id begins with that text."""
        if not id_ or len(id_) > LARGEST_ID or not all(char in "0123456789abcdef" for char in id_):
            raise StoreError(f"{id_[:80]!r} is no id of a board; `edgematch boards list` prints them")
        wanted = _select_boards().where(tables.boards.c.digest.startswith(id_)).limit(2)
        with self._store.reading() as connection:
            found = [_stored(row) for row in connection.execute(wanted)]
        if len(found) != 1:
            raise StoreError(
                f"several boards begin with {id_!r}; write more of the id" if found else f"there is no board {id_!r}"
            )
        return found[0]

    def by_score(self, *, campaign: str, number: int = 20) -> Sequence[tuple[int, int]]:
        """The highest scores among the boards of a campaign, each with the number of boards."""
        found = self._wanted(None, None, None, None, campaign).subquery()
        wanted = select(found.c.score, func.count()).group_by(found.c.score).order_by(found.c.score.desc())
        with self._store.reading() as connection:
            return [(score, count) for score, count in connection.execute(wanted.limit(number))]

    def best(self, puzzle: Puzzle, number: int = 1) -> Sequence[StoredBoard]:
        """The boards of a puzzle with the highest scores."""
        return self.list(puzzle=puzzle, limit=number)

    def puzzles(self) -> Sequence[dict[str, Any]]:
        """Each puzzle with the number of its boards and the highest score."""
        p, b = tables.puzzles, tables.boards
        wanted = (
            select(p.c.name, p.c.digest, p.c.width, p.c.height, func.count(b.c.id), func.max(b.c.score))
            .join(b, b.c.puzzle_id == p.c.id)
            .group_by(p.c.id, p.c.name, p.c.digest, p.c.width, p.c.height)
            .order_by(p.c.name)
        )
        keys = ("name", "digest", "width", "height", "boards", "best")
        with self._store.reading() as connection:
            return [dict(zip(keys, row, strict=True)) for row in connection.execute(wanted)]

    def _wanted(
        self, puzzle: str | Puzzle | None, min_score: int | None, hints: int | None, solver: str | None, campaign: str | None
    ) -> Select[Any]:  # fmt: skip
        wanted, table = _select_boards(), tables.boards
        if isinstance(puzzle, Puzzle):
            wanted = wanted.where(tables.puzzles.c.digest == puzzle.digest)
        elif puzzle is not None:
            named = tables.puzzles.c.name == puzzle
            wanted = wanted.where(named | tables.puzzles.c.digest.startswith(puzzle, autoescape=True))
        for column, least in ((table.c.score, min_score), (table.c.hints_kept, hints)):
            if least is not None:
                wanted = wanted.where(column >= least)
        if solver is not None:
            wanted = wanted.where(table.c.solver.startswith(solver, autoescape=True))
        if campaign is not None:
            links, named = tables.campaign_boards, tables.campaigns.c.name == campaign
            mine = select(links.c.board_id).join(tables.campaigns, tables.campaigns.c.id == links.c.campaign_id)
            wanted = wanted.where(table.c.id.in_(mine.where(named)))
        return wanted


@dataclass(frozen=True)
class Inserted:
    """The rows of boards, in their order, and how many were not there before."""

    ids: tuple[int, ...]
    new: int


def insert_boards(
    store: Store, connection: Connection, boards: Sequence[Board], *, found_by: str, solver: str
) -> Inserted:
    """Keep boards in a transaction under way; those that are there stay as they were."""
    puzzles = {puzzle: insert_puzzle(store, connection, puzzle) for puzzle in {board.puzzle for board in boards}}
    now, digests = store.now(connection), [_digest(board) for board in boards]
    rows = {
        digest:
            {"puzzle_id": puzzles[board.puzzle], "digest": digest, "placements": board.placements.astype("<i2").tobytes(), "score": board.score,
             "breaks": board.breaks, "filled": board.count, "hints_kept": len(board.hints_kept()),
             "found_by": found_by, "solver": solver, "found_at": now}
        for digest, board in zip(digests, boards, strict=True)
    }  # fmt: skip
    known = _rows_of(connection, rows)
    store.insert_missing(connection, tables.boards, [row for digest, row in rows.items() if digest not in known])
    ids = _rows_of(connection, rows)
    return Inserted(tuple(ids[digest] for digest in digests), len(ids) - len(known))


def _digest(board: Board) -> str:
    return hashlib.sha256(board.puzzle.digest.encode() + board.placements.astype("<i2").tobytes()).hexdigest()


def _rows_of(connection: Connection, digests: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for some in chunks(digests):
        wanted = select(tables.boards.c.digest, tables.boards.c.id).where(tables.boards.c.digest.in_(some))
        found |= {row.digest: row.id for row in connection.execute(wanted)}
    return found


def insert_puzzle(store: Store, connection: Connection, puzzle: Puzzle) -> int:
    """Keep a puzzle in a transaction under way, and return its row."""
    values = {
        "digest": puzzle.digest,
        "name": puzzle.name,
        "width": puzzle.width,
        "height": puzzle.height,
        "document": formats.dump(puzzle, "native"),
        "added_at": store.now(connection),
    }
    return store.insert_once(connection, tables.puzzles, values, key="digest")


def _select_boards() -> Select[Any]:
    return select(tables.boards, tables.puzzles.c.document).join(
        tables.puzzles, tables.puzzles.c.id == tables.boards.c.puzzle_id
    )


def _stored(row: Any) -> StoredBoard:
    board = Board(parse_puzzle(row.document), np.frombuffer(row.placements, dtype="<i2"))
    return StoredBoard(
        row.digest, board, row.score, row.breaks, row.filled, row.hints_kept, row.found_by, row.solver, row.found_at
    )


@lru_cache(maxsize=64)
def parse_puzzle(document: str) -> Puzzle:
    """The puzzle of a document that the store wrote."""
    puzzle = formats.parse(document, "native")
    if not isinstance(puzzle, Puzzle):
        raise StoreError(f"a puzzle of the store is damaged: {json.dumps(document)[:60]}")
    return puzzle
