"""What a node is told when it starts."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import msgspec


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds for one address or one person; none of them is met by people who play."""

    requests: float = 20.0  # a second and address, REST and new sockets
    request_burst: float = 60.0
    files: float = 200.0  # a second and address: pages and their parts, which cost nothing
    file_burst: float = 1000.0
    connections: int = 200  # at once and address, sockets among them
    connects: float = 50.0  # new connections a second and address
    connect_burst: float = 400.0
    head_seconds: float = 10.0  # until a request's headers are there
    body_seconds: float = 30.0  # until the rest of it is
    guests_per_hour: float = 60.0  # and address
    logins_per_minute: float = 10.0  # and address
    guesses_per_hour: float = 60.0  # wrong passwords for one account from everywhere, before strangers get fewer tries
    stranger_guesses_per_hour: float = 3.0  # then, per account and address
    rooms_per_hour: float = 60.0  # and person
    open_rooms: int = 20  # that one person has opened and that are not over
    sockets: int = 60  # at once and address
    frames: float = 20.0  # a second and socket
    frame_burst: float = 30.0
    bad_frames: int = 5
    body: int = 64 * 1024  # bytes of a request
    record: int = 1024 * 1024  # bytes of a record that is sent in to be verified
    record_moves: int = 5000
    record_seconds: float = 2.0  # of a record that is sent in
    own_record_seconds: float = 10.0  # of a deal that was played here
    records_per_minute: float = 30.0  # and address, to be verified or replayed
    own_records_per_minute: float = 120.0  # and address: records, replays and proofs of rooms here
    reviews_per_day: float = 50.0  # of finished deals, and person
    puzzles_per_minute: float = 240.0  # and address: each selection of cards is asked about
    talk: float = 0.5  # lines a second and person
    talk_burst: float = 5.0
    exports_per_hour: float = 20.0  # of a person's own data


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    database: str
    data: str  # folder of the signing key
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    networks: list[str] | None = None  # addresses that friends can reach; None: this machine's, when it listens on all
    lan_command: str = "qipai serve --lan"  # what makes a server that only this machine can reach open to its networks
    origins: list[str] = []
    trusted_proxies: list[str] = []  # addresses or networks whose X-Forwarded-For is believed
    site: str = ""  # a folder made by `make site`: its Python lets browsers play without this server
    words: str = ""  # a file of words that are not shown in talk, one a line
    watch_delay: int = 2  # public steps by which people who watch see a table later, where its room does not say
    metrics_open: bool = False  # /metrics for everybody, not only for this machine
    workers: int = 0  # processes that think for bots; 0: as many as cores
    think: float = 3.0  # seconds that a bot may take
    review_share: float = 1.0  # of the playouts of a quick review
    sweep: float = 1.0
    absent: float = 8.0  # seconds without a frame until a client that owes a ping is shown as absent
    silence: float = 30.0  # seconds without a frame until a client is dropped
    host_gone: float = 60.0  # seconds after which a missing host's room is handed on
    keep_idle: float = 60.0  # seconds that a room nobody looks at stays in memory
    limits: Limits = Limits()


FRAME = 16 * 1024  # bytes of a WebSocket frame
HELLO = 10.0  # seconds to authenticate
SESSION_CHECK = 30.0  # seconds between looks at the session of a connection
OUTBOX = 64  # frames that may wait for a client that reads slowly
OUTBOX_BYTES = 1024 * 1024
STUCK = 10.0  # seconds until a client that does not read at all is dropped


def data_folder() -> Path:
    """Where a server keeps its file and its key, by the custom of the system."""
    given = os.environ.get("QIPAI_DATA")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "qipai"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "qipai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "qipai"


def read_words(path: str) -> list[str]:
    """The operator's list; longer words first, so that none is cut by a shorter one."""
    if not path:
        return []
    lines = (line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines())
    return sorted({line for line in lines if line and not line.startswith("#")}, key=len, reverse=True)


def key_file(folder: Path) -> bytes:
    """The signing key of a server that is alone: made at the first start, readable by its owner alone."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) != 32:
            raise ValueError(f"{path} is not a key of 32 bytes") from None
        return key
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(32)
        file.write(key)
    return key
