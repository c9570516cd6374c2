"""What every generation model promises, on a thousand instances of each, and what it refuses."""

import time

import numpy as np
import pytest

from edgematch import generate
from edgematch.analyse import color_balance, eternity_style
from edgematch.errors import EdgeMatchError, ModelError, OptionError, UnknownName

INSTANCES = 1000
SIZES = [(4, 4), (5, 5), (6, 6), (3, 5), (7, 4), (2, 9), (8, 3)]
DIGESTS = {
    "benoist": "4595ef1b3a670638",
    "eternity": "0b8332b5da952ef1",
    "gemp": "198e4bfe9c6fe4b5",
    "one-set": "989e1eb184ec00ea",
    "tetravex": "ac546acb18cbb419",
    "two-set": "3c980bff5f03209c",
    "unforced": "4792dd0c383c797b",
}
FRAMED = {"one-set", "two-set", "benoist", "eternity", "unforced"}


def options(name, seed):
    """Color counts that vary with the seed and suit the smallest of the sizes."""
    frame, inner = 3 + seed % 4, 4 + seed % 3
    if name in ("two-set", "unforced", "eternity"):
        return {"frame": frame, "inner": inner}
    return {"colors": frame + inner}


@pytest.mark.parametrize("name", generate.names())
def test_a_thousand_instances_keep_what_the_model_promises(name):
    for seed in range(INSTANCES):
        asked = options(name, seed)
        width, height = SIZES[seed % len(SIZES)]
        made = generate.make(name, width, height, seed=seed, **asked)
        puzzle = made.puzzle
        assert (puzzle.width, puzzle.height) == (width, height)
        assert puzzle.framed == (name in FRAMED)
        assert puzzle.turnable == (name != "tetravex")
        assert (made.solution is None) == (name == "unforced")
        if made.solution is not None:
            assert made.solution.is_solution
        check_colors(name, puzzle, asked)
        if name == "eternity":
            assert eternity_style(puzzle).is_eternity, eternity_style(puzzle).faults


def check_colors(name, puzzle, asked):
    balance = color_balance(puzzle)
    along, within = sorted(balance.frame.counts), sorted(balance.inner.counts)
    if name in ("two-set", "eternity"):
        frame, inner = asked["frame"], asked["inner"]
        assert along == list(range(1, frame + 1))
        assert within == list(range(frame + 1, frame + inner + 1))
    elif name == "unforced":
        assert 1 <= along[0] <= along[-1] <= asked["frame"] < within[0] <= within[-1] <= asked["frame"] + asked["inner"]
    elif name == "benoist":
        assert along + within == list(range(1, len(along + within) + 1))
        assert max(len(along), len(within)) <= asked["colors"]
    else:
        assert sorted({*along, *within}) == list(range(1, asked["colors"] + 1))


def test_the_same_seed_gives_the_same_bytes_for_ever():
    digests = {name: generate.make(name, 7, 6, seed=5).puzzle.digest[:16] for name in generate.names()}
    assert digests == DIGESTS


def test_seeds_and_attempts_give_different_puzzles():
    made = [generate.make("two-set", 6, seed=s, attempt=a).puzzle.digest for s in range(5) for a in range(5)]
    assert len(set(made)) == 25


def test_many_are_those_made_one_by_one():
    many = list(generate.make_many("gemp", 4, count=3, seed=8))
    assert [m.puzzle for m in many] == [generate.make("gemp", 4, seed=s).puzzle for s in (8, 9, 10)]


@pytest.mark.parametrize(("size", "frame", "inner"), [(16, 5, 17), (20, 6, 22), (32, 9, 38), (10, 3, 8), (8, 3, 4)])
def test_eternity_style_takes_seconds_at_any_size(size, frame, inner):
    began = time.perf_counter()
    made = generate.make("eternity", size, frame=frame, inner=inner, seed=size)
    assert time.perf_counter() - began < 5
    assert made.solution.is_solution
    assert eternity_style(made.puzzle).is_eternity


def test_sixteen_by_sixteen_with_five_and_seventeen_colors_has_the_counts_of_eternity_ii():
    balance = color_balance(generate.make("eternity", 16).puzzle)
    assert balance.frame.counts == dict.fromkeys(range(1, 6), 24)
    assert balance.inner.counts == {c: 48 if c <= 10 else 50 for c in range(6, 23)}


def test_unforced_pieces_with_even_counts_pass_the_counting_test():
    for seed in range(50):
        assert not generate.make("unforced", 5, seed=seed, even=True).puzzle.obstacles()
    assert any(generate.make("unforced", 5, seed=seed).puzzle.obstacles() for seed in range(5))


def test_pieces_are_mixed_and_turned():
    made = generate.make("two-set", 8, seed=1, inner=12)
    pieces, turns = np.divmod(made.solution.placements, 4)
    assert pieces.tolist() != list(range(64))
    assert set(turns.tolist()) == {0, 1, 2, 3}
    assert set((generate.make("tetravex", 5).solution.placements % 4).tolist()) == {0}


@pytest.mark.parametrize(
    ("spec", "size", "reason"),
    [
        ("eternity?frame=1&inner=9", (6, 6), "make only 1 different corners, the board needs 4"),
        ("eternity?frame=2&inner=3", (6, 6), "make only 12 different edge pieces, the board needs 16"),
        ("eternity?frame=3&inner=4", (10, 10), "make only 60 different inner pieces, the board needs 64"),
        ("two-set?frame=30&inner=5", (6, 6), "the board has only 20 edges along the frame"),
        ("two-set?frame=3&inner=0", (6, 6), "inner=0, but the board has 40 inner edges to color"),
        ("two-set?frame=3&inner=1", (2, 2), "the board has only 0 inner edges"),
        ("two-set?frame=30&inner=240", (16, 16), "270 colors together, a puzzle has at most 255"),
        ("one-set?colors=90", (6, 6), "only 60 edges"),
        ("gemp?colors=30", (3, 3), "only 24 edges and outer sides"),
        ("benoist", (1, 6), "a framed puzzle is at least 2x2, not 1x6"),
        ("unforced", (6, 40), "height is 40, must be 1 to 32"),
    ],
)
def test_impossible_parameters_are_refused_with_the_reason(spec, size, reason):
    with pytest.raises(ModelError, match="there is no") as refusal:
        generate.make(spec, *size)
    assert reason in str(refusal.value)


def test_what_no_exchange_can_repair_is_refused_with_a_remedy():
    with pytest.raises(ModelError, match="give more colors"):
        generate.make("eternity?frame=2&inner=1", 2, 4, seed=1)


@pytest.mark.parametrize(
    ("spec", "error", "text"),
    [
        ("twoset", UnknownName, "did you mean 'two-set'"),
        ("two-set?fram=3", UnknownName, "did you mean 'frame'"),
        ("two-set?frame=x", OptionError, "must be a whole number"),
        ("two-set?frame=0", OptionError, "must be 1 to 255"),
        ("two-set?frame", OptionError, "is not key=value"),
    ],
)
def test_wrong_words_are_refused_with_a_remedy(spec, error, text):
    with pytest.raises(error, match=text):
        generate.make(spec, 6)


@pytest.mark.parametrize(("where", "most"), [("scattered", 30), ("corners", 4), ("centre", 30)])
def test_hints_are_cells_of_the_planted_solution(where, most):
    for count in (1, 4):
        made = generate.make("two-set", 6, 5, seed=count, hints=count, where=where)
        assert len(made.puzzle.hints) == count
        assert made.solution.is_solution
        assert sorted(made.solution.hints_kept()) == sorted(made.puzzle.hints)
    with pytest.raises(OptionError, match=f"0 to {most}"):
        generate.make("two-set", 6, 5, hints=31, where=where)


def test_hints_lie_where_asked():
    assert set(generate.make("gemp", 5, 4, hints=4, where="corners").puzzle.hints) == {0, 4, 15, 19}
    assert set(generate.make("gemp", 5, hints=1, where="centre").puzzle.hints) == {12}
    assert set(generate.make("gemp", 6, hints=4, where="centre").puzzle.hints) == {14, 15, 20, 21}
    with pytest.raises(OptionError, match="scattered, corners or centre, not 'left'"):
        generate.make("gemp", 5, hints=1, where="left")
    with pytest.raises(OptionError, match="plants no solution"):
        generate.make("unforced", 5, hints=1)


def test_every_model_documents_itself_and_its_options():
    for name in generate.names():
        assert generate.document(name).splitlines()[0].endswith(".")
        model = generate.configure(name)
        assert generate.configure(model.spec).options == model.options


def test_refusals_are_errors_of_the_package():
    with pytest.raises(EdgeMatchError):
        generate.make("two-set", 0)
