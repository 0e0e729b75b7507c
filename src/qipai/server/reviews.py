"""Reviews that are being made: everybody has a queue, of which one review at a time is worked at, a few decisions after the
other. What is judged is written every few seconds; whoever asks again after an interruption, at any node, resumes there."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from qipai.core.data import Json
from qipai.core.errors import QipaiError
from qipai.review.pieces import judge_more
from qipai.server.node import Node
from qipai.server.packed_reviews import packed_whole, unpacked
from qipai.server.rooms.reviews import DONE, EFFORT, NONE, RUNNING, STOPPED, WAITING, Deal, answer_json, nameless, with_names
from qipai.server.storage import review_rows
from qipai.server.storage.events import StoreDown
from qipai.version import VERSION

log = logging.getLogger("qipai.server")

PIECE = 1.0  # seconds after which a worker tells what it has, as soon as a decision is judged
KEPT = 5.0  # seconds of judging that an interruption may cost: every writing takes a moment from the tables
PATIENCE = 300.0  # seconds for a piece: its process gets what moves and hints leave
TRIES = 3  # workers that may die over a piece
BROUGHT = 64  # reviews of records that were brought along: so many are remembered


class OfRooms:
    """Kept with the deals, in the database."""

    def __init__(self, node: Node, made: str) -> None:
        self.node = node
        self.made = made

    async def read(self, deal: Deal) -> review_rows.Kept:
        return await review_rows.read(self.node.store, deal, self.made)

    async def add(self, deal: Deal, decisions: dict[int, str]) -> bool:
        return await review_rows.add(self.node.store, deal, self.made, decisions)

    async def finish(self, deal: Deal, whole: str) -> bool:
        return await review_rows.finish(self.node.store, deal, self.made, whole)


class OfRecords:
    """Of records that somebody brought along: the server keeps none of them, and remembers its reviews for a while."""

    def __init__(self) -> None:
        self.known: OrderedDict[Deal, review_rows.Kept] = OrderedDict()

    async def read(self, deal: Deal) -> review_rows.Kept:
        found = self.known.get(deal)
        return review_rows.Kept(None, {}) if found is None else review_rows.Kept(found.whole, dict(found.parts))

    async def add(self, deal: Deal, decisions: dict[int, str]) -> bool:
        parts = (await self.read(deal)).parts | decisions
        return self.put(deal, review_rows.Kept(None, parts))

    async def finish(self, deal: Deal, whole: str) -> bool:
        return self.put(deal, review_rows.Kept(unpacked(whole), {}))

    def put(self, deal: Deal, kept: review_rows.Kept) -> bool:
        self.known[deal] = kept
        self.known.move_to_end(deal)
        if len(self.known) > BROUGHT:
            self.known.popitem(last=False)
        return True


class Work:
    """One review that is waited for."""

    def __init__(self, deal: Deal, record: str) -> None:
        self.deal = deal
        self.record = record
        self.state = WAITING
        self.done = 0
        self.total = 0


class Reviews:
    def __init__(self, node: Node) -> None:
        self.node = node
        self.share = node.config.review_share
        self.made = f"{VERSION} {EFFORT} {self.share:g}"
        self.of_rooms = OfRooms(node, self.made)
        self.of_records = OfRecords()
        self.works: dict[Deal, Work] = {}
        self.queues: dict[str, deque[Work]] = {}  # by person; the first of each is the one that is made

    def keeper(self, deal: Deal) -> OfRooms | OfRecords:
        return self.of_records if deal.brought else self.of_rooms

    async def kept(self, deal: Deal) -> review_rows.Kept:
        return await self.keeper(deal).read(deal)

    def answer(self, deal: Deal, record: Json | None, kept: review_rows.Kept) -> str:
        """The review, of a room’s deal with the names in its record; or what there is of it where nobody is at it."""
        if kept.whole is not None:
            return answer_json(deal, DONE, review=kept.whole if record is None else with_names(kept.whole, record))
        return answer_json(deal, STOPPED if kept.parts else NONE, len(kept.parts))

    def progress(self, deal: Deal, person: str) -> str | None:
        """None if it is not waited for here."""
        work = self.works.get(deal)
        if work is None:
            return None
        queue = self.queues.get(person, deque())
        ahead = queue.index(work) if work in queue else 0
        return answer_json(deal, work.state, work.done, work.total, ahead)

    def ask(self, deal: Deal, record: Json, person: str) -> str:
        """A deal of a room. How far it is."""
        return self.wait(deal, lambda: nameless(record, deal.deal), person)

    def wait(self, deal: Deal, record: Callable[[], str], person: str) -> str:
        """Into this person’s queue, where it may stand already in somebody else’s. How far it is."""
        work = self.works.get(deal)
        if work is None:
            work = self.works[deal] = Work(deal, record())
        queue = self.queues.get(person)
        if queue is None:
            self.queues[person] = deque([work])
            self.node.spawn(self.go_through(person))
        elif work not in queue:
            queue.append(work)
        self.count()
        return self.progress(deal, person) or answer_json(deal, WAITING)

    async def go_through(self, person: str) -> None:
        """A person’s reviews, one after the other."""
        queue = self.queues[person]
        try:
            while queue:
                if queue[0].state == WAITING:  # else it was somebody else’s turn
                    await self.make(queue[0], person)
                queue.popleft()
                self.count()
        finally:
            del self.queues[person]
            self.count()
            if not self.queues:
                self.node.workers.rest()

    def count(self) -> None:
        self.node.metrics.reviews_waiting = len(self.works)

    async def make(self, work: Work, person: str) -> None:
        work.state = RUNNING
        try:
            if await self.judge(work, person):
                self.node.metrics.reviews += 1
        except StoreDown:
            log.warning("a review stopped: the database does not answer")
        except QipaiError as problem:
            log.error("a review was refused: %s", problem.code)
        finally:
            self.works.pop(work.deal, None)
            work.state = STOPPED

    async def judge(self, work: Work, person: str) -> bool:
        """False: there is nobody to judge, or the room is gone."""
        keeper = self.keeper(work.deal)
        kept = await keeper.read(work.deal)
        if kept.whole is not None:
            return True
        parts = kept.parts
        fresh: dict[int, str] = {}
        written = time.monotonic()
        while not work.total or work.done < work.total:
            found = await self.worker(person, judge_more, work, list(parts), PIECE)
            if found is None:
                if fresh:
                    await keeper.add(work.deal, fresh)
                return False
            work.total, more = found
            fresh |= more
            parts |= more
            work.done = len(parts)
            if not work.total:
                break
            if work.done < work.total and time.monotonic() - written >= KEPT:
                if not await keeper.add(work.deal, fresh):
                    return False
                fresh = {}
                written = time.monotonic()
        whole = await self.worker(person, packed_whole, work, list(parts.values()))
        return whole is not None and await keeper.finish(work.deal, whole)

    async def worker(self, person: str, function: Any, work: Work, *args: object) -> Any:
        """None when workers die over it or do not come back."""
        for _ in range(TRIES):
            asked = (function, work.record, work.deal.deal, EFFORT, self.share, *args)
            found = await self.node.workers.background().answer(*asked, limit=PATIENCE, person=person)
            if found is not None:
                return found
        log.error("a review got no answer from its worker")
        return None
