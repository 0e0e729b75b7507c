"""The application: REST, WebSocket, the web client's files, and the pages for operators."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from qipai.core.errors import QipaiError
from qipai.server import rest
from qipai.server.config import Config
from qipai.server.guard import POLICY, Guard
from qipai.server.house import House, room_name
from qipai.server.models import HealthOut
from qipai.server.refusal import Refused, status_of
from qipai.server.sockets import serve_socket
from qipai.server.store import StoreDown
from qipai.version import VERSION

CLIENT = Path(__file__).resolve().parent.parent / "web"  # the built web client, when it is in the package
NO_CLIENT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Qipai 棋牌</title><h1>Qipai 棋牌</h1>"
    "<p>The server runs, but the web client is not in this installation. 服务器已启动，但本机没有安装网页客户端。"
    "<p><a href=/docs>REST interface 接口文档</a>"
)


def make_app(config: Config) -> FastAPI:
    house = House(config)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.stop()

    app = FastAPI(title="Qipai 棋牌", version=VERSION, lifespan=life, docs_url=None, redoc_url=None)
    app.state.house = house
    app.include_router(rest.router(house))
    add_errors(app)
    add_pages(app, house)
    add_client(app)
    app.add_middleware(Guard, config=config)
    return app


def add_errors(app: FastAPI) -> None:
    """Every refusal has one shape: code, words in both languages, detail."""

    def problem(refusal: QipaiError, status: int | None = None) -> JSONResponse:
        return JSONResponse(refusal.to_json(), status or status_of(refusal))

    @app.exception_handler(QipaiError)
    async def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, QipaiError)
        return problem(error)

    @app.exception_handler(StoreDown)
    async def down(request: Request, error: Exception) -> JSONResponse:
        return problem(Refused("RETRY"))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return problem(Refused("BAD_REQUEST", reason=f"{where}: {first['msg']}"), 422)

    @app.exception_handler(HTTPException)
    async def unknown(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        code = "NOT_FOUND" if error.status_code == 404 else "BAD_REQUEST"
        answer = problem(Refused(code, reason=str(error.detail)), error.status_code)
        answer.headers.update(error.headers or {})
        return answer


def add_pages(app: FastAPI, house: House) -> None:
    async def health() -> HealthOut:
        return HealthOut(status="ok", version=VERSION)

    async def ready() -> JSONResponse:
        """Whether the database answers."""
        try:
            await asyncio.wait_for(asyncio.wrap_future(house.store.read(house.store.now)), 2.0)
        except (StoreDown, TimeoutError):
            return JSONResponse({"status": "waiting for the database"}, 503)
        return JSONResponse({"status": "ok"})

    for prefix in ("", "/api/v1"):
        app.add_api_route(f"{prefix}/health", health, include_in_schema=bool(prefix), tags=["operation"])
        app.add_api_route(f"{prefix}/ready", ready, include_in_schema=bool(prefix), tags=["operation"])

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> PlainTextResponse:
        local = request.client is not None and request.client.host in ("127.0.0.1", "::1")
        if not local and not house.config.metrics_open:
            raise Refused("NOT_FOUND")
        return PlainTextResponse(house.metrics.text(len(house.rooms), house.store.groups, house.store.writes))

    page = get_swagger_ui_html(openapi_url="/openapi.json", title="Qipai 棋牌 REST")
    policy = docs_policy(bytes(page.body).decode())

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(bytes(page.body), headers={"content-security-policy": policy})

    async def room_socket(socket: WebSocket) -> None:
        await serve_socket(house, socket, room_name(socket.path_params["room"]))

    app.router.add_websocket_route("/ws/v1/rooms/{room}", room_socket)


def docs_policy(page: str) -> str:
    """The interface page takes its program from a public CDN; nothing else may do so, and only its own script may run."""
    scripts = [text for text in re.findall(r"<script>(.*?)</script>", page, re.DOTALL) if text.strip()]
    hashes = " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts)
    cdn = "https://cdn.jsdelivr.net"
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' {cdn} {hashes}")
    policy = policy.replace("style-src 'self'", f"style-src 'self' 'unsafe-inline' {cdn}")
    return policy.replace("img-src 'self' data:", "img-src 'self' data: https://fastapi.tiangolo.com")


def add_client(app: FastAPI) -> None:
    """The web client, where it is in the package; its pages are all one file, which reads the path."""
    index = CLIENT / "index.html"
    if not index.is_file():

        @app.get("/", include_in_schema=False)
        async def nothing_here() -> HTMLResponse:
            return HTMLResponse(NO_CLIENT)

        return

    async def page() -> Response:
        return FileResponse(index, headers={"cache-control": "no-cache"})

    for path in ("/", "/r/{room}", "/replay", "/rules/{game}"):
        app.add_api_route(path, page, include_in_schema=False)
    app.mount("/", StaticFiles(directory=CLIENT), name="client")
