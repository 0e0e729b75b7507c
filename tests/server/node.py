"""A server process of the tests: prints its port when it is ready. Started by tests.server.nursery."""

from __future__ import annotations

import os
import random
import sys
import time
from contextvars import ContextVar
from types import SimpleNamespace

import msgspec

from qipai.server import node
from qipai.server.config import Config
from qipai.server.rooms import coach, pace, room_driver
from qipai.server.rooms.trial import Trial
from qipai.server.run import listen, serve
from qipai.server.storage import log, store


def go_wrong(seconds: float) -> None:
    """The clocks of this process are ahead, or behind."""
    real, steady = time.time, time.monotonic
    time.time = lambda: real() + seconds
    time.monotonic = lambda: steady() + seconds


def follow_the_test_clock() -> None:
    """The database's clock is off by what the table `test_clock` says, which a test may change at any time."""
    told = f"({log.POSTGRES_NOW} + (SELECT seconds FROM test_clock))"
    log.POSTGRES_NOW = store.POSTGRES_NOW = told


def same_luck(start: str) -> None:
    """The names of the rooms, the seeds of their deals and the whims of the bots are the same in every run.

    A deal depends on its room's name and its number alone, whatever goes on in other rooms meanwhile. A server that is
    started again, `start` tells for which time, does not name new rooms like the old ones.
    """
    names = random.Random(start)
    deal: ContextVar[str] = ContextVar("deal")
    commit = room_driver.commit_to_next_deal

    def commit_this(trial: Trial) -> None:
        deal.set(f"{trial.room.id} {trial.room.next_deal()}")
        commit(trial)

    luck = SimpleNamespace(
        token_hex=lambda size: random.SystemRandom().randbytes(size).hex(),  # of this process, not of its games
        choice=names.choice,
        token_bytes=lambda size: random.Random(deal.get()).randbytes(size),
        randbits=lambda bits: 0,
    )
    node.secrets = room_driver.secrets = luck  # type: ignore[assignment]
    room_driver.commit_to_next_deal = commit_this


def run(config_json: str) -> int:
    """Serves until a signal comes; what a test wants to be different is in the environment."""
    if luck := os.environ.get("QIPAI_TEST_LUCK"):
        same_luck(luck)
    if skew := float(os.environ.get("QIPAI_TEST_SKEW", "0")):
        go_wrong(skew)
    if hurry := float(os.environ.get("QIPAI_TEST_HURRY", "0")):
        pace.SHORTEST, pace.LONGEST = pace.SHORTEST / hurry, pace.LONGEST / hurry
    if os.environ.get("QIPAI_TEST_CLOCK"):
        follow_the_test_clock()
    coach.PATIENCE = 60.0  # however busy the machine is
    config = msgspec.json.decode(config_json, type=Config)
    listening = listen(config.host, config.port)

    def ready() -> None:
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()

    return 0 if serve(config, listening, ready) else 1
