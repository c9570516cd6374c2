"""Regions of a board, and how to fill one optimally: natively, or by equations handed to HiGHS or CP-SAT.

A region is a list of cells that a partial board leaves empty. Filling it takes the pieces that are not on the board,
of which some may be left over; edges to cells that stay empty do not count. There are two questions about a region:
which filling has the fewest breaks, and which fillings have no break at all. The native answer is branch and bound.
The equations are (15) and (16) of Salassa et al. (2017); (17) rules out the fillings found before.
"""

from __future__ import annotations

import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edgematch import native
from edgematch.encodings.milp import Milp, Row, encode
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.search import Control
from edgematch.solvers.backends._backend import Stopped

if TYPE_CHECKING:
    from edgematch.solvers.backends._linear_programs import Solved

Region = list[int]
CHUNK_NODES = 1_000_000
"""Nodes of the native search for a perfect filling between two checks whether to go on."""
LEVELS = 12
"""How many more breaks a region is given its full number of nodes for; few regions need more."""
SLOWEST = 1e6
"""Nodes per second to reckon with before any were counted."""
FEWEST_NODES = 2_000
FIRST_NODES = 200_000
"""Nodes for the native filling that equations begin with."""


class Filler(ABC):
    """Fills regions of the boards of one puzzle."""

    def __init__(self, control: Control, *, seed: int, nodes: int) -> None:
        self.control, self.seed, self.nodes = control, seed, nodes
        self.calls, self.spent = 0, 0
        self.seconds: float | None = None
        """How long the equations of one region may take; None: until they are solved."""
        self.is_proved = False
        """Whether the last filling is known to be optimal."""

    @abstractmethod
    def best(self, board: Board, cells: Region, *, most_breaks: int | None = None) -> Board | None:
        """The board with the cells filled and the fewest breaks; None: none within the bound, or not found in time."""

    @abstractmethod
    def perfect(self, board: Board, cells: Region, keep_on: Callable[[], bool]) -> Iterator[Board]:
        """The boards with the cells filled and no more breaks than before, one by one, while `keep_on` is true."""

    def next_seed(self) -> int:
        """Another seed for every call, so that fillings that are equally good take turns."""
        self.calls += 1
        return native.mixed_seed(self.seed, self.calls)


class NativeFiller(Filler):
    """Branch and bound in the core, at most `nodes` for a filling."""

    def best(self, board: Board, cells: Region, *, most_breaks: int | None = None) -> Board | None:
        """With a bound: improve on it. Without: allow one more break at a time until there is a filling."""
        self.is_proved = True
        if most_breaks is not None:
            found = self.fill([board], cells, most_breaks=most_breaks, improve=True, want=-1, nodes=self.nodes)
            self.is_proved = not found[1]
            return found[0][-1] if found[0] else None
        end = self.spent + LEVELS * self.nodes
        for breaks in range(board.breaks, board.puzzle.edges + 1):
            nodes = self.nodes if self.spent < end else FEWEST_NODES
            boards, remaining = self.fill(
                [board], cells, most_breaks=breaks, improve=False, want=1, nodes=nodes, listing=False
            )
            if boards or (self.control.is_stopped and remaining):
                return boards[0] if boards else None
            self.is_proved = self.is_proved and not remaining
        return None

    def perfect(self, board: Board, cells: Region, keep_on: Callable[[], bool]) -> Iterator[Board]:
        """What the core has not searched is kept as roots until the next filling is asked for."""
        roots = [board]
        while roots and keep_on():
            boards, roots = self.fill(roots, cells, most_breaks=board.breaks, improve=False, want=1, nodes=CHUNK_NODES)
            yield from boards

    def fill(
        self, roots: list[Board], cells: Region, *, most_breaks: int, improve: bool, want: int, nodes: int,
        listing: bool = True,
    ) -> tuple[list[Board], list[Board]]:  # fmt: skip
        """The fillings found, and the roots not searched (at most one of them, unless they are to be listed)."""
        puzzle, left = roots[0].puzzle, native.nodes_left(self.control)
        options = native.RegionOptions(
            cells=np.array(cells, dtype=np.int16),
            most_breaks=most_breaks,
            improve=improve,
            want=want,
            node_limit=nodes if left < 0 else min(nodes, left),
            seed=self.next_seed(),
        )
        control = native.control_for(self.control)
        found = native.fill_region(native.compiled(puzzle), native.stacked(roots), options, control)
        self.spent += found.nodes
        remaining = found.remaining if listing else found.remaining[:1]
        return Board.rows(puzzle, found.boards), Board.rows(puzzle, remaining)


class EquationFiller(Filler):
    """A mixed-integer linear program per region, solved by HiGHS or CP-SAT."""

    def __init__(self, control: Control, *, seed: int, nodes: int, engine: str) -> None:
        super().__init__(control, seed=seed, nodes=nodes)
        from edgematch.solvers.backends._linear_programs import LinearPrograms

        self.programs = LinearPrograms(control, engine)
        self.native = NativeFiller(control, seed=seed, nodes=min(nodes, FIRST_NODES))

    def best(self, board: Board, cells: Region, *, most_breaks: int | None = None) -> Board | None:
        """(15), (16). Without a bound a native filling comes first, which the equations have to improve on."""
        known, self.is_proved = None, True
        if most_breaks is None:
            known = self.native.best(board, cells)
            if known is None or self.native.is_proved:
                self.is_proved = self.native.is_proved
                return known
            most_breaks = known.breaks - 1
        program = encode(board.puzzle, around=board, cells=cells)
        found = self._solve(program, most_breaks=most_breaks - board.breaks)
        self.is_proved = found.is_final
        return found.board or known

    def perfect(self, board: Board, cells: Region, keep_on: Callable[[], bool]) -> Iterator[Board]:
        """The feasibility model, with a cut (17) for each filling found before."""
        program = encode(board.puzzle, around=board, cells=cells, may_break=False)
        cuts: list[Row] = []
        while keep_on():
            found = self._solve(program, cuts=cuts).board
            if found is None:
                return
            cuts.append(program.cut(found))
            yield found

    def _solve(self, program: Milp, *, most_breaks: int | None = None, cuts: Sequence[Row] = ()) -> Solved:
        from edgematch.solvers.backends._linear_programs import Solved

        try:
            return self.programs.solve(
                program, seed=self.next_seed(), cuts=cuts, most_breaks=most_breaks, seconds=self.seconds
            )
        except Stopped:
            return Solved(None, is_final=False)


ENGINES = {"native": "", "highs": "highspy", "cpsat": "ortools"}
"""Who can fill a region, with the package that each needs."""
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


def fill_all(board: Board, regions: Sequence[Region], filler: Filler, *, report: Callable[[Board], None]) -> Board:
    """Fill one region after the other optimally; filled cells stay. A search that is stopped fills the rest quickly."""
    nodes, details = filler.nodes, filler.control.details
    for number, region in enumerate(regions):
        cells = [cell for cell in region if board[cell] < 0]
        if not cells:
            continue
        filler.nodes = allowance(filler.control, regions=len(regions) - number, most=nodes)
        filler.seconds = seconds_per_region(filler.control, regions=len(regions) - number)
        filled = filler.best(board, cells)
        if filled is None:
            board = fill_quickly(board)
            report(board)
            return board
        board = filled
        details["regions"] = details.get("regions", 0) + 1
        details["optimal_regions"] = details.get("optimal_regions", 0) + filler.is_proved
        report(board)
    return board


def fill_quickly(board: Board) -> Board:
    """Each empty cell in turn with the piece that matches most of what is around it; in milliseconds, on any board.

    Incomplete only where the pieces that are left fit none of the cells that are left.
    """
    puzzle, placements = board.puzzle, board.placements.copy()
    around, is_left = puzzle.neighbours().tolist(), np.ones(puzzle.cells, dtype=bool)
    is_left[placements[placements >= 0] // 4] = False
    for cell in np.flatnonzero(placements < 0).tolist():
        fitting = np.flatnonzero(puzzle.fits[cell] & np.repeat(is_left, 4))
        if not len(fitting):
            continue
        matches = np.zeros(len(fitting), dtype=int)
        for side, other in enumerate(around[cell]):
            if other >= 0 and placements[other] >= 0:
                matches += puzzle.sides[fitting, side] == puzzle.sides[placements[other], (side + 2) % 4]
        placements[cell] = fitting[matches.argmax()]
        is_left[placements[cell] // 4] = False
    return Board(puzzle, placements)


def seconds_per_region(control: Control, *, regions: int) -> float | None:
    """An equal share of the time that is left for each region that is left; None where there is no limit."""
    seconds = control.seconds_left
    return None if seconds is None else max(0.1, seconds / regions)


def allowance(control: Control, *, regions: int, most: int) -> int:
    """Nodes for one more break of a region, so that all regions that are left are filled within the time limit."""
    seconds, spent = control.limits.seconds, control.spent()
    if seconds is None or spent is None:
        return most
    whole = max(control.stats().nodes / max(spent, 1e-6), SLOWEST * seconds)
    return int(min(most, max(FEWEST_NODES, whole * max(0.0, 1 - spent) / regions / LEVELS)))


def parse_regions(text: str, puzzle: Puzzle) -> list[Region]:
    """The regions of a text: `2` (rows at a time), `2x4` (rows x columns), or a file with one region per line."""
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
