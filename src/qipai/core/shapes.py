"""The types of JSON objects that the library gives out: hints, records, reports. At run time they are plain dicts.

Each game has the type of its private views in its own `shapes`.
"""

from __future__ import annotations

from typing import TypedDict


class BothLanguages(TypedDict):
    """A sentence in English and Chinese."""

    en: str
    zh: str


class HintDict(TypedDict):
    """A good move, from `Table.hints`; a better one has a higher score."""

    move: str
    reason: BothLanguages
    score: float


class FairnessDict(TypedDict):
    """The proof of a server's deal (docs/records.md)."""

    commit: str
    server_seed: str
    nonces: list[str]
    room: str
    deal: int


class DealParts(TypedDict, total=False):
    """What a deal of a record may have; either `seed` or `deal` is there."""

    seed: str
    deal: dict[str, object]
    partial: bool
    returns: list[int]
    fairness: FairnessDict


class DealDict(DealParts):
    """One deal of a record."""

    moves: list[list[int | str]]


class MetaDict(TypedDict, total=False):
    """Information for people in a record."""

    players: list[str]
    started: str
    ended: str
    event: str
    note: str


class RecordParts(TypedDict, total=False):
    """What a record may have."""

    meta: MetaDict


class RecordDict(RecordParts):
    """A whole record, from `Table.record`; `qipai.replay` reads it (docs/records.md)."""

    format: str
    game: str
    rules: dict[str, object]
    deals: list[DealDict]


class DealReport(TypedDict):
    """What `qipai.verify` says of one deal; `shuffle` is explicit, seed or proven."""

    deal: int
    moves: int
    over: bool
    returns: list[int] | None
    shuffle: str
    practice: bool  # moves had been tried before; the shuffle is another matter


class RecordReport(TypedDict):
    """What `qipai.verify` says of a record."""

    ok: bool
    game: str
    rules: dict[str, object]
    deals: list[DealReport]
    scores: list[int]
