"""Which cells of a planted solution are given away as hints."""

from __future__ import annotations

from edgematch.errors import OptionError
from edgematch.generate.seeded import Seeded

PLACES = ("scattered", "corners", "centre")


def hint_cells(random: Seeded, width: int, height: int, *, count: int, where: str) -> list[int]:
    """So many cells: anywhere at random, among the corners at random, or those nearest to the centre."""
    cells = _allowed(random, width, height, where)
    if not 0 <= count <= len(cells):
        raise OptionError(f"{count} hints asked for, {where} takes 0 to {len(cells)} on a {width}x{height} board")
    return sorted(cells[:count])


def _allowed(random: Seeded, width: int, height: int, where: str) -> list[int]:
    if where == "scattered":
        return random.shuffled(range(width * height))
    if where == "corners":
        last = width * height - 1
        return random.shuffled(sorted({0, width - 1, last - width + 1, last}))
    if where == "centre":
        return sorted(
            random.shuffled(range(width * height)),
            key=lambda c: (2 * (c // width) - height + 1) ** 2 + (2 * (c % width) - width + 1) ** 2,
        )
    raise OptionError(f"hints are {', '.join(PLACES[:-1])} or {PLACES[-1]}, not {where!r}")
