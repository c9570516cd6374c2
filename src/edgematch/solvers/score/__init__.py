"""Search for boards with a high score."""
