"""A search in a notebook shows progress below its cell, and removes it at its end."""

from __future__ import annotations

import signal
import threading

import pytest

import edgematch as em
from edgematch import notebook
from edgematch.testing.zoo import large

display = pytest.importorskip("IPython.display")


class Display:
    """What a notebook shows below a cell: one output that is replaced."""

    def __init__(self):
        self.pages = []

    def __call__(self, page, *, display_id):
        assert display_id
        self.update(page)
        return self

    def update(self, page):
        self.pages.append(page.data)


@pytest.fixture
def shown(monkeypatch):
    shown = Display()
    monkeypatch.setattr(display, "display", shown)
    monkeypatch.setattr("edgematch.api.is_notebook", lambda: True)
    monkeypatch.setattr(notebook, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr("edgematch.api.EVERY_SECONDS", 0.02)
    return shown


def test_progress_is_shown_and_removed(shown):
    outcome = em.solve(large(12), em.ALL, seconds=1)
    assert outcome.stop is em.Stop.LIMIT
    assert len(shown.pages) > 2
    assert "nodes per second" in shown.pages[0]
    assert "of the time limit used" in shown.pages[0] or "of the tree done" in shown.pages[0]
    assert shown.pages[-1] == ""


def test_a_count_is_the_same_with_progress(shown):
    assert em.count("demo-6x6") == 4


def test_a_short_search_shows_nothing(shown, monkeypatch):
    monkeypatch.setattr(notebook, "PATIENCE_SECONDS", 1000)
    em.solve("demo-4x4")
    assert shown.pages == []


def test_stopping_a_cell_removes_the_progress_and_keeps_the_outcome(shown):
    timer = threading.Timer(1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt) as caught:
        em.solve(large(12), em.ALL)
    assert caught.value.outcome.remaining
    assert shown.pages[-1] == ""


def test_a_shell_without_a_kernel_is_no_notebook():
    assert not notebook.is_notebook()
