"""Formats of boards and of lists of hints."""
