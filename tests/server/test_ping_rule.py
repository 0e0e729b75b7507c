"""The documented rule of pings keeps a connection: ping when nothing has arrived for 2.5 seconds."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.server.config import Limits
from qipai.server.http import sockets
from qipai.server.http.sockets import Connection

SILENCE = 30.0
PING = 2.5
BEAT = 4.0
ABSENT = 8.0


class Client:
    """Pings by the rule, unless it is dead; the connection as the server has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, beats: bool = False) -> None:
        self.time = 100.0
        monkeypatch.setattr(sockets, "time", SimpleNamespace(monotonic=lambda: self.time))
        self.went: list[float] = []
        config = SimpleNamespace(silence=SILENCE, absent=ABSENT, limits=Limits())
        node: Any = SimpleNamespace(config=config, went=lambda *_: self.went.append(self.time))

        async def connected() -> Connection:
            return Connection(node, None, None, None, None, None, beats=beats)  # type: ignore[arg-type]

        self.connection = asyncio.run(connected())
        self.arrived = self.sent = self.time
        self.alive = True

    def go_on(self, seconds: float, event_every: float | None) -> bool:
        """False as soon as the server gives the client up."""
        end, told = self.time + seconds, self.time
        while self.time < end:
            self.time += 0.25
            if event_every is not None and self.time >= told + event_every:
                told = self.arrived = self.time
                self.connection.send(b"{}")
            if self.alive and (self.time >= self.arrived + PING or (self.connection.beats and self.time >= self.sent + BEAT)):
                self.sent = self.time
                self.connection.heard, self.connection.owes = self.time, False
                self.connection.send(b"pong")
                self.arrived = self.time
            self.connection.outbox.clear()
            self.connection.size = 0
            self.connection.look_for_absence(self.time)
            if self.connection.is_silent():
                return False
        return True


@pytest.mark.parametrize("event_every", [0.5, 2.0, 2.4, 2.6, 7.0, None])
def test_a_spectator_who_keeps_to_the_rule_is_never_dropped(event_every: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client(monkeypatch).go_on(600, event_every)


@pytest.mark.parametrize("event_every", [7.0, None])
def test_a_client_that_owes_a_ping_is_dropped_when_it_is_silent(
    event_every: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(monkeypatch)
    assert client.go_on(60, event_every)
    client.alive = False
    assert client.go_on(SILENCE - PING - 1, event_every)
    assert not client.go_on(PING + 2, event_every)


def test_one_who_died_at_a_busy_table_is_dropped_once_the_table_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(monkeypatch)
    client.alive = False
    assert client.go_on(60, 1.0)  # the system's own limit on unread data is what ends it here
    assert not client.go_on(10, None)


@pytest.mark.parametrize("event_every", [0.5, 2.4, 7.0, None])
def test_absence_is_seen_within_ten_seconds_also_at_a_busy_table(
    event_every: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of clients that say that they beat, as ours does."""
    client = Client(monkeypatch, beats=True)
    assert client.go_on(600, event_every)
    assert client.went == []
    client.alive, died = False, client.time
    client.go_on(12, event_every)
    assert len(client.went) == 1
    assert client.went[0] - died <= 10
