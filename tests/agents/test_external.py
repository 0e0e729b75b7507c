"""Programs from outside: the protocol of docs/bots.md, and everything that a program can do wrong."""

from __future__ import annotations

import io
import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai
from qipai.agents import AgentError, Decision, agent
from qipai.agents.bot_server import serve
from qipai.agents.external import MAX_STARTS, OPEN, ExternalAgent, end_all
from qipai.agents.protocol import BOT_1, BOT_2, PROTOCOLS, new_keys, view_for, without
from qipai.core.registry import part
from tests.agents.test_ladder import decisions
from tests.conftest import ROOT

GAME = qipai.game("xianqi")
PATIENCE = 120.0  # seconds that an answer may take on a busy machine
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
HELLO = '{"type": "hello", "protocol": "qipai-bot/1", "name": "test"}'


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    end_all()


def program(folder: Path, on_ask: str, on_hello: str = f"print('{HELLO}', flush=True)", on_deal: str = "pass") -> str:
    """A bot whose answer to a question is this code; `m` is the message."""
    body = f"""
        import json, os, sys, time
        def say(**answer): print(json.dumps(answer), flush=True)
        for line in sys.stdin:
            m = json.loads(line)
            if m["type"] == "hello":
                {on_hello}
            elif m["type"] == "deal":
                {on_deal}
            elif m["type"] == "ask":
                {on_ask}
    """
    path = folder / "bot.py"
    path.write_text(textwrap.dedent(body), encoding="utf-8")
    return f"{sys.executable} {path}"


def seated(command: str, limit: float = PATIENCE, seed: int = 1, game: str = "xianqi") -> ExternalAgent:
    found = qipai.game(game)
    return ExternalAgent(found, found.rules(None), command, seat=0, seed=seed, budget="arena", limit=limit)


def question() -> Decision:
    return next(decisions("xianqi", 1))


def fault(player: ExternalAgent) -> str:
    with pytest.raises(AgentError) as problem:
        player.choose(question())
    return problem.value.kind


def test_a_move_may_be_named_or_counted(tmp_path: Path) -> None:
    decision = question()
    by_index = seated(program(tmp_path, 'say(type="move", id=m["id"], index=1)'))
    assert by_index.choose(decision) == decision.actions[1]
    end_all()
    by_name = seated(program(tmp_path, 'say(id=m["id"], move=m["legal"][-1], reason={"en": "why not", "zh": "试试"})'))
    assert by_name.choose(decision) == decision.actions[-1]
    assert by_name.explain() == ("why not", "试试")


def test_what_a_bot_is_told_is_the_view_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = program(tmp_path, f'open({str(heard)!r}, "w").write(line); say(id=m["id"], index=0)')
    decision = question()
    seated(bot).choose(decision)
    message = json.loads(heard.read_text())
    assert set(message) == {"type", "id", "view", "legal"}
    assert message["legal"] == decision.moves
    assert GAME.read_view(message["view"]) == decision.view


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ('say(id=m["id"], index=9999)', "illegal"),
        ('say(id=m["id"], move="resign")', "illegal"),
        ('say(id=m["id"], index=True)', "error"),
        ('say(id=m["id"])', "error"),
        ("say(index=0)", "error"),
        ('print("good morning", flush=True)', "error"),
        ('print("[1, 2]", flush=True)', "error"),
        ('sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "error"),
        ('print("x" * 3_000_000, flush=True)', "error"),
        ("os._exit(3)", "error"),
        ("1 / 0", "error"),
        ("time.sleep(600)", "timeout"),
        ("pass", "timeout"),
    ],
)
def test_whatever_a_program_does_wrong_is_a_fault_of_its_kind(tmp_path: Path, answer: str, kind: str) -> None:
    limit = 0.7 if kind == "timeout" else PATIENCE
    assert fault(seated(program(tmp_path, answer), limit=limit)) == kind


@pytest.mark.parametrize(
    "hello", ["pass", 'print("{}", flush=True)', 'say(type="hello", protocol="qipai-bot/99")', "os._exit(0)"]
)
def test_a_program_must_say_hello_in_our_protocol(tmp_path: Path, hello: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.agents.external.START_SECONDS", 1.0)
    assert fault(seated(program(tmp_path, "pass", hello))) in ("error", "timeout")


def test_a_command_that_does_not_exist_is_an_error() -> None:
    assert fault(seated("/no/such/program")) == "error"
    assert fault(seated('unclosed "quote')) == "error"


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    given_up = tmp_path / "given up"
    waits = f'exec("while not os.path.exists({str(given_up)!r}): time.sleep(0.01)"); say(id=m["id"], index=m["id"] - 1)'
    player = seated(program(tmp_path, waits), limit=0.6)
    assert fault(player) == "timeout"
    given_up.touch()
    decision = question()
    player.conversation.limit = PATIENCE
    assert player.choose(decision) == decision.actions[1]


def test_a_program_that_has_ended_is_started_again_with_the_next_deal_but_not_for_ever(tmp_path: Path) -> None:
    bot = program(tmp_path, "os._exit(1)")
    for _ in range(MAX_STARTS):
        player = seated(bot)
        assert fault(player) == "error"
        assert fault(player) == "error"
    (conversation,) = OPEN.values()
    assert conversation.starts == MAX_STARTS
    assert fault(seated(bot)) == "error"
    assert conversation.starts == MAX_STARTS


def test_a_program_lives_on_from_deal_to_deal_and_hears_how_they_end(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    log = f'open({str(heard)!r}, "a").write(str(os.getpid()) + " ")\n                say(id=m["id"], index=0)'
    bot = program(tmp_path, log)
    for _ in range(2):
        player = seated(bot)
        decision = question()
        player.choose(decision)
        player.over(decision.view, [1, 0, -1])
        player.close()
    first, second = heard.read_text().split()
    assert first == second


def test_our_agents_play_through_a_pipe_as_they_do_at_home() -> None:
    for game in qipai.games():
        far = seated(f"{sys.executable} -m qipai.cli bot --level easy", seed=4, game=game)
        near = agent(game, "easy", seed=4, budget="arena")
        for decision in decisions(game, 8):
            assert far.choose(decision) == near.choose(decision)
            assert far.explain() == near.explain()


def talk(*messages: object) -> list[dict[str, object]]:
    out = io.StringIO()
    lines = [message if isinstance(message, str) else json.dumps(message) for message in messages]
    serve("normal", lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_our_bot_answers_nonsense_with_an_error_and_goes_on() -> None:
    hello = {"type": "hello", "protocol": BOT_1, "game": "xianqi"}
    answers = talk("{", "[]", "", {"type": "ask"}, {"type": "deal"}, {"type": "hello"}, {**hello, "game": "go"},
                   {"type": "dance"}, hello, {"type": "ask", "id": 1, "view": {"seat": 0}}, {"type": "over"})  # fmt: skip
    assert [answer["type"] for answer in answers] == ["error"] * 7 + ["hello", "error"]


# versions of the protocol
SINCE_2 = (("public", "news"), ("public", "plays", "reading"), ("private", "nowhere"))


def later_view(view: dict[str, object]) -> dict[str, object]:
    """A view as a later version may tell it: the same, and more."""
    public = {**view["public"], "news": [1], "plays": [{"card": "S3", "reading": "single"}, {"card": "S4"}]}  # type: ignore[dict-item]
    return {**view, "public": public}


def test_keys_that_version_1_does_not_know_are_found_on_any_path() -> None:
    view = {"a": 1, "public": {"news": [1], "x": {"news": 2}, "plays": [{"reading": "r", "card": "S3"}, 7, {"card": "S4"}]}}
    kept = json.dumps(view)
    for path in SINCE_2:
        view = without(view, path)
    assert json.dumps(view) == json.dumps({"a": 1, "public": {"x": {"news": 2}, "plays": [{"card": "S3"}, 7, {"card": "S4"}]}})
    again = json.loads(kept)
    without(again, SINCE_2[1])
    assert json.dumps(again) == kept  # what was given is not changed


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("answer", "version"),
    [
        ({"protocol": "qipai-bot/1"}, 1),
        ({"protocol": "qipai-bot/1", "protocols": ["qipai-bot/1", "qipai-bot/2", "qipai-bot/3"]}, 2),
        ({"protocol": "qipai-bot/1", "protocols": ["qipai-bot/1"]}, 1),
        ({"protocol": "qipai-bot/1", "protocols": "qipai-bot/2"}, 1),
        ({"protocol": "qipai-bot/2"}, 2),
    ],
)
def test_only_a_bot_that_asks_for_version_2_gets_what_is_new_in_it(
    tmp_path: Path, answer: dict[str, object], version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    decision = question()
    first = decision.view.to_json()
    monkeypatch.setattr(part(GAME, "view"), "SINCE_2", SINCE_2, raising=False)
    monkeypatch.setattr(type(decision.view), "to_json", lambda view: later_view(first))
    heard = tmp_path / "heard"
    note = f"open({str(heard)!r}, 'a').write(line)"
    hello = f"{note}; say(type='hello', **{answer!r})"
    bot = program(tmp_path, f"{note}; say(id=m['id'], index=0)", hello, note)
    seated(bot, seed=5).choose(decision)
    lines = heard.read_text().splitlines()
    rules = json.dumps(GAME.rules(None).to_json(), separators=(",", ":"))
    assert lines[0] == (
        f'{{"type":"hello","protocol":"qipai-bot/1","game":"xianqi","rules":{rules},"budget":"arena","limit_ms":120000}}'
    )
    deal, ask = json.loads(lines[1]), json.loads(lines[2])
    if version == 1:
        assert lines[1] == '{"type":"deal","seat":0,"seed":5}'
        told = {**first["public"], "plays": [{"card": "S3"}, {"card": "S4"}]}  # type: ignore[dict-item]
        assert json.dumps(ask["view"]) == json.dumps({**first, "public": told})
    else:
        assert deal == {"type": "deal", "seat": 0, "seed": 5, "protocol": BOT_2}
        assert ask["view"] == later_view(first)


def test_our_bot_offers_both_versions_and_answers_in_the_one_it_was_greeted_in() -> None:
    for protocol in PROTOCOLS:
        (answer,) = talk({"type": "hello", "protocol": protocol, "game": "xianqi"})
        assert answer == {"type": "hello", "protocol": protocol, "protocols": [BOT_1, BOT_2], "name": "qipai normal"}
    assert talk({"type": "hello", "protocol": "qipai-bot/3", "game": "xianqi"})[0]["type"] == "error"


@pytest.mark.parametrize("game", qipai.games())
def test_our_bot_reads_views_with_and_without_what_version_2_brought(game: str) -> None:
    found = qipai.game(game)
    for decision in decisions(game, 6):
        whole = decision.view.to_json()
        said: list[object] = [{"type": "hello", "protocol": BOT_1, "game": game, "budget": "arena"}]
        for number, protocol in enumerate(PROTOCOLS):
            view = view_for(found, whole, protocol)
            said += [{"type": "deal", "seat": 0, "seed": 1}, {"type": "ask", "id": number, "view": view}]
        answers = talk(*said)
        assert [answer["type"] for answer in answers] == ["hello", "move", "move"]
        assert answers[1]["move"] == answers[2]["move"]
        assert view_for(found, whole, BOT_2) == whole
        assert (view_for(found, whole, BOT_1) == whole) == (not new_keys(found))


def test_a_program_that_says_what_is_wrong_is_quoted(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="no view for me"):
        seated(program(tmp_path, 'say(type="error", message="no view for me")')).choose(question())
    end_all()
    with pytest.raises(AgentError, match="not this game"):
        seated(program(tmp_path, "pass", 'say(type="error", message="not this game")')).choose(question())


def test_the_example_bot_is_short_and_plays_every_game() -> None:
    path = ROOT / "examples" / "bot.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 40
    for game in qipai.games():
        player = seated(f"{sys.executable} {path}", game=game)
        for decision in decisions(game, 6):
            assert decision.allows(player.choose(decision))


def test_the_page_on_bots_shows_real_messages(tmp_path: Path) -> None:
    """Every message of the page is one that is really sent, key by key."""
    shown = [json.loads(line[2:]) for line in PAGE.splitlines() if line[:2] in ("→ ", "← ")]
    kinds: dict[str, set[str]] = {}
    for message in shown:
        kinds[message["type"]] = kinds.get(message["type"], set()) | set(message)
    heard = tmp_path / "heard"
    bot = program(
        tmp_path,
        f'open({str(heard)!r}, "a").write(line); say(id=m["id"], index=0)',
        f"open({str(heard)!r}, 'a').write(line); print('{HELLO}', flush=True)",
    )
    seated(bot).choose(question())
    for line in heard.read_text().splitlines():
        message = json.loads(line)
        assert kinds[message["type"]] >= set(message)
    assert {"hello", "deal", "ask", "move", "over"} <= set(kinds)
    assert BOT_1 in PAGE
    assert BOT_2 in PAGE
