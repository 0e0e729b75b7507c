"""Matches of many deals: chips carried on, the soft first deal, records, and played-through deals kept as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.engine.adapter import adapter
from tests.clauses import clause
from tests.xianqi.deals import RULE_SETS

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def play_deal(t: qipai.Table, rng: FastRng) -> None:
    while not t.over:
        seat = t.to_act[0]
        moves = t.legal(seat)
        t.play(seat, moves[rng.below(len(moves))])


def play_match(rules: dict[str, Any], seed: str, deals: int) -> qipai.Table:
    t = qipai.Table("xianqi", rules=rules, seed=seed)
    rng = FastRng(int(seed[:4], 16))
    play_deal(t, rng)
    while len(t.deals) < deals:
        t.next_deal()
        play_deal(t, rng)
    return t


@clause("X-8.1")
def test_chips_run_on_from_deal_to_deal() -> None:
    t = qipai.Table("xianqi", rules={"initial_chips": 3}, seed="0a" * 32)
    rng = FastRng(1)
    chips = [3, 3, 3]
    for _ in range(12):
        assert t.scores == chips
        play_deal(t, rng)
        chips = [c + r for c, r in zip(chips, t.returns, strict=True)]
        assert t.scores == chips
        assert sum(chips) == 9
        assert not t.match_over
        assert t.winner is None
        t.next_deal()
    assert min(chips) < 3


@clause("X-8.3")
def test_only_the_first_deal_that_is_not_void_is_soft() -> None:
    game = qipai.game("xianqi")
    voids = 0
    for number in range(60):
        t = qipai.Table("xianqi", rules={"soft_first_deal": True}, seed=f"{number:064x}")
        rng = FastRng(number)
        while t.facts()["void"]:
            voids += 1
            t.next_deal()
            assert t.facts()["soft"]
        assert t.facts()["soft"]
        assert "buckle" not in t.legal(t.to_act[0])
        play_deal(t, rng)
        t.next_deal()
        assert not t.facts()["soft"]
        if not t.over:
            assert "buckle" in t.legal(t.to_act[0])
    assert voids
    assert adapter(game).settles()


def test_next_deal_settles_first_and_a_failed_one_changes_nothing() -> None:
    t = qipai.Table("xianqi", seed="0b" * 32)
    play_deal(t, FastRng(2))
    assert t.phase == "settlement"
    facts = t.facts()
    with pytest.raises(qipai.BadRecord):
        t.next_deal(deal_seed="zz")
    assert t.scores == facts["scores"]
    assert t.carried is None
    assert len(t.deals) == 1
    t.settle()
    assert t.phase == "finished"
    with pytest.raises(qipai.IllegalMove):
        t.settle()
    t.next_deal()
    assert len(t.deals) == 2


@pytest.mark.parametrize("number", range(len(RULE_SETS)))
def test_a_match_is_played_again_as_it_was_written_down(number: int) -> None:
    """One recorded match per set of options: rules, deals, moves and results of today are those of the file."""
    path = PLAYTHROUGHS / f"{number}.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    t = play_match(RULE_SETS[number], f"{number + 16:02x}" * 32, 3)
    assert json.loads(json.dumps(t.record())) == kept["record"]
    again = qipai.replay(kept["record"])
    assert json.loads(json.dumps(again.facts())) == kept["facts"]
    assert again.scores == kept["facts"]["scores"]


def write_playthroughs() -> None:
    """`python -m tests.xianqi.test_match` rewrites the files, after a change of the rules."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for number, rules in enumerate(RULE_SETS):
        t = play_match(rules, f"{number + 16:02x}" * 32, 3)
        text = json.dumps({"record": t.record(), "facts": t.facts()}, ensure_ascii=False, indent=1)
        (PLAYTHROUGHS / f"{number}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_playthroughs()
