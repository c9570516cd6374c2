"""The code of the documentation runs: Python blocks print what their comments say, commands end well."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from edgematch import cli

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["tutorial.md", "searching.md", "generators-and-hardness.md"]
TAKES_LONG = "transition --size 5:6"
"""The sweep behind a figure of the hardness page: half an hour."""


def blocks(page, kind):
    return re.findall(rf"```{kind}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def run(command):
    result = CliRunner().invoke(cli.build(), shlex.split(command, comments=True)[1:])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1), f"{command}: {result.output}"
    return result.stdout


@pytest.mark.parametrize("page", PAGES)
def test_python_runs_and_prints_what_its_comments_say(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    code = "\n".join(blocks(page, "python"))
    assert code
    exec(compile(code, page, "exec"), names)
    promised = [line.partition("  # ")[2] for line in code.splitlines() if line.startswith("print(")]
    assert capsys.readouterr().out.splitlines() == promised


@pytest.mark.parametrize("page", PAGES)
def test_commands_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = "\n".join(blocks(page, "console")).replace("\\\n", " ").splitlines()
    commands = [line[2:].split(" > ")[0] for line in lines if line.startswith("$ edgematch ")]
    for command in commands:
        if TAKES_LONG not in command:
            run(command)


def test_every_link_between_pages_leads_somewhere():
    for page in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_every_word_of_the_glossary_is_listed_once_and_in_order():
    words = re.findall(r"^\| ([a-z][^|]*?) \|", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)[1:]
    assert words == sorted(set(words))
