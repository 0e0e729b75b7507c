"""What lets a browser play on its own, beside the web client: Python and the games of a folder that `make site` has made,
and a service worker that keeps the pages for when this server is gone.

The page tells the client that it is there. Without it nothing of this exists, and the client offers nothing.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from qipai.server.http.pages import PYTHON, TYPES, Client
from qipai.server.http.prepared import Prepared
from qipai.version import VERSION

TOLD = b'<head>\n    <meta name="qipai-device" content="python" />'
TEMPLATE = "python/sw.js"


class DeviceClient(Client):
    """The web client with the Python of a site; its pages say so."""

    def __init__(self, folder: Path, site: Path) -> None:
        super().__init__(folder)
        self.site = Client(site)
        if self.there():
            page = (folder / "index.html").read_bytes().replace(b"<head>", TOLD, 1)
            self.files["index.html"] = Prepared(page, TYPES[".html"])
            self.files["sw.js"] = Prepared(self.worker(page).encode(), TYPES[".js"])

    def find(self, name: str) -> Path | None:
        if not name.startswith(PYTHON):
            return super().find(name)
        return None if name == TEMPLATE else self.site.find(name)

    def worker(self, page: bytes) -> str:
        """The service worker of this server: the site's own, with the list of what is served here."""
        mine = [path for path in sorted(self.folder.rglob("*")) if path.is_file() and path.suffix != ".br"]
        kept = {path.relative_to(self.folder).as_posix(): path for path in mine if not path.name.startswith(".")}
        data = [self.site.folder / PYTHON / "files.json", *sorted((self.site.folder / PYTHON / "data").glob("*.json"))]
        kept |= {path.relative_to(self.site.folder).as_posix(): path for path in data}
        template = (self.site.folder / TEMPLATE).read_text(encoding="utf-8")
        digest = hashlib.sha256(template.encode() + page)
        for name, path in kept.items():
            digest.update(name.encode() + path.read_bytes())
        names = ["./" if name == "index.html" else name for name in kept]
        filled = template.replace("__FILES__", json.dumps(names)).replace("__VERSION__", digest.hexdigest()[:12])
        return filled.replace("__SERVED__", "true")


def check_site(folder: Path) -> str:
    """Why this folder cannot be used; empty when it can."""
    try:
        told = json.loads((folder / PYTHON / "files.json").read_text(encoding="utf-8"))
        (folder / TEMPLATE).read_bytes()
    except (OSError, ValueError):
        return "missing"
    return "" if isinstance(told, dict) and told.get("qipai") == VERSION else "version"
