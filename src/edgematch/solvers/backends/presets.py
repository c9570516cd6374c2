"""Solvers that are settings of another one, under names of their own."""

from __future__ import annotations

from dataclasses import dataclass

from edgematch.options import option
from edgematch.solvers.backends import sat
from edgematch.solvers.backends._sat_program import AUTO


class SatExternal(sat.Sat):
    """Any SAT solver on the PATH that reads DIMACS: kissat, cadical, minisat, glucose, cryptominisat5, clasp ...

    This is `sat?program=auto`: the first known program found, or the one that `program` names. Use it to try a solver
    that no Python package ships. The formula is written to a temporary file and the program is run once per answer,
    so it is for existence and refutation rather than for listing. A node is one run of the program.
    """

    name = "sat-external"

    @dataclass(frozen=True)
    class Options(sat.Options):
        """Those of `sat`, with a program by default."""

        program: str = option(AUTO, "a program on the PATH, or `auto` for the first known one")
