"""Reviews where one person plays alone: the home makes them itself, slice by slice, and serves the table in between."""

from __future__ import annotations

import asyncio
import json

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.local.home import LocalHome, log
from qipai.review.pieces import DealReview
from qipai.review.shapes import DecisionDict
from qipai.server.rooms.reviews import (
    DONE,
    EFFORT,
    IMPOSSIBLE,
    NONE,
    RUNNING,
    STOPPED,
    WAITING,
    Deal,
    answer_json,
    can_judge,
    check,
    nameless,
    with_names,
)
from qipai.server.storage.events import StoreDown

SHARE = 0.05  # of the playouts: Python in a browser is a fraction as fast as a compiled server


class LocalReviews:
    def __init__(self, home: LocalHome, share: float = SHARE) -> None:
        self.home = home
        self.share = share
        self.waiting: list[Deal] = []  # the first is the one that is made
        self.records: dict[Deal, str] = {}
        self.judged: dict[Deal, list[DecisionDict]] = {}  # of those that are not whole
        self.totals: dict[Deal, int] = {}
        self.brought: dict[Deal, str] = {}  # whole ones, of records that are not kept here

    async def get(self, deal: Deal, record: Json | None = None) -> str:
        """The review, or how far it is; of a room’s deal with the names in its record. NO_RECORD."""
        if record is not None and not can_judge(record, deal.deal):
            return answer_json(deal, IMPOSSIBLE)
        kept = await self.whole(deal)
        if kept is not None:
            return answer_json(deal, DONE, review=kept if record is None else with_names(kept, record))
        done, total = len(self.judged.get(deal, [])), self.totals.get(deal, 0)
        if deal not in self.waiting:
            return answer_json(deal, STOPPED if done else NONE, done, total)
        ahead = self.waiting.index(deal)
        return answer_json(deal, WAITING if ahead else RUNNING, done, total, ahead)

    async def ask(self, deal: Deal, record: Json) -> str:
        """Likewise, and it is made if it is not there. NO_JUDGE, too."""
        check(record, deal.deal)
        if deal not in self.waiting and await self.whole(deal) is None:
            self.wait(deal, nameless(record, deal.deal))
        return await self.get(deal, record)

    async def ask_brought(self, deal: Deal, record: str) -> str:
        """Likewise, of a record that somebody brought along."""
        if deal not in self.waiting and deal not in self.brought:
            self.wait(deal, record)
        return await self.get(deal)

    async def whole(self, deal: Deal) -> str | None:
        if deal.brought:
            return self.brought.get(deal)
        kept = await self.home.shelf.read_snapshot(place_of(deal))
        return None if kept is None else kept.decode()

    def wait(self, deal: Deal, record: str) -> None:
        self.records[deal] = record
        self.waiting.append(deal)
        if len(self.waiting) == 1:
            self.home.spawn(self.make_all())

    async def make_all(self) -> None:
        while self.waiting:
            deal = self.waiting[0]
            try:
                await self.make(deal)
            except StoreDown:
                log.warning("a review was not kept")
            except QipaiError as problem:
                log.error("a review was refused: %s", problem.code)
            finally:
                self.waiting.pop(0)

    async def make(self, deal: Deal) -> None:
        await asyncio.sleep(0)
        one = DealReview(json.loads(self.records.pop(deal)), deal.deal, EFFORT, self.share)
        self.totals[deal] = one.total
        decisions = self.judged.setdefault(deal, [])
        known = {decision["move"] for decision in decisions}
        for decision in one.judging(known):
            if decision is not None:
                decisions.append(decision)
            await self.home.workers.pause()
        text = json.dumps(one.whole(decisions), ensure_ascii=False, separators=(",", ":"))
        del self.judged[deal]
        if deal.brought:
            self.brought[deal] = text
        elif await self.home.shelf.line(deal.room) is not None:  # it may be forgotten by now
            await self.home.shelf.save_snapshot(place_of(deal), 0, text.encode())


def place_of(deal: Deal) -> str:
    """Where it stands on the shelf: below its room, with which it goes."""
    return f"{deal.room}/{deal.match}.{deal.deal}"
