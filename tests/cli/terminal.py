"""A command in a pipe, and a command on a pseudo-terminal with somebody typing."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from qipai.build import compiled

START = "import sys, qipai.games; qipai.games.__path__.append(sys.argv.pop(1)); from qipai.cli.main import main; main()"
SRC = str(Path(__file__).parents[2] / "src")
PATIENCE = 120.0  # seconds until something is taken for hanging, however busy the machine is
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(lang: str) -> dict[str, str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "NO_COLOR"))}
    if not compiled():  # else the commands of the installed package are meant
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [SRC, env.get("PYTHONPATH")]))
    return {**env, "LANG": lang, "TERM": "xterm-256color", "PYTHONUTF8": "1"}


def piped(games: Path, *args: str, typed: str = "", lang: str = "en_US.UTF-8") -> subprocess.CompletedProcess[str]:
    """Runs a command with the recipe's game at hand; no terminal anywhere."""
    return subprocess.run(
        [sys.executable, "-c", START, str(games), *args],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(lang),
        timeout=PATIENCE,
    )


class Terminal:
    """A person at a terminal of 160 x 40."""

    def __init__(self, games: Path, *args: str, lang: str = "en_US.UTF-8") -> None:
        self.seen = ""
        self.raw = ""
        self.everything = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # it may be ignored where the tests were started
            os.execve(sys.executable, [sys.executable, "-c", START, str(games), *args], environment(lang))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))

    def read(self, seconds: float) -> bool:
        """Takes in what has been printed; False at the end of the program."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.raw += data.decode("utf-8", "replace")
        self.everything += data.decode("utf-8", "replace")
        self.seen = COLOUR.sub("", self.raw).replace("\r", "")
        return bool(data)

    def expect(self, text: str, seconds: float = PATIENCE) -> str:
        """Waits until `text` is on the screen; returns all up to it, and forgets it."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come:\n{self.seen}"
            if not self.read(0.2):
                assert text in self.seen, f"the program ended before {text!r}:\n{self.seen}"
        before, _, after = self.seen.partition(text)
        self.raw = self.seen = after
        return before

    def send(self, line: str) -> None:
        os.write(self.fd, (line + "\n").encode())

    def press(self, key: bytes, answer: str, tries: int = 8) -> None:
        """Presses a key until the answer comes: a signal between a prompt and its reading is taken up only with the next."""
        for _ in range(tries):
            os.write(self.fd, key)
            stop = time.monotonic() + 2
            while time.monotonic() < stop:
                if not self.read(0.2) or answer in self.seen:
                    return
        raise AssertionError(f"no answer to {key!r}:\n{self.seen}")

    def end(self, seconds: float = PATIENCE) -> int:
        """Waits for the program's end; returns its exit code."""
        stop = time.monotonic() + seconds
        while self.read(0.2):
            if time.monotonic() > stop:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError(f"the program did not end:\n{self.seen}")
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)
