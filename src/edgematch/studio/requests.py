"""The bodies of requests: one class each, with the fields that the REST page lists."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class PuzzleRequest(BaseModel):
    """A puzzle: a name of the catalog, or an object as `/api/open` returns it."""

    puzzle: Any


class BoardRequest(PuzzleRequest):
    """A board of a puzzle."""

    placements: Any


class ReadRequest(BaseModel):
    """The text of a puzzle or board, and the puzzle that a board without pieces belongs to."""

    text: str
    puzzle: Any = None


class BoardsQuery(BaseModel):
    """Which boards of the store: of a puzzle (its name or digest) or a campaign, with a least score and hints kept."""

    puzzle: str = ""
    campaign: str = ""
    min_score: int = Field(0, ge=0)
    hints: int = Field(0, ge=0)
    newest: bool = False
    offset: int = Field(0, ge=0)
    limit: int = Field(24, ge=1, le=60)


class ExportRequest(PuzzleRequest):
    """What to write and how: a picture (`svg`, `png`), a sheet to print (`pdf`), or a file format."""

    placements: Any = None
    format: str


class LearnRequest(PuzzleRequest):
    """Which search to take apart: `backtracking`, `filtering` or `beam` (with so many boards per layer)."""

    method: str = "backtracking"
    width: int = Field(6, ge=1, le=64)


class GenerateRequest(BaseModel):
    """A level of difficulty, or a model with its options and a size."""

    level: str = ""
    model: str = "two-set"
    width: int = 6
    height: int = 6
    seed: int = 0
    options: dict[str, Any] = {}


class ResumeRequest(BaseModel):
    """How many seconds a resumed search may take."""

    seconds: float | None = None


class SearchRequest(PuzzleRequest):
    """A search: its goal, its solver, and its limits; `roots` are partial boards to extend."""

    goal: str
    solver: str
    seconds: float | None = Field(None, gt=0, le=1e9)
    nodes: int | None = Field(None, ge=0, le=10**18)
    threads: int = Field(1, ge=1, le=64)
    seed: int = Field(0, ge=0, le=2**63 - 1)
    roots: list[list[int]] = Field(default=[], max_length=1000)
    start: list[int] | None = None
