"""What the pages about the papers name is there: commands, options of commands, solvers, suites, models, files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from edgematch import generate
from edgematch.bench import suite_names
from edgematch.cli import load_verb
from edgematch.search import SOLVERS, make

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "papers").glob("*.md"))
SOURCES = (ROOT / "src" / "edgematch", ROOT)


def written(page):
    """What stands between backticks in a page, generated tables left out."""
    text = re.sub(r"<!-- (table|compared) .*?<!-- end -->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_take_the_options_that_are_named(page):
    commands = [text for text in written(page) if text.startswith("edgematch ")]
    assert commands
    for text in commands:
        _, verb, *words = shlex.split(text)
        command = load_verb(verb)
        if words and words[0] in getattr(command, "commands", {}):
            command, words = command.commands[words[0]], words[1:]
        command.make_parser(click.Context(command)).parse_args(args=words)
        if verb == "generate" and words:
            assert words[0] in generate.names(), text
        if verb == "bench" and words and words[-1].islower():
            assert words[-1] in suite_names(), text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_solvers_take_the_options_that_are_named(page):
    specs = [text for text in written(page) if re.split(r"[?:]", text)[0] in SOLVERS.names() and " " not in text]
    assert specs
    for text in specs:
        make(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_are_where_the_page_says(page):
    paths = [text for text in written(page) if re.fullmatch(r"[\w./-]+/[\w.-]+", text) and "//" not in text]
    assert paths
    for text in paths:
        assert any((folder / text).exists() for folder in SOURCES), text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_suite_of_a_paper_is_on_its_page(page):
    text = page.read_text(encoding="utf-8")
    author = page.stem.split("-")[0]
    missing = [name for name in suite_names() if name.startswith(author) and f"`{name}`" not in text]
    assert missing == []
