"""One file per solver. The folder is the registry: a new file is a new solver, and nothing else changes."""

ALIASES: dict[str, str] = {}
"""Former solver names, each with the solver string that it now stands for; using one gives a deprecation warning."""
