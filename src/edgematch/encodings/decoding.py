"""From what another solver printed back to a board, by means of the map that was written with its input.

Solvers print their answers in many forms; a few readers cover them all. Clause solvers: `v` lines of literals, a line
of zeros and ones, or Minisat's result file. Clique programs: numbers. Minion: `Sol:` lines. XCSP3: a list and its
values. All others name a variable and then its value (MILP solvers, MiniZinc), or just name what is true (answer
sets).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgematch.encodings.choices import Choices
from edgematch.encodings.document import map_path, puzzle_from_dict
from edgematch.errors import FormatError
from edgematch.model import Board, Puzzle

Meaning = tuple[str, int, int, int]
"""`place`, cell, piece, turns or `color`, cell, side, color."""
Values = dict[str, int]

UNSATISFIABLE = re.compile(
    r"^(s\s+UNSATISFIABLE|UNSAT|UNSATISFIABLE|=====UNSATISFIABLE=====|.*\binfeasible\b.*|.*INTEGER EMPTY.*)\s*$",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Map:
    """What the values of a file's variables mean."""

    to: str
    puzzle: Puzzle
    meanings: dict[tuple[str, int], list[Meaning]]

    @property
    def names(self) -> list[str]:
        """The variables, in the order of the map."""
        return list(dict.fromkeys(name for name, _ in self.meanings))


def read_map(path: Path) -> Map:
    """The map of a file written by `edgematch encode`, given the path of either."""
    source = path if path.name.endswith(".map") else map_path(path)
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
        head = json.loads(lines[0])
        puzzle = puzzle_from_dict(head["puzzle"])
    except OSError as error:
        raise FormatError(
            f"cannot read {source}: {error.strerror}", remedy="encode writes it next to its file"
        ) from None
    except (ValueError, KeyError, IndexError, TypeError):
        raise FormatError(f"{source} is no map of `edgematch encode`") from None
    meanings: dict[tuple[str, int], list[Meaning]] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            name, value, kind, a, b, c = line.split()
            meanings.setdefault((name, int(value)), []).append((kind, int(a), int(b), int(c)))
        except ValueError:
            raise FormatError(f"line {number} of {source} is no line of a map: {line[:60]!r}") from None
    return Map(head["to"], puzzle, meanings)


def decode(mapped: Map, text: str) -> Board | None:
    """The board that a solver's output describes; None when it says that there is no solution."""
    values = READERS.get(mapped.to, named_values)(mapped, text)
    meant = [meaning for key, many in mapped.meanings.items() if values.get(key[0]) == key[1] for meaning in many]
    if not meant:
        if UNSATISFIABLE.search(text):
            return None
        raise FormatError(
            f"no value of any variable of the {mapped.to} file found in the solver's output",
            remedy="give the file that holds the solution: v lines, an answer set, a list of nodes, or names and values",
        )
    return _board(mapped.puzzle, meant)


def _board(puzzle: Puzzle, meant: Iterable[Meaning]) -> Board:
    placed: dict[int, int] = {}
    sides = np.zeros((puzzle.cells, 4), dtype=np.int16)
    is_colored = False
    for kind, cell, a, b in meant:
        if kind == "place":
            placed[cell] = 4 * a + b
        else:
            sides[cell, a], is_colored = b, True
    choices = Choices.of(puzzle)
    if not is_colored:
        return (
            choices.board_with(placed)
            if len({p >> 2 for p in placed.values()}) < len(placed)
            else puzzle.empty().place(placed)
        )
    match = np.flatnonzero((choices.sides == sides[choices.cells]).all(axis=1))
    return choices.board(match[np.unique(choices.cells[match], return_index=True)[1]].tolist())


def literals(mapped: Map, text: str) -> Values:
    """True variables of clause and pseudo-Boolean solvers."""
    rows = [line[1:].split() for line in text.splitlines() if line.startswith("v") and line[1:2] in (" ", "\t")]
    if not rows:
        rows = [line.split() for line in text.splitlines() if re.fullmatch(r"\s*(-?x?\d+\s*)+", line)]
    words = [word for row in rows for word in row]
    if len(words) == 1 and len(words[0]) > 1 and set(words[0]) <= {"0", "1"}:
        return {str(i): int(bit) for i, bit in enumerate(words[0], 1)}
    prefix = "x" if mapped.to == "opb" else ""
    return {prefix + word.lstrip("x"): 1 for word in words if not word.startswith(("-", "~")) and word != "0"}


def nodes(mapped: Map, text: str) -> Values:
    """The nodes of a clique: all whole numbers outside comments, after a colon where there is one."""
    del mapped
    lines = [line.rpartition(":")[2] for line in text.splitlines() if not line.startswith("c")]
    return {word: 1 for line in lines for word in re.findall(r"\b\d+\b", line)}


def solution_rows(mapped: Map, text: str) -> Values:
    """The values that Minion prints, in the order asked for."""
    numbers = [int(word) for line in re.findall(r"^Sol:(.*)$", text, re.MULTILINE) for word in line.split()]
    return dict(zip(mapped.names, numbers[: len(mapped.names)], strict=False))


def instantiation(mapped: Map, text: str) -> Values:
    """The values of an XCSP3 instantiation."""
    del mapped
    names = re.search(r"<list>(.*?)</list>", text, re.DOTALL)
    values = re.search(r"<values>(.*?)</values>", text, re.DOTALL)
    if not names or not values:
        return {}
    pairs = zip(names[1].split(), values[1].split(), strict=False)
    return {name: int(value) for name, value in pairs if re.fullmatch(r"-?\d+", value)}


def answer_set(mapped: Map, text: str) -> Values:
    """The atoms of the last answer set."""
    del mapped
    lines = [line for line in text.splitlines() if "place(" in line]
    return dict.fromkeys(re.findall(r"place\(\d+,\d+\)", lines[-1]), 1) if lines else {}


def named_values(mapped: Map, text: str) -> Values:
    """Names, each followed by a number somewhere after it."""
    known, values, waiting = set(mapped.names), {}, ""
    for word in re.split(r"[\s=\"';,]+", text):
        if word in known:
            waiting = word
        elif waiting and re.fullmatch(r"[-+]?\d+(\.\d*)?([eE][-+]?\d+)?", word):
            values[waiting], waiting = round(float(word)), ""
    return values


READERS: dict[str, Callable[[Map, str], Values]] = {
    "cnf": literals, "wcnf": literals, "opb": literals, "clq": nodes, "minion": solution_rows, "xcsp3": instantiation,
    "asp": answer_set,
}  # fmt: skip
