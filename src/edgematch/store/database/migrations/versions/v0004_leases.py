"""Leases that have ended are deleted, or the table would grow by a row per slice; a column that nothing used goes."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Keep the leases that hold a job."""
    op.execute(sa.text("DELETE FROM leases WHERE ending <> ''"))
    op.drop_column("leases", "ending")
    op.create_index("ix_leases_worker_id", "leases", ["worker_id"])
    op.drop_column("outcomes", "agreed")
