"""Reviews are kept with the deals that they are about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "review",
        sa.Column("room", sa.String(16), sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("made", sa.String(80), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
