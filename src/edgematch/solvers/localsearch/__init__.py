"""Local search, and construction of boards region by region."""
