"""The application: REST, WebSocket, and the pages for operators."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from qipai.core.errors import QipaiError
from qipai.server.config import Config
from qipai.server.http import rest
from qipai.server.http.device import DeviceClient
from qipai.server.http.docs_page import add_docs
from qipai.server.http.guard import Guard
from qipai.server.http.models import HealthOut
from qipai.server.http.pages import CLIENT, PYTHON, Client, add_client
from qipai.server.http.proxies import Proxies
from qipai.server.http.readiness import Readiness
from qipai.server.http.sockets import serve_socket
from qipai.server.node import Node
from qipai.server.refusal import Refused, status_of
from qipai.server.storage.events import BadValue, StoreDown
from qipai.version import VERSION

PACKED_FROM = 2000  # bytes; what carries a token is shorter


class Packing(GZipMiddleware):
    """Python's files are packed as they are: once more would keep everybody waiting."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        python = scope["type"] == "http" and scope["path"].startswith(f"/{PYTHON}")
        await (self.app(scope, receive, send) if python else super().__call__(scope, receive, send))


def make_app(config: Config, proxies: Proxies | None = None) -> FastAPI:
    node = Node(config)
    proxies = proxies or Proxies(config)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await node.start()
        yield
        await node.stop()

    async def room_socket(scope: Scope, receive: Receive, send: Send) -> None:
        await serve_socket(node, scope, receive, send)

    app = FastAPI(title="Qipai 棋牌", version=VERSION, lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.node = node
    app.include_router(rest.router(node))
    add_errors(app)
    add_pages(app, node, proxies)
    add_docs(app)
    add_client(app, DeviceClient(CLIENT, Path(config.site)) if config.site else Client(CLIENT), node.game_of)
    app.add_middleware(Packing, minimum_size=PACKED_FROM, compresslevel=5)
    app.add_middleware(Guard, config=config, room_socket=room_socket, proxies=proxies)
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

    @app.exception_handler(BadValue)
    async def impossible(request: Request, error: Exception) -> JSONResponse:
        return problem(Refused("BAD_REQUEST", reason="text that cannot be stored"))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # half a request gets no answer, and is not an error of ours

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


def add_pages(app: FastAPI, node: Node, proxies: Proxies) -> None:
    readiness = Readiness(node.store)

    async def health() -> HealthOut:
        return HealthOut(status="ok", version=VERSION)

    async def ready(request: Request) -> JSONResponse:
        """Whether the database answers and can be written, and what the operator should know. A proxy asks with `?within=5`:
        whether it did in the last few seconds, answered at once."""
        within = request.query_params.get("within", "")
        status = readiness.status_within(float(within)) if within.isdecimal() else await readiness.status()
        if node.leaving.is_set():
            status = "restart"
        return JSONResponse({"status": status, "warnings": proxies.warnings()}, 200 if status == "ok" else 503)

    for prefix in ("", "/api/v1"):
        app.add_api_route(f"{prefix}/health", health, include_in_schema=bool(prefix), tags=["operation"])
        app.add_api_route(f"{prefix}/ready", ready, include_in_schema=bool(prefix), tags=["operation"])

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> PlainTextResponse:
        local = request.client is not None and request.client.host in ("127.0.0.1", "::1")
        if (not local or proxies.hides(request.scope)) and not node.config.metrics_open:
            raise Refused("NOT_FOUND")
        return PlainTextResponse(node.metrics.text(node.figures()))
