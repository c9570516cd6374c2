"""Judging a board: score, breaks, faults, and the hints of the known puzzle with the same pieces."""

from __future__ import annotations

from typing import Any

from edgematch import catalog, formats
from edgematch.model import Board


def judge(board: Board) -> dict[str, Any]:
    """All facts about a board, ready for JSON; `hints` are those of `most_hinted(board)`."""
    hinted = most_hinted(board)
    kept = hinted.hints_kept()
    return {
        "puzzle": board.puzzle.name,
        "score": board.score,
        "edges": board.puzzle.edges,
        "joins": board.puzzle.edges,  # the former name, kept for readers of older output
        "breaks": board.breaks,
        "placed": board.count,
        "cells": board.puzzle.cells,
        "width": board.puzzle.width,
        "height": board.puzzle.height,
        "faults": board.faults(),
        "hints": {"kept": kept, "missed": sorted(set(hinted.puzzle.hints) - set(kept))},
        "solution": board.is_solution,
        "url": formats.viewer_url(board),
    }


def most_hinted(board: Board) -> Board:
    """The same placements on the catalog's puzzle that has the same pieces and the most hints."""
    puzzle = board.puzzle
    alike = [p for p in catalog.puzzles() if p.replace(hints={}) == puzzle.replace(hints={})]
    return Board(max([puzzle, *alike], key=lambda p: len(p.hints)), board.placements)
