"""The code of the documentation runs: Python blocks print what their comments say, commands end well."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from edgematch import cli

DOCS = Path(__file__).parents[2] / "docs"


def pages_with(kind):
    """The pages that have code of a kind; examples of the Python interface are tested by themselves."""
    found = [
        str(path.relative_to(DOCS)) for path in sorted(DOCS.rglob("*.md")) if f"```{kind}\n" in path.read_text("utf-8")
    ]
    return [page for page in found if page != "reference/api.md" and not page.startswith("api/")]


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


def sessions(page):
    """The commands of a page, each with the output that the page shows for it, where it shows any."""
    found = []
    for line in "".join(blocks(page, "console")).replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append((line[2:].split(" > ")[0], []))
        elif found:
            found[-1][1].append(line)
    return found


def says(printed, shown):
    """Whether what was printed is what the page shows, in which `...` stands for anything."""
    lines = [re.escape(line.rstrip()).replace(re.escape("..."), ".*?") for line in shown]
    return re.fullmatch("\n".join(lines), "\n".join(line.rstrip() for line in printed.splitlines()), re.DOTALL)


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_runs_and_prints_what_its_comments_say(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    code = "\n".join(blocks(page, "python"))
    exec(compile(code, page, "exec"), names)
    promised = [line.partition("  # ")[2] for line in code.splitlines() if line.startswith("print(")]
    assert capsys.readouterr().out.splitlines() == promised


@pytest.mark.parametrize("page", pages_with("console"))
def test_commands_print_what_the_page_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command, shown in sessions(page):
        if command.startswith("edgematch ") and TAKES_LONG not in command:
            printed = run(command)
            assert not shown or says(printed, shown), f"{command}:\n{printed}"


@pytest.mark.parametrize("page", pages_with("sh"))
def test_commands_that_take_long_exist_with_their_options(page):
    """Commands in `sh` blocks take minutes, or need a device or a network: their words are parsed only."""
    for line in "\n".join(blocks(page, "sh")).replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] != ["edgematch"]:
            continue
        words = words[1 : words.index("|")] if "|" in words else words[1:]
        if words[0].startswith("-"):
            continue
        command = cli.load_verb(words[0])
        if hasattr(command, "commands") and words[1] in command.commands:
            command, words = command.commands[words[1]], words[1:]
        command.make_context(words[0], words[1:])


def test_every_link_between_pages_leads_somewhere():
    for page in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_no_picture_has_a_character_that_was_lost():
    pictures = sorted((DOCS / "figures").rglob("*.svg"))
    assert [path.name for path in pictures if "\ufffd" in path.read_text(encoding="utf-8")] == []


def test_every_word_of_the_glossary_is_listed_once_and_in_order():
    words = re.findall(r"^\| ([a-z][^|]*?) \|", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)[1:]
    assert words == sorted(set(words))
