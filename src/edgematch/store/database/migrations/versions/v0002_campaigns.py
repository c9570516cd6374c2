"""Campaigns, their jobs, leases, outcomes and workers."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"

Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "campaigns",
        sa.Column("id", Key, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("uuid", sa.String(32), nullable=False),
        sa.Column("puzzle_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name="fk_campaigns_puzzle_id"),
        sa.Column("goal", sa.String(16), nullable=False),
        sa.Column("labelled", sa.Boolean, nullable=False),
        sa.Column("solver", sa.Text, nullable=False),
        sa.Column("arms", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("placed", sa.BigInteger, nullable=False),
        sa.Column("planned", sa.Float, nullable=False),
        sa.Column("planned_low", sa.Float, nullable=False),
        sa.Column("planned_high", sa.Float, nullable=False),
        sa.Column("slice_seconds", sa.Float, nullable=False),
        sa.Column("lease_seconds", sa.Float, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.UniqueConstraint("name", name="uq_campaigns_name"),
    )
    op.create_table(
        "jobs",
        sa.Column("id", Key, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.Column("campaign_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_jobs_campaign_id"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("parent_id", Key),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("arm", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("planned", sa.Float, nullable=False),
        sa.Column("root_count", sa.Integer, nullable=False),
        sa.Column("remaining_count", sa.Integer, nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("answers", sa.BigInteger, nullable=False),
        sa.Column("nodes", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("roots", sa.LargeBinary, nullable=False),
        sa.Column("remaining", sa.LargeBinary, nullable=False),
        sa.Column("solver_state", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("campaign_id", "number", name="uq_jobs_campaign_id_number"),
    )
    op.create_index("ix_jobs_campaign_id_state_planned", "jobs", ["campaign_id", "state", "planned"])
    op.create_table(
        "workers",
        sa.Column("id", Key, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workers"),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("campaign_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_workers_campaign_id"),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("is_quarantined", sa.Boolean, nullable=False),
        sa.UniqueConstraint("name", name="uq_workers_name"),
    )
    op.create_table(
        "leases",
        sa.Column("job_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name="fk_leases_job_id"),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("worker_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name="fk_leases_worker_id"),
        sa.Column("granted_at", sa.Float, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("job_id", "fence", name="pk_leases"),
    )
    op.create_table(
        "outcomes",
        sa.Column("id", Key, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outcomes"),
        sa.Column("job_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name="fk_outcomes_job_id"),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("worker_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name="fk_outcomes_worker_id"),
        sa.Column("answers", sa.BigInteger, nullable=False),
        sa.Column("nodes", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("remaining_count", sa.Integer, nullable=False),
        sa.Column("committed_at", sa.Float, nullable=False),
        sa.Column("is_void", sa.Boolean, nullable=False),
        sa.Column("agreed", sa.Boolean),
    )
    op.create_index("ix_outcomes_job_id", "outcomes", ["job_id"])
    op.create_index("ix_outcomes_worker_id", "outcomes", ["worker_id"])
    op.create_table(
        "campaign_boards",
        sa.Column("campaign_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_campaign_boards_campaign_id"),
        sa.Column("board_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name="fk_campaign_boards_board_id"),
        sa.Column("outcome_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["outcome_id"], ["outcomes.id"], name="fk_campaign_boards_outcome_id"),
        sa.PrimaryKeyConstraint("campaign_id", "board_id", name="pk_campaign_boards"),
    )
