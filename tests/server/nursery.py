"""Server processes for the tests: `python -m tests.server.nursery CONFIG_JSON` is one.

Hundreds of them are started by `make test`, and loading the libraries takes most of a start. So a nursery process loads them
once, and every server is a fork of it: a process of its own, with nothing that another one has done. Two nurseries take
turns, since forks of one have the same order of sets, and nodes at one table should not.

This module loads nothing by itself: the workers of a server load the main module of their parent.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Protocol

ROOT = Path(__file__).resolve().parent.parent.parent
NURSERIES = 2
SIZE = 1 << 20  # bytes of a request, at most
LATER = ("alembic.command", "argon2", "psycopg", "sqlalchemy.dialects.postgresql.psycopg", "sqlalchemy.dialects.sqlite")
OF_ONE_TEST = ("PYTEST_CURRENT_TEST", "QIPAI_TEST_")  # what may be different from start to start


class Process(Protocol):
    """As much of a subprocess.Popen as tests use."""

    stdout: IO[str] | None

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...

    def send_signal(self, sig: int, /) -> None: ...


class Child:
    """A fork of a nursery, which tells how it ended."""

    def __init__(self, pid: int, stdout: IO[str], ended: int) -> None:
        self.pid = pid
        self.stdout: IO[str] | None = stdout
        self.ended = ended  # a pipe: the nursery writes the exit code into it
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self.ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a server of the nursery", timeout or 0.0)
            told = os.read(self.ended, 32)
            os.close(self.ended)
            self.returncode = int(told or -signal.SIGKILL)  # nothing: the nursery is gone, and its forks with it
        return self.returncode

    def send_signal(self, sig: int, /) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.server.nursery", f"--line={theirs.fileno()}"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=[theirs.fileno()], **quiet)
        theirs.close()
        self.one_at_a_time = threading.Lock()

    def start(self, config: str, env: Mapping[str, str], errors: IO[str]) -> Child:
        out, told = os.pipe()
        ended, end = os.pipe()
        asked = json.dumps({"config": config, "env": dict(env)}).encode()
        with self.one_at_a_time:
            socket.send_fds(self.line, [asked], [told, errors.fileno(), end])
            pid = int(self.line.recv(32) or 0)
        os.close(told)
        os.close(end)
        assert pid, "the nursery has ended"
        return Child(pid, os.fdopen(out, encoding="utf-8"), ended)


NUMBERS = itertools.count()
OPEN: dict[int, Nursery] = {}


def of_the_run(env: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in env.items() if not key.startswith(OF_ONE_TEST)}


def start(config: str, env: dict[str, str], errors: IO[str]) -> Process:
    """A server. Outside pytest, and where a test loads other libraries or games into it, a new process loads everything."""
    number = next(NUMBERS) % NURSERIES
    if "PYTEST_VERSION" in env and hasattr(os, "pidfd_open"):
        if number not in OPEN:
            OPEN[number] = Nursery(of_the_run(env))
        if OPEN[number].env == of_the_run(env):
            return OPEN[number].start(config, env, errors)
    command = [sys.executable, "-m", "tests.server.nursery", config]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, env=env)


def serve(config: str, env: dict[str, str], out: int, errors: int) -> int:
    """Runs in a fork."""
    for given, place in ((out, 1), (errors, 2)):
        os.dup2(given, place)
        os.close(given)
    os.environ.clear()
    os.environ.update(env)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from tests.server.node import run

    return run(config)


def nurse(line: socket.socket) -> int:
    """Forks a server for every request, and tells when one has ended; none outlives whoever asked for it."""
    for name in ("tests.server.node", *LATER):  # what a server loads at its start, and what it loads when it is asked
        importlib.import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    alive: dict[int, tuple[int, int]] = {}  # by the descriptor of the process: its number, and where its end is told
    while True:
        for ready in select.select([line, *alive], [], [])[0]:
            if ready is not line:
                pid, ended = alive.pop(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with contextlib.suppress(BrokenPipeError):
                    os.write(ended, str(code).encode())
                os.close(ended)
                os.close(ready)
                continue
            message, fds, _, _ = socket.recv_fds(line, SIZE, 3)
            if not message:
                for pid, _ in alive.values():
                    os.kill(pid, signal.SIGKILL)
                return 0
            out, errors, ended = fds
            pid = os.fork()
            if not pid:
                line.close()
                for handle, (_, end) in alive.items():
                    os.close(handle)
                    os.close(end)
                os.close(ended)
                asked = json.loads(message)
                return serve(asked["config"], asked["env"], out, errors)
            os.close(out)
            os.close(errors)
            alive[os.pidfd_open(pid)] = (pid, ended)
            line.send(str(pid).encode())


def main(given: str) -> int:
    if given.startswith("--line="):
        return nurse(socket.socket(fileno=int(given.removeprefix("--line="))))
    from tests.server.node import run

    return run(given)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
