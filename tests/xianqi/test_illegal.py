"""Random input, mostly illegal: what is listed is accepted, all else is refused with a code and changes nothing."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.rng import FastRng
from qipai.engine.adapter import adapter
from tests.clauses import clause
from tests.xianqi.deals import DECK, RULE_SETS

CODES = {
    "BAD_MOVE", "BAD_SEAT", "NOT_TO_ACT", "WRONG_PHASE", "NOT_IN_HAND", "NOT_A_COMBINATION", "WRONG_COUNT", "DOES_NOT_BEAT",
    "MUST_BEAT", "CANNOT_BUCKLE", "BAD_COVER", "GAME_OVER",
}  # fmt: skip
ENGINE_CODES = {
    "ENGINE_VERSION_CONFLICT",
    "ENGINE_INVALID_ACTION_INDEX",
    "ENGINE_INVALID_COVER_LIST",
    "ENGINE_INVALID_PHASE",
    "ENGINE_INVALID_STATE",
}

piece = st.builds(lambda name, n: name if n == 1 else f"{name}*{n}", st.sampled_from(list(DECK)), st.integers(1, 4))
some_pieces = st.lists(piece, min_size=1, max_size=3).map("+".join)
moves = st.one_of(
    st.sampled_from(["buckle", "reveal", "pass", "play", "cover", "settle", ""]),
    st.builds("{} {}".format, st.sampled_from(["play", "cover"]), some_pieces),
    st.text(max_size=12),
)
anything = st.none() | st.booleans() | st.integers(-3, 60) | st.text(max_size=4) | st.lists(st.integers(0, 3), max_size=2)
cover_lists = anything | st.dictionaries(st.sampled_from([*DECK, "X"]), st.integers(-1, 3), max_size=3)


def table_somewhere(rules: dict[str, Any], deal: int, play: int, steps: int) -> qipai.Table:
    t = qipai.Table("xianqi", rules=rules, seed=f"{deal:064x}")
    rng = FastRng(play)
    while steps and not t.over:
        legal = t.legal(t.to_act[0])
        t.play(t.to_act[0], legal[rng.below(len(legal))])
        steps -= 1
    return t


@clause("X-9.2", "X-9.4", "X-9.5")
@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(RULE_SETS),
    st.integers(0, 500),
    st.integers(0, 500),
    st.integers(0, 30),
    st.lists(st.tuples(st.integers(-1, 4), moves), min_size=1, max_size=6),
)
def test_a_move_is_accepted_exactly_when_it_is_listed(
    rules: dict[str, Any], deal: int, play: int, steps: int, tries: list[tuple[int, str]]
) -> None:
    t = table_somewhere(rules, deal, play, steps)
    for seat, move in tries:
        before = (t.state.digest(), t.version, len(t.deals[-1].moves))
        listed = 0 <= seat < t.seats and move in t.legal(seat)
        canonical = 0 <= seat < t.seats and move in list(t.legal(seat))
        try:
            written = t.play(seat, move)
        except qipai.IllegalMove as refusal:
            assert refusal.code in CODES  # noqa: PT017
            assert not listed
            assert before == (t.state.digest(), t.version, len(t.deals[-1].moves))
        else:
            assert listed
            assert canonical or written != move
            assert t.version == before[1] + 1


@clause("X-9.1", "X-9.2", "X-9.5")
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 30), anything, cover_lists, anything, anything)
def test_an_engine_answers_nonsense_with_a_code_and_stays_as_it_was(
    deal: int, play: int, steps: int, index: Any, cover: Any, version: Any, seat: Any
) -> None:
    t = table_somewhere({}, deal, play, steps)
    engine = qipai.Engine("xianqi")
    dumped = adapter(qipai.game("xianqi")).dump(t.state)
    engine.load_state(dumped)
    before = json.dumps(engine.dump_state())
    try:
        engine.apply_action(index, cover, version, seat)
    except qipai.EngineError as refusal:
        assert refusal.code in ENGINE_CODES  # noqa: PT017
        assert json.dumps(engine.dump_state()) == before
    else:
        assert engine.get_public_state()["version"] == t.version + 1
