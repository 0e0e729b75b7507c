"""A match is the same wherever it is played, resumes after an interruption, and survives whatever its agents do."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai
from qipai.agents import Agent, AgentError, Decision
from qipai.arena import deal as worker
from qipai.arena.backends import Pool, Ray, in_process
from qipai.arena.deal import AgentStats, ask, play_number
from qipai.arena.match import Json, Match, seats_for
from qipai.arena.run import run
from qipai.arena.standings import Standings
from qipai.core.errors import BadRecord, QipaiError
from tests.agents.test_ladder import decisions
from tests.cli.terminal import piped


def match(*agents: str, game: str = "xianqi") -> Match:
    return Match(game, tuple(agents), "arena", "ab" * 32, {}, 30.0)


SMALL = match("normal", "random", "easy")


def figures(standings: Standings) -> object:
    """Everything but the times, which are never the same."""
    return [(one.name, one.by_deal, one.won, one.illegal, one.errors, one.timeouts) for one in standings.agents]


def test_a_deal_is_played_with_every_rotation_and_sums_to_zero() -> None:
    result = play_number(SMALL.to_json(), 3)
    told = result["agents"]
    assert isinstance(told, dict)
    assert list(told) == ["normal", "random", "easy"]
    assert [len(one["returns"]) for one in told.values()] == [3, 3, 3]
    for turn in range(3):
        seats = SMALL.rotations()[turn]
        assert sum(told[name]["returns"][turn] for name in seats) == 0
    again = play_number(SMALL.to_json(), 3)["agents"]
    assert isinstance(again, dict)
    assert [one["returns"] for one in again.values()] == [one["returns"] for one in told.values()]


@pytest.mark.parametrize("game", qipai.games())
def test_every_game_can_be_played_in_the_arena(game: str) -> None:
    seats = qipai.game(game).seats(qipai.game(game).rules(None))
    names = seats_for(["normal", "random"] if seats % 2 == 0 else ["normal", "random", "random"], seats)
    standings = run(match(*names, game=game), 2, in_process)
    assert standings.deals == 2
    assert all(one.illegal == one.errors == one.timeouts == 0 for one in standings.agents)
    assert sum(one.mean() * names.count(one.name) for one in standings.agents) == pytest.approx(0)


def test_a_pool_gives_what_one_process_gives() -> None:
    alone = run(SMALL, 6, in_process)
    assert figures(run(SMALL, 6, Pool(2))) == figures(alone)
    assert alone.deals == 6


def test_results_count_in_the_order_of_their_numbers() -> None:
    def backwards(given: Match, numbers: Iterator[int]) -> Iterator[Json]:
        for number in reversed(list(numbers)):
            yield play_number(given.to_json(), number)

    assert figures(run(SMALL, 5, backwards)) == figures(run(SMALL, 5, in_process))


def test_a_match_ends_early_at_the_same_deal_wherever_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.arena.standings.FIRST_LOOK", 8)
    easy_win = match("normal", "random", "random")
    alone = run(easy_win, 40, in_process, bar=-9.0)
    assert alone.deals == 8
    assert figures(run(easy_win, 40, Pool(2), bar=-9.0)) == figures(alone)
    assert run(easy_win, 10, in_process, bar=None).deals == 10


class Stopped(Exception):
    """The person has had enough."""


def test_an_interrupted_match_resumes(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    played: list[int] = []

    def counting(given: Match, numbers: Iterator[int]) -> Iterator[Json]:
        for number in numbers:
            played.append(number)
            if len(played) == 4:
                raise Stopped
            yield play_number(given.to_json(), number)

    with pytest.raises(Stopped):
        run(SMALL, 6, counting, kept=str(kept))
    with kept.open("a") as file:
        file.write('{"number": 3, "agen')  # the machine went down while writing
    assert figures(run(SMALL, 6, counting, kept=str(kept))) == figures(run(SMALL, 6, in_process))
    assert played == [0, 1, 2, 3, 3, 4, 5]
    lines = kept.read_text().splitlines()
    assert [json.loads(line).get("number") for line in lines] == [None, 0, 1, 2, 3, 4, 5]
    run(SMALL, 6, counting, kept=str(kept))
    assert len(played) == 7


def test_results_of_another_match_are_not_mixed_in(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    run(SMALL, 1, in_process, kept=kept)
    with pytest.raises(BadRecord, match="another match"):
        run(match("normal", "random", "random"), 1, in_process, kept=kept)


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    """The first of four deals kills its worker once."""
    mark = tmp_path / "killed"
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, os, signal, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello':\n"
        "        print(json.dumps({'type': 'hello', 'protocol': 'qipai-bot/1'}), flush=True)\n"
        "    elif m['type'] == 'ask':\n"
        f"        if not os.path.exists({str(mark)!r}):\n"
        f"            open({str(mark)!r}, 'w').close()\n"
        "            os.kill(os.getppid(), signal.SIGKILL)\n"
        "        print(json.dumps({'id': m['id'], 'index': 0}), flush=True)\n"
    )
    deadly = match(f"exec:{sys.executable} {bot}", "random", "normal")
    standings = run(deadly, 4, Pool(2))
    assert mark.exists()
    assert figures(standings) == figures(run(deadly, 4, in_process))


def suicide(spec: Json, number: int) -> Json:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def test_workers_that_always_die_end_the_match_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.arena.backends.MAX_BREAKS", 1)
    with pytest.raises(QipaiError) as refusal:
        run(SMALL, 2, Pool(1, suicide))
    assert refusal.value.code == "WORKERS_DIE"


def test_without_ray_the_cluster_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(QipaiError) as refusal:
        Ray(2, None)
    assert refusal.value.code == "MISSING_EXTRA"


class Broken(Agent):
    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer

    def choose(self, decision: Decision) -> int:
        if isinstance(self.answer, Exception):
            raise self.answer
        assert isinstance(self.answer, int)
        return self.answer


@pytest.mark.parametrize(
    ("answer", "limit", "fault"),
    [
        (123_456_789, 10.0, "illegal"),
        (AgentError("illegal", ""), 10.0, "illegal"),
        (AgentError("timeout", ""), 10.0, "timeout"),
        (ZeroDivisionError(), 10.0, "error"),
        (None, 10.0, "error"),
        (0, 0.0, "timeout"),
    ],
)
def test_every_fault_is_counted_and_the_fallback_is_played(answer: object, limit: float, fault: str) -> None:
    decision = next(decisions("xianqi", 1))
    if answer == 0:
        answer = decision.actions[-1]
    stats = AgentStats()
    assert ask(Broken(answer), decision, limit, stats) == decision.fallback()
    assert stats.faults == {"illegal": 0, "error": 0, "timeout": 0, fault: 1}
    assert stats.first_fault.startswith(f"{fault}: ")


def test_a_faulty_agent_does_not_stop_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def seat(game: object, rules: object, name: str, **settings: object) -> Agent:
        return Broken(ValueError()) if name == "random" else original(game, rules, name, **settings)  # type: ignore[arg-type]

    original = worker.seat_agent
    monkeypatch.setattr(worker, "seat_agent", seat)
    standings = run(SMALL, 2, in_process)
    by_name = {one.name: one for one in standings.agents}
    assert by_name["random"].errors > 0
    assert by_name["normal"].errors == by_name["easy"].errors == 0
    assert by_name["random"].first_fault == "error: ValueError: "
    told = {one["name"]: one for one in standings.to_json()["agents"]}  # type: ignore[attr-defined]
    assert told["random"]["first_fault"] == "error: ValueError: "
    assert "first_fault" not in told["normal"]


# the command
@pytest.fixture
def no_games(tmp_path: Path) -> Path:
    folder = tmp_path / "none"
    folder.mkdir()
    return folder


def test_the_command_prints_a_table_and_writes_its_files(no_games: Path, tmp_path: Path) -> None:
    out, plot = tmp_path / "out.json", tmp_path / "plot.svg"
    args = ("arena", "xianqi", "normal", "random", "random", "--deals", "3", "--json", str(out), "--plot", str(plot))
    done = piped(no_games, *args, "--lang", "zh")
    assert done.returncode == 0, done.stderr
    assert "95% 区间" in done.stdout
    assert "3 副牌 × 3 种座次 = 9 局" in done.stdout
    data = json.loads(out.read_text())
    assert list(data) == ["game", "deals", "agents"]
    assert [one["name"] for one in data["agents"]] == ["normal", "random"]
    assert plot.read_text().startswith("<svg")
    printed = piped(no_games, "arena", "xianqi", "normal", "random", "random", "--deals", "3", "--json", "-")
    again = json.loads(printed.stdout)
    assert [one["mean"] for one in again["agents"]] == [one["mean"] for one in data["agents"]]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("nosuch", "random"), "nosuch"),
        (("xianqi", "genius", "random", "random"), "genius"),
        (("xianqi", "random", "random"), "2 bots"),
        (("xianqi", "exec:", "random", "random"), "command"),
        (("xianqi", "random", "--budget", "x"), "budget"),
        (("xianqi", "random", "--seed", "12"), "seed"),
        (("xianqi", "random", "--backend", "moon"), "moon"),
        (("xianqi", "random", "--address", "auto"), "ray"),
        (("xianqi", "random", "--json", "/no/such/folder/x"), "/no/such/folder/x"),
        (("xianqi",), "AGENT"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(no_games: Path, args: tuple[str, ...], word: str) -> None:
    done = piped(no_games, "arena", *args, "--lang", "en")
    assert done.returncode == 2
    assert word in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_bot_that_fails_is_told_at_once_and_again_at_the_end_and_fails_the_command(no_games: Path, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello':\n"
        "        print(json.dumps({'type': 'hello', 'protocol': 'qipai-bot/1'}), flush=True)\n"
        "    elif m['type'] == 'ask':\n"
        "        print(json.dumps({'type': 'error', 'message': 'what is pillar_groups?'}), flush=True)\n"
    )
    out = tmp_path / "out.json"
    name = f"exec:{sys.executable} {bot}"
    args = ("arena", "xianqi", name, "random", "random", "--deals", "3", "--jobs", "1", "--json", str(out), "--lang", "en")
    done = piped(no_games, *args)
    assert done.returncode == 1
    first, last = done.stderr.strip().splitlines()
    assert first.startswith(f"Warning: {name} failed; a default move was played instead: error: ")
    assert first.endswith("what is pillar_groups?")
    data = json.loads(out.read_text())
    assert data["deals"] == 3  # the match is played to its end nevertheless
    faults = data["agents"][0]["errors"]
    assert faults > 0
    assert f"{name} failed in {faults} of {faults} decisions" in last
    assert "what is pillar_groups?" in data["agents"][0]["first_fault"]
    assert data["agents"][1]["errors"] == 0


def test_the_bot_command_refuses_an_unknown_level(no_games: Path) -> None:
    done = piped(no_games, "bot", "--level", "genius", "--lang", "en")
    assert done.returncode == 2
    assert "genius" in done.stderr


DOZING = """
import sys
from qipai.arena.backends import Pool
from tests.arena.dozing import Folder, doze

list(Pool(1, doze)(Folder(sys.argv[1]), iter(range(9))))
"""


@contextlib.contextmanager
def dozing_pool(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A pool in a process of its own, as soon as its worker has begun."""
    command = [sys.executable, "-c", DOZING, str(folder)]
    running = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        while not (folder / "0").exists():
            assert running.poll() is None
            time.sleep(0.05)
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


def test_an_interrupted_pool_begins_nothing_more(tmp_path: Path) -> None:
    """Ctrl-C reaches all processes of the terminal; a worker has its next number already and must not go on with it."""
    with dozing_pool(tmp_path) as running:
        os.killpg(running.pid, signal.SIGINT)
        running.wait(60)
    assert [path.name for path in tmp_path.iterdir()] == ["0"]


def test_the_workers_of_a_pool_that_is_killed_end(tmp_path: Path) -> None:
    with dozing_pool(tmp_path) as running:
        running.kill()
        running.communicate(timeout=60)  # up to the end of the output: nobody is left who could write
