"""What verbs print: boards, numbers with their words, JSON documents and JSON lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import typer

import edgematch
from edgematch import formats, render
from edgematch.cli.arguments import OutputFormat
from edgematch.model import Board, Puzzle
from edgematch.search import Outcome
from edgematch.search.events import Event, Found, Kept
from edgematch.search.progress import plural, rate

MOST_OBSTACLES = 4


def warn_of_obstacles(subject: Puzzle | Board) -> None:
    """Print on stderr why a puzzle cannot be solved, where counting shows it: most often the file was misread."""
    puzzle = subject.puzzle if isinstance(subject, Board) else subject
    for obstacle in puzzle.obstacles()[:MOST_OBSTACLES]:
        typer.echo(f"note: this puzzle has no solution: {obstacle}", err=True)


def print_json(value: Any) -> None:
    """One JSON document on one line."""
    typer.echo(json.dumps(value))


def print_rows(rows: Iterable[Mapping[str, Any]], format: OutputFormat, text: Callable[[Any], str]) -> None:
    """Rows as lines of text, as one JSON list, or as JSON lines."""
    if format is OutputFormat.json:
        print_json([dict(row) for row in rows])
        return
    for row in rows:
        typer.echo(text(row) if format is OutputFormat.text else json.dumps(dict(row)))


def echo_picture(subject: Puzzle | Board, *, heading: str = "", color: bool | None = None) -> None:
    """Print a picture as it is: in a pipe too it has the colors that `--color` or `FORCE_COLOR` asks for."""
    typer.echo(heading + render.show(subject, color=color), color=True)


def echo_board(board: Board, verdict: str) -> None:
    """Print a board, what is to say about it, and a link to a viewer where one can hold the board."""
    echo_picture(board)
    typer.echo(verdict)
    if url := formats.viewer_url(board):
        typer.echo(link(url, "open in a viewer (or write the URL to a file: -o board.url)"))


def link(url: str, text: str) -> str:
    """A URL as a short link on a terminal (OSC 8), and as it is elsewhere."""
    if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"
    return url


def write_file(subject: Puzzle | Board, path: Path) -> None:
    """Write a puzzle or a board to a file; the suffix decides which format or picture it is."""
    edgematch.save(subject, str(path))
    typer.echo(f"written to {path}", err=True)


def summary(outcome: Outcome, before: Outcome | None = None) -> dict[str, Any]:
    """The outcome as the one JSON document that `--format json` prints."""
    document = outcome.to_dict() | {"boards": [board_summary(board) for board in outcome.answers]}
    if before is not None:
        document["resumed"] = {"count": before.count, "nodes": before.stats.nodes, "seconds": before.stats.seconds}
    return document


def board_summary(board: Board) -> dict[str, Any]:
    """A board as JSON: its score, its URL in a viewer where one can hold it, its placements."""
    return {
        "score": board.score,
        "breaks": board.breaks,
        "url": formats.viewer_url(board),
        "placements": board.placements.tolist(),
    }


def event_summary(event: Event) -> dict[str, Any]:
    """An event as the JSON object that `--format jsonl` prints: boards have their URL in a viewer."""
    url = {"url": formats.viewer_url(event.board)} if isinstance(event, (Found, Kept)) else {}
    return event.to_dict() | url


def shorten(text: str, most: int = 60) -> str:
    """A text cut to a length, the cut marked by three dots."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def spent(outcome: Outcome) -> str:
    """What the search cost, in one line."""
    stats = outcome.stats
    choice = stats.details.get("chosen") or (stats.details.get("order") if stats.details.get("estimates") else None)
    chosen = f", which chose {choice}" if choice else ""
    return f"{plural(stats.nodes, 'node')} in {stats.seconds:.3g} s ({rate(stats.rate)}) by {outcome.solver}{chosen}"
