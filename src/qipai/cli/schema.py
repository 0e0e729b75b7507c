"""`qipai schema`: the JSON Schema from which clients generate types."""

from __future__ import annotations

import json

from qipai.core.extras import need


def schema() -> int:
    need("server")
    from qipai.server.http.wire_schema import schema as wire

    print(json.dumps(wire(), ensure_ascii=False, indent=1))
    return 0
