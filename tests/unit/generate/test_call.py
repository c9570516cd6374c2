"""`em.generate(...)`: the package is a typed function as well."""

from __future__ import annotations

import pytest

import edgematch as em
from edgematch.errors import OptionError
from edgematch.generate._package import GeneratePackage


def test_a_call_makes_the_puzzle_that_make_makes():
    assert (
        em.generate("two-set", 6, frame=3, inner=5, seed=1)
        == em.generate.make("two-set", 6, frame=3, inner=5, seed=1).puzzle
    )
    assert (em.generate("tetravex", 3, 2, hints=2).width, em.generate("gemp").cells) == (3, 36)
    original = em.load_puzzle("demo-4x4")
    assert em.generate(like=original, seed=2) == em.generate.make_like(original, seed=2).puzzle


def test_unique_is_proved():
    puzzle = em.generate("eternity", 4, frame=3, inner=5, unique=True, seed=1)
    assert em.generate.is_unique(puzzle)
    assert em.count(puzzle) == 4


@pytest.mark.parametrize("words", [{}, {"model": "gemp", "like": em.load_puzzle("demo-4x4")}])
def test_one_of_model_and_like_is_needed(words):
    with pytest.raises(OptionError, match="one of the two"):
        em.generate(**words)
    with pytest.raises(OptionError, match="leave the options"):
        em.generate(like=em.load_puzzle("demo-4x4"), frame=3)


def test_type_checkers_see_every_public_name():
    assert set(em.generate.__all__) <= set(vars(GeneratePackage))
    assert all(getattr(GeneratePackage, name) is getattr(em.generate, name) for name in em.generate.__all__)


def test_modules_of_the_package_are_still_imported():
    import edgematch.generate.base
    from edgematch.generate import make

    assert edgematch.generate.make is make
    assert callable(edgematch.generate)
