"""The REST interface as one page without a script: it needs nothing from elsewhere, and no exception in the policy."""

from __future__ import annotations

import html
from functools import cache
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from qipai.server.http.prepared import HTML, Prepared, prepared_json

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #171614; background: #f6f1e7; }
h1 { color: #b5382a; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #c9a45c; }
section { margin: 1.25rem 0; } code, pre { font: 14px/1.4 ui-monospace, monospace; }
h3 { font: 600 15px/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; } h3 b { color: #1f4d45; }
p { margin: .25rem 0; } ul { margin: .25rem 0; } a { color: #1f4d45; }
@media (prefers-color-scheme: dark) {
  body { color: #f6f1e7; background: #171614; } h3 b, a { color: #8fc9bc; } h1 { color: #e2725f; }
}
"""


def add_docs(app: FastAPI) -> None:
    """Both are made on the first request, and kept."""

    @cache
    def page() -> Prepared:
        return Prepared(docs_page(app.openapi()).encode(), HTML)

    @cache
    def data() -> Prepared:
        return prepared_json(app.openapi())

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        return page().answer(request.headers)

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        return data().answer(request.headers)

    @app.get("/docs.css", include_in_schema=False)
    async def style() -> Response:
        return Response(STYLE, media_type="text/css")


def docs_page(api: dict[str, Any]) -> str:
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        "<title>Qipai 棋牌 REST</title><link rel=stylesheet href=/docs.css><h1>Qipai 棋牌 REST</h1>",
        f"<p>Version {html.escape(api['info']['version'])}. As data: <a href=/openapi.json>openapi.json</a>. ",
        "A refusal has a status and <code>Problem</code>: code, words in both languages, detail.</p>",
    ]
    by_tag: dict[str, list[str]] = {}
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            by_tag.setdefault(operation["tags"][0], []).append(operation_html(path, method, operation))
    for tag, sections in by_tag.items():
        parts += [f"<h2>{html.escape(tag)}</h2>", *sections]
    parts.append("<h2>Bodies and answers</h2>")
    for name, model in api["components"]["schemas"].items():
        lines = "".join(field_html(model, key, value) for key, value in model.get("properties", {}).items())
        said = html.escape(model.get("description", ""))
        parts.append(f"<section id=m-{html.escape(name)}><h3>{html.escape(name)}</h3><p>{said}</p><ul>{lines}</ul></section>")
    return "".join(parts)


def operation_html(path: str, method: str, operation: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    told: list[str] = []
    for status, answer in operation["responses"].items():
        shape = answer.get("content", {}).get("application/json", {}).get("schema")
        if status.startswith("2"):
            told.append(f"<li>{status}: {type_html(shape) if shape else 'no body'}</li>")
    asked = [
        f"<li><code>{html.escape(given['name'])}</code> ({given['in']}): {type_html(given['schema'])}</li>"
        for given in operation.get("parameters", [])
    ]
    if body:
        asked.append(f"<li>body: {type_html(body)}</li>")
    said = html.escape(operation.get("description") or operation.get("summary", ""))
    title = f"<h3><b>{method.upper()}</b> {html.escape(path)}</h3>"
    return f"<section>{title}<p>{said}</p><ul>{''.join(asked)}{''.join(told)}</ul></section>"


def field_html(model: dict[str, Any], key: str, value: dict[str, Any]) -> str:
    must = "" if key in model.get("required", []) else ", may be left out"
    return f"<li><code>{html.escape(key)}</code>: {type_html(value)}{must}</li>"


def type_html(shape: dict[str, Any]) -> str:
    """A JSON Schema in a few words."""
    if "$ref" in shape:
        name = html.escape(shape["$ref"].rsplit("/", 1)[1])
        return f"<a href=#m-{name}>{name}</a>"
    for key in ("anyOf", "oneOf"):
        if key in shape:
            return " or ".join(type_html(part) for part in shape[key])
    if "enum" in shape:
        return " | ".join(f"<code>{html.escape(str(value))}</code>" for value in shape["enum"])
    if shape.get("type") == "array":
        return f"list of {type_html(shape.get('items', {}))}"
    if "pattern" in shape:
        return f"text like <code>{html.escape(shape['pattern'])}</code>"
    return html.escape(str(shape.get("type", "anything")))
