"""The tables. A room is its rows in `event`; everything else is an index, a secret, a promise of time, or a person."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

HEAD = "0008"  # the newest migration; a test compares it with Alembic's own answer

metadata = MetaData()

user = Table(
    "player",  # "user" is a reserved word in PostgreSQL
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("login", String(64), unique=True),  # accounts only; compared without case
    Column("password", String(200)),
    Column("created", Float, nullable=False),
    Column("face", String(16)),  # the one that was chosen; else it follows from the name
)

session = Table(
    "session",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token: the table gives no token away
    Column("player", String(32), ForeignKey("player.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)

handover = Table(
    "handover",  # one-time codes to go on with another device
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the code
    Column("player", String(32), ForeignKey("player.id"), nullable=False),
    Column("expires", Float, nullable=False),
)

room = Table(
    "room",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Text, nullable=False),
    Column("owner", String(32), ForeignKey("player.id"), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(16), nullable=False),  # open, playing, finished, closed, broken
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("code", String(16), index=True),  # under which others find it, where it is no longer the id
    Column("seen", Float),  # when a person was there last; kept for public rooms alone
    Index("room_listed", "public", "status", "touched"),
    Index("room_owner", "owner"),
)

seat = Table(
    "seat",
    metadata,
    Column("room", String(16), ForeignKey("room.id"), primary_key=True),
    Column("idx", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),  # human, open, bot
    Column("player", String(32), ForeignKey("player.id"), index=True),
    Column("level", String(40)),
    Column("score", Integer),  # what its player has won in this room
    Column("hidden", Boolean),  # its player does not want to see it in the list of games any more
)

event = Table(
    "event",
    metadata,
    Column("room", String(16), ForeignKey("room.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("kind", String(16), nullable=False),
    Column("payload", Text, nullable=False),
    Column("cmd_id", String(80)),
    Column("answers", String(40)),  # the window that a move answers
    Column("at", Float, nullable=False),  # the database's clock
    UniqueConstraint("room", "cmd_id", name="event_once"),
    UniqueConstraint("room", "answers", "seat", name="event_one_answer"),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("room", String(16), ForeignKey("room.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("blob", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("room", String(16), ForeignKey("room.id"), nullable=False, index=True),
    Column("player", String(32), ForeignKey("player.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("seat", Integer),  # None: somebody who watched
    Column("channel", String(8), nullable=False),  # table, watchers
    Column("kind", String(8), nullable=False),  # text, phrase
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

review = Table(
    "review",  # of finished deals; no names in it
    metadata,
    Column("room", String(16), ForeignKey("room.id"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("move", Integer, primary_key=True, autoincrement=False),  # of the decision; -1: the whole review
    Column("made", String(80), nullable=False),  # by which version and with which effort: parts of another do not go with it
    Column("data", Text, nullable=False),
)

deadline = Table(
    "deadline",
    metadata,
    Column("room", String(16), ForeignKey("room.id"), primary_key=True),
    Column(
        "kind", String(8), primary_key=True
    ),  # clock: a decision; grace: a seat without its player; host: a room without its owner
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("due_at", Float, nullable=False, index=True),
)

secret = Table(
    "secret",
    metadata,
    Column("room", String(16), ForeignKey("room.id"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("server_seed", LargeBinary, nullable=False),
)

setting = Table(
    "setting",  # what all nodes must have in common: the signing key
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

node = Table(
    "node",  # processes that live; with SQLite there is one, which need not say so
    metadata,
    Column("id", String(16), primary_key=True),
    Column("seen", Float, nullable=False),  # by the database's clock
)

serving = Table(
    "serving",  # who holds a room in memory; a hint like the notes that follow it, so a room that is gone may still be listed
    metadata,
    Column("room", String(16), primary_key=True),
    Column("node", String(16), primary_key=True, index=True),
)
