"""Puzzles, boards and runs."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None

Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "puzzles",
        sa.Column("id", Key, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("added_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.UniqueConstraint("digest", name="uq_puzzles_digest"),
    )
    op.create_table(
        "boards",
        sa.Column("id", Key, nullable=False),
        sa.Column("puzzle_id", Key, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("placements", sa.LargeBinary, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("breaks", sa.Integer, nullable=False),
        sa.Column("filled", sa.Integer, nullable=False),
        sa.Column("hints_kept", sa.Integer, nullable=False),
        sa.Column("found_by", sa.Text, nullable=False),
        sa.Column("solver", sa.Text, nullable=False),
        sa.Column("found_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name="fk_boards_puzzle_id"),
        sa.UniqueConstraint("digest", name="uq_boards_digest"),
    )
    op.create_index("ix_boards_puzzle_id_score", "boards", ["puzzle_id", "score"])
    op.create_index("ix_boards_score", "boards", ["score"])
    op.create_table(
        "runs",
        sa.Column("id", Key, nullable=False),
        sa.Column("puzzle_id", Key, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("solver", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("stop", sa.String(16), nullable=False),
        sa.Column("answers", sa.BigInteger, nullable=False),
        sa.Column("nodes", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("is_finished", sa.Boolean, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("saved_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name="fk_runs_puzzle_id"),
        sa.UniqueConstraint("name", name="uq_runs_name"),
    )
