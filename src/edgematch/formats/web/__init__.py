"""Formats of web viewers: one module per format."""
