"""`qipai schema`: what clients in other languages generate their types from."""

from __future__ import annotations

import msgspec


def schema() -> int:
    from qipai.server.http.wire_schema import schema as wire

    print(msgspec.json.format(msgspec.json.encode(wire()), indent=1).decode())
    return 0
