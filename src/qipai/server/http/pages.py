"""What a browser is given that is no data: the web client's files.

They are read once and kept in memory, packed as well as they can be; names that carry a hash of their
content may be kept by browsers for ever. Its pages are all one file, which reads the path; so is the page that says that
an address is none.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.requests import Request
from starlette.responses import Response

from qipai.server.http.prepared import HTML, Prepared
from qipai.server.refusal import Refused

CLIENT = Path(__file__).resolve().parents[2] / "web"  # the built web client, when it is in the package
PAGES = ("/", "/r/{room}", "/replay", "/puzzles", "/puzzles/{game}/{puzzle}", "/rules/{game}", "/learn/{game}")
NEEDS = "pages.json"  # what each page needs beside what every page needs, as web/scripts/pages.ts tells
HOW = {".js": "rel=modulepreload", ".css": "rel=preload; as=style"}
PYTHON = "python/"  # what a browser needs to play without a server
HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$|^python/[0-9a-f]{12}/")  # as Vite names what it builds, and our site
FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
PACKED_ALREADY = (".png", ".ico", ".webp", ".woff2", ".mp3", ".ogg", ".gz")
NO_CLIENT = (
    "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    "<title>Qipai 棋牌</title><link rel=stylesheet href=/docs.css><h1>Qipai 棋牌</h1>"
    "<p>The server runs, but the web client is not in this installation: it was built without it. "
    "Build it with <code>make play</code>, or use the interface below.</p>"
    "<p lang=zh>服务器已启动，但这份安装里没有网页客户端。请用 <code>make play</code> 构建，或直接使用下面的接口。</p>"
    "<p><a href=/docs>REST interface 接口文档</a></p>"
)


LOST = Prepared(
    (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        "<title>Qipai 棋牌</title><link rel=stylesheet href=/docs.css><h1>Page not found</h1>"
        "<p lang=zh>找不到这个页面。</p><p><a href=/>Qipai 棋牌</a></p>"
    ).encode(),
    HTML,
)
DATA = ("api/", "ws/", "assets/", PYTHON)  # where no page is


class File(Prepared):
    """One file in memory; names that carry a hash of their content are never asked for twice."""

    def __init__(self, path: Path, name: str) -> None:
        media_type = TYPES.get(path.suffix, "application/octet-stream")
        cache = FOR_EVER if HASHED.search(name) else "no-cache"
        super().__init__(path.read_bytes(), media_type, cache, pack=path.suffix not in PACKED_ALREADY)
        ready = path.with_name(path.name + ".br")
        if self.packed and ready.is_file():
            self.packed["br"] = ready.read_bytes()


class Client:
    """The web client's folder. A file has one spelling, so that there are never more in memory than in the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, Prepared] = {}

    def there(self) -> bool:
        return (self.folder / "index.html").is_file()

    def file(self, name: str) -> Prepared | None:
        found = self.files.get(name)
        if found is None:
            path = self.find(name)
            if path is None:
                return None
            found = self.files[name] = File(path, name)
        return found

    @functools.cached_property
    def needs(self) -> dict[str, str]:
        """For each page, and for each game on it, what a browser will ask for once the page runs, as a Link header."""
        try:
            told = json.loads((self.folder / NEEDS).read_text(encoding="utf-8"))
        except (OSError, ValueError):  # a client of another making: its pages ask for themselves
            return {}
        return {page: ", ".join(map(preload, names)) for page, names in told.items()}

    def link(self, page: str, game: str | None) -> str:
        return ", ".join(filter(None, (self.needs.get(page), self.needs.get(f"{page}:{game}"))))

    def find(self, name: str) -> Path | None:
        path = self.folder / name
        try:
            real = path.resolve()
            if real != self.folder.resolve() / name or "/".join(path.relative_to(self.folder).parts) != name:
                return None
            return path if path.is_file() and path.suffix != ".br" else None
        except (OSError, ValueError):  # a name that no file can have
            return None


def preload(name: str) -> str:
    return f"</{name}>; {HOW[Path(name).suffix]}; crossorigin"


def add_client(app: FastAPI, client: Client, game_of: Callable[[str], str | None]) -> None:
    """The web client, or a page that says that there is none. `game_of` a room, where that is known without asking anybody."""

    async def page(request: Request) -> Response:
        if not client.there():
            return HTMLResponse(NO_CLIENT)
        found = client.file("index.html")
        assert found is not None
        answer = found.answer(request.headers)
        room = request.path_params.get("room")
        link = client.link(request.url.path.split("/")[1], game_of(room) if room else request.path_params.get("game"))
        if link:
            answer.headers["link"] = link
        return answer

    async def file(request: Request, name: str) -> Response:
        found = client.file(name) if client.there() else None
        if found is not None:
            return found.answer(request.headers)
        if name.startswith(DATA) or "text/html" not in request.headers.get("accept", ""):
            raise Refused("NOT_FOUND")
        index = client.file("index.html") if client.there() else None  # which says that there is no such page
        return (index or LOST).answer(request.headers, 404)

    for path in PAGES:
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/{name:path}", file, methods=["GET", "HEAD"], include_in_schema=False)
