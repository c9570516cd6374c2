"""Making all pieces different, and none self-symmetric, without changing how often a color appears.

The ZLA paper assigns a fixed list of colors to the edges at random and starts over until no piece is self-symmetric
and no two are identical. At 16x16 with the 5 and 17 colors of Eternity II one board in three hundred passes; at 10x10
with 3 and 8 colors none of two thousand did. So a board that fails is repaired instead of discarded. As long as some
piece is faulty, one of its edges is chosen at random and exchanges its color with a random edge of the same kind
(frame with frame, inner with inner). An exchange that makes the board worse is undone. The number of faults never
rises, and exchanges that keep it lead out of most dead ends. Where they do not, the colors are dealt out again.

The effect on the distribution: a board that passes at once is returned unchanged, exactly as in the paper. In other
boards only edges of faulty pieces and their random partners change color: of the 480 edges of a 16x16 board 10 in the
median, and at most 24 in a hundred boards. Apart from those the board is uniform. Each color appears as often as
before.

A step costs a few microseconds: an exchange touches at most four pieces, and pieces are counted by their look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from edgematch.errors import ModelError
from edgematch.generate.coloring import Sides, cut
from edgematch.generate.seeded import Seeded
from edgematch.model import board_edges, frame_edges

PATIENCE = 50
"""Exchanges tried per edge of the board before starting over; 16x16 with 5 and 17 colors needs less than one."""
TRIES = 20
"""Boards tried before giving up; with barely enough colors (6x6, 2 and 6) one in a thousand cannot be repaired."""


class _Board:
    """A colored board that counts its self-symmetric and identical pieces while edges exchange colors."""

    def __init__(self, width: int, height: int, colors: Sequence[int], *, turnable: bool) -> None:
        self.ends = [(a, s, b, (s + 2) % 4) for a, s, b in board_edges(width, height).tolist()]
        self.colors = list(colors)
        self.turnable = turnable
        self.cells: list[list[int]] = cut(width, height, colors).tolist()
        self.looks = [self._look(cell) for cell in self.cells]
        self.counts = Counter(self.looks)
        self.faults = sum(map(self.is_symmetric, self.looks)) + len(self.cells) - len(self.counts)

    def _look(self, cell: Sequence[int]) -> tuple[int, ...]:
        n, e, s, w = cell
        return min((n, e, s, w), (e, s, w, n), (s, w, n, e), (w, n, e, s)) if self.turnable else (n, e, s, w)

    def is_symmetric(self, look: tuple[int, ...]) -> bool:
        return self.turnable and look[0] == look[2] and look[1] == look[3]

    def faulty(self) -> list[int]:
        """The cells whose piece is self-symmetric or not the only one of its look."""
        return [cell for cell, look in enumerate(self.looks) if self.counts[look] > 1 or self.is_symmetric(look)]

    def exchange(self, one: int, other: int) -> None:
        """Give each of two edges the color of the other."""
        self.colors[one], self.colors[other] = self.colors[other], self.colors[one]
        for edge in (one, other):
            a, side, b, facing = self.ends[edge]
            self.cells[a][side] = self.cells[b][facing] = self.colors[edge]
        for cell in {*self.ends[one][::2], *self.ends[other][::2]}:
            self._recount(cell)

    def _recount(self, cell: int) -> None:
        old, new = self.looks[cell], self._look(self.cells[cell])
        self.counts[old] -= 1
        self.faults -= (self.counts[old] > 0) + self.is_symmetric(old)
        self.faults += (self.counts[new] > 0) + self.is_symmetric(new)
        self.counts[new] += 1
        self.looks[cell] = new


def all_different(random: Seeded, width: int, height: int, colors: Sequence[int], *, turnable: bool = True) -> Sides:
    """The cells of a board without identical or self-symmetric pieces; most edges keep these colors."""
    kinds = frame_edges(width, height).tolist()
    peers = [[edge for edge, kind in enumerate(kinds) if kind == along] for along in (False, True)]
    for _ in range(TRIES):
        board = _Board(width, height, colors, turnable=turnable)
        _repair(random, board, [peers[kind] for kind in kinds])
        if not board.faults:
            return cut(width, height, board.colors)
        colors = _dealt_again(random, colors, peers)
    raise ModelError(
        f"no {width}x{height} board with these colors was found in which all pieces differ and none is"
        " self-symmetric; give more colors"
    )


def _repair(random: Seeded, board: _Board, peers: Sequence[Sequence[int]]) -> None:
    """Exchange colors of edges of faulty pieces with those of their peers while it helps, or at least does no harm."""
    around: list[list[int]] = [[] for _ in board.cells]
    for edge, (a, _, b, _) in enumerate(board.ends):
        around[a].append(edge)
        around[b].append(edge)
    faulty = board.faulty()
    for _ in range(PATIENCE * len(board.ends)):
        if not board.faults:
            return
        one = random.choice(around[random.choice(faulty)])
        other = random.choice(peers[one])
        if board.colors[one] == board.colors[other]:
            continue
        before = board.faults
        board.exchange(one, other)
        if board.faults > before:
            board.exchange(one, other)
        else:
            faulty = board.faulty()


def _dealt_again(random: Seeded, colors: Sequence[int], peers: Sequence[Sequence[int]]) -> list[int]:
    """The same colors, dealt out again to the edges of each kind."""
    dealt = list(colors)
    for edges_of_a_kind in peers:
        for edge, color in zip(edges_of_a_kind, random.shuffled([colors[j] for j in edges_of_a_kind]), strict=True):
            dealt[edge] = color
    return dealt
