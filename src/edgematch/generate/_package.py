"""The package `edgematch.generate` can be called: `em.generate("eternity", 4, frame=3, inner=5)` is a new puzzle."""

from __future__ import annotations

from types import ModuleType

from edgematch.errors import OptionError
from edgematch.generate import batch, registry
from edgematch.generate.base import Model
from edgematch.generate.like import make_like
from edgematch.generate.make import Generated, make, make_many
from edgematch.generate.unique import NODES, first_unique, is_unique
from edgematch.model import Puzzle
from edgematch.search import Solver

DEFAULT_SIDE = 6


class GeneratePackage(ModuleType):
    """The public names of the package, for type checkers, and the call that makes one puzzle."""

    MANIFEST, NODES = batch.MANIFEST, NODES
    Generated = Generated
    configure = staticmethod(registry.configure)
    describe = staticmethod(registry.describe)
    document = staticmethod(registry.document)
    find = staticmethod(registry.find)
    first_unique = staticmethod(first_unique)
    is_unique = staticmethod(is_unique)
    make = staticmethod(make)
    make_like = staticmethod(make_like)
    make_many = staticmethod(make_many)
    names = staticmethod(registry.names)
    write_batch = staticmethod(batch.write_batch)

    def __call__(
        self,
        model: str | Model | None = None,
        width: int | None = None,
        height: int | None = None,
        *,
        like: Puzzle | None = None,
        unique: bool = False,
        seed: int = 0,
        hints: int = 0,
        where: str = "scattered",
        solver: str | Solver = "backtrack",
        nodes: int | None = NODES,
        **options: object,
    ) -> Puzzle:
        """A puzzle of a model, `em.generate("two-set", 6, frame=3, inner=5)`, or one that is `like` another.

        `unique` repeats until `solver` has proved, within `nodes` per attempt, that there is exactly one solution.
        `make` and `make_like` return the planted solution as well.
        """
        if (model is None) == (like is None):
            raise OptionError(f"name a model ({', '.join(registry.names())}) or give like=PUZZLE, one of the two")
        if like is not None and (width, height, hints, options) != (None, None, 0, {}):
            raise OptionError(
                "like= takes size, colors and hint cells from the original; leave the options for them out"
            )

        def attempt(number: int) -> Generated:
            if like is not None:
                return make_like(like, seed=seed, attempt=number)
            side = DEFAULT_SIDE if width is None else width
            return make(model or "", side, height, seed=seed, hints=hints, where=where, attempt=number, **options)

        return (first_unique(attempt, solver, nodes=nodes) if unique else attempt(0)).puzzle
