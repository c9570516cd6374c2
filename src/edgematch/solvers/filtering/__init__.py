"""Exact search with constraint propagation."""
