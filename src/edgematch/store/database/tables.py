"""The tables of the store as they are now; `migrations` holds the steps that lead here.

Times are seconds since 1970 by the clock of the database, so that machines with wrong clocks agree. Arrays of
placements are one compressed column (see `packing`), never one row per cell. They come last in a row, so that sums over
the jobs of a campaign need not read them. A job whose remaining roots are no bytes although some remain was not begun:
they are its roots.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0004"
"""The last migration."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Key = BigInteger().with_variant(Integer, "sqlite")


def _column(name: str, kind: Any, *, default: Any = None) -> Column[Any]:
    """A column that must have a value."""
    return Column(name, kind, nullable=False, default=default)


puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Key, primary_key=True),
    _column("digest", String(64)),
    _column("name", Text),
    _column("width", Integer),
    _column("height", Integer),
    _column("document", Text),
    _column("added_at", Float),
    UniqueConstraint("digest"),
)

boards = Table(
    "boards",
    metadata,
    Column("id", Key, primary_key=True),
    Column("puzzle_id", Key, ForeignKey("puzzles.id"), nullable=False),
    _column("digest", String(64)),
    _column("placements", LargeBinary),
    _column("score", Integer),
    _column("breaks", Integer),
    _column("filled", Integer),
    _column("hints_kept", Integer),
    _column("found_by", Text),
    _column("solver", Text),
    _column("found_at", Float),
    UniqueConstraint("digest"),
    Index(None, "puzzle_id", "score"),
    Index(None, "score"),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Key, primary_key=True),
    Column("puzzle_id", Key, ForeignKey("puzzles.id"), nullable=False),
    _column("name", Text),
    _column("solver", Text),
    _column("status", String(16)),
    _column("stop", String(16)),
    _column("answers", BigInteger),
    _column("nodes", BigInteger),
    _column("seconds", Float),
    Column("score", Integer),
    _column("is_finished", Boolean),
    _column("document", LargeBinary),
    _column("saved_at", Float),
    UniqueConstraint("name"),
)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", Key, primary_key=True),
    _column("name", String(200)),
    _column("uuid", String(32)),
    Column("puzzle_id", Key, ForeignKey("puzzles.id"), nullable=False),
    _column("goal", String(16)),
    _column("labelled", Boolean),
    _column("solver", Text),
    _column("arms", Text),
    _column("seed", BigInteger),
    _column("state", String(16)),
    _column("placed", BigInteger),
    _column("planned", Float),
    _column("planned_low", Float),
    _column("planned_high", Float),
    _column("slice_seconds", Float),
    _column("lease_seconds", Float),
    _column("created_at", Float),
    Column("started_at", Float),
    Column("finished_at", Float),
    UniqueConstraint("name"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Key, primary_key=True),
    Column("campaign_id", Key, ForeignKey("campaigns.id"), nullable=False),
    _column("number", Integer),
    Column("parent_id", Key),
    _column("state", String(16)),
    _column("arm", Text),
    _column("seed", BigInteger),
    _column("planned", Float),
    _column("root_count", Integer),
    _column("remaining_count", Integer),
    _column("fence", Integer),
    _column("failures", Integer),
    _column("error", Text),
    _column("answers", BigInteger),
    _column("nodes", BigInteger),
    _column("seconds", Float),
    Column("score", Integer),
    _column("roots", LargeBinary),
    _column("remaining", LargeBinary),
    _column("solver_state", LargeBinary),
    UniqueConstraint("campaign_id", "number"),
    Index(None, "campaign_id", "state", "planned"),
)

workers = Table(
    "workers",
    metadata,
    Column("id", Key, primary_key=True),
    _column("name", String(200)),
    Column("campaign_id", Key, ForeignKey("campaigns.id"), nullable=False),
    _column("started_at", Float),
    _column("seen_at", Float),
    _column("is_quarantined", Boolean),
    UniqueConstraint("name"),
)

leases = Table(
    "leases",
    metadata,
    Column("job_id", Key, ForeignKey("jobs.id"), nullable=False),
    _column("fence", Integer),
    Column("worker_id", Key, ForeignKey("workers.id"), nullable=False),
    _column("granted_at", Float),
    _column("expires_at", Float),
    Index(None, "worker_id"),
    PrimaryKeyConstraint("job_id", "fence"),
)

outcomes = Table(
    "outcomes",
    metadata,
    Column("id", Key, primary_key=True),
    Column("job_id", Key, ForeignKey("jobs.id"), nullable=False),
    _column("fence", Integer),
    Column("worker_id", Key, ForeignKey("workers.id"), nullable=False),
    _column("answers", BigInteger),
    _column("nodes", BigInteger),
    _column("seconds", Float),
    _column("remaining_count", Integer),
    _column("committed_at", Float),
    _column("is_void", Boolean),
    Index(None, "job_id"),
    Index(None, "worker_id"),
)

campaign_boards = Table(
    "campaign_boards",
    metadata,
    Column("campaign_id", Key, ForeignKey("campaigns.id"), nullable=False),
    Column("board_id", Key, ForeignKey("boards.id"), nullable=False),
    Column("outcome_id", Key, ForeignKey("outcomes.id"), nullable=False),
    PrimaryKeyConstraint("campaign_id", "board_id"),
)
