"""Puzzles as formulas, programs and graphs for other solvers, and boards from their answers."""
