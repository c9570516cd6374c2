"""Puzzles as formulas, programs and graphs for solvers of other people, and the way back from their answers."""
