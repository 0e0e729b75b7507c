"""A real PostgreSQL of the tests' own, on a socket in a temporary folder, run by an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

ADD = "sudo apt-get install -y postgresql"
USERS = ("postgres", "nobody")


def programs() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them out of the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    at = shutil.which("pg_ctl")
    return None if at is None else Path(at).resolve().parent


class Postgres:
    """One cluster. Root hands it to an unprivileged user, since PostgreSQL refuses to run as root."""

    def __init__(self) -> None:
        where = programs()
        assert where is not None
        self.programs = where
        self.folder = Path(tempfile.mkdtemp(prefix="qipai-pg-"))
        self.data = self.folder / "data"
        self.as_user: list[str] = []
        if os.geteuid() == 0:
            user = next(name for name in USERS if name in {entry.pw_name for entry in pwd.getpwall()})
            entry = pwd.getpwnam(user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self.as_user = ["setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
        self.run("initdb", "-D", str(self.data), "-U", "qipai", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.databases = 0

    def run(self, program: str, *args: str) -> None:
        command = [*self.as_user, str(self.programs / program), *args]
        done = subprocess.run(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, f"{program}: {done.stdout[-500:]} {done.stderr[-1500:]}"

    def start(self) -> None:
        """On a socket alone: no port is taken, and only this machine can reach it."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60"
        log = str(self.folder / "log")
        command = [*self.as_user, str(self.programs / "pg_ctl"), "-D", str(self.data), "-w", "-l", log, "-o", options, "start"]
        done = subprocess.run(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=120, check=False
        )
        assert done.returncode == 0, Path(log).read_text(errors="replace")[-1500:]

    def crash(self) -> None:
        """As if the power had gone: no checkpoint, no goodbye."""
        self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def stop(self) -> None:
        command = [*self.as_user, str(self.programs / "pg_ctl"), "-D", str(self.data), "-m", "immediate", "-w", "stop"]
        subprocess.run(command, cwd=self.folder, capture_output=True, timeout=60, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def database(self) -> str:
        """The URL of a new, empty database."""
        self.databases += 1
        name = f"d{self.databases}"
        self.run("createdb", "-h", str(self.folder), "-U", "qipai", name)
        return f"postgresql://qipai@/{name}?host={self.folder}"
