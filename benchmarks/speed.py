"""The exact engine beside a plain recursive loop over the same lists: nanoseconds a node and their ratio, in one run.

    python benchmarks/speed.py [--quick]

Builds the small program core/apps/speed.cpp and runs it on Eternity II (row order), then on puzzles of 4x4 to 20x20 and on
every order of an 8x8 and of Eternity II. The two take turns on the same tree; the clock is processor time and the best round of each counts. The last
column must never be below 1.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from edgematch import catalog
from edgematch.generate import configure, make
from edgematch.model import Puzzle
from edgematch.model.orders import SHAPES, make_order

HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "speed"


def build() -> Path:
    for words in (
        ["-S", HERE.parent, "-B", BUILD, "-DEDGEMATCH_TESTS=ON", "-DCMAKE_BUILD_TYPE=Release"],
        ["--build", BUILD, "--target", "speed", "--parallel", "2"],
    ):
        subprocess.run(["cmake", *words], check=True, stdout=subprocess.DEVNULL)
    return BUILD / "speed"


def problem(puzzle: Puzzle, order: str) -> str:
    """A puzzle and an order as the program reads them."""
    head = f"{puzzle.width} {puzzle.height} {int(puzzle.framed)} {int(puzzle.turnable)}"
    pieces = " ".join(map(str, puzzle.pieces.reshape(-1).tolist()))
    return f"{head} {pieces} {' '.join(map(str, make_order(order, puzzle.width, puzzle.height).tolist()))}"


def measure(program: Path, puzzle: Puzzle, order: str, *, nodes: int, rounds: int = 3) -> None:
    told = subprocess.run(
        [program, str(nodes), str(rounds)], input=problem(puzzle, order), text=True, capture_output=True, check=True
    )
    print(f"{puzzle.name or 'puzzle':<14} {order:<12} {told.stdout.strip()}", flush=True)


def square(size: int) -> Puzzle:
    """A puzzle of that size about as hard as Eternity II: colors grow with the size."""
    model = configure(f"two-set?frame={max(2, round(size / 3))}&inner={max(3, size + 1)}")
    return make(model, size, seed=1).puzzle.replace(name=f"{size}x{size}")


def main() -> None:
    quick = "--quick" in sys.argv
    program = build()
    eternity = catalog.load("eternity2")
    measure(program, eternity, "row", nodes=30_000_000, rounds=3 if quick else 9)
    if quick:
        return
    for size in range(4, 21):
        measure(program, square(size), "row", nodes=5_000_000)
    for puzzle in (square(8), eternity):
        for order in SHAPES:
            measure(program, puzzle, order, nodes=3_000_000)


if __name__ == "__main__":
    main()
