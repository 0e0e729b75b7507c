"""Requests that nobody sends by accident: each is answered for what it is, never with a failure of ours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy.engine import Connection

from qipai.core.table import Table
from qipai.server.config import Config
from qipai.server.http.app import make_app
from qipai.server.http.guard import Doors
from qipai.server.http.proxies import UNBELIEVED, Proxies, check_proxies
from qipai.server.storage.store import Store
from tests.server.attacks import Raw
from tests.server.players import LOOSE, Node, guest, running

LOCAL = "127.0.0.1"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("odd")
    with running(f"sqlite:///{folder}/rooms.db", folder) as started:
        yield started


def raw(node: Node, path: str, **headers: str) -> tuple[int, bytes]:
    """A request as it is written, however it is written."""

    async def run() -> tuple[int, bytes]:
        async with Raw(node.port, LOCAL) as connection:
            return await connection.request(path, **headers)

    return asyncio.run(run())


@pytest.mark.parametrize(
    "path", ["/%00", "/assets/%00.js", "/" + "x" * 300, "/a%ffb", "/%5c..%5c", "/api/v1/rooms/%00", "/r%00/x"]
)
def test_names_that_no_file_can_have_are_not_found(node: Node, path: str) -> None:
    assert raw(node, path)[0] == 404


def test_odd_text_is_refused_and_not_taken_for_a_fault_of_the_database(url: str, tmp_path: Path) -> None:
    async def run(node: Node) -> None:
        ann = await guest(node)
        room = await ann.open("xianqi")
        for name in ("ﷺ" * 16, "a\0b"):
            for method, path, body in (
                ("POST", "/sessions/guest", {"name": name}),
                ("PUT", "/me", {"name": name}),
                ("POST", "/accounts", {"name": name, "password": "long enough"}),
            ):
                answer = await ann.call(method, path, body)
                assert (answer.status_code, answer.json()["code"]) == (400, "BAD_NAME"), (path, answer.text)
        for name in ("ﷺ" * 64, "a\0b", "\0"):
            assert (await ann.call("POST", "/sessions", {"name": name, "password": "long\0enough"})).status_code == 401
        assert (await ann.call("POST", "/sessions/redeem", {"code": "\0"})).status_code == 401
        for path in ("/rooms/a%00b", "/rooms/a%00b/state", "/rooms/%EF%B7%BA"):
            assert (await ann.call("GET", path)).status_code == 404
        act = {"move": "pass\0", "window": "\0", "cmd_id": "c"}
        assert (await ann.call("POST", f"/rooms/{room}/actions", act)).status_code in (400, 409)
        assert (await ann.call("POST", "/rooms", {"game": "xian\0qi"})).status_code == 409
        assert (await ann.call("POST", "/rooms", {"game": "xianqi", "rules": {"a\0": "\0"}})).status_code == 409

    with running(url, tmp_path) as node:
        asyncio.run(run(node))


def test_a_record_that_is_the_first_thing_a_server_is_asked_about_is_judged_on_its_own(tmp_path: Path) -> None:
    """The worker that looks at it has yet to start, which is not the record's fault."""
    table = Table("guandan", seed="07" * 32)
    while not table.match_over:
        if table.over:
            table.next_deal()
        seat = table.to_act[0]
        table.play(seat, table.legal(seat)[0])
    assert len(json.dumps(table.record())) > 20_000
    limits = msgspec.structs.replace(LOOSE, records_per_minute=1e6, record_seconds=2.0)
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=limits) as node:
        odd = httpx.post(f"{node.url}/api/v1/verify", json={"deals": [1]}, timeout=60)
        assert (odd.status_code, odd.json()["code"]) == (409, "BAD_RECORD")
        good = httpx.post(f"{node.url}/api/v1/verify", json=table.record(), timeout=60)
        assert good.status_code == 200, good.text


@pytest.mark.parametrize(
    "host",
    ["evil.com\\@127.0.0.1", "evil.com@127.0.0.1", "127.0.0.1/evil", "127.0.0.1#", "[::1", "", "evil.com:80:80", "1.2.3.4:"],
)
def test_a_host_is_a_name_or_an_address_and_nothing_else(host: str) -> None:
    assert not Doors(Config(database="", data="")).host_is_ours(host)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST", "192.168.1.2"])
def test_hosts_that_are_ours(host: str) -> None:
    assert Doors(Config(database="", data="")).host_is_ours(host)


# pages
def test_an_unknown_address_shows_a_page_to_browsers_and_data_to_programs(node: Node) -> None:
    for path in ("/nowhere", "/rules", "/r/a/b/c"):
        page = httpx.get(f"{node.url}{path}", headers={"accept": "text/html,*/*"})
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert "ENGINE" not in page.text
    assert httpx.get(f"{node.url}/nowhere").json()["code"] == "NOT_FOUND"
    assert httpx.get(f"{node.url}/api/v1/nowhere", headers={"accept": "text/html"}).json()["code"] == "NOT_FOUND"


# proxies
def test_nobodys_forwarded_address_is_believed_unless_the_proxy_is_named(tmp_path: Path) -> None:
    """Each forwarded address would have limits of its own; unbelieved, they are all one."""
    strict = msgspec.structs.replace(LOOSE, guests_per_hour=2)
    body = {"name": "Ann"}

    def guests(node: Node) -> list[int]:
        with httpx.Client(base_url=f"{node.url}/api/v1", timeout=60) as client:
            headers = [{"x-forwarded-for": f"10.0.0.{k}"} for k in range(4)]
            return [client.post("/sessions/guest", json=body, headers=each).status_code for each in headers]

    started = Node(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=strict).start()
    try:
        ready = httpx.get(f"{started.url}/ready")
        assert ready.json() == {"status": "ok", "warnings": []}
        assert guests(started) == [201, 201, 429, 429]
        assert httpx.get(f"{started.url}/ready").json() == {"status": "ok", "warnings": [UNBELIEVED]}
        assert started.log().count("--trusted-proxies") == 1  # however many come
        assert httpx.get(f"{started.url}/metrics").status_code == 200
        hidden = httpx.get(f"{started.url}/metrics", headers={"x-forwarded-for": "10.0.0.1"})
        assert hidden.status_code == 404  # whoever stands behind an unnamed proxy is not this machine
    finally:
        started.stop()
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=strict, trusted_proxies=["127.0.0.0/8"]) as named:
        assert guests(named) == [201] * 4
        assert httpx.get(f"{named.url}/ready").json()["warnings"] == []


def test_a_proxy_is_an_address_or_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    check_proxies(["127.0.0.1", "10.0.0.0/8", "::1", "*"])
    for wrong in ("proxy.example", "10.0.0.0/99"):
        with pytest.raises(ValueError, match=wrong):
            check_proxies([wrong])
    config = Config(database="", data="", trusted_proxies=["10.0.0.0/8"])
    assert Proxies(config).believes("10.1.2.3")
    assert not Proxies(config).believes("127.0.0.1")
    assert not Proxies(Config(database="", data="")).believes("127.0.0.1")
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")  # as uvicorn has it, and earlier versions
    assert Proxies(Config(database="", data="")).believes("127.0.0.1")


# readiness
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_that_cannot_be_written_is_noticed(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    postgres = None if kind == "sqlite" else request.getfixturevalue("postgres")
    url = f"sqlite:///{tmp_path}/rooms.db" if postgres is None else postgres.database()
    app = make_app(Config(database=url, data=str(tmp_path)))
    store: Store = app.state.node.store

    async def status() -> tuple[int, str]:
        await asyncio.sleep(1.1)  # an answer is good for a second
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get("/ready")
            return answer.status_code, answer.json()["status"]

    def read_only(connection: Connection, now: float) -> None:
        if postgres is None:
            connection.exec_driver_sql("PRAGMA query_only = ON")
        else:
            connection.exec_driver_sql("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")

    async def run() -> None:
        await app.state.node.start()
        assert await status() == (200, "ok")
        await asyncio.wrap_future(store.write(read_only))
        assert await status() == (503, "the database cannot be written")
        await app.state.node.stop()

    asyncio.run(run())
