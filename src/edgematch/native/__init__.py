"""The Python face of the native core: puzzles, searches and controls as its engines take them.

An engine is called as `engine(compiled(puzzle), search, options, control)`. Puzzles are compiled once. Option classes
take every field by name and have no defaults: those are in the `Options` of the solvers. Engines run without the GIL,
count into the `search.Control` of the solver and stop when it says so.
"""

# ruff: noqa: F403 - a new engine of the core, or a new function here, needs no line in this file
from edgematch._core import *
from edgematch.native.arguments import *
from edgematch.native.running import *
