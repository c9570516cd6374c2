"""Formats of puzzles: lists of pieces with various headers."""
