"""What a browser is given that is no data: the web client's files.

They are read once and kept in memory, packed as well as they can be; names that carry a hash of their
content may be kept by browsers for ever. Its pages are all one file, which reads the path.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from qipai.server.refusal import Refused

CLIENT = Path(__file__).resolve().parents[2] / "web"  # the built web client, when it is in the package
PAGES = ("/", "/r/{room}", "/replay", "/rules/{game}", "/learn/{game}")
HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")  # as Vite names what it builds
FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {
    ".html": "text/html; charset=utf-8",
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
PACKED_ALREADY = (".png", ".ico", ".webp", ".woff2", ".mp3", ".ogg")
NO_CLIENT = (
    "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    "<title>Qipai 棋牌</title><link rel=stylesheet href=/docs.css><h1>Qipai 棋牌</h1>"
    "<p>The server runs, but the web client is not in this installation: it was built without it. "
    "Build it with <code>make play</code>, or use the interface below.</p>"
    "<p lang=zh>服务器已启动，但这份安装里没有网页客户端。请用 <code>make play</code> 构建，或直接使用下面的接口。</p>"
    "<p><a href=/docs>REST interface 接口文档</a></p>"
)


class File:
    """One file in memory, as it is and packed."""

    def __init__(self, path: Path, name: str) -> None:
        self.plain = path.read_bytes()
        self.type = TYPES.get(path.suffix, "application/octet-stream")
        self.etag = f'"{hashlib.sha256(self.plain).hexdigest()[:16]}"'
        self.cache = FOR_EVER if HASHED.search(name) else "no-cache"
        self.packed: dict[str, bytes] = {}
        if path.suffix not in PACKED_ALREADY:
            self.packed["gzip"] = gzip.compress(self.plain, 9, mtime=0)
            ready = path.with_name(path.name + ".br")
            if ready.is_file():
                self.packed["br"] = ready.read_bytes()

    def answer(self, headers: Headers) -> Response:
        out = {"etag": self.etag, "cache-control": self.cache, "vary": "accept-encoding"}
        if self.etag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=out)
        accepted = {part.split(";")[0].strip() for part in headers.get("accept-encoding", "").split(",")}
        body = self.plain
        for encoding in ("br", "gzip"):
            packed = self.packed.get(encoding)
            if packed is not None and encoding in accepted and len(packed) < len(body):
                out["content-encoding"] = encoding
                body = packed
                break
        return Response(body, headers=out, media_type=self.type)


class Client:
    """The web client's folder. Only files that are in it when they are asked for first are ever given out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, File] = {}

    def there(self) -> bool:
        return (self.folder / "index.html").is_file()

    def file(self, name: str) -> File | None:
        found = self.files.get(name)
        if found is None:
            path = (self.folder / name).resolve()
            if not path.is_relative_to(self.folder.resolve()) or not path.is_file() or path.suffix == ".br":
                return None
            found = self.files[name] = File(path, name)
        return found


def add_client(app: FastAPI, folder: Path = CLIENT) -> None:
    """The web client, or a page that says that there is none."""
    client = Client(folder)

    async def page(request: Request) -> Response:
        if not client.there():
            return HTMLResponse(NO_CLIENT)
        found = client.file("index.html")
        assert found is not None
        return found.answer(request.headers)

    async def file(request: Request, name: str) -> Response:
        found = client.file(name) if client.there() else None
        if found is None:
            raise Refused("NOT_FOUND")
        return found.answer(request.headers)

    for path in PAGES:
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/{name:path}", file, methods=["GET", "HEAD"], include_in_schema=False)
