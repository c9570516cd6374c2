"""Solvers of other projects, given an encoding of the puzzle."""
