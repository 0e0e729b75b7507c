"""A host who is gone for a minute hands the room on, and gets it back when back within ten: on a clock of the test's own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from qipai.server.rooms.host_commands import BACK
from qipai.server.storage import schema
from tests.server.still import quiet
from tests.server.test_spectators import Watched


@pytest.mark.parametrize(("away", "back"), [(BACK - 1, True), (BACK + 1, False)])
def test_the_room_is_handed_on_after_a_minute_and_given_back_within_ten(away: float, back: bool, tmp_path: Path) -> None:
    assert BACK == 600

    async def run() -> None:
        world = Watched(tmp_path)
        await world.open("xianqi", 3)
        node, live = world.node, world.live
        ann, bo = world.people[:2]
        live.watchers.discard(world.seats[0])
        node.went(live, 0)
        table = schema.deadline
        due = sa.select(table.c.due_at).where((table.c.room == live.room.id) & (table.c.kind == "host"))
        found = await asyncio.wrap_future(node.store.write(lambda c, now: [row[0] - now for row in c.execute(due)]))
        assert found == [pytest.approx(60, abs=5)]
        # before: she is back in time, and nothing happens
        live.watchers.add(world.seats[0])
        node.came(live, 0)
        await node.time_is_up(live.room.id, "host", 0)
        assert live.room.owner == ann.id
        # the minute is over
        live.watchers.discard(world.seats[0])
        node.went(live, 0)
        await node.time_is_up(live.room.id, "host", 0)
        assert live.room.owner == bo.id
        world.clock.time += away
        live.watchers.add(world.seats[0])
        node.came(live, 0)
        await quiet(node, live, world.clock)
        assert live.room.owner == (ann.id if back else bo.id)
        await world.close()

    asyncio.run(run())
