import numpy as np
import pytest
from tests.data import reference

from edgematch import catalog, formats, generate
from edgematch.analyse import color_balance, eternity_style
from edgematch.errors import ModelError
from edgematch.model import Puzzle


def test_a_look_alike_of_eternity_ii_has_its_sizes_colors_and_style():
    original = catalog.get("eternity2-clues")
    made = generate.make_like(original, seed=1)
    assert color_balance(made.puzzle) == color_balance(original)
    assert set(made.puzzle.hints) == set(original.hints)
    assert eternity_style(made.puzzle).is_eternity
    assert made.solution.is_solution
    assert made.puzzle != generate.make_like(original, seed=2).puzzle
    assert made.puzzle == generate.make_like(original, seed=1).puzzle


@pytest.mark.data
def test_a_look_alike_of_a_benoist_instance_has_its_color_counts():
    original = formats.load(next(reference("benoist48").glob("E_10_16.*")))
    made = generate.make_like(original, seed=4)
    assert color_balance(made.puzzle) == color_balance(original)
    assert (color_balance(made.puzzle).frame.colors, color_balance(made.puzzle).inner.colors) == (13, 13)
    assert made.solution.is_solution


@pytest.mark.parametrize("model", generate.names())
def test_every_kind_of_puzzle_has_look_alikes(model):
    original = generate.make(f"{model}?even=true" if model == "unforced" else model, 5, 4, seed=9,
                             **({"frame": 4, "inner": 5} if model == "eternity" else {})).puzzle  # fmt: skip
    made = generate.make_like(original)
    assert made.solution.is_solution
    assert (made.puzzle.framed, made.puzzle.turnable) == (original.framed, original.turnable)
    assert len(np.unique(made.puzzle.pieces)) == len(np.unique(original.pieces))
    if original.framed:
        assert color_balance(made.puzzle) == color_balance(original)


def test_a_look_alike_that_could_have_no_solution_is_refused():
    odd = next(p for p in (generate.make("unforced", 4, seed=s).puzzle for s in range(9)) if p.obstacles())
    with pytest.raises(ModelError, match="odd number of"):
        generate.make_like(odd)
    crossed = Puzzle(2, 2, [[0, 1, 1, 0], [0, 0, 2, 1], [1, 2, 0, 0], [2, 0, 0, 2]])
    assert generate.make_like(crossed).solution.is_solution
    with pytest.raises(ModelError, match="may not be turned"):
        generate.make_like(crossed.replace(turnable=False))
