"""Constraint programs that read a model from a file and print solutions: one file and one run per root."""

from __future__ import annotations

import tempfile
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, NamedTuple

from edgematch.encodings.cp import CpModel
from edgematch.encodings.document import Document
from edgematch.model import Board, Puzzle
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, Stopped, run_interruptible, set_nodes
from edgematch.solvers.backends._external_program import run_program


class Printed(NamedTuple):
    """What a program printed."""

    solutions: list[list[int]]
    """For each solution the placement in each cell."""
    is_complete: bool
    """Whether the program says that there are no further solutions."""
    nodes: int | None = None
    """The nodes of its search, where it prints them."""


class ModelFileSolver(BackEnd):
    """Writes the model of a root, runs a program on it, and reads the solutions."""

    can = Can.PROVE | Can.COUNT
    suffix: ClassVar[str]

    @abstractmethod
    def write(self, puzzle: Puzzle, *, labelled: bool) -> Document:
        """The model; the puzzle's hints are those of the root."""

    @abstractmethod
    def command(self, file: Path, *, all_solutions: bool) -> list[str]:
        """The program and its arguments."""

    @abstractmethod
    def read(self, text: str, cells: int) -> Printed:
        """The solutions in what the program printed."""

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """A temporary folder for the files; a run without counts of its own is one node."""
        base = CpModel.of(task.puzzle, labelled=task.goal.labelled)
        nodes = 0
        with tempfile.TemporaryDirectory(prefix="edgematch-") as folder:
            file = Path(folder) / f"model.{self.suffix}"

            def explore(root: Board, report: Report) -> bool:
                nonlocal nodes
                if not all(base.placements(cell, root) for cell in range(task.puzzle.cells)):
                    return True
                if control.is_stopped:
                    raise Stopped
                document = self.write(task.puzzle.replace(hints=dict(root.placed())), labelled=task.goal.labelled)
                run_interruptible(control, lambda: _save(file, document), lambda: None)
                command = self.command(file, all_solutions=task.goal.want != 1)
                printed = self.read(run_program(command, control), task.puzzle.cells)
                nodes += 1 if printed.nodes is None else printed.nodes
                set_nodes(control, nodes)
                for placements in printed.solutions:
                    if not report(base.decode(placements)):
                        return False
                return printed.is_complete

            yield explore


def _save(file: Path, document: Document) -> None:
    with file.open("w", encoding="utf-8") as out:
        out.writelines(document.text())
