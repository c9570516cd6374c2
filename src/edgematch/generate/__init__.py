"""Generated puzzles: the generation models of the literature, seeded and the same on every machine.

`em.generate("eternity", 4, frame=3, inner=5, unique=True)` is a puzzle; `make` and its kin give more than that.
"""

import sys

from edgematch.generate._package import GeneratePackage
from edgematch.generate.batch import MANIFEST, write_batch
from edgematch.generate.like import make_like
from edgematch.generate.make import Generated, make, make_many
from edgematch.generate.registry import configure, describe, document, find, names
from edgematch.generate.unique import NODES, first_unique, is_unique

__all__ = [
    "MANIFEST", "NODES",
    "Generated", "configure", "describe", "document", "find", "first_unique", "is_unique", "make", "make_like",
    "make_many", "names", "write_batch",
]  # fmt: skip

sys.modules[__name__].__class__ = GeneratePackage
