"""The JSON Schema of everything that goes over the wire, for clients in any language."""

from __future__ import annotations

from typing import Any

import msgspec

from qipai.core.data import Json
from qipai.server.config import Config
from qipai.server.http.app import make_app
from qipai.server.rooms.messages import ClientMessage, ServerMessage

TEMPLATE = "#/$defs/{name}"


def schema() -> Json:
    """`client` and `server`: frames. `rest`: by operation, body, query and answer. All shapes are in `$defs`."""
    (client, server), parts = msgspec.json.schema_components([ClientMessage, ServerMessage], ref_template=TEMPLATE)
    api = make_app(Config(database="sqlite:///never-opened.db", data="")).openapi()
    models = moved(api["components"]["schemas"])
    for name in parts.keys() & models.keys():  # REST and socket share it
        assert parts[name]["properties"].keys() == models[name]["properties"].keys(), f"two shapes have one name: {name}"
    rest = {
        f"{method.upper()} {path}": operation_json(moved(operation))
        for path, operations in api["paths"].items()
        for method, operation in operations.items()
    }
    rest["GET /api/v1/rooms/{room}/state"]["answer"] = {"$ref": "#/$defs/Snapshot"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Qipai wire v1",
        "client": client,
        "server": server,
        "rest": rest,
        "$defs": parts | {name: shape for name, shape in models.items() if name not in parts},
    }


def operation_json(operation: dict[str, Any]) -> Json:
    out: Json = {}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        out["body"] = body
    query = {given["name"]: given["schema"] for given in operation.get("parameters", []) if given["in"] == "query"}
    if query:
        out["query"] = query
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            out["status"] = int(status)
            out["answer"] = answer.get("content", {}).get("application/json", {}).get("schema")
    return out


def moved(value: Any) -> Any:
    """OpenAPI keeps its shapes elsewhere."""
    if isinstance(value, dict):
        return {key: moved(part) for key, part in value.items()}
    if isinstance(value, list):
        return [moved(part) for part in value]
    if isinstance(value, str) and value.startswith("#/components/schemas/"):
        return value.replace("#/components/schemas/", "#/$defs/")
    return value
