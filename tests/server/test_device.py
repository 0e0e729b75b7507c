"""A server that brings what browsers need to play on their own (`qipai serve --site`), and one that does not."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path

import httpx
import pytest

from qipai.cli.errors import CommandError
from qipai.cli.output import Output
from qipai.cli.serve import serve
from qipai.server.config import Config
from qipai.server.http import app as apps
from qipai.server.http.app import make_app
from qipai.version import VERSION

WASM = gzip.compress(b"\0asm" + bytes(9000))
TEMPLATE = "const FILES = __FILES__\nconst NAME = 'qipai-shell-__VERSION__'\nconst SERVED = __SERVED__\n"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A web client as a build leaves it."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><html><head></head></html>")
    (folder / "assets" / "index-Bx3_9kQz.js").write_text("export {}\n")
    (folder / ".ready-0123").touch()
    monkeypatch.setattr(apps, "CLIENT", folder)
    return folder


def site_of(tmp_path: Path, version: str = VERSION) -> Path:
    """As much of a site as a server takes from it."""
    python = tmp_path / "site" / "python"
    (python / "0123456789ab").mkdir(parents=True)
    (python / "data").mkdir()
    (python / "files.json").write_text(json.dumps({"qipai": version, "version": "0123456789ab", "files": []}))
    (python / "data" / "games.json").write_text("[]")
    (python / "0123456789ab" / "pyodide.asm.wasm.gz").write_bytes(WASM)
    (python / "sw.js").write_text(TEMPLATE)
    (tmp_path / "site" / "index.html").write_text("another page")
    return tmp_path / "site"


def ask(tmp_path: Path, path: str, site: str = "") -> httpx.Response:
    app = make_app(Config(database=f"sqlite:///{tmp_path}/rooms.db", data=str(tmp_path), site=site))

    async def run() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:8000") as client:
            return await client.get(path, headers={"accept-encoding": "gzip"})

    return asyncio.run(run())


def test_the_page_says_that_it_can_be_played_without_the_server(client: Path, tmp_path: Path) -> None:
    site = str(site_of(tmp_path))
    page = ask(tmp_path, "/", site)
    assert '<meta name="qipai-device"' in page.text
    assert "script-src 'self' 'wasm-unsafe-eval';" in page.headers["content-security-policy"]
    assert '<meta name="qipai-device"' in ask(tmp_path, "/r/abc", site).text


def test_python_is_sent_as_it_is_and_kept_for_ever(client: Path, tmp_path: Path) -> None:
    site = str(site_of(tmp_path))
    found = ask(tmp_path, "/python/0123456789ab/pyodide.asm.wasm.gz", site)
    assert found.content == WASM
    assert "content-encoding" not in found.headers
    assert "immutable" in found.headers["cache-control"]
    assert ask(tmp_path, "/python/files.json", site).headers["cache-control"] == "no-cache"
    for lost in ("/python/sw.js", "/python/%2e%2e/index.html", "/python/data/none.json"):
        assert ask(tmp_path, lost, site).status_code == 404, lost


def test_the_service_worker_lists_what_this_server_serves(client: Path, tmp_path: Path) -> None:
    site = str(site_of(tmp_path))
    text = ask(tmp_path, "/sw.js", site).text
    listed = json.loads(re.findall("FILES = (.*)", text)[0])
    assert sorted(listed) == ["./", "assets/index-Bx3_9kQz.js", "python/data/games.json", "python/files.json"]
    assert "SERVED = true" in text
    (client / "assets" / "index-Bx3_9kQz.js").write_text("export const other = 1\n")
    assert ask(tmp_path, "/sw.js", site).text != text  # another version


def test_without_a_site_nothing_of_it_is_there(client: Path, tmp_path: Path) -> None:
    page = ask(tmp_path, "/")
    assert "qipai-device" not in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    assert ask(tmp_path, "/sw.js").status_code == ask(tmp_path, "/python/files.json").status_code == 404


def test_a_folder_that_is_no_site_of_this_version_is_refused(tmp_path: Path) -> None:
    for folder, words in ((tmp_path, "No site in"), (site_of(tmp_path, "0.0.1"), "another version")):
        with pytest.raises(CommandError) as refusal:
            serve(Output("en", False), None, 0, False, "", None, False, str(tmp_path / "data"), False, site=str(folder))
        assert words in refusal.value.say("en")
