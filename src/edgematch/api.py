"""The functions of `import edgematch as em`: each takes a puzzle as a value or as what a user would type for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from edgematch.files import write_whole
from edgematch.model import Board, Puzzle
from edgematch.notebook import EVERY_SECONDS, NotebookProgress, is_notebook
from edgematch.search import BEST, COUNT, DEFAULT, FIRST, Goal, Limits, Outcome, Run, Solver, Task

if TYPE_CHECKING:
    from edgematch.formats import Reading

PuzzleLike = str | Puzzle | Board


def load(
    source: str, *, puzzle: Puzzle | None = None, turnable: bool | None = None, reading: Reading | None = None
) -> Puzzle | Board:
    """The puzzle or board of a catalog name, a path, a URL of a viewer, or standard input (`-`).

    `puzzle` is the one a board belongs to, where the board does not show its pieces. `reading` settles what a text
    leaves open: `Reading(columns="nswe", grey=22, size=(6, 6), ...)`.
    """
    from edgematch import catalog, formats

    return catalog.load(source, puzzle=puzzle, turnable=turnable, reading=reading or formats.AS_WRITTEN)


def load_puzzle(
    source: str, *, hints: str | None = None, turnable: bool | None = None, reading: Reading | None = None
) -> Puzzle:
    """The puzzle of a source that `load` knows, or the puzzle of the board there."""
    from edgematch import catalog, formats

    return catalog.load_puzzle(source, hints=hints, turnable=turnable, reading=reading or formats.AS_WRITTEN)


def load_board(
    source: str, puzzle: Puzzle | None = None, *, turnable: bool | None = None, reading: Reading | None = None
) -> Board:
    """The board of a path, a URL of a viewer, or standard input (`-`)."""
    from edgematch import catalog, formats

    return catalog.load_board(source, puzzle, turnable=turnable, reading=reading or formats.AS_WRITTEN)


def save(subject: Puzzle | Board, path: str, *, format: str | None = None) -> None:  # noqa: A002 - the word users know
    """Write a puzzle or board to a file: the format named, or what the suffix stands for, pictures included."""
    from edgematch import formats, render

    if format is None and Path(path).suffix.lower() in render.PICTURES:
        draw(subject, path)
    else:
        formats.save(subject, path, format)


def draw(
    subject: Puzzle | Board,
    path: str,
    *,
    numbers: bool = False,
    size: int | None = None,
    sheet: bool = False,
    seed: int = 0,
    paper: str = "a4",
    piece: float = 30,
    solution: bool = False,
) -> None:
    """Draw a puzzle or board into a file: `.svg`, `.png`, `.html`, or with `sheet` the pieces to cut out as `.pdf`.

    `numbers` writes piece numbers into the picture, `size` is its longer side in pixels. `seed` shuffles the sheet,
    `paper` is its size (a4, a3, letter), `piece` the width of a piece in millimetres; `solution` adds the board given.
    """
    from edgematch import formats, render

    suffix = Path(path).suffix
    if sheet:
        document = render.piece_sheet(
            subject, suffix, numbers=numbers, seed=seed, paper=paper, piece=piece, solution=solution
        )
        write_whole(Path(path), document)
        return
    link = formats.viewer_url(subject) if isinstance(subject, Board) else None
    links = [link] if link else []
    write_whole(Path(path), render.picture(subject, suffix, numbers=numbers, size=size, links=links))


def solve(
    puzzle: PuzzleLike | Task,
    goal: Goal = FIRST,
    *,
    solver: str | Solver = DEFAULT,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Outcome:
    """Search and wait for the outcome.

    `em.solve("clue1").answers[0]` is a solution; `em.solve(puzzle, em.ALL)` finds them all. A limit that is reached
    ends the search: what was not finished is in `remaining`, and `status` says what is known. Ctrl-C raises
    `KeyboardInterrupt`, whose attribute `outcome` holds what was found until then. A notebook shows progress.
    """
    task = puzzle if isinstance(puzzle, Task) else Task(_puzzle(puzzle), goal, seed=seed)
    return _search(solver, task, Limits(seconds=seconds, nodes=nodes, threads=threads))


def best(
    puzzle: PuzzleLike,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    solver: str | Solver = DEFAULT,
    threads: int = 1,
    seed: int = 0,
) -> Outcome:
    """Look for a board with as many matched edges as possible; a board given as the puzzle is where to start.

    `em.best("eternity2", seconds=60).best` is the board with the highest score.
    """
    start = puzzle if isinstance(puzzle, Board) else None
    task = Task(_puzzle(puzzle), BEST, start=start, seed=seed)
    return _search(solver, task, Limits(seconds=seconds, nodes=nodes, threads=threads))


def count(puzzle: PuzzleLike, *, labelled: bool = False, solver: str | Solver = DEFAULT, threads: int = 1) -> int:
    """The number of solutions; `labelled` counts identical pieces as different.

    There is no limit: it is the exact number, or an exception. Ctrl-C raises `KeyboardInterrupt`, whose attribute
    `outcome` holds the count until then and the roots that were not searched.
    """
    return _search(solver, Task(_puzzle(puzzle), replace(COUNT, labelled=labelled)), Limits(threads=threads)).count


def _search(solver: str | Solver, task: Task, limits: Limits) -> Outcome:
    """Search to the end; a notebook shows progress meanwhile."""
    if not is_notebook():
        return Run(solver, task, limits).outcome
    run = Run(solver, task, limits, progress_every=EVERY_SECONDS)
    with NotebookProgress(task, limits) as progress:
        for event in run:
            progress.show(event)
    return run.outcome


def _puzzle(puzzle: PuzzleLike) -> Puzzle:
    if isinstance(puzzle, str):
        return load_puzzle(puzzle)
    return puzzle.puzzle if isinstance(puzzle, Board) else puzzle
