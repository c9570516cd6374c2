"""The README's Python session runs, and prints what it says."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import edgematch as em
from edgematch import cli

README = Path(__file__).parents[1] / "README.md"


def test_the_session_runs_and_prints_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    session = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL).group(1)
    exec(compile(session, "README.md", "exec"), {})
    said = [line.partition("# ")[2] for line in session.splitlines() if line.startswith("print(")]
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(said) == 2
    assert printed[0] == said[0]
    assert said[1].startswith(f"{printed[1]}:")
    assert (tmp_path / "clue2.json").exists()


def test_every_command_exists_with_its_options():
    commands = re.findall(r"`edgematch ([a-z]+ [^`]*)`", README.read_text(encoding="utf-8"))
    assert len(commands) > 15
    for verb, *words in map(shlex.split, commands):
        command = cli.load_verb(verb)
        if words[0] in getattr(command, "commands", ()):
            command = command.commands[words.pop(0)]
        command.make_context(verb, ["1" if word == "N" else word for word in words])


def test_the_picture_is_drawn_as_the_package_draws_today(tmp_path):
    picture = (README.parent / "docs" / "figures" / "clue2.svg").read_text(encoding="utf-8")
    titles = re.findall(r"piece (\d+) turned (\d)", picture)
    board = em.Board(em.load_puzzle("clue2"), [(int(piece) - 1) * 4 + int(turns) for piece, turns in titles])
    em.draw(board, tmp_path / "clue2.svg")
    assert (tmp_path / "clue2.svg").read_text(encoding="utf-8") == picture


def test_linked_files_exist():
    for link in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / link).exists(), link


def test_the_session_is_typed(tmp_path):
    session = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL).group(1)
    (tmp_path / "session.py").write_text(session)
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(tmp_path / "session.py")]
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    done = subprocess.run(words, capture_output=True, text=True, cwd=README.parent)
    assert done.returncode == 0, done.stdout
