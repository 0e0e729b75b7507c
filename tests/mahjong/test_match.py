"""Matches: dealer rotation, running scores, records; and deals kept as files, so that a change of the rules is noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.tiles import NAMES
from tests.clauses import clause
from tests.mahjong.deals import RULE_SETS, choose, held_tiles

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def play_deal(t: qipai.Table, rng: FastRng, sense: int) -> None:
    while not t.over:
        seat = t.to_act[rng.below(len(t.to_act))]
        t.play_action(seat, choose(t.state, seat, rng, sense))  # type: ignore[arg-type]


def play_match(rules: dict[str, Any], seed: str, sense: int) -> qipai.Table:
    t = qipai.Table("mahjong", rules=rules, seed=seed)
    rng = FastRng(int(seed[:6], 16))
    play_deal(t, rng, sense)
    while not t.match_over:
        t.next_deal()
        play_deal(t, rng, sense)
    return t


@clause("M-11.5", "M-10.4")
@pytest.mark.parametrize("rotation", ["winner", "next", "fixed"])
def test_scores_run_on_and_the_dealer_follows_the_rule(rotation: str) -> None:
    rules = {"deals_per_match": 5, "starting_score": 50, "dealer_rotation": rotation}
    t = qipai.Table("mahjong", rules=rules, seed="ab" * 32)
    rng = FastRng(1)
    scores = [50] * 4
    dealers = []
    for k in range(5):
        assert t.phase == "bury"
        assert t.public()["scores"] == scores == t.scores
        dealers.append(t.facts()["dealer"])
        play_deal(t, rng, 1)
        scores = [s + r for s, r in zip(scores, t.returns, strict=True)]
        assert t.phase == "finished"
        assert t.public()["scores"] == scores == t.scores
        assert sum(scores) == 200
        wanted = t.facts()["next_dealer"]
        assert t.match_over == (k == 4)
        if k < 4:
            assert t.winner is None
            t.next_deal()
            assert t.facts()["dealer"] == wanted
    best = max(scores)
    assert t.winner == (scores.index(best) if scores.count(best) == 1 else None)
    if rotation == "next":
        assert dealers == [(dealers[0] + k) % 4 for k in range(5)]
    if rotation == "fixed":
        assert len(set(dealers)) == 1
    with pytest.raises(qipai.IllegalMove) as refusal:
        t.next_deal()
    assert refusal.value.code == "MATCH_OVER"
    again = qipai.replay(json.loads(json.dumps(t.record())))
    assert again.facts() == t.facts()
    assert again.scores == scores


def test_a_single_deal_is_the_default() -> None:
    t = play_match({}, "cd" * 32, 0)
    assert len(t.deals) == 1


@clause("M-11.5")
def test_a_match_record_with_another_dealer_is_refused() -> None:
    t = play_match({"deals_per_match": 2, "dealer_rotation": "fixed"}, "12" * 32, 0)
    record = json.loads(json.dumps(t.record()))
    state = GAME.deal(qipai.DealRng(bytes.fromhex(record["deals"][1]["seed"])), GAME.rules(), {"dealer": 0, "deals": 1})
    first = t.facts()["dealer"]
    hands = ["".join(NAMES[x] for x in held_tiles(state, k)) for k in range(4)]
    for dealer, fine in [(0, first == 0), (1, first == 1)]:
        turned = [hands[(seat - dealer) % 4] for seat in range(4)]
        deal = {"dealer": dealer, "hands": turned, "wall": "".join(NAMES[x] for x in state.wall)}
        changed = {**record, "deals": [record["deals"][0], {"deal": deal, "moves": []}]}
        if fine:
            qipai.replay(changed)
        else:
            with pytest.raises(qipai.BadRecord) as refusal:
                qipai.replay(changed)
            assert refusal.value.code == "BAD_DEAL"


@pytest.mark.parametrize(
    "carried",
    [
        {"dealer": 0, "deals": 1},
        {"dealer": 5, "deals": 1, "scores": [0, 0, 0, 0]},
        {"dealer": 0, "deals": -1, "scores": [0, 0, 0, 0]},
        {"dealer": 0, "deals": 1, "scores": [1, 0, 0, 0]},
        {"dealer": 0, "deals": 1, "scores": [0, 0, 0]},
        {"dealer": 0, "deals": 1, "scores": ["0", 0, 0, 0]},
    ],
)
def test_what_earlier_deals_left_is_checked(carried: dict[str, Any]) -> None:
    with pytest.raises(qipai.BadRecord) as refusal:
        GAME.check_carried(GAME.rules(), carried)
    assert refusal.value.code == "BAD_DEAL"
    assert refusal.value.say("zh") != refusal.value.say("en")


def test_an_engine_may_start_in_the_middle_of_a_match() -> None:
    engine = qipai.Engine("mahjong")
    out = engine.init_game({"previous": {"dealer": 3, "deals": 2, "scores": [5, -5, 0, 0]}}, 4)
    assert out["public_state"]["dealer"] == 3
    assert out["public_state"]["scores"] == [5, -5, 0, 0]
    with pytest.raises(qipai.EngineError):
        engine.init_game({"previous": 7}, 4)


@clause("M-16.9")
@pytest.mark.parametrize("number", range(len(RULE_SETS)))
def test_kept_matches_replay_to_the_same_facts(number: int) -> None:
    kept = json.loads((PLAYTHROUGHS / f"{number}.json").read_text(encoding="utf-8"))
    t = qipai.replay(kept["record"])
    assert json.loads(json.dumps(t.facts())) == kept["facts"]
    assert t.state.digest() == kept["digest"]


def write_playthroughs() -> None:
    """Run as a program after a wanted change of the rules: `python -m tests.mahjong.test_match`."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for number, rules in enumerate(RULE_SETS):
        t = play_match({**rules, "deals_per_match": 2}, f"{number + 1:02x}" * 32, 1)
        kept = {"record": t.record(), "facts": t.facts(), "digest": t.state.digest()}
        path = PLAYTHROUGHS / f"{number}.json"
        path.write_text(json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_playthroughs()
