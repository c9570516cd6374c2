"""Puzzles by the strings that suites use.

`clue2` is a puzzle of the catalog; `benoist48/E_7_*` are files of a public collection (`edgematch data list`), which
records name with `data:` before; `two-set?frame=2&inner=6@6x6#1-20` are twenty generated instances with the seeds 1 to
20; `like:eternity2#1-3` are three puzzles generated to be like another one.
"""

from __future__ import annotations

from edgematch import catalog, generate
from edgematch.catalog import collections
from edgematch.errors import OptionError
from edgematch.model import Puzzle

DATA = "data:"
LIKE = "like:"


def expand(text: str) -> list[str]:
    """The single instances that a string of a suite stands for; none when the files are not there."""
    text = _canonical(text)
    if text.startswith(DATA):
        return [f"{DATA}{name}" for name in collections.expand(text.removeprefix(DATA))]
    head, hash_, seeds = text.partition("#")
    if not hash_:
        return [text]
    first, _, last = seeds.partition("-")
    try:
        return [f"{head}#{seed}" for seed in range(int(first), int(last or first) + 1)]
    except ValueError:
        raise OptionError(f"{text!r}: seeds are written #7 or #1-20") from None


def listed(text: str) -> list[str]:
    """The single instances that a string of a suite stands for, files that are not on this machine included."""
    text = _canonical(text)
    if not text.startswith(DATA):
        return expand(text)
    name, _, pattern = text.removeprefix(DATA).rpartition("/")
    if name not in collections.names():
        return expand(text)
    return [f"{DATA}{name}/{file.name}" for file in collections.get(name).files if collections.fits(file.name, pattern)]


def _canonical(text: str) -> str:
    """A name such as `benoist48/E_7_*`, written as every other command takes it, in the form that records keep."""
    return f"{DATA}{text}" if collections.is_name(text) and not text.startswith(DATA) else text


def matches(text: str, instance: str) -> bool:
    """Whether an instance is one of those that a string stands for; files need not be there to know."""
    text = _canonical(text)
    if text.startswith(DATA):
        return collections.fits(instance, text)
    return instance in expand(text)


def load(instance: str) -> Puzzle:
    """The puzzle of a single instance."""
    if instance.startswith(DATA):
        return catalog.load_puzzle(collections.require(instance.removeprefix(DATA)))
    head, hash_, seed = instance.partition("#")
    if head.startswith(LIKE):
        return generate.make_like(catalog.load_puzzle(head.removeprefix(LIKE)), seed=int(seed or 0)).puzzle
    if not hash_:
        return catalog.load_puzzle(instance)
    model, at, size = head.rpartition("@")
    width, x, height = size.partition("x")
    if not (at and x and width.isdigit() and height.isdigit()):
        raise OptionError(f"{instance!r}: a generated instance is written model?options@WIDTHxHEIGHT#SEED")
    return generate.make(model, int(width), int(height), seed=int(seed)).puzzle


def short(instance: str) -> str:
    """The name of an instance as tables show it."""
    name = instance.removeprefix(DATA).rpartition("/")[2] if instance.startswith(DATA) else instance
    return name.partition(".")[0] if instance.startswith(DATA) else name
