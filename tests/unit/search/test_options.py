"""Options and names: former spellings, finite numbers, ranges."""

from __future__ import annotations

import subprocess
import sys
import typing
from dataclasses import dataclass, fields

import pytest

from edgematch import solvers
from edgematch.errors import DeprecatedName, OptionError
from edgematch.generate.registry import MODELS
from edgematch.options import LARGEST, option, parse_options
from edgematch.search import BEST, FIRST, SOLVERS, Can, Limits, Run, Solver, Task, make
from edgematch.testing.zoo import ZOO


@dataclass(frozen=True)
class Renamed:
    """An option with a former name."""

    new_name: int = option(3, "a number", low=1, high=9, aliases=("old_name",))


def numeric_options():
    for registry in (SOLVERS, MODELS):
        for name in registry.names():
            cls = registry.find(name)
            hints = typing.get_type_hints(cls.Options)
            for f in fields(cls.Options):
                kinds = typing.get_args(hints[f.name]) or (hints[f.name],)
                if int in kinds or float in kinds:
                    yield pytest.param(cls, f, id=f"{name}-{f.name}")


def test_a_former_name_of_an_option_works_with_one_warning():
    for spelling in ("old_name", "old-name"):
        with pytest.warns(DeprecatedName, match="new-name") as caught:
            assert parse_options(Renamed, {spelling: "5"}, "toy") == Renamed(new_name=5)
        assert len(caught) == 1
    with pytest.warns(DeprecatedName), pytest.raises(OptionError, match="twice"):
        parse_options(Renamed, {"old-name": "5", "new-name": "5"}, "toy")
    with pytest.warns(DeprecatedName), pytest.raises(OptionError, match="1 to 9"):
        parse_options(Renamed, {"old-name": "10"}, "toy")


def test_a_former_name_of_a_solver_works_with_one_warning(monkeypatch):
    monkeypatch.setitem(solvers.ALIASES, "old-solver", "backtrack?order=column")
    monkeypatch.setitem(solvers.ALIASES, "old-variant", "sat:glucose4")
    for text, spec in {
        "old-solver": "backtrack?order=column",
        "old-solver?prune=true": "backtrack?order=column&prune=true",
        "old-solver?order=spiral-in": "backtrack?order=spiral-in",
        "old-variant": "sat:glucose4",
        "old-variant:cadical153": "sat:cadical153",
    }.items():
        with pytest.warns(DeprecatedName, match="old-") as caught:
            assert make(text).spec == make(spec).spec
        assert len(caught) == 1
    with pytest.warns(DeprecatedName):
        assert SOLVERS.find("old-solver") is SOLVERS.find("backtrack")
    assert "old-solver" not in SOLVERS.names()


def test_former_names_of_the_model_work():
    puzzle = ZOO["small"]()
    with pytest.warns(DeprecatedName, match=r"Puzzle\.edges"):
        assert puzzle.joins == puzzle.edges
    with pytest.warns(DeprecatedName, match="broken_edges"):
        assert puzzle.start().broken_joins() == []
    with pytest.warns(DeprecatedName, match="edges"):
        assert make("edgecp?joins=false").spec == "edgecp?edges=false"


def test_the_command_line_prints_one_line():
    command = [sys.executable, "-m", "edgematch", "solve", "demo-4x4", "--solver", "edgecp?joins=false"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "warning: option joins of edgecp is deprecated; write edges\n"


@pytest.mark.parametrize(("cls", "f"), list(numeric_options()))
def test_every_number_is_finite_and_in_range(cls, f):
    for text in ("nan", "inf", "-inf", str(10**400), str(-(10**400)), "1e999"):
        with pytest.raises(OptionError, match=f.name.replace("_", "-")):
            parse_options(cls.Options, {f.name: text}, cls.name)
    for value in (float("nan"), float("inf"), 10**400):
        with pytest.raises(OptionError, match=f.name.replace("_", "-")):
            cls(cls.Options(**{f.name: value}))


def goal_of(solver):
    """The first goal that the solver takes."""
    return BEST if solver.can & Can.IMPROVE else FIRST


@pytest.mark.parametrize(("cls", "f"), [p for p in numeric_options() if issubclass(p.values[0], Solver)])
def test_the_largest_numbers_are_taken_or_refused(cls, f):
    """A number that the declaration allows is never refused by the binding."""
    if cls().missing_dependency():
        pytest.skip(cls().missing_dependency())
    largest = LARGEST if f.type == "int" else 1e300
    for value in {f.metadata["low"], f.metadata["high"], largest, -largest} - {None}:
        try:
            solver = make(f"{cls.name}?{f.name}={value}")
        except OptionError:
            continue
        run = Run(solver, Task(ZOO["small"](), goal_of(solver)), Limits(seconds=0.05, nodes=100))
        assert run.outcome.error == ""
