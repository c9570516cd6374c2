"""The board in a notebook: the widget holds the board, and follows a search while it runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import edgematch as em
from edgematch import studio
from edgematch.search import Limits, Run, Task

pytest.importorskip("anywidget", reason="anywidget is not installed")


def test_the_package_has_the_studio_without_importing_it():
    code = "import edgematch as em; print(type(em.studio.widget(em.load_puzzle('demo-4x4').start())).__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "BoardWidget", done.stderr


def test_a_widget_shows_a_board():
    board = em.solve("demo-5x5").answers[0]
    shown = em.studio.widget(board, numbers=True)
    assert shown.placements == board.placements.tolist()
    assert shown.options == {"breaks": True, "numbers": True}
    assert len(shown.motifs) == board.puzzle.colors + 1


def test_a_widget_is_live_during_a_search():
    puzzle = em.load_puzzle("demo-5x5")
    shown, seen = studio.widget(puzzle.start()), []
    shown.observe(lambda change: seen.append(change["new"]), "placements")
    run = Run("backtrack", Task(puzzle, em.ALL), Limits(seconds=20))
    outcome = studio.watch(run, shown)
    assert outcome.count > 1
    assert len(seen) >= outcome.count
    assert {tuple(board.placements.tolist()) for board in outcome.answers} <= set(map(tuple, seen))
