"""A child process that answers lines with lines, within a time limit; its output is never trusted."""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
import time
from typing import IO

from qipai.agents.base import AgentError

MAX_LINE = 1_000_000  # bytes
ENDED = ""  # the reader's last item


class Program:
    """One child process. It shares our stderr, so that its author sees its messages."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as problem:
            raise AgentError("error", f"{command}: {problem}") from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin = self.process.stdin
        self.lines: queue.Queue[str] = queue.Queue()
        self.ended = False  # its output is closed, which may happen shortly before the process exits
        threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True).start()

    def read(self, stream: IO[str]) -> None:
        """Moves lines into the queue as they arrive; a line over the limit ends the program."""
        while True:
            try:
                line = stream.readline(MAX_LINE)
            except ValueError:  # closed by `stop`
                line = ENDED
            if line.endswith("\n"):
                self.lines.put(line)
                continue
            if line:
                self.process.kill()
            self.lines.put(ENDED)
            return

    def alive(self) -> bool:
        return not self.ended and self.process.poll() is None

    def say(self, message: dict[str, object]) -> None:
        try:
            self.stdin.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
            self.stdin.flush()
        except (OSError, ValueError):
            raise AgentError("error", f"{self.command}: it has ended") from None

    def hear(self, deadline: float) -> dict[str, object]:
        """The next message. AgentError: timeout, or error if it is not a JSON object or the program has ended."""
        try:
            line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise AgentError("timeout", f"{self.command}: no answer in time") from None
        if line == ENDED:
            self.ended = True
            self.lines.put(ENDED)
            raise AgentError("error", f"{self.command}: it has ended")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise AgentError("error", f"{self.command}: not a JSON object: {line[:80]!r}")
        return message

    def stop(self) -> None:
        """Closes its input, and kills it if it does not exit."""
        with contextlib.suppress(OSError):
            self.stdin.close()
        try:
            self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
