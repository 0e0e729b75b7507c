"""`qipai schema`: what clients in other languages generate their types from."""

from __future__ import annotations

import msgspec


def schema() -> int:
    from qipai.server.messages import schema as messages

    print(msgspec.json.format(msgspec.json.encode(messages()), indent=1).decode())
    return 0
