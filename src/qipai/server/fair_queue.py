"""Whose work is done next: moves before hints before reviews, and among equals everybody in turn."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")

MOVE, HINT, REVIEW = range(3)


class FairQueue(Generic[T]):
    """Work that waits. People take turns, and so do the rooms of one person: many requests delay only their own sender."""

    def __init__(self) -> None:
        self.waiting: list[dict[str, dict[str, deque[T]]]] = [{}, {}, {}]  # by rank, person and room, next one first

    def add(self, rank: int, person: str, room: str, work: T) -> None:
        self.waiting[rank].setdefault(person, {}).setdefault(room, deque()).append(work)

    def take(self, last_rank: int = REVIEW) -> tuple[int, T] | None:
        """What is next among the ranks up to the last one, and its rank."""
        for rank in range(last_rank + 1):
            people = self.waiting[rank]
            if not people:
                continue
            person = next(iter(people))
            rooms = people.pop(person)
            room = next(iter(rooms))
            works = rooms.pop(room)
            work = works.popleft()
            if works:
                rooms[room] = works  # behind the others
            if rooms:
                people[person] = rooms
            return rank, work
        return None

    def count(self) -> int:
        return sum(len(works) for people in self.waiting for rooms in people.values() for works in rooms.values())
