"""Every row of an observation, compared with what the view says in JSON."""

from __future__ import annotations

from typing import Any

import pytest

from qipai.games.guandan.cards import KEYS, RANKS, parse
from qipai.games.guandan.cards import NAMES as CARDS
from qipai.games.guandan.packing import TYPES, WINDOW_KEYS
from tests.envs.decisions import decisions
from tests.envs.reader import Reader


def card_counts(text: str) -> list[int]:
    cards = parse(text)
    return [cards.count(kind) for kind in range(54)]


@pytest.mark.parametrize("rules", [None, {"preset": "seed-002", "full_house_joker_pair": False}])
def test_a_guandan_observation_is_the_view(rules: object) -> None:
    phases = set()
    for number, (state, actor) in enumerate(decisions("guandan", 23, 8, rules)):
        if number % 5 and state.view(-1).public()["phase"] == "play":
            continue
        for seat in range(4):
            view: Any = state.view(seat)
            public: Any = view.public()
            private: Any = view.private()
            phases.add(public["phase"])
            reader = Reader("guandan", state, seat)
            ring = [(seat + k) % 4 for k in range(4)]
            hand = card_counts(private["hand"])
            assert reader.counts(reader.rows("hand")) == hand
            played = {other: [0] * 54 for other in range(4)}
            last: dict[int, list[int]] = {other: [0] * 54 for other in range(4)}
            plays = []
            for other, move in public["history"]:
                if move.startswith("play "):
                    cards = card_counts(move.removeprefix("play ").split(" as ")[0])
                    played[other] = [a + b for a, b in zip(played[other], cards, strict=True)]
                    last[other] = cards
                    plays.append((other, cards))
            check_recent(reader, view, ring, plays)
            others = [2 - hand[k] - sum(played[s][k] for s in range(4)) for k in range(54)]
            assert reader.counts(reader.rows("others")) == others
            for place, other in enumerate(ring):
                assert reader.counts(reader.rows("played")[2 * place : 2 * place + 2]) == played[other]
                assert reader.counts(reader.rows("last")[2 * place : 2 * place + 2]) == last[other]
            table = public["table"] if actor >= 0 else None
            if table:
                assert reader.counts(reader.rows("recent")[:2]) == card_counts(table["cards"])
            tribute = public["tribute"] or {"payers": [], "receivers": [], "paid": [], "returned": [], "big_jokers": None}
            for name in ("paid", "returned"):
                for place, other in enumerate(ring):
                    given = [CARDS.index(entry[2]) for entry in tribute[name] if entry[0] == other]
                    assert reader.ones(reader.rows(name)[place]) == given
            committed = [] if private["committed"] is None else [CARDS.index(private["committed"])]
            assert reader.ones(reader.rows("committed")[0]) == committed
            sizes = view.sizes()
            for place, other in enumerate(ring):
                row = reader.rows("sizes")[place // 2]
                assert reader.bar(row[27 * (place % 2) : 27 * (place % 2) + 27]) == min(27, sizes[other])
            wanted = [("tribute", "take", "return", "play", "finished").index(public["phase"])]
            wanted += sorted(5 + ring.index(other) for other in public["to_act"])
            if table:
                wanted.append(9 + ring.index(table["seat"]))
                since = list(public["trick"])
                while any(move != "pass" for _, move in since):
                    since = since[1:]
                wanted += sorted(13 + ring.index(other) for other, _ in since)
            wanted += [17 + 4 * place + ring.index(other) for place, other in enumerate(public["order"])]
            if public["tribute"] is None:
                wanted.append(53)
            else:
                wanted += sorted(33 + ring.index(other) for other in tribute["payers"])
                wanted += sorted(37 + ring.index(other) for other in tribute["receivers"])
                first = [entry[0] for entry in tribute["paid"] if entry[1] == public["previous"]["order"][0]]
                wanted += [41 + ring.index(other) for other in first]
                for count, column in ((1, 45), (2, 49)):
                    shown = tribute["big_jokers"] or [0, 0, 0, 0]
                    wanted += sorted(column + ring.index(other) for other in range(4) if shown[other] == count)
            columns = reader.ones(reader.rows("table")[0])
            if actor < 0:
                columns = [c for c in columns if not 13 <= c < 17]
            assert columns == sorted(wanted)
            team = seat % 2
            levels = [RANKS.index(public["level"]), 13 + RANKS.index(public["levels"][team])]
            levels.append(26 + RANKS.index(public["levels"][1 - team]))
            if public["owner"] is not None:
                levels.append(39 if public["owner"] == team else 40)
            levels += [41 + k for k in range(min(3, public["fails"][team]))]
            levels += [44 + k for k in range(min(3, public["fails"][1 - team]))]
            kernel = view.setting.rules
            for column, on in enumerate(
                (kernel.joker_pair, kernel.suited_straight, kernel.jiefeng_next, kernel.third_pays, kernel.first_chooses), 47
            ):
                levels += [column] if on else []
            levels += [52] if kernel.return_level else []
            assert reader.ones(reader.rows("levels")[0]) == levels
            if actor >= 0:
                assert reader.ones(reader.rows("reading")[0]) == reading_columns(table, public["wildcard"])
            reader.rows("reading")
            assert reader.read == {field.name for field in reader.encoder.layout()}
    assert {"tribute", "return", "play", "finished"} <= phases


def check_recent(reader: Reader, view: Any, ring: list[int], plays: list[tuple[int, list[int]]]) -> None:
    """The last six plays, compared with the tricks of the view."""
    leads = []
    kinds = []
    for trick in view.tricks():
        for number, event in enumerate(trick):
            if event >> 2:
                leads.append(number == 0)
                kinds.append((event >> 36, (event >> 26) & 3))
    assert len(kinds) == len(plays)
    players, led, columns = [], [], []
    for k in range(6):
        rows = reader.rows("recent")[2 * k : 2 * k + 2]
        if k >= len(plays):
            assert not rows.any()
            continue
        other, cards = plays[-1 - k]
        assert reader.counts(rows) == cards
        players.append(4 * k + ring.index(other))
        led += [24 + k] if leads[-1 - k] else []
        kind, wild = kinds[-1 - k]
        columns += [9 * k + min(kind, 8) - 1] + ([9 * k + 8] if wild else [])
    assert reader.ones(reader.rows("players")[0]) == players + led
    assert reader.ones(reader.rows("kinds")[0]) == columns


def reading_columns(table: Any, wildcard: str) -> list[int]:
    """Type, key, second and wildcards as the long reading tells them; the number of wildcards is read off the cards."""
    if table is None:
        return [0]
    name, _, key = table["long_reading"].partition(":")
    kind = TYPES.index(name)
    out = [kind]
    if name == "jokers":
        return [*out, 11, 41]
    if name in ("straight", "tube", "plate", "flush"):
        out.append(11 + WINDOW_KEYS.index(key))
    else:
        out.append(11 + KEYS.index(key[0]))
    if name == "fullhouse":
        out.append(26 + KEYS.index(key[2]))
    if name == "bomb":
        out.append(26 + int(key[2:]))
    return [*out, 41 + table["cards"].split().count(wildcard)]
