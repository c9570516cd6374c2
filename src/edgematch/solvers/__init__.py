"""One file a solver. The folder is the registry: a new file is a new solver, and nothing else changes."""
