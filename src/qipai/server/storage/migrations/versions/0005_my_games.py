"""A person's list of games has scores, and games can be taken out of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("seat", sa.Column("score", sa.Integer))
    op.add_column("seat", sa.Column("hidden", sa.Boolean))
