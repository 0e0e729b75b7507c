"""`qipai schema`: the JSON Schema from which clients generate types."""

from __future__ import annotations

import msgspec


def schema() -> int:
    from qipai.server.wireschema import schema as wire

    print(msgspec.json.format(msgspec.json.encode(wire()), indent=1).decode())
    return 0
