"""A home in a process without msgspec or anything else of a server: python -m tests.local.home ROOM.

Lines of JSON come in and go out, as between a page and its worker. The first room that is opened is called ROOM.
"""

from __future__ import annotations

import asyncio
import importlib.abc
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType

NOT_IN_BROWSERS = {"msgspec", "pydantic", "fastapi", "starlette", "sqlalchemy", "uvicorn", "numpy", "httpx", "hypothesis"}


class Missing(importlib.abc.MetaPathFinder):
    """These packages cannot be imported, though this machine has them."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if name.partition(".")[0] in NOT_IN_BROWSERS:
            raise ModuleNotFoundError(name)


async def main(room: str) -> None:
    from qipai.local import bridge, home
    from qipai.local.plain_structs import Struct
    from qipai.server.rooms.messages import Hello
    from tests.local.keeper import Keeper
    from tests.local.luck import same_luck

    assert issubclass(Hello, Struct)
    same_luck()
    home.LocalHome.new_name = lambda self: room  # type: ignore[method-assign]

    def post(text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    started = bridge.start(Keeper(), post)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        started.hear(line)


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing())
    find_spec = importlib.util.find_spec
    importlib.util.find_spec = lambda name, package=None: None if name in NOT_IN_BROWSERS else find_spec(name, package)
    asyncio.run(main(sys.argv[1]))
