"""The store: boards, runs and campaigns in a database behind a URL, SQLite or PostgreSQL."""
