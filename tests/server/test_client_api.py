"""What a client without any rule of its own lives on: lists, options in words, books, replays, proofs."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import pytest

import qipai
from qipai.server.http.catalogue import game_page, terms_json
from tests.conftest import ROOT
from tests.server.players import Node, Person, Socket, guest, pick, play_deal, running

SCHEMA = json.loads((ROOT / "docs" / "wire.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{folder}/rooms.db", folder, sweep=0.1) as started:
        yield started


def fits(operation: str, value: object) -> None:
    shape = SCHEMA["rest"][operation]["answer"]
    jsonschema.Draft202012Validator({**shape, "$defs": SCHEMA["$defs"]}).validate(value)


async def get(person: Person, path: str, operation: str) -> Any:
    answer = await person.call("GET", path)
    assert answer.status_code == 200, answer.text
    fits(f"GET /api/v1{operation}", answer.json())
    return answer.json()


async def played(node: Node, game: str, **more: Any) -> tuple[str, Person]:
    """A room in which one deal against bots is over."""
    ann = await guest(node)
    room = await ann.open(game, **more)
    async with Socket(node, room, ann.token) as socket:
        await play_deal([socket], pick(random.Random(2)), "c0ffee")
    return room, ann


def test_every_game_is_told_with_options_levels_book_and_words(node: Node) -> None:
    games = httpx.get(f"{node.url}/api/v1/games").json()
    fits("GET /api/v1/games", games)
    assert [game["name"] for game in games] == qipai.games()
    for game in games:
        assert game["presets"][0]["title"]["zh"]
        assert set(game["level_titles"]) == set(game["levels"])
        for lang in ("en", "zh") if game_page(qipai.game(game["name"]), "book.en.md") is not None else ():
            book = httpx.get(f"{node.url}/api/v1/games/{game['name']}/book", params={"lang": lang}).json()
            fits("GET /api/v1/games/{game}/book", book)
            assert book["markdown"].startswith("# ")
            assert book["lang"] == lang
        terms = httpx.get(f"{node.url}/api/v1/games/{game['name']}/terms").json()
        fits("GET /api/v1/games/{game}/terms", terms)
        assert len(terms) > 20 or game_page(qipai.game(game["name"]), "terms.md") is None
        assert len({term["term"]["zh"] for term in terms}) == len(terms)
    assert httpx.get(f"{node.url}/api/v1/games/nothing/book").status_code == 404
    assert httpx.get(f"{node.url}/api/v1/games/xianqi/book", params={"lang": "fr"}).status_code == 422


def test_a_choice_that_changes_the_number_of_seats_tells_it(node: Node) -> None:
    games = httpx.get(f"{node.url}/api/v1/games").json()
    baotou = next(game for game in games if game["name"] == "xianqi")["options"]["properties"]["baotou"]
    assert [choice.get("seats") for choice in baotou["choices"]] == [None, 4]


def test_the_words_that_are_explained_are_those_of_the_glossary() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| ")]
    known = {(row[0], row[1], row[4]) for row in rows if len(row) == 5}
    for game in qipai.games():
        for term in terms_json(game):
            assert (term["term"]["zh"], term["term"]["en"], term["clause"]) in known, term
            assert all(term["words"].values()), term


def test_a_room_shows_every_option_in_force_and_marks_what_is_not_as_usual(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        rules = {"initial_chips": 30, "baotou": True}
        seats = ["me", "open", "open", "bot"]
        room = await ann.open("xianqi", seats, rules=rules, clock={"base": 20, "bank": 60}, pace=0.7, quick_forced=False)
        shown = await get(ann, f"/rooms/{room.upper()[:4]}-{room[4:]}", "/rooms/{room}")  # as people type it
        options = {line["name"]: line for line in shown["options"]}
        assert set(options) == set(qipai.game("xianqi").options().by_name)
        assert {name for name, line in options.items() if line["differs"]} == set(rules)
        assert options["initial_chips"]["value"] == 30
        assert options["initial_chips"]["default"] == 20
        assert options["baotou"]["value_title"] == {"en": "on", "zh": "开"}
        room_options = {line["name"]: line for line in shown["room_options"]}
        assert {name for name, line in room_options.items() if line["differs"]} == {"clock"}
        assert room_options["clock"]["value"] == {"base": 20, "bank": 60}
        assert "20" in room_options["clock"]["value_title"]["zh"]
        assert (shown["my_seat"], shown["stage"], shown["deals"]) == (0, "waiting", 0)
        assert shown["link"] == f"{node.url}/r/{room}"
        eve = await guest(node, "Eve")
        assert (await get(eve, f"/rooms/{room}", "/rooms/{room}"))["my_seat"] is None
        drawn = await eve.call("GET", f"/rooms/{room}/qr")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert "<path" in drawn.text

    asyncio.run(run())


def test_lists_of_rooms_mine_public_and_past(node: Node) -> None:
    async def run() -> None:
        ann, eve = await guest(node), await guest(node, "Eve")
        hidden = await ann.open("xianqi", ["me", "open", "bot"])
        listed = await ann.open("mahjong", public=True)

        async def names(person: Person, which: str) -> list[str]:
            lines = await get(person, f"/rooms?which={which}", "/rooms")
            return [line["room"] for line in lines if line["room"] in (hidden, listed)]

        assert await names(ann, "mine") == [listed, hidden]
        assert await names(eve, "public") == [listed]
        assert await names(eve, "mine") == []
        line = next(line for line in (await ann.call("GET", "/rooms")).json() if line["room"] == hidden)
        assert (line["seats"], line["names"], line["my_seat"]) == (["human", "open", "bot"], ["Ann", "", ""], 0)
        assert line["levels"][2] == "normal"
        assert (await ann.call("POST", f"/rooms/{hidden}/leave")).status_code == 204
        assert await names(ann, "mine") == [listed]

    asyncio.run(run())


def test_a_match_that_is_over_is_among_the_past_ones_and_frees_its_place(node: Node) -> None:
    async def run() -> None:
        room, ann = await played(node, "mahjong", rules={"deals_per_match": 1})
        past = await get(ann, "/rooms?which=past", "/rooms")
        assert [(line["room"], line["status"]) for line in past] == [(room, "finished")]
        assert (await get(ann, "/rooms?which=mine", "/rooms")) == []
        assert (await get(ann, f"/rooms/{room}", "/rooms/{room}"))["deals"] == 1

    asyncio.run(run())


def test_another_device_goes_on_with_a_code_that_works_once(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        made = await ann.call("POST", "/sessions/code")
        assert made.status_code == 201
        fits("POST /api/v1/sessions/code", made.json())
        assert made.json()["link"] == f"{node.url}/#code={made.json()['code']}"
        assert made.json()["qr"].startswith("<svg")
        again = await ann.call("POST", "/sessions/redeem", {"code": made.json()["code"].lower()})
        assert again.json()["user"]["id"] == ann.player
        assert (await ann.call("POST", "/sessions/redeem", {"code": made.json()["code"]})).status_code == 401

    asyncio.run(run())


@pytest.mark.parametrize("game", qipai.games())
def test_a_replay_shows_every_hand_at_every_step_with_words(game: str, node: Node) -> None:
    async def run() -> None:
        room, ann = await played(node, game)
        record = (await ann.call("GET", f"/rooms/{room}/record")).json()
        replayed = await get(ann, f"/rooms/{room}/replay?deal=0", "/rooms/{room}/replay")
        sent_in = await ann.call("POST", "/replay", record)
        assert sent_in.json() == replayed
        moves = record["deals"][0]["moves"]
        steps = replayed["steps"]
        assert [[step["seat"], step["move"]] for step in steps[1:]] == moves
        assert steps[0]["move"] is None
        table = qipai.Table(game, record["rules"], deal_seed=record["deals"][0]["seed"])
        for step, (seat, move) in zip(steps, [*moves, (None, None)], strict=True):
            assert step["public"] == table.public()
            assert step["privates"] == [table.private(own) for own in range(table.seats)]
            if move is not None:
                table.play(seat, move)
        assert all(step["words"]["en"] and step["words"]["zh"] for step in steps[1:])
        assert replayed["result"]["returns"] == record["deals"][0]["returns"]
        assert replayed["result"]["explain"]["zh"]
        assert (await ann.call("GET", f"/rooms/{room}/replay?deal=7")).status_code == 404
        record["deals"][0]["moves"][0][1] = "nonsense"
        refused = await ann.call("POST", "/replay", record)
        assert (refused.status_code, refused.json()["code"]) == (409, "BAD_RECORD")
        assert "第 0 局" in refused.json()["message_zh"]

    asyncio.run(run())


@pytest.mark.parametrize("game", qipai.games())
def test_a_table_is_told_in_words_for_clients_without_a_drawing(game: str, node: Node) -> None:
    """Lines and moves of the asker's seat alone, at every step of the replay, of a room and of a record that is sent in."""

    async def run() -> None:
        ann, bob = await guest(node), await guest(node)
        room = await ann.open(game)
        async with Socket(node, room, ann.token) as socket:
            while not socket.view["fairness"]["commit"]:
                await socket.next()
            await socket.ready("c0ffee")
            while not socket.view["legal"]:
                await socket.next(60)
            screen = await get(ann, f"/rooms/{room}/screen", "/rooms/{room}/screen")
            other = await get(bob, f"/rooms/{room}/screen", "/rooms/{room}/screen")
            assert screen["lines"]["en"]
            assert screen["lines"]["zh"] != screen["lines"]["en"]
            assert other["moves"] == []
            assert other["lines"] != screen["lines"]
            assert [entry["move"] for entry in screen["moves"]] == socket.view["legal"]
            for entry in screen["moves"]:
                assert entry["words"]["en"]
                assert entry["words"]["zh"]
        room, ann = await played(node, game)
        record = (await ann.call("GET", f"/rooms/{room}/record")).json()
        shown = await get(ann, f"/rooms/{room}/replay/screens?seat=1&lang=zh", "/rooms/{room}/replay/screens")
        assert len(shown["steps"]) == len(record["deals"][0]["moves"]) + 1
        sent_in = await ann.call("POST", "/replay/screens?seat=1&lang=zh", record)
        assert sent_in.json() == shown
        assert (await ann.call("POST", "/replay/screens?seat=9", record)).status_code == 404
        record["deals"][0]["moves"][0][1] = "nonsense"
        refused = await ann.call("POST", "/replay/screens", record)
        assert (refused.status_code, refused.json()["code"]) == (409, "BAD_RECORD")
        assert "nonsense" in refused.json()["message"]
        assert "第 0 局" in refused.json()["message_zh"]

    asyncio.run(run())


async def deck_names(person: Person, game: str) -> list[str]:
    told = await get(person, f"/games/{game}/deck", "/games/{game}/deck")
    assert told["words"]["en"]
    assert told["words"]["zh"]
    return list(told["names"])


async def first_hands(person: Person, room: str) -> list[list[str]]:
    """What each seat held before the first move, however its game writes it."""
    privates = (await person.call("GET", f"/rooms/{room}/replay")).json()["steps"][0]["privates"]
    return [hand_names(private["hand"]) for private in privates]


def hand_names(hand: Any) -> list[str]:
    if isinstance(hand, dict):
        return sorted(name for name, count in hand.items() for _ in range(count))
    if " " in hand:
        return sorted(hand.split())
    runs = re.findall(r"([1-9]+)([psm])", hand)
    return sorted(f"{rank}{suit}" for ranks, suit in runs for rank in ranks)


def dealt(game: str, draws: list[dict[str, Any]], names: list[str]) -> list[list[str]]:
    """As the words of the deck say."""
    deck = [names[kind] for kind in [draw for draw in draws if "deck" in draw][-1]["shuffled"]]
    if game == "xianqi":
        return [sorted(deck[8 * seat : 8 * seat + 8]) for seat in range(3)]
    if game == "guandan":
        return [sorted(deck[seat::4]) for seat in range(4)]
    dealer = draws[0]["drawn"]
    hands = [deck[:14], deck[14:27], deck[27:40], deck[40:53]]
    return [sorted(hands[(seat - dealer) % 4]) for seat in range(4)]


@pytest.mark.parametrize("game", [game for game in qipai.games() if game_page(qipai.game(game), "deck.md") is not None])
def test_a_browser_can_recompute_commitment_seed_and_every_draw(game: str, node: Node) -> None:
    """By the recipe of docs/wire.md, with SHA-256 and HMAC alone."""

    async def run() -> None:
        room, ann = await played(node, game)
        shuffle = (await get(ann, f"/rooms/{room}/replay", "/rooms/{room}/replay"))["shuffle"]
        proof = shuffle["fairness"]
        server_seed = bytes.fromhex(proof["server_seed"])
        assert hashlib.sha256(server_seed).hexdigest() == proof["commit"]
        message = json.dumps([proof["room"], proof["deal"], proof["nonces"]], separators=(",", ":"))
        seed = hmac.new(server_seed, message.encode(), hashlib.sha256).digest()
        assert seed.hex() == shuffle["seed"]
        assert proof["nonces"][0] == "c0ffee"
        shown = (await get(ann, f"/rooms/{room}/fairness", "/rooms/{room}/fairness"))["deals"][0]
        assert (shown["commit"], shown["server_seed"]) == (proof["commit"], proof["server_seed"])

        def words() -> Iterator[int]:
            block = 0
            while True:
                digest = hmac.new(seed, block.to_bytes(8, "big"), hashlib.sha256).digest()
                yield from (int.from_bytes(digest[k : k + 4], "big") for k in range(0, 32, 4))
                block += 1

        stream = words()

        def below(n: int) -> int:
            return next(w % n for w in stream if w < 2**32 - 2**32 % n)

        shuffles = 0
        for draw in shuffle["draws"]:
            if "below" in draw:
                assert below(draw["below"]) == draw["drawn"]
                continue
            shuffles += 1
            deck = list(draw["deck"])
            for i in range(len(deck) - 1, 0, -1):
                j = below(i + 1)
                deck[i], deck[j] = deck[j], deck[i]
            assert deck == draw["shuffled"]
        assert shuffles >= 1
        assert dealt(game, shuffle["draws"], await deck_names(ann, game)) == await first_hands(ann, room)

    asyncio.run(run())


def test_finished_deals_are_for_those_who_sat_there_until_one_of_them_shares(node: Node) -> None:
    async def run() -> None:
        room, ann = await played(node, "xianqi")
        eve = await guest(node, "Eve")
        for path in ("record", "replay"):
            refused = await eve.call("GET", f"/rooms/{room}/{path}")
            assert (refused.status_code, refused.json()["code"]) == (403, "NOT_SHARED")
        shown = (await get(eve, f"/rooms/{room}/fairness", "/rooms/{room}/fairness"))["deals"][0]
        assert shown["commit"]
        assert shown["server_seed"] is None
        assert (await eve.call("POST", f"/rooms/{room}/share")).status_code == 403
        shared = await ann.call("POST", f"/rooms/{room}/share")
        assert shared.json() == {"link": f"{node.url}/replay?room={room}"}
        assert (await ann.call("POST", f"/rooms/{room}/share")).json() == shared.json()
        assert (await eve.call("GET", f"/rooms/{room}/record")).status_code == 200
        assert (await get(eve, f"/rooms/{room}", "/rooms/{room}"))["shared"] is True
        public, _ = await played(node, "xianqi", public=True)
        assert (await eve.call("GET", f"/rooms/{public}/record")).status_code == 200

    asyncio.run(run())
