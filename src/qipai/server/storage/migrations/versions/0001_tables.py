"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("login", sa.String(64), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "handover",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "room",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Index("room_listed", "public", "status", "touched"),
        sa.Index("room_owner", "owner"),
    )
    op.create_table(
        "seat",
        sa.Column("room", sa.String(16), sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("idx", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("player.id"), index=True),
        sa.Column("level", sa.String(40)),
    )
    op.create_table(
        "event",
        sa.Column("room", sa.String(16), sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("cmd_id", sa.String(80)),
        sa.Column("answers", sa.String(40)),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("room", "cmd_id", name="event_once"),
        sa.UniqueConstraint("room", "answers", "seat", name="event_one_answer"),
    )
    op.create_table(
        "snapshot",
        sa.Column("room", sa.String(16), sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("blob", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "deadline",
        sa.Column("room", sa.String(16), sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("due_at", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "secret",
        sa.Column("room", sa.String(16), sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("server_seed", sa.LargeBinary, nullable=False),
    )
