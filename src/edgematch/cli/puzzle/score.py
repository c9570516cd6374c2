"""`edgematch score`: judge boards: matched edges, breaks, faults, hints."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from edgematch import catalog
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import address, plural
from edgematch.model import Board

EPILOG = """Examples:

`edgematch score board.json`

`edgematch score 'https://e2.bucas.name/#puzzle=...&board_edges=...'`

`edgematch score solution.txt --puzzle puzzle.txt --format json`"""


def score(
    boards: Annotated[list[str], typer.Argument(metavar="BOARD...", help="Paths, addresses or -.")],
    puzzle: arg.PuzzleOption = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Score BOARDs and say what is wrong with them."""
    of = catalog.load_puzzle(puzzle) if puzzle else None
    for source in boards:
        board = catalog.load_board(source, of)
        if format is arg.OutputFormat.text:
            typer.echo(_report(board))
        else:
            typer.echo(json.dumps(judgement(board)))


def judgement(board: Board) -> dict[str, Any]:
    """Everything there is to say about a board; `hints` are those of the puzzle with the same pieces that has most."""
    clues = most_hinted(board)
    kept = Board(clues.puzzle, board.placements).hints_kept()
    return {
        "puzzle": board.puzzle.name,
        "score": board.score,
        "edges": board.puzzle.edges,
        "joins": board.puzzle.edges,  # the former name, kept for readers of older output
        "breaks": board.breaks,
        "placed": board.count,
        "cells": board.puzzle.cells,
        "faults": board.faults(),
        "hints": {"kept": kept, "missed": sorted(set(clues.puzzle.hints) - set(kept))},
        "solution": board.is_solution,
        "url": address(board),
    }


def most_hinted(board: Board) -> Board:
    """The board taken as one of the known puzzle that has the same pieces and the most hints."""
    puzzle = board.puzzle
    alike = [p for p in catalog.puzzles() if p.replace(hints={}) == puzzle.replace(hints={})]
    return Board(max([puzzle, *alike], key=lambda p: len(p.hints)), board.placements)


def _report(board: Board) -> str:
    told = judgement(board)
    hints = told["hints"]
    lines = [
        f"{told['score']} of {told['edges']} edges match ({plural(told['breaks'], 'break')}, {told['placed']} of {told['cells']} cells filled): {board.puzzle}"
    ]
    if hints["kept"] or hints["missed"]:
        lines.append(f"hints kept at cells {hints['kept']}, missed at {hints['missed']}")
    lines += [f"fault: {fault}" for fault in told["faults"]]
    return "\n".join(lines)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(score)
