"""Observations read back: every row of the layouts is compared with what the view tells in JSON."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from qipai.core.planes import first_row
from qipai.core.state import State
from qipai.envs.arrays import Bits, observation, planes_of
from qipai.games.guandan.cards import KEYS, RANKS, parse
from qipai.games.guandan.cards import NAMES as CARDS
from qipai.games.guandan.packing import TYPES, WINDOW_KEYS
from qipai.games.mahjong.tiles import NAMES as TILES
from qipai.games.mahjong.tiles import SUITS, read_tiles
from qipai.games.mahjong.world import unseen_copies
from qipai.games.xianqi.pieces import NAMES as PIECES
from qipai.games.xianqi.pieces import SINGLE_POWER
from qipai.games.xianqi.world import unseen_pieces
from tests.envs.decisions import decisions


class Reader:
    """Rows of one observation by the names of the layout."""

    def __init__(self, game: str, state: State, seat: int) -> None:
        self.planes = planes_of(game)
        self.bits: Bits = observation(self.planes, state, seat)
        self.read: set[str] = set()

    def rows(self, name: str) -> Bits:
        self.read.add(name)
        first = first_row(self.planes, name)
        count = next(field.rows for field in self.planes.layout() if field.name == name)
        return self.bits[first : first + count]

    def counts(self, rows: Bits) -> list[int]:
        """Counts told as at least one, two, …; a row must imply the rows before it."""
        for lower, upper in pairwise(rows):
            assert not (upper & ~lower & 1).any()
        found: list[int] = rows.sum(axis=0).tolist()
        return found

    def bar(self, row: Bits) -> int:
        """A thermometer."""
        length = int(row.sum())
        assert row[:length].all()
        return length

    def ones(self, row: Bits) -> list[int]:
        found: list[int] = np.flatnonzero(row).tolist()
        return found


def named(counts: list[int], names: list[str]) -> dict[str, int]:
    return {names[k]: n for k, n in enumerate(counts) if n}


@pytest.mark.parametrize("rules", [None, {"baotou": True, "soft_first_deal": True, "contract_ceramic": True}])
def test_a_xianqi_observation_is_the_view(rules: object) -> None:
    relations = covers = 0
    for state, _ in decisions("xianqi", 21, 25, rules):
        for seat in range(4 if rules else 3):
            view: Any = state.view(seat)
            public: Any = view.public()
            reader = Reader("xianqi", state, seat)
            head = public["head_seat"]
            playing = [s for s in range(len(public["players"])) if s != head]
            start = next(s for s in [*range(seat, 4), *range(seat)] if s in playing)
            at = playing.index(start)
            ring = playing[at:] + playing[:at]
            private: Any = view.private()
            if seat != head:
                assert named(reader.counts(reader.rows("hand")), PIECES) == private["hand"]
                assert named(reader.counts(reader.rows("covered")), PIECES) == private["covered"]
            else:
                assert not reader.rows("hand").any()
                assert not reader.rows("covered").any()
            covers += reader.rows("covered").any()
            left = unseen_pieces(view.known, seat if seat != head else -1)
            assert reader.counts(reader.rows("unseen")) == [(left >> 2 * slot) & 3 for slot in range(12)]
            assert not reader.rows("chosen").any()

            groups = public["pillar_groups"]
            turn = public["turn"]
            rounds = [(group["plays"], group["winner_seat"], group["round_kind"]) for group in groups]
            if turn["plays"]:
                rounds.append((turn["plays"], turn["last_combo"]["owner_seat"], turn["round_kind"]))
            shown = np.zeros((24, 12), np.uint8)
            lead, won, kind = np.zeros((3, 12), np.uint8), np.zeros((3, 12), np.uint8), np.zeros((2, 12), np.uint8)
            caps, laid = [99, 99, 99], [0, 0, 0]
            for k, (plays, winner, size) in enumerate(rounds):
                lead[ring.index(plays[0]["seat"]), k] = 1
                won[ring.index(winner), k] = 1
                if size > 1:
                    kind[size - 2, k] = 1
                power = 0
                for play in plays:
                    who = ring.index(play["seat"])
                    if play["power"] < 0:
                        laid[who] += size
                        if size == 1:
                            caps[who] = min(caps[who], power)
                        continue
                    power = play["power"]
                    for piece in play["cards"]:
                        shown[3 * k + who, PIECES.index(piece)] = 1
            history = reader.rows("history")
            for told in range(3):
                rows = history[10 * told : 10 * told + 10]
                for k in range(8):
                    assert np.array_equal(rows[k if k < 4 else k + 1], shown[3 * k + told])
                assert np.array_equal(rows[4], lead[told])
                assert np.array_equal(rows[9], won[told])
            assert np.array_equal(reader.rows("kind"), kind)
            for other in (1, 2):
                allowed = [slot for slot in range(12) if SINGLE_POWER[slot] <= caps[other]]
                assert reader.ones(reader.rows("may_hold")[other - 1]) == allowed
                assert reader.bar(reader.rows("covers")[other - 1]) == laid[other]
                assert reader.bar(reader.rows("held")[other - 1]) == public["players"][ring[other]]["hand_count"]
            for told, other in enumerate(ring):
                assert reader.bar(reader.rows("pillars")[told]) == public["players"][other]["captured_pillar_count"]

            phases = {"buckle_decision": 0, "reveal_decision": 1, "in_round": 2, "settlement": 3, "finished": 3}
            wanted = [phases[public["phase"]]]
            if turn["current_seat"] is not None:
                wanted.append(4 + ring.index(turn["current_seat"]))
            reveal = public["reveal"]
            if public["phase"] == "reveal_decision":
                wanted.append(7 + ring.index(reveal["buckler_seat"]))
            if seat == head:
                wanted.append(10)
            assert reader.ones(reader.rows("phase")[0]) == wanted
            last = turn["last_combo"]
            assert reader.ones(reader.rows("power")[0]) == ([last["power"]] if last else [])
            running = [] if phases[public["phase"]] == 3 else [turn["round_index"]]
            assert reader.ones(reader.rows("round")[0]) == running
            revealer, enough = np.zeros((3, 12), np.uint8), np.zeros((1, 12), np.uint8)
            for relation in reveal["relations"]:
                relations += 1
                revealer[ring.index(relation["revealer_seat"]), relation["round_index"]] = 1
                enough[0, relation["round_index"]] = relation["revealer_enough_at_time"]
            assert np.array_equal(reader.rows("revealer"), revealer)
            assert np.array_equal(reader.rows("enough"), enough)
            wanted = []
            if reveal["active_revealer_seat"] is not None:
                wanted.append(ring.index(reveal["active_revealer_seat"]))
            if len(reveal["pending_order"]) == 2:
                wanted.append(3 + ring.index(reveal["pending_order"][1]))
            full: Any = view.to_json()
            wanted.append(6 + ring.index(full["starter"]))
            if rules:
                wanted += ([9] if full["first_deal"] else []) + [10, 11]
            assert reader.ones(reader.rows("asked")[0]) == wanted
            assert reader.read == {field.name for field in reader.planes.layout()}
    assert relations
    assert covers


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
            for told, other in enumerate(ring):
                thrown = [entry["tile"] for entry in public["rivers"][other]]
                assert reader.counts(reader.rows("river")[4 * told : 4 * told + 4]) == [thrown.count(t) for t in TILES]
                melds = public["melds"][other]
                for row, kind in enumerate(("kong_exposed", "kong_concealed", "kong_added")):
                    made = sorted(TILES.index(meld["tile"]) for meld in melds if meld["kind"] == kind)
                    assert reader.ones(reader.rows("kong")[3 * told + row]) == made
                made = sorted(TILES.index(meld["tile"]) for meld in melds if meld["kind"] == "peng")
                assert reader.ones(reader.rows("peng")[told]) == made
                won = [entry["tile"] for entry in public["won"][other]]
                wins += len(won)
                assert reader.counts(reader.rows("won")[2 * told : 2 * told + 2]) == [min(2, won.count(t)) for t in TILES]
            suits = [[3 * k + SUITS.index(public["missing"][s])] if public["missing"][s] else [] for k, s in enumerate(ring)]
            if public["phase"] == "bury" and private["buried"]:
                suits[0] = [SUITS.index(private["buried"][-1])]
            assert reader.ones(reader.rows("missing")[0]) == [column for one in suits for column in one]
            assert reader.bar(reader.rows("wall")[0]) == min(27, (public["wall_left"] + 1) // 2)
            wanted = [("bury", "turn", "claim", "finished").index(public["phase"])]
            if public["turn"] is not None:
                wanted.append(4 + ring.index(public["turn"]))
            wanted.append(8 + ring.index(public["dealer"]))
            wanted += [12 + told for told, other in enumerate(ring) if public["locked"][other]]
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
            for told, other in enumerate(ring):
                for k, entry in enumerate(reversed(public["rivers"][other][-5:])):
                    assert reader.ones(reader.rows("recent")[5 * told + k]) == [TILES.index(entry["tile"])]
                    if entry["claim"] or entry["winners"]:
                        claimed.append(5 * told + k)
                for k in range(len(public["rivers"][other]), 5):
                    assert not reader.rows("recent")[5 * told + k].any()
            assert reader.ones(reader.rows("claimed")[0]) == claimed
            taken += len(claimed)
            throwers = [entry["seat"] for entry in full_events(view) if entry["event"] == "discard"][:-7:-1]
            assert reader.ones(reader.rows("order")[0]) == [4 * k + ring.index(other) for k, other in enumerate(throwers)]
            assert reader.read == {field.name for field in reader.planes.layout()}
    assert claims
    assert wins
    assert taken


def full_events(view: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = view.to_json()["events"]
    return events


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
            for told, other in enumerate(ring):
                assert reader.counts(reader.rows("played")[2 * told : 2 * told + 2]) == played[other]
                assert reader.counts(reader.rows("last")[2 * told : 2 * told + 2]) == last[other]
            table = public["table"] if actor >= 0 else None
            if table:
                assert reader.counts(reader.rows("recent")[:2]) == card_counts(table["cards"])
            tribute = public["tribute"] or {"payers": [], "receivers": [], "paid": [], "returned": [], "big_jokers": None}
            for name in ("paid", "returned"):
                for told, other in enumerate(ring):
                    given = [CARDS.index(entry[2]) for entry in tribute[name] if entry[0] == other]
                    assert reader.ones(reader.rows(name)[told]) == given
            committed = [] if private["committed"] is None else [CARDS.index(private["committed"])]
            assert reader.ones(reader.rows("committed")[0]) == committed
            sizes = view.sizes()
            for told, other in enumerate(ring):
                row = reader.rows("sizes")[told // 2]
                assert reader.bar(row[27 * (told % 2) : 27 * (told % 2) + 27]) == min(27, sizes[other])
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
            assert reader.read == {field.name for field in reader.planes.layout()}
    assert {"tribute", "return", "play", "finished"} <= phases


def check_recent(reader: Reader, view: Any, ring: list[int], plays: list[tuple[int, list[int]]]) -> None:
    """The last six plays, told by the view's tricks and by the words of each play."""
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
