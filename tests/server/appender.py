"""Appends to a log as fast as it can and says what was acknowledged, until it is killed: python -m tests.server.appender URL"""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import Future

from qipai.server.storage.events import Append, NewEvent, Outcome, Written
from qipai.server.storage.store import Store
from tests.server.logs import make_rooms

if __name__ == "__main__":
    store = Store(sys.argv[1])
    store.start()
    rooms = make_rooms(store, 5)
    waiting: deque[tuple[str, int, Future[Outcome]]] = deque()
    number = 0
    while True:
        number += 1
        for room in rooms:
            waiting.append((room, number, store.append(Append(room, number, [NewEvent("move", "{}", 0, f"c{number}")]))))
        while len(waiting) > 20:
            room, version, future = waiting.popleft()
            assert isinstance(future.result(), Written)
            sys.stdout.write(f"{room} {version}\n")
            sys.stdout.flush()
