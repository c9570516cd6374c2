"""Verbs for measurements."""
