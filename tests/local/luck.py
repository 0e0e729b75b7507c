"""The same deals and the same whims of bots in every run, as `tests.server.node` has them."""

from __future__ import annotations

import random
from contextvars import ContextVar
from types import SimpleNamespace

from qipai.server.rooms import room_driver
from qipai.server.rooms.trial import Trial


def same_luck() -> None:
    """A deal depends on its room's name and its number alone."""
    deal: ContextVar[str] = ContextVar("deal")
    commit = room_driver.commit_to_next_deal

    def commit_this(trial: Trial) -> None:
        deal.set(f"{trial.room.id} {trial.room.next_deal()}")
        commit(trial)

    room_driver.secrets = SimpleNamespace(  # type: ignore[assignment]
        token_bytes=lambda size: random.Random(deal.get()).randbytes(size), randbits=lambda bits: 0
    )
    room_driver.commit_to_next_deal = commit_this
