"""Owen's solutions: `W H`, then where each piece is, `x y turns`, with y counted from the bottom, all from 0.

A second layout in use has no first row and gives `row column turns` with rows from the top; it is read as well.
"""

from __future__ import annotations

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._scan import HEIGHT, TURNS, WIDTH, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import EMPTY, Board, Puzzle
from edgematch.model.grid import cell_name


class Owen(Format):
    """Owen's solutions."""

    name = "owen"
    about = "Owen's solution: the place of each piece, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether rows of three numbers follow a row of two, or stand alone."""
        return text.counts[:1] in ([2], [3]) and (text.body(1) or text.counts[0]) == 3

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        puzzle = request.needed(text, "an Owen solution")
        scan = Scan(text)
        headed = text.counts[:1] == [2]
        if headed:
            self._check_size(scan, puzzle)
        across, down = Field("x", 0, puzzle.width - 1), Field("y", 0, puzzle.height - 1)
        fields = [across, down, TURNS] if headed else [down._replace(name="row"), across._replace(name="column"), TURNS]
        rows = scan.table(puzzle.cells, "piece", fields)
        scan.finish()
        board = [EMPTY] * puzzle.cells
        for piece, (first, second, turns) in enumerate(rows):
            column, row = (first, puzzle.height - 1 - second) if headed else (second, first)
            cell = row * puzzle.width + column
            if board[cell] != EMPTY:
                name = cell_name(cell, puzzle.width)
                said = f"piece {piece + 1} is in cell {name}, where piece {board[cell] // 4 + 1} is"
                scan.faults.append(Fault(said, scan.lines[piece + headed], 1))
            board[cell] = piece * 4 + turns
        scan.finish()
        return Board(puzzle, board)

    def board_limits(self, board: Board) -> list[str]:
        """Each piece must be on the board, and in one place only."""
        pieces = sorted(placement // 4 for _, placement in board.placed())
        whole = pieces == list(range(board.puzzle.cells))
        return [] if whole else ["it lists the place of every piece, so each must be on the board, once"]

    def write_board(self, board: Board) -> str:
        """The size, then one line per piece."""
        puzzle = board.puzzle
        rows = [""] * puzzle.cells
        for cell, placement in board.placed():
            y, x = divmod(cell, puzzle.width)
            rows[placement // 4] = f"{x} {puzzle.height - 1 - y} {placement % 4}"
        return "\n".join([f"{puzzle.width} {puzzle.height}", *rows, ""])

    def _check_size(self, scan: Scan, puzzle: Puzzle) -> None:
        width, height = scan.header("the first row", [WIDTH, HEIGHT])
        if (width, height) != (puzzle.width, puzzle.height):
            message = f"this board is {width}x{height}, the puzzle given is {puzzle.width}x{puzzle.height}"
            scan.text.fail([Fault(message, scan.lines[0], 1)])
