"""Every row of an observation, compared with what the view says in JSON."""

from __future__ import annotations

from typing import Any

import pytest

from qipai.games.mahjong.tiles import NAMES as TILES
from qipai.games.mahjong.tiles import SUITS, read_tiles
from qipai.games.mahjong.unseen import unseen_copies
from tests.envs.decisions import decisions
from tests.envs.reader import Reader


def tile_counts(text: str | None) -> list[int]:
    tiles = read_tiles(text or "")
    assert tiles is not None
    return [tiles.count(tile) for tile in range(27)]


@pytest.mark.parametrize("rules", [None, {"show_locked_hands": True}])
def test_a_mahjong_observation_is_the_view(rules: object) -> None:
    claims = wins = taken = 0
    for state, actor in decisions("mahjong", 22, 3, rules, skilled=True):
        for seat in range(4):
            view: Any = state.view(seat)
            public: Any = view.public()
            private: Any = view.private()
            reader = Reader("mahjong", state, seat)
            ring = [(seat + k) % 4 for k in range(4)]
            assert reader.counts(reader.rows("hand")) == tile_counts(private["hand"])
            assert reader.counts(reader.rows("buried")) == tile_counts(private["buried"])
            drawn = [] if private["drawn"] is None else [TILES.index(private["drawn"])]
            assert reader.ones(reader.rows("drawn")[0]) == drawn
            assert not reader.rows("chosen").any()
            unseen = reader.counts(reader.rows("unseen"))
            if actor >= 0:
                assert unseen == unseen_copies(view.known)
            last = public["last_discard"]
            asked = public["phase"] == "claim"
            claims += asked
            assert reader.ones(reader.rows("last")[0]) == ([TILES.index(last["tile"])] if asked else [])
            for place, other in enumerate(ring):
                thrown = [entry["tile"] for entry in public["rivers"][other]]
                assert reader.counts(reader.rows("river")[4 * place : 4 * place + 4]) == [thrown.count(t) for t in TILES]
                melds = public["melds"][other]
                for row, kind in enumerate(("kong_exposed", "kong_concealed", "kong_added")):
                    made = sorted(TILES.index(meld["tile"]) for meld in melds if meld["kind"] == kind)
                    assert reader.ones(reader.rows("kong")[3 * place + row]) == made
                made = sorted(TILES.index(meld["tile"]) for meld in melds if meld["kind"] == "peng")
                assert reader.ones(reader.rows("peng")[place]) == made
                won = [entry["tile"] for entry in public["won"][other]]
                wins += len(won)
                assert reader.counts(reader.rows("won")[2 * place : 2 * place + 2]) == [min(2, won.count(t)) for t in TILES]
            suits = [[3 * k + SUITS.index(public["missing"][s])] if public["missing"][s] else [] for k, s in enumerate(ring)]
            if public["phase"] == "bury" and private["buried"]:
                suits[0] = [SUITS.index(private["buried"][-1])]
            assert reader.ones(reader.rows("missing")[0]) == [column for one in suits for column in one]
            assert reader.bar(reader.rows("wall")[0]) == min(27, (public["wall_left"] + 1) // 2)
            wanted = [("bury", "turn", "claim", "finished").index(public["phase"])]
            if public["turn"] is not None:
                wanted.append(4 + ring.index(public["turn"]))
            wanted.append(8 + ring.index(public["dealer"]))
            wanted += [12 + place for place, other in enumerate(ring) if public["locked"][other]]
            if public["phase"] == "bury" and private["buried"]:
                wanted.append(16)
            if asked and private["answer"] is not None:
                wanted.append(16)
            if any(public["melds"]):
                wanted.append(17)
            columns = reader.ones(reader.rows("table")[0])
            if asked and 18 in columns:
                columns.remove(18)  # checked below
            assert columns == wanted + ([24] if rules else [])
            before = [entry for entry in full_events(view) if entry["event"] in ("draw", "discard", "peng")]
            after_kong = asked and len(before) > 1 and before[-1]["event"] == "discard" and before[-2].get("tail") is True
            assert (18 in reader.ones(reader.rows("table")[0])) == after_kong
            claimed = []
            for place, other in enumerate(ring):
                for k, entry in enumerate(reversed(public["rivers"][other][-5:])):
                    assert reader.ones(reader.rows("recent")[5 * place + k]) == [TILES.index(entry["tile"])]
                    if entry["claim"] or entry["winners"]:
                        claimed.append(5 * place + k)
                for k in range(len(public["rivers"][other]), 5):
                    assert not reader.rows("recent")[5 * place + k].any()
            assert reader.ones(reader.rows("claimed")[0]) == claimed
            taken += len(claimed)
            throwers = [entry["seat"] for entry in full_events(view) if entry["event"] == "discard"][:-7:-1]
            assert reader.ones(reader.rows("order")[0]) == [4 * k + ring.index(other) for k, other in enumerate(throwers)]
            assert reader.read == {field.name for field in reader.encoder.layout()}
    assert claims
    assert wins
    assert taken


def full_events(view: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = view.to_json()["events"]
    return events
