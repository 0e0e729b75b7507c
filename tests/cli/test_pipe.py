"""Commands in pipes: plain text, JSON, exit codes, one-line errors."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import pytest

import qipai
from qipai.build import compiled
from qipai.core import fairness
from tests.cli.terminal import piped

SEED = "5" * 64
ERROR_KEYS = {"code", "engine_code", "message", "message_zh", "detail"}


def record_of(games: Path, path: Path, *args: str) -> Path:
    done = piped(games, "play", "highcard", "--watch", "--seed", SEED, "--record", str(path), *args)
    assert done.returncode == 0, done.stderr
    return path


def events(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_piped_game_reads_moves_and_ends_with_its_deal(games: Path) -> None:
    done = piped(games, "play", "highcard", "--seed", SEED, "--rules", "players=3", typed="1\n7\n2\n1\n1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "> " not in done.stdout
    assert "Moves are numbered 1 to 2." in done.stdout
    assert "Only one move, played for you: card" in done.stdout
    assert "Scores: " in done.stdout
    assert done.stdout.count("== Deal") == 1


def test_a_piped_game_ends_cleanly_when_the_input_ends_and_saves_what_there_is(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    done = piped(games, "play", "highcard", "--seed", SEED, "--rules", "players=3", "--record", str(path), typed="1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "End of input." in done.stdout
    table = qipai_table(games, path)
    assert not table["deals"][0]["over"]
    assert table["deals"][0]["moves"] == 5


def qipai_table(games: Path, path: Path) -> dict[str, object]:
    return json.loads(piped(games, "verify", str(path), "--json").stdout)


def test_a_game_by_json_asks_tells_and_refuses_line_by_line(games: Path) -> None:
    typed = "card 99\nh\nu\nl\n1\n1\n1\n1\n"
    done = piped(games, "play", "highcard", "--seed", SEED, "--rules", '{"players": 3}', "--json", typed=typed)
    assert done.returncode == 0
    found = events(done.stdout)
    kinds = [event["event"] for event in found]
    assert kinds[:2] == ["deal", "seen"]
    assert kinds.count("refused") == 2
    assert set(found[kinds.index("refused")]["error"]) == ERROR_KEYS
    ask = found[kinds.index("ask")]
    assert set(ask) == {"event", "seat", "version", "public", "private", "legal"}
    assert ask["legal"] == [f"card {card}" for card in ask["private"]["hand"]]
    assert kinds[-2:] == ["over", "end"]
    assert found[-2]["returns"] == found[-2]["scores"]
    assert found[-1] == {"event": "end", "reason": "done", "record": None}


def test_nothing_hidden_is_told_while_a_deal_runs(games: Path) -> None:
    """The same game from two seats: what one seat is asked never shows the other's cards or open answers."""
    typed = "1\n1\n1\n1\n"
    for seat in ("0", "1", "2"):
        args = ("play", "highcard", "--seed", SEED, "--rules", "players=3", "--seat", seat, "--json")
        found = events(piped(games, *args, typed=typed).stdout)
        running = [event for event in found if event["event"] not in ("over", "end")]
        assert all("facts" not in event for event in running)
        assert not [event for event in running if event["event"] == "seen" and "card" in str(event["words"])]
        assert SEED not in json.dumps(running)


def test_undo_goes_back_to_the_decision_before_and_the_match_goes_on_from_its_seed(games: Path, tmp_path: Path) -> None:
    straight, back = tmp_path / "straight.json", tmp_path / "back.json"
    common = ("play", "highcard", "--seed", SEED, "--rules", "players=3", "--deals", "3", "--record")
    piped(games, *common, str(straight), typed="1\n1\n" * 9)
    done = piped(games, *common, str(back), typed="u\n2\nu\n1\n1\n" + "1\n1\n" * 9)
    assert "Nothing to undo" in done.stdout
    assert "Back to your previous decision." in done.stdout
    first, second = (json.loads(path.read_text(encoding="utf-8")) for path in (straight, back))
    assert first["deals"] == second["deals"]
    assert len(first["deals"]) == 3


def test_opponents_play_their_first_hint_and_nothing_else(games: Path, tmp_path: Path) -> None:
    path = record_of(games, tmp_path / "watched.json", "--deals", "2")
    code = piped(games, "replay", str(path), "--json")
    assert code.returncode == 0
    from qipai.core import registry

    qipai.games.__path__.append(str(games))  # type: ignore[attr-defined]
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        whole = qipai.replay(record)
        first = qipai.replay({**record, "deals": [{"seed": record["deals"][0]["seed"]}]})
        for seat, move in whole.deals[0].moves:
            assert first.hints(seat, 1)[0]["move"] == move
            first.play(seat, move)
    finally:
        qipai.games.__path__.remove(str(games))  # type: ignore[attr-defined]
        registry.LOADED.pop("highcard", None)


def test_replay_shows_what_a_spectator_saw_and_then_everything(games: Path, tmp_path: Path) -> None:
    path = record_of(games, tmp_path / "r.json")
    text = piped(games, "replay", str(path)).stdout
    running, _, opened = text.partition("The same with all hands open:")
    assert ": card" not in running
    assert ": card" in opened
    assert "Scores: " in opened
    steps = events(piped(games, "replay", str(path), "--json").stdout)
    moves = json.loads(path.read_text(encoding="utf-8"))["deals"][0]["moves"]
    assert [[step["seat"], step["text"]] for step in steps[1:]] == moves
    assert [step["move"] for step in steps] == list(range(len(moves) + 1))
    assert steps[-1]["facts"]["phase"] == "finished"


def test_replay_of_one_deal_shows_that_deal(games: Path, tmp_path: Path) -> None:
    path = record_of(games, tmp_path / "r.json", "--deals", "2")
    text = piped(games, "replay", str(path), "--deal", "2").stdout
    assert "Deal 2" in text
    assert "Deal 1" not in text
    done = piped(games, "replay", str(path), "--deal", "3")
    assert done.returncode == 2
    assert done.stderr == "Error: No deal 3; the record has 2\n"


def test_verify_says_what_is_proven(games: Path, tmp_path: Path) -> None:
    path = record_of(games, tmp_path / "r.json")
    done = piped(games, "verify", str(path))
    assert done.returncode == 0
    assert "no proof of how the seed was chosen" in done.stdout
    server_seed = bytes(range(32))
    nonces = ["aa", "", "0b"]
    seed = fairness.server_deal_seed(server_seed, "room", 0, nonces).hex()
    proven = {
        "format": "qipai/1",
        "game": "highcard",
        "deals": [{"seed": seed, "moves": [], "fairness": fairness.prove("room", 0, nonces, server_seed)}],
    }
    path.write_text(json.dumps(proven), encoding="utf-8")
    done = piped(games, "verify", str(path), lang="zh_CN.UTF-8")
    assert done.returncode == 0
    assert "已证明公平" in done.stdout
    proven["deals"][0]["fairness"]["nonces"] = ["ab", "", "0b"]
    path.write_text(json.dumps(proven), encoding="utf-8")
    done = piped(games, "verify", str(path))
    assert done.returncode == 1
    assert "does not follow from the server seed" in done.stdout


@pytest.mark.parametrize("spoil", ["returns", "move", "seed", "json"])
def test_verify_finds_a_record_that_lies(games: Path, tmp_path: Path, spoil: str) -> None:
    path = record_of(games, tmp_path / "r.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    deal = record["deals"][0]
    if spoil == "returns":
        deal["returns"] = [n + 1 for n in deal["returns"]]
    elif spoil == "move":
        deal["moves"][1][1] = "card 9" if deal["moves"][1][1] != "card 9" else "card 8"
    elif spoil == "seed":
        deal["seed"] = "6" * 64
    path.write_text(json.dumps(record) if spoil != "json" else "{", encoding="utf-8")
    done = piped(games, "verify", str(path), "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["ok"] is False
    assert set(told["error"]) == ERROR_KEYS
    assert told["error"]["code"] == "BAD_RECORD"
    done = piped(games, "replay", str(path))
    assert done.returncode == 2
    assert done.stderr.startswith("Error: This record can’t be replayed: ")
    assert done.stdout == ""


def test_rules_prints_the_book_and_every_option(games: Path) -> None:
    text = piped(games, "rules", "highcard").stdout
    assert text.startswith("# High Card")
    for word in ("players", "max_stake", "deals", "H-2.1", "integer 1 to 3", "default"):
        assert word in text
    assert not piped(games, "rules", "highcard", "--options").stdout.startswith("# High Card")
    chinese = piped(games, "rules", "highcard", lang="zh_CN.UTF-8").stdout
    assert chinese.startswith("# 比大小")
    assert "最高注数" in chinese
    data = json.loads(piped(games, "rules", "highcard", "--json").stdout)
    assert set(data) == {"game", "title", "schema", "book"}
    assert data["schema"]["properties"]["players"]["default"] == 3


@pytest.mark.parametrize(("lang", "at"), [("en_US.UTF-8", 0), ("zh_CN.UTF-8", 1)])
def test_every_way_to_play_has_its_book(games: Path, lang: str, at: int) -> None:
    """`--preset`: the three ways to play mahjong, each by its own name; another one is refused."""
    titles = {
        "default": ("bury three", "埋三张"),
        "chengdu": ("blood battle", "血战到底"),
        "river": ("rivers of blood", "血流成河"),
    }
    books = {}
    for preset, title in titles.items():
        text = piped(games, "rules", "mahjong", "--preset", preset, lang=lang).stdout
        books[preset] = text
        assert title[at] in text.splitlines()[0]
        assert "<!--" not in text
        told = json.loads(piped(games, "rules", "mahjong", "--preset", preset, "--json", lang=lang).stdout)
        assert told["book"].splitlines()[0] == text.splitlines()[0]
    assert len(set(books.values())) == 3
    assert piped(games, "rules", "mahjong", lang=lang).stdout == books["default"]
    for preset in titles:  # listed with their names, whichever book is read
        assert all(f"\n  {preset}" in text and titles[preset][at] in text.lower() for text in books.values())


def test_info_and_games_tell_what_is_installed(games: Path) -> None:
    data = json.loads(piped(games, "info", "--json").stdout)
    assert data["version"] == qipai.__version__
    assert data["compiled"] is compiled()
    assert "highcard" in data["games"]
    text = piped(games, "info").stdout
    assert ("interpreted" in text) is not compiled()
    assert ("QIPAI_COMPILE=required" in text) is not compiled()  # advice, where it is needed
    listed = json.loads(piped(games, "games", "--json").stdout)["games"]
    assert [game["name"] for game in listed] == sorted({*qipai.games(), "highcard"})
    assert "比大小" in piped(games, "games", "--lang", "zh").stdout
    assert "比大小" in piped(games, "--lang", "zh", "games").stdout
    assert "High Card" in piped(games, "games").stdout


WRONG_LINES = [
    (["play", "nosuch"], "UNKNOWN_GAME"),
    (["play"], "BAD_USAGE"),
    (["nosuch"], "BAD_USAGE"),
    (["play", "highcard", "--nosuch"], "BAD_USAGE"),
    (["play", "highcard", "--seat", "x"], "BAD_USAGE"),
    (["play", "highcard", "extra"], "BAD_USAGE"),
    (["play", "highcard", "--seat", "5"], "BAD_SEAT"),
    (["play", "highcard", "--seed", "12"], "BAD_USAGE"),
    (["play", "highcard", "--rules", "players=7"], "BAD_RULES"),
    (["play", "highcard", "--rules", "nosuch=1"], "BAD_RULES"),
    (["play", "highcard", "--rules", "players=2,x"], "BAD_RULES"),
    (["play", "highcard", "--rules", "{"], "BAD_RULES"),
    (["play", "highcard", "--rules", "nosuch"], "BAD_RULES"),
    (["play", "highcard", "--level", "x"], "BAD_USAGE"),
    (["play", "highcard", "--lang", "fr"], "BAD_USAGE"),
    (["play", "highcard", "--record", "/nosuch/folder/r.json"], "BAD_FILE"),
    (["replay", "/nosuch/r.json"], "BAD_RECORD"),
    (["rules", "nosuch"], "UNKNOWN_GAME"),
    (["rules", "mahjong", "--preset", "nosuch"], "BAD_RULES"),
    (["bench", "nosuch"], "UNKNOWN_GAME"),
]


@pytest.mark.parametrize(("args", "code"), WRONG_LINES, ids=[" ".join(args) for args, _ in WRONG_LINES])
def test_an_error_is_one_clear_line_or_one_json_object(games: Path, args: list[str], code: str) -> None:
    done = piped(games, *args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    done = piped(games, *args, "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert set(error) == ERROR_KEYS
    assert error["code"] == code


def test_errors_speak_chinese_too(games: Path) -> None:
    done = piped(games, "play", "nosuch", lang="zh_CN.UTF-8")
    assert done.stderr.startswith("出错：没有“nosuch”")


def test_help_in_a_pipe_is_plain_and_in_the_readers_language(games: Path) -> None:
    text = piped(games, "--help", "--lang", "zh").stdout
    assert "逐手回放一份牌谱" in text
    assert not set("╭╮╰╯│") & set(text)


def test_a_reader_who_leaves_early_is_no_error(games: Path) -> None:
    import subprocess
    import sys

    from tests.cli.terminal import START, environment

    command = subprocess.Popen(
        [sys.executable, "-c", START, str(games), "rules", "highcard"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment("en"),
    )
    assert command.stdout is not None
    command.stdout.close()
    _, problems = command.communicate(timeout=120)
    assert problems == b""


def test_commands_start_quickly(games: Path) -> None:
    """CPU time of the best of three, not the clock's: a busy machine must not fail it. Usual is 0.25 s."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    best = 9.0
    for _ in range(3):
        start = spent()
        piped(games, "games")
        best = min(best, spent() - start)
    assert best < 1.0
