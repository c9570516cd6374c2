"""Outcomes are shown in one line, and with a picture in notebooks."""

from __future__ import annotations

import edgematch as em


def test_the_line_is_short_and_says_what_is_known():
    outcome = em.solve("demo-6x6", em.ALL)
    line = repr(outcome)
    assert line.startswith("<Outcome of auto: all-found, 4 answers, best 60 of 60 edges, 659,039 nodes in ")
    assert len(line) < 200


def test_what_remains_is_said():
    outcome = em.solve("demo-6x6", em.ALL, nodes=1000)
    assert f"{len(outcome.remaining)} roots remain (limit)" in repr(outcome)
    assert "unknown" in repr(outcome)


def test_a_notebook_shows_the_best_board():
    page = em.solve("demo-4x4")._repr_html_()
    assert "&lt;Outcome of auto" in page
    assert page.count("<svg") == 1
    assert "<svg" not in em.solve("demo-4x4", em.COUNT)._repr_html_()
