"""Mutated texts for every reader: what the fuzz tests feed, and a program that feeds many more.

    python tests/fuzz/readers.py --count 100000 --memory 1024

Texts of every format, whether it is written or only read, are damaged byte by byte: bits flipped, parts cut, doubled,
swapped, strange bytes and numbers put in. They are read as files of bytes (plain and compressed), as arguments, as
boards with and without their puzzle. The same seed gives the same texts. Allowed are a puzzle, a board or an error of
this package; anything else is reported with the text that caused it. The program bounds its memory, and reports any
text that takes over ten seconds.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import lzma
import random
import resource
import signal
import sys
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from edgematch import catalog, formats, render
from edgematch.catalog.judgement import judge
from edgematch.errors import EdgeMatchError, ReadingNote
from edgematch.model import Board, Puzzle

STRANGE = [
    b"", b" ", b"\n", b"\r", b"\t", b"-1", b"0", b"9999999999", b"1e9", b"NaN", b"-", b"/", b",", b"#", b"&", b"=", b"%00",
    b"\x00", b"\xff", b"\xef\xbb\xbf", "\u0663".encode(), b'"', b"{", b"}", b"[", b"]", b"null", b"true", b"1" * 5000,
    b"[" * 3000, b"aaaa", b"board_edges=", b"https://", b"&amp;", b"%3D", b"p tile ", b"//", b"\nc ", b";", b"PK\x03\x04",
    b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00", b"---/-", b"\xe2\x80\xa8", b"\x1c", b"\x85",
]  # fmt: skip
LONGEST_SECONDS, MOST_WORDS = 10, 20_000


def examples() -> Iterator[tuple[str, bytes, Puzzle]]:
    """A name, a text and the puzzle it belongs to, for every format."""
    small = [catalog.get(known) for known in ("demo-4x4", "demo-unframed")]
    hinted = [puzzle.replace(hints={5: 4 * 3 + 1, 0: 2}) for puzzle in small]
    tiny = Puzzle(2, 2, [[0, 1, 2, 0], [0, 0, 2, 1], [2, 1, 0, 0], [2, 0, 0, 1]])
    whole = Board(tiny, [0, 4, 8, 12])
    oblong = Puzzle(2, 1, [[1, 2, 3, 4], [2, 4, 1, 3]])
    things = [*small, *hinted, tiny, oblong, whole, whole.without([1]), oblong.empty(), hinted[0].start()]
    for thing in things:
        puzzle = thing.puzzle if isinstance(thing, Board) else thing
        for name in formats.holding(thing):
            yield name, formats.dump(thing, name).encode(), puzzle
    yield from _read_only(small[0], whole)


def _read_only(puzzle: Puzzle, whole: Board) -> Iterator[tuple[str, bytes, Puzzle]]:
    """Texts of the formats that are read and not written, and of several boards at once."""
    rows = puzzle.pieces.tolist()
    listed = "\n".join(" ".join(map(str, row)) for row in rows)
    nswe = "\n".join(f"{n} {s} {w} {e}" for n, e, s, w in rows)
    letters = "\n".join("".join("-" if c == 0 else chr(64 + c) for c in (w, n, e, s)) for n, e, s, w in rows)
    sparse = "\n".join(f"{i}," + ",".join(str(c) for c in row if c) for i, row in enumerate(rows, 1))
    script = "".join(f'pieces[ p ] = "{",".join(map(str, row))}".split( x ); p++;\n' for row in rows)
    url = formats.dump(whole, "bucas").strip()
    yield "polymtl", f"4\n{nswe}\n".encode(), puzzle
    yield "tud", f"1 0 4 4\n{listed}\n".encode(), puzzle
    yield "letters", letters.encode(), puzzle
    yield "letters", "\n".join(f"{i} {word}" for i, word in enumerate(letters.split(), 1)).encode(), puzzle
    yield "tetravex", b"0407 @\n3037\n7850 @\n7509\n", whole.puzzle
    yield "thesil", f"4,4,0,0,\n{sparse}\n".encode(), puzzle
    yield "thesil-board", b"0,0,1,-1\n0,1,2,-1\n1,0,3,2\n1,1,4,-1\n", whole.puzzle
    yield "bucas-js", f"board_w = 4;\nboard_h = 4;\n{script}".encode(), puzzle
    yield "tetravex", b"0407\n3037\n7850\n7509\n", whole.puzzle
    yield "tetravex", b"2 0407 3037 7850 7509\n", whole.puzzle
    yield "tetravex", b"4 5\n6 2 7 7\n7 4\n5 1\n8 7 0 6\n1 7\n", whole.puzzle
    cells = whole.sides.tolist()
    solution = "\n".join(f"{n} {s} {w} {e}" for n, e, s, w in cells[2:] + cells[:2])
    words = [",".join("1" * 16 if c == 0 else f"{c:016b}" for c in row) for row in cells]
    yield "polymtl-board", f"0\n2\n{solution}\n".encode(), whole.puzzle
    yield "puzzle-csv-board", "\n".join(f"{word},{at},0" for at, word in enumerate(words)).encode(), whole.puzzle
    placed = (f"{word},0,0,0,{at % 2},{at // 2},0" for at, word in enumerate(words))
    yield "puzzle-csv", "\n".join(["2", *placed]).encode(), whole.puzzle
    yield "results", f'{{"url": "{url}", "placements": [0, 4, 8, 12]}}'.encode(), whole.puzzle
    yield "results", f'{{"status": "x", "boards": [{{"url": "{url}"}}, {{"placements": [0]}}]}}'.encode(), whole.puzzle
    yield "results", f'[{{"url": "{url}"}}, {{"board": "{url}"}}]\n'.encode(), whole.puzzle
    yield "results", f'{{"url": "{url}"}}\n{{"placements": [0, 4, 8, 12]}}\n'.encode(), whole.puzzle
    yield "bucas", f"[a]({url})\n{url.replace('&', '&amp;')} {url.upper()}\n".encode(), whole.puzzle
    yield "pieces", f"ntiles: 16\n{listed}\n".encode(), puzzle
    for encoding in ("utf-16", "utf-16-be"):
        yield "plain", f"4 4\n{listed}\n".encode(encoding), puzzle


def mutate(data: bytes, rng: random.Random) -> bytes:
    """The data with one to three small damages."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
        to = min(to, at + 40)
        kind = rng.randrange(6)
        if kind == 0 and data:
            place = rng.randrange(len(data))
            data = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        elif kind == 1:
            data = data[:at] + data[to:]
        elif kind == 2:
            data = data[:to] + data[at:to] + data[to:]
        elif kind == 3:
            data = data[:at] + rng.choice(STRANGE) + data[at:]
        elif kind == 4:
            data = data[:at] + rng.choice(STRANGE) + data[to:]
        else:
            data = data[:at] + bytes(rng.randrange(32, 127) for _ in range(rng.randint(1, 3))) + data[to:]
    return data


def packed(data: bytes, rng: random.Random) -> bytes:
    """The data compressed in one of the ways that are read, then damaged or not."""
    way = rng.randrange(4)
    if way == 3:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.txt", data)
            archive.writestr("b.txt", data[: len(data) // 2])
        squeezed = out.getvalue()
    else:
        squeezed = (gzip.compress, bz2.compress, lzma.compress)[way](data)
    return mutate(squeezed, rng) if rng.random() < 0.5 else squeezed


def read(data: bytes, name: str, puzzle: Puzzle, rng: random.Random, folder: Path) -> int:
    """Read bytes in one of the ways a user may; how many puzzles and boards they hold."""
    given = puzzle if rng.random() < 0.5 else None
    wants = rng.choice(["", "board", "puzzle", "either"])
    reading = formats.Reading(format=name if rng.random() < 0.3 else None)
    suffix = rng.choice([".txt", ".sol", ".clue", ".hnt", ".json", ""])
    if rng.random() < 0.15:
        source: str | Path = data.decode("latin-1")
    else:
        source = folder / f"x{suffix}"
        source.write_bytes(packed(data, rng) if rng.random() < 0.1 else data)
    kind = rng.randrange(4)
    if kind == 0:
        catalog.load(source, puzzle=given, reading=reading)
    elif kind == 1:
        catalog.load_board(source, given, reading=reading).faults()
    elif kind == 2:
        catalog.load_puzzle(source, reading=reading).obstacles()
    else:
        items = catalog.load_all(source, puzzle=given, reading=reading, wants=wants)
        return sum(use(item.thing) for item in items if item.thing is not None)
    return 1


def use(thing: Puzzle | Board) -> bool:
    """Do with a puzzle or board what verbs do: judge it, draw it, write it."""
    if isinstance(thing, Board):
        judge(thing)
        thing.canonical()
    render.text(thing, color=False, width=60, height=20)
    formats.dump(thing, "native")
    return True


def attack(count: int, seed: int, names: set[str] | None = None, *, alarm: bool = False) -> Counter[str]:
    """Feed that many mutated texts to the readers; how many were read and refused. Anything else is raised."""
    rng = random.Random(seed)
    texts = [one for one in examples() if names is None or one[0] in names]
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", ReadingNote)
        for number in range(count):
            name, data, puzzle = rng.choice(texts)
            damaged = mutate(data, rng) if rng.random() < 0.85 else data
            start = time.monotonic()
            if alarm:
                signal.alarm(LONGEST_SECONDS)
            try:
                outcomes["read"] += read(damaged, name, puzzle, rng, Path(folder)) > 0
            except EdgeMatchError as refusal:
                outcomes["refused"] += 1
                outcomes["wordy"] += len(str(refusal)) > MOST_WORDS
            except BaseException as bad:
                raise AssertionError(f"text {number} of seed {seed} ({name}): {damaged!r}") from bad
            outcomes["slow"] += time.monotonic() - start > LONGEST_SECONDS
    if alarm:
        signal.alarm(0)
    return outcomes


def main() -> int:
    """Feed many texts under a bound of memory and time; report what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--memory", type=int, default=1024, help="MiB that the process may use")
    words = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (words.memory << 20, words.memory << 20))
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError("over ten seconds")))
    start, total = time.monotonic(), Counter[str]()
    for part in range(0, words.count, 1000):
        total += attack(min(1000, words.count - part), words.seed + part, alarm=True)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{part + 1000:,} texts")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    seconds = time.monotonic() - start
    sys.stdout.write(f"{words.count:,} texts in {seconds:.0f} s: {dict(total)}; peak memory {peak} MiB\n")
    return 1 if total["slow"] or total["wordy"] else 0


if __name__ == "__main__":
    sys.exit(main())
