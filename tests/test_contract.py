"""The contract that every discovered game keeps, by itself: no game is named here."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR
from qipai.search.playout import lowest_seat, random_deals
from tests.contract import every, every_game, finish_deal, random_states, text


@every_game
def test_a_running_deal_has_seats_to_act_and_each_has_a_choice_without_doubles(name: str) -> None:
    for game, state, _ in random_states(name, 12, 1):
        mask = state.to_act()
        assert (mask == 0) == state.over()
        assert 2 <= len(state.returns()) <= 4
        assert sum(state.returns()) == 0
        for seat in range(len(state.returns())):
            legal = state.legal(seat)
            assert bool(legal) == bool((mask >> seat) & 1)
            assert len(legal) == len(set(legal))
            assert all(0 <= action < 2**62 for action in legal)
        assert game.phase(state)


@every_game
def test_world_gives_exactly_the_view_for_every_seat_and_for_spectators(name: str) -> None:
    for game, state, rng in every(random_states(name, 12, 2), 2):
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            world = game.world(view, rng)
            assert text(world.view(seat).to_json()) == text(view.to_json())
            assert world.view(seat) == view
            assert (
                world.to_act() == state.to_act()
                or seat == SPECTATOR
                or not (state.to_act() >> seat) & 1
                or world.legal(seat) == state.legal(seat)
            )
            assert world.over() == state.over()


@every_game
def test_two_states_of_one_information_set_offer_the_same_moves(name: str) -> None:
    for game, state, rng in every(random_states(name, 10, 3), 3):
        for seat in range(len(state.returns())):
            if (state.to_act() >> seat) & 1:
                view = state.view(seat)
                world = game.world(view, rng)
                assert world.legal(seat) == state.legal(seat)
                assert game.legal_of(view) == state.legal(seat)
                assert game.exact(game.known(view), seat) == game.exact(state, seat)


@every_game
def test_nothing_public_depends_on_what_a_spectator_cannot_see(name: str) -> None:
    """A world of the spectator's view has other hands, and byte-equal public data; so has each seat's own public part."""
    differ = 0
    for game, state, rng in every(random_states(name, 12, 4), 3):
        view = state.view(SPECTATOR)
        world = game.world(view, rng)
        differ += world.digest() != state.digest()
        assert text(world.view(SPECTATOR).public()) == text(view.public())
        assert text(view.private()) == "{}"
        for seat in range(len(state.returns())):
            assert text(state.view(seat).public()) == text(view.public())
    assert differ > 10


@every_game
def test_views_survive_the_trip_through_json_text(name: str) -> None:
    for game, state, _ in every(random_states(name, 10, 5), 4):
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            back = game.read_view(json.loads(text(view.to_json())))
            assert back == view
            assert back.seat == seat


@every_game
def test_views_survive_the_trip_through_one_line_of_text(name: str) -> None:
    for _, state, _ in every(random_states(name, 8, 15), 16):
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            line = view.text()
            assert line.startswith(f"{name}/1 {'-' if seat < 0 else seat} ")
            assert line.isprintable()
            back = qipai.view_from_text(line)
            assert back == view
            assert text(back.to_json()) == text(view.to_json())


@every_game
def test_a_broken_text_of_a_view_is_refused_with_a_code(name: str) -> None:
    """Each text with a character less or another, and with its fields mixed up, is refused or is another sound view."""
    rng = FastRng(16)
    game = qipai.game(name)
    refused = 0
    codes = set()
    for _, state, _ in every(random_states(name, 3, 17), 9):
        line = state.view(0).text()
        words = line.split(" ")
        at = rng.below(len(line))
        other = line[rng.below(len(line))]
        broken = [
            "",
            name,
            line + " ",
            line[:-1],
            line[:at] + line[at + 1 :],
            line[:at] + other + line[at + 1 :],
            " ".join(words[:-1]),
        ]
        broken += [
            line.replace("/1 ", "/2 "),
            line.replace(f"{name}/1 0", f"{name}/1 9"),
            " ".join([*words[:2], *words[:1:-1]]),
        ]
        for wrong in broken:
            try:
                assert qipai.view_from_text(wrong).text() == wrong
            except qipai.BadRecord as refusal:
                refused += 1
                codes.add(refusal.code)
    assert refused > 20
    assert codes <= {"BAD_VIEW", "UNKNOWN_GAME"}
    for wrong in (None, 3, b"x", line.replace(name, "nobody", 1)):
        with pytest.raises(qipai.BadRecord):
            game.view_from_text(wrong)


@every_game
def test_broken_views_are_refused_with_a_code(name: str) -> None:
    game = qipai.game(name)
    view = json.loads(text(qipai.Table(name, seed="11" * 32).view(0).to_json()))
    for broken in [
        None,
        3,
        {},
        [],
        "x",
        {**view, "seat": 9},
        {**view, "public": {}},
        {**view, "rules": {"nonsense": 1}},
        {**view, "seat": "0"},
    ]:
        with pytest.raises(qipai.BadRecord) as refusal:
            game.read_view(broken)
        assert refusal.value.engine_code == "ENGINE_INVALID_STATE"


@every_game
def test_a_copy_is_equal_and_independent(name: str) -> None:
    for _, state, rng in every(random_states(name, 8, 6), 3):
        digest = state.digest()
        other = state.copy()
        assert other.digest() == digest
        assert 0 <= digest < 2**62
        finish_deal(other, rng)
        assert state.digest() == digest


@every_game
def test_every_move_is_written_and_read_back(name: str) -> None:
    for game, state, _ in every(random_states(name, 8, 7), 3):
        for seat in range(len(state.returns())):
            written = set()
            for action in state.legal(seat)[:60]:
                move = game.write(state.view(seat), action)
                written.add(move)
                assert game.resolve(state, seat, game.read(move)) == action
            assert len(written) == len(state.legal(seat)[:60])


@every_game
def test_hints_are_legal_and_know_only_the_view(name: str) -> None:
    for game, state, rng in every(random_states(name, 6, 10), 2):
        for seat in range(len(state.returns())):
            if not (state.to_act() >> seat) & 1:
                continue
            view = state.view(seat)
            found = game.advice.hints(view, 5)
            assert found
            assert len({hint.action for hint in found}) == len(found) <= 5
            assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)
            for hint in found:
                assert hint.action in game.exact(state, seat)
                assert hint.reason.en
                assert any("\u4e00" <= ch <= "\u9fff" for ch in hint.reason.zh)
            assert game.advice.hints(game.read_view(json.loads(text(view.to_json()))), 5) == found
            assert game.advice.hints(game.world(view, rng).view(seat), 5) == found
            assert game.advice.default_action(view) in game.exact(state, seat)


@every_game
def test_random_deals_can_be_played_in_one_call(name: str) -> None:
    game = qipai.game(name)
    results, decisions = random_deals(game, game.rules(), FastRng(12), 5)
    again, _ = random_deals(game, game.rules(), FastRng(12), 5)
    assert results == again
    assert len(results) == 5
    assert decisions > 5
    assert lowest_seat(4) == 2


@every_game
def test_options_have_schemas_titles_and_clauses_in_both_languages(name: str) -> None:
    game = qipai.game(name)
    schema = game.options().schema()
    assert schema["additionalProperties"] is False
    for option in game.options().options:
        assert option.title.en
        assert any("\u4e00" <= ch <= "\u9fff" for ch in option.title.zh)
        assert option.admits(option.default)
        assert not option.admits(None)
        assert not option.admits([1])
        rules = Path(__file__).parent.parent / "docs/rules"
        pages = [*rules.glob(f"{name}.md"), *rules.glob(f"{name}-*.md")]
        assert any(f"**{option.clause}**" in page.read_text(encoding="utf-8") for page in pages)
    with pytest.raises(qipai.BadRecord) as refusal:
        game.rules({"no_such": 1})
    assert refusal.value.code == "BAD_RULES"


@every_game
def test_states_and_views_are_copied_and_pickled_in_every_phase(name: str) -> None:
    for game, state, _ in every(random_states(name, 8, 13), 5):
        for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert other.digest() == state.digest()
            assert other.legal(0) == state.legal(0)
            finish_deal(other, FastRng(1))
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
                assert again == view
                assert text(game.world(again, FastRng(2)).view(seat).to_json()) == text(view.to_json())
        assert pickle.loads(pickle.dumps(game)) is game
