"""The examples of the Python interface run, print what they say, and use every public name."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "api"
PACKAGES = sorted(path.stem for path in EXAMPLES.glob("*.md"))


def code(package):
    text = (EXAMPLES / f"{package}.md").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_print_what_they_say(package, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(code(package), {}, package, f"{package}.md", 0)
    report: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=report.append)
    assert runner.tries > 0
    assert not runner.failures, "".join(report)


def test_every_public_package_has_examples():
    import edgematch

    assert set(PACKAGES) == {"edgematch", "search", *edgematch._PACKAGES}


def test_every_public_package_is_on_the_page():
    page = (EXAMPLES.parent / "reference" / "api.md").read_text(encoding="utf-8")
    sections = {title.removeprefix("edgematch.") for title in re.findall(r"^## (\S+)$", page, re.MULTILINE)}
    assert sections == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_used(package):
    module = importlib.import_module("edgematch" if package == "edgematch" else f"edgematch.{package}")
    words = set(re.findall(r"\w+", code(package)))
    assert sorted(set(module.__all__) - words - set(PACKAGES)) == []
