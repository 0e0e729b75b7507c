"""Answers in a window of several seats stay hidden; who has answered is told where everybody may know it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.players import Node, Socket, running
from tests.web.guandan_frames import ending
from tests.web.people import Company

FIRST, SECOND = 0, 2  # who won the deal before


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as found:
        yield found


def test_all_are_told_who_has_returned_a_card_and_nobody_which(node: Node) -> None:
    with Company(node.url, ["South", "East", "North", "West"]) as company:
        company.open("guandan")
        company.deal()
        states = company.states()
        for _ in range(40):
            if states[0]["view"]["public"]["phase"] == "return" and len(states[0]["view"]["to_act"]) == 2:
                break
            if states[0]["view"]["public"]["phase"] in ("tribute", "choose"):
                seat = next(seat for seat in range(4) if states[seat]["view"]["legal"])
                company.people[seat].act(company.room, states[seat], states[seat]["view"]["legal"][0])
            else:
                company.play(ending([FIRST, SECOND, 1, 3]))
                company.deal()
            states = company.states()
        assert sorted(states[0]["view"]["to_act"]) == [FIRST, SECOND]

        async def watch() -> None:
            async with Socket(node, company.room, company.people[1].session["token"]) as other:
                before = other.version
                move = states[FIRST]["view"]["legal"][0]
                await asyncio.to_thread(company.people[FIRST].act, company.room, states[FIRST], move)
                frame = await other.until("event")
                assert (frame["what"]["kind"], frame["what"]["seat"]) == ("answer", FIRST)
                assert (frame["version"], frame["view"]["to_act"]) == (before, [SECOND])
                assert frame["view"]["public"]["tribute"]["returned"] == []
                card = move.split()[1]
                assert card not in other.frames[-1].replace(card, "", states[1]["view"]["private"]["hand"].split().count(card))

        asyncio.run(watch())
