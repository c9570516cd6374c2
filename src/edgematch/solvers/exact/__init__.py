"""Exact depth-first search."""
