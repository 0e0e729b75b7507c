"""Answers that are the same for everybody: made once, kept as bytes, as they are and packed."""

from __future__ import annotations

import gzip
import hashlib

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

HTML = "text/html; charset=utf-8"
JSON = "application/json"


class Prepared:
    def __init__(self, plain: bytes, media_type: str, cache: str = "no-cache", pack: bool = True) -> None:
        self.plain = plain
        self.type = media_type
        self.cache = cache
        self.etag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'
        self.packed: dict[str, bytes] = {"gzip": gzip.compress(plain, 9, mtime=0)} if pack else {}

    def answer(self, headers: Headers, status: int = 200) -> Response:
        out = {"etag": self.etag, "cache-control": self.cache, "vary": "accept-encoding"}
        if status == 200 and self.etag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=out)
        accepted = {part.split(";")[0].strip() for part in headers.get("accept-encoding", "").split(",")}
        body = self.plain
        for encoding in ("br", "gzip"):
            packed = self.packed.get(encoding)
            if packed is not None and encoding in accepted and len(packed) < len(body):
                out["content-encoding"] = encoding
                body = packed
                break
        return Response(body, status, headers=out, media_type=self.type)


def prepared_json(value: object) -> Prepared:
    return Prepared(msgspec.json.encode(value), JSON)
