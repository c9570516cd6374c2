"""Regions of a board, and ways to fill one at best: natively, or by equations handed to HiGHS or CP-SAT.

A region is a list of cells that a partial board leaves empty. Filling it takes the pieces that are not on the board, of which
some may be left over; edges to cells that stay empty do not count. Two questions are asked of a region: which filling
has the fewest breaks, and which have no break at all. The native answer is branch and bound; the equations are (15)
and (16) of Salassa et al. (2017), and (17) cuts off the fillings that were had before.
"""

from __future__ import annotations

import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgematch.encodings.milp import Row, encode
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers.backends._backend import Stopped
from edgematch.solvers.score._native import can_be_filled, mixed_seed, nodes_left, puzzle_arguments

Region = list[int]
CHUNK_NODES = 1_000_000
"""Of the native search for a perfect filling, before it asks whether to go on."""
LEVELS = 12
"""Breaks that are allowed one after the other, at most, until a region can be filled: more are rare."""
SLOWEST = 1e6
"""Nodes a second, before there is anything to judge by."""
FEWEST_NODES = 2_000


class Filler(ABC):
    """Fills regions of the boards of one puzzle."""

    def __init__(self, control: Control, *, seed: int, nodes: int) -> None:
        self.control, self.seed, self.nodes = control, seed, nodes
        self.calls, self.spent = 0, 0

    @abstractmethod
    def best(self, board: Board, cells: Region, *, most_breaks: int | None = None) -> Board | None:
        """The board with the cells filled and the fewest breaks; None: not with at most so many, or not found in time."""

    @abstractmethod
    def perfect(self, board: Board, cells: Region, keep_on: Callable[[], bool]) -> Iterator[Board]:
        """The boards with the cells filled without a break more, one after the other, while it is worth to keep on."""

    def next_seed(self) -> int:
        """A seed of its own for every call, so that another filling comes out where several are as good."""
        self.calls += 1
        return mixed_seed(self.seed, self.calls)


class NativeFiller(Filler):
    """Branch and bound in the core, at most `nodes` for a filling."""

    def best(self, board: Board, cells: Region, *, most_breaks: int | None = None) -> Board | None:
        """With a bound: improve on it. Without: allow one break after the other until there is a filling."""
        if most_breaks is not None:
            found = self.fill([board], cells, most_breaks=most_breaks, improve=True, want=-1, nodes=self.nodes)
            return found[0][-1] if found[0] else None
        end = self.spent + LEVELS * self.nodes
        for breaks in range(board.breaks, board.puzzle.edges + 1):
            nodes = self.nodes if self.spent < end else FEWEST_NODES
            boards, remaining = self.fill(
                [board], cells, most_breaks=breaks, improve=False, want=1, nodes=nodes, listing=False
            )
            if boards or (self.control.is_stopped and remaining):
                return boards[0] if boards else None
        return None

    def perfect(self, board: Board, cells: Region, keep_on: Callable[[], bool]) -> Iterator[Board]:
        """What the core has not looked through waits as roots until the next filling is asked for."""
        roots = [board]
        while roots and keep_on():
            boards, roots = self.fill(roots, cells, most_breaks=board.breaks, improve=False, want=1, nodes=CHUNK_NODES)
            yield from boards

    def fill(
        self, roots: list[Board], cells: Region, *, most_breaks: int, improve: bool, want: int, nodes: int,
        listing: bool = True,
    ) -> tuple[list[Board], list[Board]]:  # fmt: skip
        """The fillings found, and the roots not looked through (only whether there are any, unless they are to be listed)."""
        from edgematch import _core

        puzzle, left = roots[0].puzzle, nodes_left(self.control)
        found = _core.fill_region(
            *puzzle_arguments(puzzle),
            roots=np.stack([root.placements for root in roots]),
            cells=np.array(cells, dtype=np.int16),
            most_breaks=most_breaks,
            improve=improve,
            want=want,
            node_limit=nodes if left < 0 else min(nodes, left),
            seed=self.next_seed(),
            shared=self.control.shared,
            window=self.control.window,
        )
        self.spent += found.nodes
        remaining = found.remaining if listing else found.remaining[:1]
        return Board.rows(puzzle, found.boards), Board.rows(puzzle, remaining)


class EquationFiller(Filler):
    """A mixed-integer linear program for each filling; `solve` hands it to a solver."""

    def __init__(self, control: Control, *, seed: int, nodes: int, engine: str) -> None:
        super().__init__(control, seed=seed, nodes=nodes)
        self.engine = engine

    def best(self, board: Board, cells: Region, *, most_breaks: int | None = None) -> Board | None:
        """(15), (16)."""
        from edgematch.solvers.backends._linear_programs import solve

        program = encode(board.puzzle, around=board, cells=cells)
        most = None if most_breaks is None else most_breaks - board.breaks
        try:
            return solve(program, self.control, engine=self.engine, most_breaks=most, seed=self.next_seed())
        except Stopped:
            return None

    def perfect(self, board: Board, cells: Region, keep_on: Callable[[], bool]) -> Iterator[Board]:
        """The feasibility model, with a cut (17) for each filling that was had."""
        from edgematch.solvers.backends._linear_programs import solve

        program = encode(board.puzzle, around=board, cells=cells, may_break=False)
        cuts: list[Row] = []
        while keep_on():
            try:
                found = solve(program, self.control, engine=self.engine, cuts=cuts, seed=self.next_seed())
            except Stopped:
                return
            if found is None:
                return
            cuts.append(program.cut(found))
            yield found


ENGINES = {"native": "", "highs": "highspy", "cpsat": "ortools"}
"""Ways to fill a region, with the package each needs."""
EXTRAS = {"highspy": "milp", "ortools": "cp"}


def make_filler(by: str, control: Control, *, seed: int, nodes: int) -> Filler:
    """The filler of that name."""
    if by == "native":
        return NativeFiller(control, seed=seed, nodes=nodes)
    return EquationFiller(control, seed=seed, nodes=nodes, engine=by)


def missing_for(by: str) -> str | None:
    """None, or what to install before regions can be filled that way."""
    package = ENGINES.get(by, "")
    if not package or importlib.util.find_spec(package):
        return None
    return f"{package} is not installed: pip install 'edgematch[{EXTRAS[package]}]'"


def fill_all(board: Board, regions: Sequence[Region], filler: Filler, *, tell: Callable[[Board], None]) -> Board:
    """Fill one region after the other at best; what is filled already stays. Returns how far it came."""
    nodes = filler.nodes
    for number, region in enumerate(regions):
        cells = [cell for cell in region if board[cell] < 0]
        filler.nodes = allowance(filler.control, regions=len(regions) - number, most=nodes)
        filled = filler.best(board, cells) if cells else board
        if filled is None:
            return board
        board = filled
        tell(board)
    return board


def allowance(control: Control, *, regions: int, most: int) -> int:
    """Nodes for one more break of a region, so that all regions left are filled within the seconds there are."""
    limits, stats = control.limits, control.stats()
    if limits.seconds is None:
        return most
    rate = max(stats.nodes / max(stats.seconds, 1e-3), SLOWEST)
    left = max(0.0, limits.seconds - stats.seconds)
    return int(min(most, max(FEWEST_NODES, left * rate / regions / LEVELS)))


@dataclass(frozen=True)
class RegionOptions:
    """How the board is cut, and who fills a part."""

    regions: str = option(
        "1", "ROWS at a time, ROWSxCOLUMNS, or a file with the cells of a region on each line (*.txt)"
    )
    by: str = option("native", "who fills a region", choices=tuple(ENGINES))
    nodes: int = option(2_000_000, "native: nodes for a region before one break more is allowed", low=1)


class RegionSolver(Solver):
    """What builds boards region by region."""

    can = Can.IMPROVE
    prompt_seconds = 1.0

    def missing_dependency(self) -> str | None:
        """Only the equations need a package."""
        return missing_for(self.options.by)

    def unsupported_reason(self, task: Task) -> str | None:
        """It builds good boards, and needs regions that make sense."""
        return refusal(task, self.options.regions)

    def filler(self, task: Task, control: Control, number: int) -> Filler:
        """Who fills the regions of the board with that number."""
        seed = mixed_seed(task.seed, number)
        return make_filler(self.options.by, control, seed=seed, nodes=self.options.nodes)


def refusal(task: Task, regions: str) -> str | None:
    """None, or why no board can be built for the task by regions."""
    if not task.goal.improve:
        return "it builds good boards (Goal.improve), it does not list them"
    try:
        parse_regions(regions, task.puzzle)
    except OptionError as error:
        return str(error)
    return None if can_be_filled(task.puzzle) else "the pieces cannot fill the board"


def parse_regions(text: str, puzzle: Puzzle) -> list[Region]:
    """The regions of a text: `2` (rows at a time), `2x4` (rows x columns), or the name of a file with a region a line."""
    if text.endswith(".txt"):
        return _read_regions(Path(text), puzzle)
    rows, _, columns = text.partition("x")
    if not rows.isdecimal() or not (columns or "1").isdecimal() or int(rows) < 1 or (columns and int(columns) < 1):
        raise OptionError(f"regions must be ROWS, ROWSxCOLUMNS or a file of cells (*.txt), not {text!r}")
    high, wide = int(rows), int(columns or puzzle.width)
    return [
        [row * puzzle.width + column for row in range(top, min(top + high, puzzle.height))
         for column in range(left, min(left + wide, puzzle.width))]
        for top in range(0, puzzle.height, high) for left in range(0, puzzle.width, wide)
    ]  # fmt: skip


def _read_regions(path: Path, puzzle: Puzzle) -> list[Region]:
    """The regions of a file: the cells of one on each line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"regions cannot be read from {path}: {error}") from None
    regions = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        wrong = [word for word in words if not word.isdecimal() or int(word) >= puzzle.cells]
        if wrong:
            raise OptionError(f"{path}, line {number}: {wrong[0]!r} is no cell; cells are 0 to {puzzle.cells - 1}")
        if words:
            regions.append([int(word) for word in words])
    cells = [cell for region in regions for cell in region]
    if sorted(cells) != list(range(puzzle.cells)):
        raise OptionError(f"{path}: the regions must hold each of the {puzzle.cells} cells once")
    return regions
