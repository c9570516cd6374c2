"""Generated puzzles: the generation models of the literature, seeded and the same on every machine."""

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
