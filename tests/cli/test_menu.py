"""Lists of moves, short and very long, and what a typed line means."""

from __future__ import annotations

import pytest

import qipai
from qipai.cli import menu
from qipai.cli.errors import CommandError
from qipai.cli.output import Output, cells, plain
from qipai.core.text import Span

NAMES = ["Ann", "Bo", "Chen"]


def many(count: int) -> list[menu.Entry]:
    return [menu.Entry(n, f"play S{n} as straight:{n % 9}", [Span(f"出 顺子 {n}")]) for n in range(1, count + 1)]


def xianqi() -> qipai.Table:
    """Seat 0 to lead or buckle."""
    hands = [
        {"R_SHI": 1, "B_XIANG": 2, "R_GOU": 1, "B_GOU": 1, "B_NIU": 3},
        {"B_SHI": 2, "R_XIANG": 2, "R_MA": 2, "R_CHE": 2},
        {"R_SHI": 1, "B_MA": 2, "B_CHE": 2, "R_NIU": 3},
    ]
    return qipai.Table.from_record({"game": "xianqi", "deal": {"hands": hands, "starter": 0}})


def listed(table: qipai.Table, seat: int, lang: str = "en") -> list[menu.Entry]:
    return menu.entries(table.game, table.view(seat), seat, list(table.canonical(seat)), NAMES, lang)


def test_columns_read_downwards_and_fit_the_width_with_wide_characters() -> None:
    labels = [entry.label() for entry in many(23)]
    lines = menu.columns(labels, 60)
    assert all(cells(plain(line).rstrip()) <= 60 for line in lines)
    assert len(lines) < 23
    numbers = [int(plain(line).split()[0]) for line in lines]
    assert numbers == list(range(1, len(lines) + 1))
    shown = sorted(int(word) for line in lines for word in plain(line).replace("出 顺子", "").split()[::2])
    assert shown == list(range(1, 24))
    assert menu.columns([], 60) == []
    assert len(menu.columns(labels, 5)) == 23


def test_a_list_of_hundreds_is_cut_and_says_how_to_get_at_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    menu.show_short(Output("en"), many(400))
    shown = capsys.readouterr().out
    assert shown.count("\n") <= menu.MOST_ROWS + 1
    assert "more. l lists all" in shown
    menu.show_short(Output("zh"), many(9))
    assert "还有" not in capsys.readouterr().out


def test_the_long_list_is_parted_and_filtered(capsys: pytest.CaptureFixture[str]) -> None:
    entries = [*many(40), menu.Entry(41, "pass", [Span("不要")])]
    menu.show_all(Output("en"), entries, "", None)
    shown = capsys.readouterr().out
    assert "play, 40 moves" in shown
    assert "pass, 1 moves" in shown
    menu.show_all(Output("en"), entries, "STRAIGHT:3", None)
    shown = capsys.readouterr().out
    assert "straight:3" in shown
    assert "straight:4" not in shown
    menu.show_all(Output("zh"), entries, "不要", None)
    assert "pass" in capsys.readouterr().out
    menu.show_all(Output("zh"), entries, "没有", None)
    assert "没有含“没有”的出法" in capsys.readouterr().out


def test_a_very_long_list_is_turned_page_by_page(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "q" if len(asked) == 2 else ""

    menu.show_all(Output("en"), many(900), "", answer)
    assert len(asked) == 2
    assert capsys.readouterr().out.count("\n") == 2 * menu.PAGE


def test_pieces_that_fit_two_verbs_are_asked_for_again() -> None:
    """In a game where a piece may be used in two ways, typing the piece alone must not choose one of them."""
    table = xianqi()
    found = [*listed(table, 0), menu.Entry(99, "Play R_SHI", [Span("the same piece, used otherwise")])]
    other = {"Play R_SHI": 1, "play R_SHI": 2}

    def judged(game: object, state: object, seat: int, move: str) -> int:
        if move in other:
            return other[move]
        raise qipai.IllegalMove("BAD_MOVE", move=move)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(menu, "judge", judged)
        with pytest.raises(CommandError) as refusal:
            menu.parse_input(table.game, table.state, 0, "R_SHI", found)
        assert refusal.value.code == "AMBIGUOUS"
        assert menu.parse_input(table.game, table.state, 0, "Play R_SHI", found) == 1


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1", "play R_SHI"),
        ("play R_SHI", "play R_SHI"),
        ("R_SHI", "play R_SHI"),
        ("r_shi", "play R_SHI"),
        ("B_GOU+R_GOU", "play R_GOU+B_GOU"),
        ("buckle", "buckle"),
        ("BUCKLE", "buckle"),
        ("扣棋", "buckle"),
    ],
)
def test_a_move_is_understood_by_number_by_notation_and_by_its_pieces(typed: str, move: str) -> None:
    table = xianqi()
    action = menu.parse_input(table.game, table.state, 0, typed, listed(table, 0, "zh"))
    assert table.game.write(table.state.view(0), action) == move


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("0", "BAD_INDEX"),
        ("99", "BAD_INDEX"),
        ("99999999999999999999", "BAD_INDEX"),
        ("nonsense", "BAD_MOVE"),
        ("play", "BAD_MOVE"),
        ("B_SHI", "NOT_IN_HAND"),
        ("R_SHI+B_XIANG", "NOT_A_COMBINATION"),
        ("reveal", "WRONG_PHASE"),
        ("黑牛", "AMBIGUOUS"),
        ("红兵红兵", "BAD_MOVE"),
    ],
)
def test_refused_input_says_why_and_changes_nothing(typed: str, code: str) -> None:
    table = xianqi()
    before = table.record()
    with pytest.raises((qipai.IllegalMove, CommandError)) as refusal:
        menu.parse_input(table.game, table.state, 0, typed, listed(table, 0, "zh"))
    assert refusal.value.code == code
    assert refusal.value.say("zh") != refusal.value.say("en")
    assert table.record() == before
