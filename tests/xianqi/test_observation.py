"""Every row of an observation, compared with what the view says in JSON."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from qipai.games.xianqi.pieces import NAMES as PIECES
from qipai.games.xianqi.pieces import SINGLE_POWER
from qipai.games.xianqi.world import unseen_pieces
from tests.envs.decisions import decisions
from tests.envs.reader import Reader, named


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
            for place in range(3):
                rows = history[10 * place : 10 * place + 10]
                for k in range(8):
                    assert np.array_equal(rows[k if k < 4 else k + 1], shown[3 * k + place])
                assert np.array_equal(rows[4], lead[place])
                assert np.array_equal(rows[9], won[place])
            assert np.array_equal(reader.rows("kind"), kind)
            for other in (1, 2):
                allowed = [slot for slot in range(12) if SINGLE_POWER[slot] <= caps[other]]
                assert reader.ones(reader.rows("may_hold")[other - 1]) == allowed
                assert reader.bar(reader.rows("covers")[other - 1]) == laid[other]
                assert reader.bar(reader.rows("held")[other - 1]) == public["players"][ring[other]]["hand_count"]
            for place, other in enumerate(ring):
                assert reader.bar(reader.rows("pillars")[place]) == public["players"][other]["captured_pillar_count"]

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
            assert reader.read == {field.name for field in reader.encoder.layout()}
    assert relations
    assert covers
