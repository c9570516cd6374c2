"""Verbs that read, show or make puzzles and boards."""
