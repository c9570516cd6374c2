"""The plug-in keeps the laws of edgematch and works from the command line."""

from __future__ import annotations

import edgematch as em
from edgematch import formats, generate
from edgematch.search import SOLVERS
from edgematch.testing.formats import FormatLaws
from edgematch.testing.laws import SolverLaws


class TestRandomRestart(SolverLaws):
    """The laws that apply to a solver that proves nothing."""

    spec = "random-restart"


class TestHexRows(FormatLaws):
    """Round trips, refusals and damaged texts."""

    format_name = "hex-rows"


def test_the_registries_know_the_plug_in():
    assert "random-restart" in SOLVERS.names()
    assert "hex-rows" in formats.names()
    assert "striped" in generate.names()


def test_a_solution_is_found():
    assert em.solve(em.load("demo-4x4"), solver="random-restart", seconds=60).answers[0].score == 24


def test_the_model_plants_a_solution():
    made = generate.make("striped", 4, seed=1)
    assert made.solution.score == made.puzzle.edges
