"""The native search against a search that only knows the rules, and its promises at every stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgematch import _core
from edgematch.model import Board, Puzzle
from edgematch.native import compiled, search_below


@dataclass
class Search:
    """One call of the engine with everything it said."""

    puzzle: Puzzle
    order: list[int] | None = None
    roots: np.ndarray | None = None
    limit: int = -1
    want: int = -1
    threads: int = 1
    boards: bool = True
    labelled: bool = False
    answers: list[Board] = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
        puzzle, cells = self.puzzle, self.puzzle.cells
        order = np.array(range(cells) if self.order is None else self.order, dtype=np.int16)
        roots = puzzle.start().placements[None] if self.roots is None else self.roots
        self.shared, self.window = np.zeros(8, np.int64), np.full(cells, -1, np.int16)
        search = _core.Search(
            roots=np.ascontiguousarray(roots, dtype=np.int16), labelled=self.labelled, boards=self.boards,
            want=self.want, node_limit=self.limit,
        )  # fmt: skip
        options = _core.BacktrackOptions(order=order, threads=self.threads, depth=-1, prune=False)
        control = _core.Control(self.shared, self.window, found=self.found, counted=self.counted)
        self.result = _core.backtrack(compiled(puzzle), search, options, control)

    def found(self, boards: np.ndarray) -> bool:
        self.answers += [Board(self.puzzle, row) for row in boards]
        return True

    def counted(self, count: int) -> bool:
        self.count += count
        return True

    def looks(self) -> list[tuple[int, ...]]:
        boards = self.answers if self.labelled else [b.canonical() for b in self.answers]
        return sorted(tuple(b.placements.tolist()) for b in boards)


def solutions(puzzle: Puzzle, board: list[int]) -> Iterator[list[int]]:
    """Every perfect board that extends `board`, labelled, by the rules alone and with no cleverness at all."""
    empty = [cell for cell, placement in enumerate(board) if placement < 0]
    if not empty:
        yield board
        return
    used = {placement >> 2 for placement in board}
    for placement in np.flatnonzero(puzzle.fits[empty[0]]).tolist():
        if placement >> 2 in used:
            continue
        tried = [*board]
        tried[empty[0]] = placement
        if Board(puzzle, tried).breaks == 0:
            yield from solutions(puzzle, tried)


SMALL = [(1, 1), (1, 3), (4, 1), (2, 2)]  # where nothing holds a piece back, four are 6,144 boards and six millions
SIZES = [*SMALL, (3, 2), (2, 3)]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Tiny puzzles of every kind, made by cutting up a random board, so that most have an answer."""
    framed, turnable = draw(st.booleans()), draw(st.booleans())
    width, height = draw(st.sampled_from(SIZES if framed or not turnable else SMALL))
    colors = draw(st.integers(2, 4))
    paint = st.integers(1, colors)
    across = [[draw(paint) for _ in range(width)] for _ in range(height + 1)]
    down = [[draw(paint) for _ in range(width + 1)] for _ in range(height)]
    if framed:
        across[0] = across[-1] = [0] * width
        for row in down:
            row[0] = row[-1] = 0
    pieces = [[across[r][c], down[r][c + 1], across[r + 1][c], down[r][c]] for r in range(height) for c in range(width)]
    turned = [np.roll(p, draw(st.integers(0, 3)) if turnable else 0).tolist() for p in draw(st.permutations(pieces))]
    hints = {}
    if draw(st.booleans()):
        hints[draw(st.integers(0, width * height - 1))] = draw(st.integers(0, width * height - 1)) * 4
    return Puzzle(width, height, turned, framed=framed, turnable=turnable, hints=hints)


@given(puzzles(), st.booleans(), st.data())
@settings(max_examples=80, deadline=None)
def test_finds_exactly_the_solutions_in_any_order(puzzle: Puzzle, labelled: bool, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(puzzle.cells)))
    start = puzzle.start()
    boards = [] if start.faults() else [Board(puzzle, b) for b in solutions(puzzle, start.placements.tolist())]
    expected = {tuple((b if labelled else b.canonical()).placements.tolist()) for b in boards}
    search = Search(puzzle, order, labelled=labelled)
    assert search.looks() == sorted(expected)
    assert search.result.nodes == search.result.by_depth.sum()
    assert len(search.result.remaining) == 0
    assert Search(puzzle, order, labelled=labelled, boards=False).count == len(expected)


@given(puzzles(), st.booleans(), st.integers(0, 40), st.data())
@settings(max_examples=80, deadline=None)
def test_a_stopped_search_resumes_where_it_stopped(
    puzzle: Puzzle, labelled: bool, limit: int, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(puzzle.cells)))
    whole = Search(puzzle, order, labelled=labelled)
    first = Search(puzzle, order, labelled=labelled, limit=limit)
    rest = Search(puzzle, order, labelled=labelled, roots=first.result.remaining)
    assert first.answers + rest.answers == whole.answers or sorted(first.looks() + rest.looks()) == whole.looks()
    assert first.result.nodes + rest.result.nodes == whole.result.nodes
    assert first.result.nodes >= min(limit, whole.result.nodes)
    if limit == 0:
        assert (first.result.remaining == puzzle.start().placements).all()
        assert first.result.nodes == 0
    if limit > 0 and limit >= whole.result.nodes:
        assert len(first.result.remaining) == 0


@given(puzzles(), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_wanting_some_answers_leaves_the_others(puzzle: Puzzle, want: int) -> None:
    whole = Search(puzzle)
    first = Search(puzzle, want=want)
    assert len(first.answers) == min(want, len(whole.answers))
    rest = Search(puzzle, roots=first.result.remaining)
    assert sorted(first.looks() + rest.looks()) == whole.looks()
    assert first.result.nodes + rest.result.nodes == whole.result.nodes


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_neither_answers_nor_nodes(threads: int) -> None:
    puzzle = square(4, size=5, colors=3)
    one, many = Search(puzzle, boards=False), Search(puzzle, boards=False, threads=threads)
    assert one.result.nodes > 300_000
    assert (many.count, many.result.nodes) == (one.count, one.result.nodes)
    assert (many.result.by_depth == one.result.by_depth).all()
    half = Search(puzzle, boards=False, threads=threads, limit=one.result.nodes // 2)
    rest = Search(puzzle, boards=False, threads=threads, roots=half.result.remaining)
    assert half.count + rest.count == one.count
    assert half.result.nodes + rest.result.nodes == one.result.nodes


def square(seed: int = 1, *, size: int = 4, colors: int = 5) -> Puzzle:
    """A random framed puzzle with a solution."""
    draw = np.random.default_rng(seed)
    across, down = draw.integers(1, colors + 1, (size + 1, size)), draw.integers(1, colors + 1, (size, size + 1))
    across[[0, -1]] = 0
    down[:, [0, -1]] = 0
    sides = np.stack([across[:-1], down[:, 1:], across[1:], down[:, :-1]], axis=-1).reshape(-1, 4)
    return Puzzle(size, size, draw.permutation(sides))


def test_a_complete_root_is_an_answer_and_a_broken_one_is_none() -> None:
    puzzle = square()
    solution = Search(puzzle, want=1).answers[0]
    again = Search(puzzle, roots=solution.placements[None])
    assert again.answers == [solution]
    assert again.result.nodes == 0
    broken = solution.placements.copy()
    broken[[5, 6]] = broken[[6, 5]]
    twice = solution.placements.copy()
    twice[5] = twice[6]
    if Board(puzzle, broken).breaks:
        assert Search(puzzle, roots=np.stack([broken, twice])).answers == []


def test_enough_answers_stop_the_search_and_the_rest_remains() -> None:
    puzzle = square(2)

    class Enough(Search):
        def found(self, boards: np.ndarray) -> bool:
            super().found(boards)
            return False

    whole, first = Search(puzzle), Enough(puzzle)
    rest = Search(puzzle, roots=first.result.remaining) if len(first.result.remaining) else first
    assert len(first.answers) >= 1
    assert first is rest or sorted(first.looks() + rest.looks()) == whole.looks()


def test_the_stop_flag_is_heard() -> None:
    puzzle = square(3)

    class Stopped(Search):
        def found(self, boards: np.ndarray) -> bool:
            self.shared[0] = 1
            return super().found(boards)

    first = Stopped(puzzle)
    if len(first.result.remaining):
        assert sorted(first.looks() + Search(puzzle, roots=first.result.remaining).looks()) == Search(puzzle).looks()


def test_an_exception_in_a_callback_comes_out() -> None:
    class Fails(Search):
        def found(self, boards: np.ndarray) -> bool:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Fails(square())


@pytest.mark.parametrize(
    "changes",
    [
        {"order": [0] * 16},
        {"order": [*range(15), 16]},
        {"order": [*range(15)]},
        {"roots": np.full((1, 16), 64)},
        {"roots": np.full((1, 16), -2)},
        {"roots": np.full((1, 15), -1)},
    ],
)
def test_bad_requests_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Search(square(), **changes)  # type: ignore[arg-type]


def test_probing_is_unbiased_enough_and_repeatable() -> None:
    puzzle = square(5)
    order = np.arange(16, dtype=np.int16)

    def probe(seed: int) -> _core.ProbeResult:
        search = search_below([puzzle.start()], labelled=False)
        options = _core.ProbeOptions(order=order, probes=20000, batch=1, seed=seed)
        return _core.probe_tree(compiled(puzzle), search, options)

    true = Search(puzzle).result
    estimate = probe(1)
    error = estimate.nodes.std() / len(estimate.nodes) ** 0.5
    assert abs(estimate.nodes.mean() - true.nodes) < 5 * error
    assert (probe(1).nodes == estimate.nodes).all()
    assert (probe(2).nodes != estimate.nodes).any()
    assert estimate.by_depth.sum() == pytest.approx(estimate.nodes.mean())
