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


@pytest.mark.parametrize("rules", [None, {"show_locked_hands": True}, {"preset": "chengdu"}, {"preset": "river"}])
def test_a_mahjong_observation_is_the_view(rules: dict[str, object] | None) -> None:
    claims = wins = taken = 0
    sichuan = bool(rules and "preset" in rules)
    options = [21, 22, 23] if sichuan else [24] if rules else []
    for state, actor in decisions("mahjong", 22, 3, rules, skilled=True):
        for seat in range(4):
            view: Any = state.view(seat)
            public: Any = view.public()
            private: Any = view.private()
            reader = Reader("mahjong", state, seat)
            ring = [(seat + k) % 4 for k in range(4)]
            assert reader.counts(reader.rows("hand")) == tile_counts(private["hand"])
            assert reader.counts(reader.rows("buried")) == tile_counts(private["gave" if sichuan else "buried"])
            drawn = [] if private["drawn"] is None else [TILES.index(private["drawn"])]
            assert reader.ones(reader.rows("drawn")[0]) == drawn
            assert not reader.rows("chosen").any()
            unseen = reader.counts(reader.rows("unseen"))
            if actor >= 0:
                assert unseen == unseen_copies(view.known)
            last = public["last_discard"]
            asked = public["phase"] == "claim"
            claims += asked
            assert reader.ones(reader.rows("last")[0]) == ([TILES.index(last["tile"])] if last else [])
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
            if public["phase"] == "missing" and private["suit"]:
                suits[0] = [SUITS.index(private["suit"])]
            assert reader.ones(reader.rows("missing")[0]) == [column for one in suits for column in one]
            assert reader.bar(reader.rows("wall")[0]) == min(27, (public["wall_left"] + 1) // 2)
            wanted = [{"turn": 1, "claim": 2, "finished": 3}.get(public["phase"], 0)]
            if public["turn"] is not None:
                wanted.append(4 + ring.index(public["turn"]))
            wanted.append(8 + ring.index(public["dealer"]))
            wanted += [12 + place for place, other in enumerate(ring) if public["won"][other]]
            if public["phase"] == "bury" and private["buried"]:
                wanted.append(16)
            if asked and private["answer"] is not None:
                wanted.append(16)
            if sichuan and public["chosen"][seat]:
                wanted.append(16)
            if any(public["melds"]):
                wanted.append(17)
            columns = reader.ones(reader.rows("table")[0])
            if asked and 18 in columns:
                columns.remove(18)  # checked below
            assert columns == wanted + options
            before = [entry for entry in full_events(view) if entry["event"] in ("draw", "discard", "peng")]
            discards = bool(last) and len(before) > 1 and before[-1]["event"] == "discard"
            after_kong = discards and before[-2].get("tail") is True
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
            throwers = thrown_by(full_events(view))[:-7:-1]
            assert reader.ones(reader.rows("order")[0]) == [4 * k + ring.index(other) for k, other in enumerate(throwers)]
            check_sichuan_rows(reader, public, private, ring) if sichuan else check_no_rows(reader)
            assert reader.read == {field.name for field in reader.encoder.layout()}
    assert claims
    assert wins
    assert taken


ROWS = ("got", "family", "cap", "given_up", "declared", "largest")


def check_no_rows(reader: Reader) -> None:
    for name in ROWS:
        assert not reader.rows(name).any()


def check_sichuan_rows(reader: Reader, public: Any, private: Any, ring: list[int]) -> None:
    """What 血战到底 and 血流成河 add."""
    assert reader.counts(reader.rows("got")) == tile_counts(private["got"])
    family = reader.ones(reader.rows("family")[0])
    wanted = [0]
    wanted += [1] if public["phase"] == "swap" else [2] if public["phase"] == "missing" else []
    wanted += [3] if public["window"] == "rob" else []
    wanted += [4 + place for place, other in enumerate(ring) if not public["in_play"][other]]
    wanted += [8 + place for place, other in enumerate(ring) if public["chosen"][other]]
    if public["direction"]:
        wanted.append(11 + {"next": 1, "across": 2, "previous": 3}[public["direction"]])
    assert [column for column in family if column < 15] == wanted
    leave = 15 in family
    assert family[-1] == 26
    assert (20 in family) == (not leave)
    cap = reader.ones(reader.rows("cap")[0])
    assert cap == [*range(3 if leave else 5), 23, 24, 25, 26]
    given = private["given_up"]
    assert reader.bar(reader.rows("given_up")[0]) == (0 if given is None else given + 1)
    declared = public["declared"]
    assert reader.ones(reader.rows("declared")[0]) == ([TILES.index(declared["tile"])] if declared else [])
    largest = [max((won["fan"] for won in public["won"][other]), default=-1) for other in ring]
    assert reader.ones(reader.rows("largest")[0]) == [6 * k + min(fan, 5) for k, fan in enumerate(largest) if fan >= 0]


def thrown_by(events: list[dict[str, Any]]) -> list[int]:
    """Whose tile lay on the table, in order: discards, and tiles that were robbed."""
    out: list[int] = []
    declared = None
    for entry in events:
        if entry["event"] == "discard":
            out.append(entry["seat"])
        elif entry["event"] == "declare":
            declared = entry["seat"]
        elif entry["event"] == "win" and entry["by"] == "rob" and declared is not None:
            out.append(declared)
            declared = None
    return out


def full_events(view: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = view.to_json()["events"]
    return events
