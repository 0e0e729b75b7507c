"""The web client's files as a browser meets them, and the page about the interface."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from qipai.server.config import Config
from qipai.server.http.app import add_errors, make_app
from qipai.server.http.guard import Guard, policy
from qipai.server.http.pages import PAGES, Client, add_client

SCRIPT = b"export const x = 1;\n" * 200


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """As a build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html><script type=module src=/assets/index-Bx3_9kQz.js></script>")
    (tmp_path / "assets" / "index-Bx3_9kQz.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "serif-a1b2c3d4.woff2").write_bytes(b"wOF2" + bytes(3000))
    (tmp_path / "assets" / "index-Bx3_9kQz.js.br").write_bytes(b"packed elsewhere")
    (tmp_path / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path.parent / "secret.txt").write_text("not yours")
    return tmp_path


def ask(folder: Path, path: str, **headers: str) -> httpx.Response:
    app = FastAPI(docs_url=None, redoc_url=None)
    add_errors(app)
    add_client(app, Client(folder), {"abc": "xianqi"}.get)
    app.add_middleware(Guard, config=Config(database="", data=""))
    return ask_app(app, path, **headers)


def ask_app(app: FastAPI, path: str, **headers: str) -> httpx.Response:
    async def run() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:8000") as client:
            return await client.get(path, headers={"accept-encoding": "identity", **headers})

    return asyncio.run(run())


def test_every_page_of_the_client_is_the_same_file_and_revalidated(built: Path) -> None:
    for page in PAGES:
        answer = ask(built, page.replace("{room}", "abc").replace("{game}", "xianqi"))
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert ask(built, "/", **{"if-none-match": answer.headers["etag"]}).status_code == 304


def test_a_browser_is_told_at_once_what_a_page_needs(built: Path) -> None:
    assert "link" not in ask(built, "/r/abc").headers, "there is nothing to tell"
    needs = {
        "r": ["assets/Room-Bx3_9kQz.js", "assets/table-a1B2c3D4.css"],
        "r:xianqi": ["assets/xianqi-Bx3_9kQz.js"],
        "rules:guandan": ["assets/figures-Bx3_9kQz.js"],
    }
    (built / "pages.json").write_text(json.dumps(needs))
    table = [
        "</assets/Room-Bx3_9kQz.js>; rel=modulepreload; crossorigin",
        "</assets/table-a1B2c3D4.css>; rel=preload; as=style; crossorigin",
    ]
    game = "</assets/xianqi-Bx3_9kQz.js>; rel=modulepreload; crossorigin"
    assert ask(built, "/r/abc").headers["link"].split(", ") == [*table, game]
    assert ask(built, "/r/unknown").headers["link"].split(", ") == table, "nobody knows what is played there"
    assert ask(built, "/rules/guandan").headers["link"] == "</assets/figures-Bx3_9kQz.js>; rel=modulepreload; crossorigin"
    assert "link" not in ask(built, "/rules/xianqi").headers
    assert "link" not in ask(built, "/").headers


def test_files_have_their_types_and_hashed_ones_are_kept_for_ever(built: Path) -> None:
    script = ask(built, "/assets/index-Bx3_9kQz.js")
    assert script.content == SCRIPT
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert ask(built, "/assets/serif-a1b2c3d4.woff2").headers["content-type"] == "font/woff2"
    icon = ask(built, "/favicon.svg")
    assert icon.headers["content-type"] == "image/svg+xml"
    assert icon.headers["cache-control"] == "no-cache"


def test_files_are_packed_for_browsers_that_can_unpack(built: Path) -> None:
    app_file = "/assets/index-Bx3_9kQz.js"
    packed = ask(built, app_file, **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT, 9, mtime=0)) < len(SCRIPT)
    assert packed.content == SCRIPT
    assert "content-encoding" not in ask(built, "/assets/serif-a1b2c3d4.woff2", **{"accept-encoding": "gzip"}).headers


def test_nothing_outside_the_folder_is_given_out(built: Path) -> None:
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/nothing.js", "/assets"):
        answer = ask(built, path)
        assert answer.status_code == 404, path
        assert b"not yours" not in answer.content


def test_a_file_has_one_spelling_and_is_kept_once(built: Path) -> None:
    client = Client(built)
    name = "assets/index-Bx3_9kQz.js"
    assert client.file(name) is client.file(name) is not None
    others = [
        "assets/./" * 3 + name,
        "./" + name,
        "assets//index-Bx3_9kQz.js",
        "assets/../" + name,
        "/" + name,
        name + "/",
        "assets",
    ]
    assert [client.file(other) for other in others] == [None] * len(others)
    assert [client.file(other) for other in ("\0", "x" * 300, "assets/" + "y" * 5000)] == [None] * 3
    assert len(client.files) == 1


def test_an_address_that_is_none_shows_the_client_which_says_so(built: Path) -> None:
    lost = ask(built, "/nowhere", accept="text/html,application/xhtml+xml")
    assert (lost.status_code, lost.content) == (404, (built / "index.html").read_bytes())
    assert ask(built, "/assets/nothing.js", accept="text/html").headers["content-type"] == "application/json"


def test_without_a_client_the_page_says_so_in_both_languages(tmp_path: Path) -> None:
    for page in ("/", "/r/abc"):
        answer = ask(tmp_path, page)
        assert answer.status_code == 200
        assert "web client is not in this installation" in answer.text
        assert "没有网页客户端" in answer.text
    assert ask(tmp_path, "/assets/x.js").status_code == 404


def test_the_policy_lets_pages_use_their_own_server_and_nothing_else(built: Path) -> None:
    told = ask(built, "/").headers["content-security-policy"]
    parts = {part.split()[0]: part.split()[1:] for part in told.split("; ")}
    assert parts["script-src"] == parts["style-src"] == parts["font-src"] == ["'self'"]
    assert parts["img-src"] == ["'self'", "data:"]
    assert parts["connect-src"] == ["'self'", "ws://localhost:8000", "wss://localhost:8000"]
    assert parts["default-src"] == ["'none'"]
    assert "script-src *" not in policy("localhost:80; script-src *")


def test_the_interface_page_needs_nothing_from_elsewhere(built: Path) -> None:
    app = make_app(Config(database=f"sqlite:///{built}/rooms.db", data=str(built)))
    page = ask_app(app, "/docs")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "/api/v1/rooms/{room}/replay" in page.text
    assert "id=m-RoomDetail" in page.text
    assert ask_app(app, "/docs.css").headers["content-type"].startswith("text/css")
