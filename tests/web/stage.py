"""A stage: the built client shows views that no server sends. Files and answers come from this process, so that thousands of
moments of real deals can be looked at in one Chromium.

    python -m tests.web.stage GAME [SEED ...]     pictures of the moments of these deals, into screenshots/stage/
"""

from __future__ import annotations

import functools
import json
import mimetypes
import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, sync_playwright

import qipai
from qipai import build
from qipai.core.rng import FastRng
from qipai.games.mahjong.state import MahjongState
from qipai.server.http.catalogue import game_json
from qipai.server.rooms import bots
from qipai.server.rooms.conversation import hint_item
from qipai.server.rooms.messages import Checked, Hints
from qipai.server.rooms.replays import result_json
from qipai.server.rooms.room_data import Options
from qipai.server.rooms.selection import in_order, offers, readings, waits
from tests.conftest import ROOT
from tests.mahjong.sichuan_deals import choose as wiser
from tests.web.chromium import LANGUAGES, PATIENCE, SIZES, TOUCH, Visits, launch, save

URL = "http://stage.test"
ROOM = "stage1"
LONGEST = 2000  # moves of a deal
STORE = "if (location.protocol !== 'about:') localStorage.setItem('{name}', {value})"
NAMES = ("小明", *bots.BOT_NAMES[1:])
# The pause in which the last play of a deal stays in sight (LAST_PLAY in TableShell.svelte) is over at once.
NO_PAUSE = "const wait = setTimeout; window.setTimeout = (done, ms, ...more) => wait(done, ms === 1500 ? 0 : ms, ...more)"

FACES = ("panda-3", "bot1", "bot2", "bot3")
USER = {"id": "1", "name": NAMES[0], "account": False, "face": FACES[0]}


class Moment(NamedTuple):
    """A table as one seat sees it."""

    name: str
    table: qipai.Table
    seat: int

    def view(self) -> dict[str, Any]:
        """As a server would send it."""
        table, seat = self.table, self.seat
        seats = [
            {"seat": k, "kind": "human" if k == seat else "bot", "name": NAMES[(k - seat) % 4], "level": None, "auto": ""}
            for k in range(table.seats)
        ]
        result = {**result_json(table, [str(one["name"]) for one in seats]), "fairness": None} if table.over else None
        return {
            "seat": seat,
            "stage": "between" if table.over else "playing",
            "deal": table.deal_index,
            "public": table.public(),
            "private": table.private(seat),
            "legal": list(table.legal(seat)) if seat in table.to_act else [],
            "window": str(table.version),
            "to_act": self.asked(),
            "clocks": None,
            "fairness": {"deal": table.deal_index, "commit": "" if table.over else "c0"},
            "seats": [
                {**one, "ready": True, "online": True, "again": False, "heir": "", "face": FACES[(one["seat"] - seat) % 4]}
                for one in seats
            ],
            "scores": table.scores,
            "game": table.game.name,
            "rules": table.rules,
            "options": msgspec.to_builtins(Options(claim_pause=0, pace=0, grace=0, quick_forced=True)),
            "owner": seat,
            "result": result,
            "locked": False,
            "match": {"number": 1, "first": 0, "ending": False, "seating": "keep"},
            "evening": [],
            "code": ROOM,
        }

    def asked(self) -> list[int]:
        """In a window whose asked seats nobody may know: the seat itself or nobody."""
        shown = self.table.public().get("to_act", ())
        return self.table.to_act if shown is not None else [seat for seat in self.table.to_act if seat == self.seat]


class Stage:
    """One person's page; `show` puts a moment before it."""

    def __init__(
        self, browser: Browser, size: str = "390x844", lang: str = "zh", motion: bool = False, **settings: object
    ) -> None:
        self.visits = Visits(browser, URL)
        context = self.visits.context(size, lang, not motion)
        kept = {"settings": {"lang": lang, **settings}, "session": {"token": "t", "user": USER}}
        for name, value in kept.items():
            context.add_init_script(STORE.format(name=f"qipai.{name}", value=json.dumps(json.dumps(value))))
        context.add_init_script(NO_PAUSE)
        context.route("**/*", self.serve)
        context.route_web_socket("**/ws/**", self.connect)
        context.add_init_script(SOCKETS)  # last, so that it sees the sockets of the route
        self.page: Page = context.new_page()
        self.socket: WebSocketRoute | None = None
        self.moment: Moment | None = None
        self.version = 0
        self.acts: list[str] = []

    def serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(URL).split("?")[0]
        if path.startswith("/api/"):
            found: object = [game_json(name) for name in qipai.games()] if path.endswith("/games") else {}
            if path.endswith("/chat"):
                found = []
            if path.endswith("/log"):
                found = {"deal": 0, "version": 0, "lines": []}
            route.fulfill(json=found)
            return
        file = build.HOME / "web" / path.lstrip("/")
        if not file.is_file():
            file = build.HOME / "web" / "index.html"
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/html")

    def connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.hear(json.loads(text)))

    def hear(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind == "hello" or kind == "resync":
            self.tell()
        elif kind == "act":
            self.acts.append(frame["move"])
            self.send({"type": "ack", "cmd_id": frame["cmd_id"], "version": self.version})
        elif kind == "ping":
            self.send({"type": "pong", "t": frame["t"]})
        elif kind == "check" and self.moment is not None:
            table, seat = self.moment.table, self.moment.seat
            asked = (table.game, table.state, seat, frame["cards"])
            answer = Checked(frame["req"], readings(*asked), waits(*asked), offers(*asked), in_order(*asked))
            self.send(msgspec.to_builtins(answer))
        elif kind == "hint" and self.moment is not None:
            found = bots.advise(self.moment.table.game.name, self.moment.table.view(self.moment.seat).to_json())
            self.send(msgspec.to_builtins(Hints(self.version, [hint_item(hint) for hint in found])))

    def send(self, frame: object) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(frame))

    def tell(self) -> None:
        assert self.moment is not None
        self.send({"type": "snapshot", "version": self.version, "view": self.moment.view()})

    def move(self, moment: Moment) -> None:
        """The moment comes about by somebody's move, in sight of the person."""
        self.moment = moment
        self.version += 1
        what = {"kind": "move", "seat": moment.seat, "words": []}
        self.send({"type": "event", "version": self.version, "view": moment.view(), "what": what})
        self.page.locator(f".table[data-version='{self.version}']").wait_for()

    def show(self, moment: Moment) -> Page:
        """The page once it shows the moment and everything has come to rest."""
        self.moment = moment
        self.version += 1
        if self.socket is None:
            self.page.goto(f"{URL}/r/{ROOM}")
        else:
            self.tell()
        self.rest()
        return self.page

    def rest(self) -> None:
        """Waits until the page shows the moment and nothing moves."""
        self.page.evaluate(REST, [self.wanted(), PATIENCE])

    def begin(self, moment: Moment, view: dict[str, Any], script: str) -> None:
        """Like `show`, and then a script; what it finds is the `result`. Nobody waits, so that many pages do it at once:
        most of a look is waiting for frames. The view is the moment's, so that it is made once for all screens."""
        if self.socket is None:
            self.show(moment)
        self.moment = moment
        self.version += 1
        frame = json.dumps({"type": "snapshot", "version": self.version, "view": view})
        self.page.evaluate(BEGIN.replace("SCRIPT", script), [self.wanted(), PATIENCE, frame])

    def result(self) -> Any:
        return self.page.evaluate("() => window.found")

    def wanted(self) -> str:
        """How the page shows the moment, as a selector."""
        assert self.moment is not None
        return f".table[data-version='{self.version}'][aria-busy='false']{' .settled' if self.moment.table.over else ''}"

    def resize(self, size: str) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})

    def close(self) -> None:
        self.visits.close()
        assert self.visits.unexpected() == []


# It is there and whole, sizes are measured and what depends on them has followed, and no motion that has an end is left.
REST = """async ([wanted, patience]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  for (const end = Date.now() + patience; !document.querySelector(wanted); await frame())
    if (Date.now() > end) throw new Error(`there is no ${wanted}`)
  await document.fonts.ready
  for (let k = 0; k < 3; k++) await frame()
  for (const one of document.getAnimations()) if (one.effect.getComputedTiming().iterations !== Infinity) one.finish()
  await frame()
}"""


BEGIN = f"""([wanted, patience, frame]) => {{
  window.sockets.at(-1).dispatchEvent(new MessageEvent('message', {{ data: frame }}))
  window.found = ({REST})([wanted, patience]).then(SCRIPT)
}}"""
# The page itself reports a frame, without a round trip through the browser.
SOCKETS = """
window.sockets = []
const connect = window.WebSocket
window.WebSocket = class extends connect {
  constructor(...given) {
    super(...given)
    window.sockets.push(this)
  }
}
"""


class Stages:
    """The same stage at every size; touch devices and others each load it separately."""

    def __init__(self, browser: Browser, lang: str, **settings: Any) -> None:
        self.browser = browser
        self.lang = lang
        self.settings = settings
        self.loaded: dict[bool, Stage] = {}

    def __iter__(self) -> Iterator[tuple[str, Stage]]:
        for size in SIZES:
            touched = min(SIZES[size]) < TOUCH
            if touched not in self.loaded:
                self.loaded[touched] = Stage(self.browser, size, self.lang, **self.settings)
            self.loaded[touched].resize(size)
            yield size, self.loaded[touched]

    def close(self) -> None:
        for stage in self.loaded.values():
            stage.close()


def by_chance(table: qipai.Table, seat: int, rng: random.Random) -> str:
    """With a liking for what takes much room."""
    legal = list(table.legal(seat))
    longer = [move for move in legal if move != "pass"]
    return rng.choice(longer if longer and rng.random() < 0.7 else legal)


def with_sense(table: qipai.Table, seat: int, rng: random.Random) -> str:
    """So that hands are won."""
    state = table.state
    if not isinstance(state, MahjongState):
        return by_chance(table, seat, rng)
    view = state.view(seat)
    opening = table.phase in ("bury", "swap", "missing")
    chosen = table.game.advice.default_action(view) if opening else wiser(state, seat, FastRng(rng.getrandbits(32)), True)
    return table.game.write(view, chosen)


def greedily(table: qipai.Table, seat: int, rng: random.Random) -> str:
    """Every claim but a win is taken, so that melds pile up."""
    legal = list(table.legal(seat))
    claims = [move for move in legal if move.startswith(("kong", "peng"))]
    return claims[0] if claims else rng.choice([move for move in legal if move != "hu"] or legal)


MANNERS = (by_chance, with_sense, greedily)


def played(table: qipai.Table, rng: random.Random, seed: int) -> Iterator[qipai.Table]:
    """The table at every decision; ways to play (`rules_of`) and manners meet in nine deals."""
    choose = MANNERS[(seed + seed // 3) % 3] if table.game.name == "mahjong" else by_chance
    for _ in range(LONGEST):
        if table.over:
            return
        yield table
        seat = rng.choice(table.to_act)
        table.play(seat, choose(table, seat, rng))


def fullness(table: qipai.Table) -> tuple[tuple[str, int], ...]:
    """By what a moment may be the fullest of its deal."""
    public: Any = table.public()
    if table.game.name == "guandan":
        lying = dict(public["trick"])  # the newest of each seat
        sizes = [len(move.split(" as ")[0].split()) - 1 for move in lying.values()]
        return ("plays", sum(sizes)), ("play", max(sizes, default=0)), ("out", len(public["order"]))
    if table.game.name == "mahjong":
        melds, rivers = ([len(found) for found in public[what]] for what in ("melds", "rivers"))
        won = [len(found) for found in public["won"]]
        return ("melds", sum(melds)), ("rivers", sum(rivers)), ("river", max(rivers)), ("won", sum(won)), ("meld", max(melds))
    return (("round", table.version),)


def seat_for(what: str, table: qipai.Table) -> int:
    """From where it is looked at: most melds from the seat that has them."""
    return max(range(4), key=lambda seat: len(table.public()["melds"][seat])) if what == "meld" else table.to_act[0]


def rules_of(game: str, seed: int) -> dict[str, str]:
    """The ways to play in turn: 埋三张, 血战到底, 血流成河 and again."""
    if game == "xianqi":
        return {"black_chess": "redeal"}
    presets = list(qipai.game(game).options().presets)
    return {"preset": presets[seed % len(presets)]} if game == "mahjong" else {}


def whole_deal(game: str, seed: int) -> qipai.Table:
    """The first deal of `moments`, over."""
    table = qipai.Table(game, rules=rules_of(game, seed), seed=f"{seed:064x}")
    for _ in played(table, random.Random(seed), seed):
        pass
    return table


@functools.lru_cache(maxsize=16)
def moments(game: str, seed: int) -> tuple[Moment, ...]:
    """The fullest ones of a deal: its beginning, those that take the most room in some way, its end; and a second deal's."""
    rng = random.Random(seed)
    rules = rules_of(game, seed)
    table = qipai.Table(game, rules=rules, seed=f"{seed:064x}")
    out: list[Moment] = []
    for deal in range(2 if game == "guandan" else 1):
        best: dict[str, tuple[int, qipai.Table]] = {}
        phases: set[str] = set()
        for now in played(table, rng, seed):
            if now.phase not in phases or now.phase in ("tribute", "return", "take"):
                out.append(Moment(f"{deal}-{now.phase}-{len(out)}", now.copy(), now.to_act[0]))
                phases.add(now.phase)
            for what, amount in fullness(now):
                if amount > best.get(what, (0, now))[0]:
                    best[what] = (amount, now.copy())
        out += [Moment(f"{deal}-{what}", found, seat_for(what, found)) for what, (_, found) in best.items()]
        out += [Moment(f"{deal}-end-{seat}", table.copy(), seat) for seat in (0, 1)]
        if deal == 0 and game == "guandan" and not table.match_over:
            table.next_deal()
        else:
            break
    return tuple(out)


def main() -> int:
    game, *seeds = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for lang in LANGUAGES:
            for size in SIZES:
                stage = Stage(browser, size, lang)
                for seed in seeds or ["1"]:
                    for moment in moments(game, int(seed)):
                        save(
                            stage.show(moment),
                            ROOT / "screenshots" / "stage" / f"{game}-{seed}-{moment.name}-{size}.{lang}.webp",
                        )
                stage.close()
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
