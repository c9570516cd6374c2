"""When a campaign was started, so that its status need not look through all its outcomes."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    """Add the column; campaigns that run start it at their next lease."""
    op.add_column("campaigns", sa.Column("started_at", sa.Float))
