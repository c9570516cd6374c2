"""Verbs that run a search."""
