"""Clients of the Nanjing platform at our table: the messages they know, over standard input and output."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai
from qipai.agents import AgentError, Decision
from qipai.agents.seating import seat_agent
from qipai.arena.backends import in_process
from qipai.arena.match import Match
from qipai.arena.run import run
from qipai.core.rng import FastRng
from qipai.games.guandan.agents_njupt import NjuptAgent, Notices, act_message, dealt_hand, end_all, hand_names, triple
from qipai.games.guandan.cards import listed
from qipai.games.guandan.state import GuandanState
from qipai.games.guandan.view import GuandanView
from qipai.search.playout import lowest_seat
from tests.guandan.test_policy import deal

GAME = qipai.game("guandan")


@pytest.fixture(autouse=True)
def _no_client_stays() -> Iterator[None]:
    yield
    end_all()


def written(hands: list[str], moves: list[list[object]] | None = None, level: str = "2") -> list[list[object]]:
    """The action list of the seat to act."""
    record = {"game": "guandan", "deal": {"level": level, "hands": hands, "leader": 0}, "partial": True, "moves": moves or []}
    table = qipai.Table.from_record(record)
    state = table.state
    assert isinstance(state, GuandanState)
    return [triple(action, int(state.level)) for action in state.exact(table.to_act[0])]


def test_every_type_is_written_as_the_platform_writes_it() -> None:
    found = written(["S3 C3 D3 S4 C4 D4 S5 C5 S6 S7 SB SB HR HR", "S8", "S9", "ST"])
    for expected in (
        ["Single", "3", ["S3"]],
        ["Single", "B", ["SB"]],
        ["Single", "R", ["HR"]],
        ["Pair", "3", ["S3", "C3"]],
        ["Trips", "4", ["S4", "C4", "D4"]],
        ["ThreeWithTwo", "3", ["S3", "C3", "D3", "S5", "C5"]],
        ["Straight", "3", ["S3", "C4", "S5", "S6", "S7"]],
        ["StraightFlush", "3", ["S3", "S4", "S5", "S6", "S7"]],
        ["ThreePair", "3", ["S3", "C3", "S4", "C4", "S5", "C5"]],
        ["TwoTrips", "3", ["S3", "C3", "D3", "S4", "C4", "D4"]],
        ["Bomb", "JOKER", ["SB", "SB", "HR", "HR"]],
    ):
        assert expected in found, expected
    assert found[0][0] != "PASS"


def test_a_sequence_is_named_by_its_lowest_card_and_a_pass_comes_first() -> None:
    assert ["Straight", "A", ["HA", "S2", "C3", "D4", "S5"]] in written(["HA S2 C3 D4 S5 S9", "S8", "S9", "ST"], level="9")
    found = written(["S3", "S8 S9 C9", "S9", "ST"], [[0, "play S3"]])
    assert found[0] == ["PASS", "PASS", "PASS"]
    assert ["Bomb", "7", ["S7", "C7", "D7", "H9"]] in written(["S7 C7 D7 H9 S3", "S8", "S9", "ST"], level="9")


def test_cards_of_a_play_stand_by_place() -> None:
    found = written(["H4 C4 H2 S6 D6 D9 ST CQ CK H2 S9 C9 D3", "S8", "S9", "ST"])
    for expected in (
        ["ThreeWithTwo", "4", ["H4", "C4", "H2", "S6", "D6"]],
        ["ThreeWithTwo", "6", ["S6", "D6", "H2", "H4", "C4"]],
        ["Straight", "9", ["D9", "ST", "H2", "CQ", "CK"]],
        ["TwoTrips", "9", ["S9", "C9", "D9", "ST", "H2", "H2"]],
        ["Bomb", "9", ["S9", "C9", "D9", "H2", "H2"]],
        ["Pair", "K", ["CK", "H2"]],
    ):
        assert expected in found, expected
    assert ["ThreePair", "Q", ["CQ", "H2", "CK", "H2", "SA", "CA"]] in written(["CQ CK SA CA H2 H2", "S8", "S9", "ST"])


def test_a_lead_after_a_pass_is_no_answer() -> None:
    """The trick is over; the last pass is not what there is to beat. Nor is it in 接风."""
    record = {
        "game": "guandan", "partial": True, "deal": {"level": "2", "hands": ["S9 C3", "S4 C4", "S5 C5", "S6 C6"], "leader": 0},
        "moves": [[0, "play S9"], [1, "pass"], [2, "pass"], [3, "pass"]],
    }  # fmt: skip
    took_over = {**record, "deal": {"level": "2", "hands": ["S9", "S4 C4", "S5 C5", "S6 C6"], "leader": 0}}
    for played, leader in ((record, 0), (took_over, 2)):
        table = qipai.Table.from_record(played)
        assert table.to_act == [leader]
        view = table.view(leader)
        assert isinstance(view, GuandanView)
        message = json.loads(json.dumps(act_message(view, [])))
        assert (message["curPos"], message["curAction"]) == (-1, [None, None, None])
        last = Notices(view).messages[-1]  # what happened is told as before
        assert (last["curPos"], last["curAction"], last["greaterPos"]) == (3, ["PASS", "PASS", "PASS"], 0)


def views(number: int) -> Iterator[tuple[GuandanState, GuandanView]]:
    """All decisions of a random deal, each as the seat to act sees it."""
    state, rng = deal(number), FastRng(number)
    while not state.over():
        seat = lowest_seat(state.to_act())
        view = state.view(seat)
        assert isinstance(view, GuandanView)
        yield state, view
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])


def test_what_was_dealt_follows_from_the_view() -> None:
    stages = set()
    for number in range(8):
        start: dict[int, list[int]] = {}
        for state, view in views(number):
            for seat in range(4):
                start.setdefault(seat, listed(state.one(seat), state.two(seat)))
            assert listed(*dealt_hand(view)) == start[int(view.seat)]
            stages.add(int(view.phase))
    assert {0, 2, 3} <= stages


def test_notices_only_grow_and_tell_the_tribute_before_the_play() -> None:
    seen = set()
    for number in range(8):
        before: dict[int, list[object]] = {}
        for _, view in views(number):
            messages: list[object] = list(Notices(view).messages)
            earlier = before.get(int(view.seat), [])
            assert messages[: len(earlier)] == earlier
            before[int(view.seat)] = messages
            stages = [message["stage"] for message in Notices(view).messages]
            assert stages == sorted(stages, key=("anti-tribute", "tribute", "back", "play").index)
            seen |= set(stages)
    assert {"tribute", "back", "play"} <= seen


def test_the_question_holds_the_exact_list_and_the_public_facts() -> None:
    for state, view in views(3):
        actions = state.exact(view.seat)
        message = act_message(view, [triple(action, int(state.level)) for action in actions])
        assert message["indexRange"] == len(actions) - 1
        rest = [item["rest"] for item in message["publicInfo"]]  # type: ignore[index]
        assert rest == [len(listed(state.one(seat), state.two(seat))) for seat in range(4)]
        assert len(message["handCards"]) == rest[view.seat]  # type: ignore[arg-type]
        assert (message["greaterPos"] == -1) == (state.table == 0)
        if not state.table:  # a lead, also 接风; tribute; return: nothing to answer
            assert (message["curPos"], message["curAction"]) == (-1, [None, None, None])
            assert (message["greaterPos"], message["greaterAction"]) == (-1, [None, None, None])
        if state.phase == 3 and state.table:
            assert message["curPos"] == state.log[-1] & 3
            assert message["curAction"] == triple(state.log[-1] >> 2, int(state.level))
            assert message["greaterPos"] == state.top
            assert message["actionList"][0] == ["PASS", "PASS", "PASS"]  # type: ignore[index]
        if state.phase == 2:
            assert message["tributePos"] == state.payer_of(int(view.seat))
            assert message["tribute"] in message["handCards"]  # type: ignore[operator]


def test_a_hand_is_sorted_with_the_level_above_the_ace() -> None:
    view = next(view for _, view in views(1))
    names = hand_names(view.one, view.two, int(view.setting.level))
    level = view.setting.levels[0]
    order = [*(rank for rank in "23456789TJQKA" if rank != level), level, "B", "R"]
    assert [order.index(name[1]) for name in names] == sorted(order.index(name[1]) for name in names)


def client(folder: Path, answer: str) -> str:
    """A client in the platform's manner; each process writes what it hears into its own file: long lines of two would mix."""
    body = f"""
        import json, os, sys, time
        log = open({str(folder / "heard-")!r} + str(os.getpid()), "a")
        for line in sys.stdin:
            m = json.loads(line)
            print(line.strip(), file=log, flush=True)
            if "actionList" in m:
                {answer}
    """
    path = folder / "client.py"
    path.write_text(textwrap.dedent(body), encoding="utf-8")
    return f"{sys.executable} {path}"


def heard_by_all(folder: Path) -> list[str]:
    return [line for path in sorted(folder.glob("heard-*")) for line in path.read_text().splitlines()]


LAST = 'print(json.dumps({"actIndex": m["indexRange"]}), flush=True)'


def test_a_client_plays_whole_deals_in_the_arena(tmp_path: Path) -> None:
    name = f"njupt:{client(tmp_path, LAST)}"
    match = Match("guandan", (name, "random", "random", "random"), "arena", "cd" * 32, {}, 20.0)
    standings = run(match, 2, in_process)
    end_all()
    assert [(one.illegal, one.errors, one.timeouts) for one in standings.agents] == [(0, 0, 0), (0, 0, 0)]
    heard = [json.loads(line) for line in heard_by_all(tmp_path)]
    kinds = [(message["type"], message["stage"]) for message in heard]
    assert kinds.count(("notify", "beginning")) == kinds.count(("notify", "episodeOver")) == 8
    for message in heard:
        if message["stage"] == "beginning":
            assert len(message["handCards"]) == 27
        if message["stage"] == "episodeOver":
            assert sorted(message["order"]) == [0, 1, 2, 3]
            assert message["restCards"]


def question() -> Decision:
    state, view = next((state, view) for state, view in views(2) if len(state.legal(view.seat)) > 3)
    return Decision(GAME, view, state.legal(view.seat))


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ('print(json.dumps({"actIndex": 99999}), flush=True)', "illegal"),
        ('print(json.dumps({"actIndex": -1}), flush=True)', "illegal"),
        ('print(json.dumps({"actIndex": "0"}), flush=True)', "error"),
        ('print("hello", flush=True)', "error"),
        ("os._exit(1)", "error"),
        ("time.sleep(600)", "timeout"),
    ],
)
def test_a_faulty_client_is_a_fault_of_its_kind(tmp_path: Path, answer: str, kind: str) -> None:
    rules = GAME.rules(None)
    limit = 1.0 if kind == "timeout" else 60.0
    agent = NjuptAgent(GAME, rules, client(tmp_path, answer), seat=0, seed=1, budget="arena", limit=limit)
    with pytest.raises(AgentError) as problem:
        agent.choose(question())
    assert problem.value.kind == kind


def test_a_client_that_was_late_is_started_afresh_and_told_everything(tmp_path: Path) -> None:
    late = tmp_path / "late"
    slow_once = f"time.sleep(0 if os.path.exists({str(late)!r}) else 600); {LAST}"
    agent = NjuptAgent(GAME, GAME.rules(None), client(tmp_path, slow_once), seat=0, seed=1, budget="arena", limit=2.0)
    decision = question()
    with pytest.raises(AgentError):
        agent.choose(decision)
    late.touch()
    agent.limit = 60.0
    assert decision.allows(agent.choose(decision))
    clients = [path.read_text().splitlines() for path in tmp_path.glob("heard-*")]
    assert clients
    for heard in clients:
        assert json.loads(heard[0])["stage"] == "beginning"
        assert "actionList" in json.loads(heard[-1])


def test_the_name_is_known_in_guandan_only() -> None:
    other = qipai.game("xianqi")
    with pytest.raises(qipai.QipaiError) as refusal:
        seat_agent(other, other.rules(None), "njupt:x", seat=0, seed=0, budget="arena", limit=1.0)
    assert refusal.value.code == "UNKNOWN_LEVEL"
