"""The folder is the registry: adding a file adds a format."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import edgematch.formats
from edgematch import formats
from edgematch.errors import UnknownName

TOY = '''
"""A toy: the pieces on one line."""
from edgematch.formats._format import Format, Holds

class Toy(Format):
    """A toy."""
    name = "toy"
    about = "pieces on one line"
    holds = Holds.PUZZLE
    suffixes = (".toy",)
    def sniff(self, text):
        return text.content.startswith("toy ")
    def read(self, text, request):
        numbers = [int(word) for word in text.content.split()[1:]]
        return request.make(1, 1, pieces=[numbers])
    def write_puzzle(self, puzzle):
        return "toy " + " ".join(map(str, puzzle.pieces[0])) + "\\n"
'''

SESSION = """
import sys, edgematch.formats as formats
formats.__path__.append(sys.argv[1])
from edgematch.model import Puzzle
puzzle = Puzzle(1, 1, [[1, 2, 3, 4]])
formats.save(puzzle, sys.argv[1] + "/x.toy")
assert formats.load(sys.argv[1] + "/x.toy") == puzzle
assert "toy" in formats.names() and "toy" in formats.holding(puzzle)
"""


def test_a_new_file_is_a_new_format(tmp_path):
    (tmp_path / "toy.py").write_text(TOY)
    subprocess.run([sys.executable, "-c", SESSION, str(tmp_path)], check=True)


def test_every_file_without_underscore_is_a_format():
    folder = Path(edgematch.formats.__file__).parent
    files = {file.stem.replace("_", "-") for file in folder.rglob("[!_]*.py")}
    assert files == set(formats.names())
    assert len(files) == 26


def test_formats_know_their_names():
    assert [one.name for one in formats.every()] == formats.names()
    with pytest.raises(UnknownName, match="did you mean 'plain'"):
        formats.get("plane")
