"""The examples in the help of every verb run."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from typer.testing import CliRunner

from edgematch import catalog, cli, formats
from edgematch.search import solve

NOT_RUN = {
    "edgematch studio": "starts a server",
    "edgematch data fetch": "needs a network",
    "edgematch data path": "needs what was fetched",
    "edgematch solve benoist48": "needs what was fetched",
    "edgematch bench compare HEAD~1": "builds a commit",
    "edgematch bench compare v1": "builds two commits",
    "edgematch bench run benoist48": "takes an hour",
    "edgematch bench run zla-table1": "takes minutes",
    "edgematch score 'https://": "the URL is cut short",
    "edgematch decode": "needs an external solver",
    "edgematch tune eternity2-start --preset verhaard --sets 4": "takes minutes",
    "edgematch tune beam eternity2-clues": "takes minutes",
    "edgematch boards import": "needs what was exported",
    "edgematch campaign run": "starts a cluster; tests/unit/campaign does it",
}


def examples(verb):
    command = cli.load_verb(verb)
    texts = [command.epilog, *(child.epilog for child in getattr(command, "commands", {}).values())]
    return [line for text in texts for line in re.findall(r"`(edgematch [^`]*)`", text or "")]


@pytest.mark.parametrize("verb", sorted(cli.VERBS))
def test_examples_run(verb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    solution = solve(catalog.get("demo-4x4"), solver="plain").answers[0]
    formats.save(solution.without([5, 6]) if verb == "polish" else solution, tmp_path / "board.json")
    monkeypatch.setenv("EDGEMATCH_STORE", f"sqlite:///{tmp_path / 'store.db'}")
    if verb in ("add", "count"):
        run("edgematch split demo-6x6 --parts 4 --into parts")
    commands = examples(verb)
    assert commands, f"the help of {verb} has no example"
    for command in commands:
        if not command.startswith(tuple(NOT_RUN)):
            run(f"{command} --results . --dirty" if "bench run" in command else command)


def run(command):
    result = CliRunner().invoke(cli.build(), shlex.split(command)[1:])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1), f"{command}: {result.output}"


def test_the_example_of_tune_has_arrivals():
    """A table of zeros tells a reader nothing."""
    result = CliRunner().invoke(cli.build(), [*shlex.split(examples("tune")[0])[1:], "--format", "json"])
    assert max(row["arrivals"] for row in json.loads(result.stdout)) > 0
