"""Which nodes live, and which of them hold which room in memory: notes go to those and to nobody else."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "node",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "serving",
        sa.Column("room", sa.String(16), primary_key=True),
        sa.Column("node", sa.String(16), primary_key=True, index=True),
    )
