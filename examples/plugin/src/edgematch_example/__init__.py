"""A solver, a format and a generation model for edgematch."""
