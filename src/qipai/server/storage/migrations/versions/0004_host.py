"""A room's code can be renewed, and the lists know in which public rooms somebody is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("room", sa.Column("code", sa.String(16)))
    op.add_column("room", sa.Column("seen", sa.Float))
    op.create_index("ix_room_code", "room", ["code"])
