"""One address that does as much as it may, and never more: as many sockets as it may have, each as quick as it may be."""

from __future__ import annotations

import asyncio
import json

import httpx
from websockets.asyncio.client import ClientConnection, connect

import qipai

EVERY = 1 / 18  # seconds between the frames of a socket, which may send twenty a second
OPENED = 0.06  # seconds between requests, of which there may be twenty a second
GAMES = qipai.games()


class Crowd:
    def __init__(self, port: int, source: str) -> None:
        self.port = port
        self.source = source
        transport = httpx.AsyncHTTPTransport(local_address=source)
        self.http = httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60)

    async def person(self) -> str:
        """A token."""
        answer = await self.http.post("/sessions/guest", json={"name": "Mallory"})
        return str(answer.json()["token"])

    async def open_rooms(self, token: str, count: int) -> list[str]:
        """Rooms of one person with bots."""
        out = []
        for number in range(count):
            body = {"game": GAMES[number % len(GAMES)], "pace": 0}
            answer = await self.http.post("/rooms", json=body, headers={"Authorization": f"Bearer {token}"})
            out.append(str(answer.json()["room"]))
            await asyncio.sleep(OPENED)
        return out

    async def send(self, room: str, token: str | None, message: dict[str, object]) -> None:
        """One socket, for as long as it is let."""
        url = f"ws://127.0.0.1:{self.port}/ws/v1/rooms/{room}"
        async with connect(url, local_addr=(self.source, 0), compression=None, max_size=None, ping_interval=None) as socket:
            await socket.send(json.dumps({"type": "hello", **({} if token is None else {"token": token})}))
            reader = asyncio.ensure_future(agree(socket))
            try:
                while True:
                    await asyncio.sleep(EVERY)
                    await socket.send(json.dumps(message))
            finally:
                reader.cancel()


async def agree(socket: ClientConnection) -> None:
    """Reads everything, and is ready for the first deal."""
    async for text in socket:
        if '"stage":"waiting"' in str(text) and '"commit":""' not in str(text):
            await socket.send('{"type":"ready","nonce":""}')
