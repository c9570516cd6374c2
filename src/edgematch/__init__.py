"""Edge-matching puzzles."""
