"""PostgreSQL, nodes and the real proxy on loopback, with the proxy's configuration from deploy/: what people run on machines
of their own. `make cluster` runs it for you to look at; tests, chaos and load run against it.

python -m tests.server.cluster [--port 8080] [--nodes 2]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import httpx

from qipai.server.config import Limits
from tests.conftest import ROOT
from tests.server.players import PATIENCE, Node, free_port
from tests.server.postgres import ADD as ADD_POSTGRES
from tests.server.postgres import Postgres, programs

ADD = "sudo apt-get install -y haproxy"
CONFIG = ROOT / "deploy" / "haproxy.cfg"


def haproxy() -> str | None:
    """Debian keeps it where only root's PATH looks."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


def missing() -> str | None:
    """What has to be installed for a cluster, as one command."""
    needs = [ADD_POSTGRES.split()[-1]] if programs() is None else []
    needs += [] if haproxy() else [ADD.split()[-1]]
    return f"sudo apt-get install -y {' '.join(needs)}" if needs else None


def for_nodes(text: str, count: int) -> str:
    """The proxy's configuration with so many nodes: one more is one more pair of lines, as its head says."""
    out = []
    for line in text.splitlines():
        if re.match(r"\s+server b ", line):
            for name in "bcdefghijklmnop"[: count - 1]:
                pattern = re.sub(r"\bserver b\b", f"server {name}", line)
                out.append(pattern.replace("NODE_B", f"NODE_{name.upper()}").replace("rooms/b", f"rooms/{name}"))
        else:
            out.append(line)
    return "\n".join(out) + "\n"


class Front:
    """HAProxy in front of nodes that run."""

    def __init__(self, nodes: Sequence[Any], folder: Path, port: int = 0, patience: str = "30s") -> None:
        """`patience`: a test does not depend on how busy the machine is."""
        self.nodes = nodes
        self.patience = patience
        self.port = port or free_port()
        self.stats = free_port()
        self.log = folder / "haproxy.log"
        self.config = CONFIG
        if len(nodes) != 2:
            self.config = folder / "haproxy.cfg"
            self.config.write_text(for_nodes(CONFIG.read_text(encoding="utf-8"), len(nodes)), encoding="utf-8")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        nodes = {
            f"QIPAI_NODE_{name}": f"127.0.0.1:{node.port}" for name, node in zip("ABCDEFGHIJKLMNOP", self.nodes, strict=False)
        }
        binds = {"QIPAI_BIND": f"127.0.0.1:{self.port}", "QIPAI_STATS": f"127.0.0.1:{self.stats}"}
        return {**os.environ, "QIPAI_PATIENCE": self.patience, **binds, **nodes}

    def start(self) -> Self:
        program = haproxy()
        assert program is not None
        command = [program, "-db", "-f", str(self.config)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=self.environment(), stdout=log, stderr=log)
        self.wait_for(*self.names())
        return self

    def names(self) -> str:
        return "abcdefghijklmnop"[: len(self.nodes)]

    def up(self) -> set[str]:
        """The nodes that it takes for alive."""
        try:
            text = httpx.get(f"http://127.0.0.1:{self.stats}/metrics", timeout=5).text
        except httpx.HTTPError:
            return set()
        found = r'^haproxy_server_status\{proxy="rooms",server="(\w+)",state="UP"\} 1'
        return set(re.findall(found, text, re.MULTILINE))

    def wait_for(self, *names: str) -> None:
        """Until exactly these nodes are taken for alive."""
        limit = time.monotonic() + PATIENCE
        while self.up() != set(names):
            assert time.monotonic() < limit, self.log.read_text()
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def cluster(url: str, folder: Path, count: int = 2, port: int = 0, patience: str = "30s", **more: Any) -> Iterator[Front]:
    """Nodes on a database that is there, and the proxy in front of them."""
    nodes = [Node(url, folder, trusted_proxies=["127.0.0.1"], **more) for _ in range(count)]
    front: Front | None = None
    try:
        for node in nodes:
            node.start()
        front = Front(nodes, folder, port, patience).start()
        yield front
    finally:
        if front is not None:
            front.stop()
        for node in nodes:
            node.stop()


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--nodes", type=int, default=2)
    options = parser.parse_args()
    if (command := missing()) is not None:
        sys.exit(f"a cluster needs PostgreSQL and HAProxy; this adds what is missing: {command}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="qipai-cluster-") as name:
        postgres = Postgres()
        try:
            postgres.start()
            with cluster(postgres.database(), Path(name), options.nodes, options.port, "800ms", limits=Limits()) as front:
                say(f"play at          {front.url}")
                for letter, node in zip(front.names(), front.nodes, strict=True):
                    process = node.process
                    say(f"node {letter}           {node.url}  (process {process.pid if process else 0})")
                say(f"proxy's figures  http://127.0.0.1:{front.stats}/metrics")
                say("kill a node and play on; Ctrl-C ends all of it, rooms included")
                with contextlib.suppress(KeyboardInterrupt):
                    signal.pause()
        finally:
            postgres.stop()


if __name__ == "__main__":
    main()
