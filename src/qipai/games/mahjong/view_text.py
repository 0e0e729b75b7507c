"""A view as one line, as FEN is for chess, and back.

    mahjong/1 0 default turn 1 8 0,0,0,0 52 89p1189s56778m 7m 568p - 0:- -,-,-,- -,-,-,- - !pppp.1-5p.2+.2-2s.3+.3-3p.0+7m

Fields: rules, phase, dealer, version, scores before the deal, tiles in the wall, own hand, the tile just drawn, own burial, the
dealer's 14th tile, largest fan given up:own answer, hands that are shown, all burials at the end, tiles that a partial set-up
leaves out, and the log. Entries of the log start with their seat: `+` draws (`^` from the tail), `-` discards (`*`: the kind
just drawn), `p5p<0` a peng from seat 0, `k` an exposed, `c` a concealed, `a` an added kong, `w5p<0:…` a win by discard, `z`
by draw, with its patterns, `=pass5p` an own answer. `!mmps` are the missing suits.

In the Sichuan family the field of the burial has tiles given, tiles got, own suit and seats that have yet to choose; the log
also has `%a4` the swap's direction and die, `~5p` a declared kong, `a5p*` one that pays nothing, `r` a robbed tile, `f` a win
paid by the feeder of its kong, `?r1:3p6p` a hand checked at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qipai.core.data import Json, as_list, as_object
from qipai.core.view_text import from_dash, numbers_text, or_dash, read_numbers, read_rules_text, rules_text
from qipai.games.mahjong.ledger import DIRECTION_NAMES, STATUS_NAMES, Event, one_event
from qipai.games.mahjong.patterns import PATTERN_BY_NAME, SICHUAN_PATTERN_BY_NAME
from qipai.games.mahjong.position import PHASE_NAMES
from qipai.games.mahjong.rules import OPTIONS, read_rules
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.view import private_json, public_json
from qipai.games.mahjong.view_reader import build_view

KONGS: Final = {"kong_exposed": "k", "kong_concealed": "c", "kong_added": "a"}
WAYS: Final = {"self": "z", "discard": "w", "rob": "r", "fed": "f"}
WAY_OF: Final = {letter: way for way, letter in WAYS.items()}
KONG_OF: Final = {letter: kind for kind, letter in KONGS.items()}


def dash(value: object) -> str:
    return "-" if value is None or value == "" else str(value)


def read_dash(text: str) -> str | None:
    return None if text == "-" else text


def event_text(item: Event) -> str:
    kind = item["event"]
    if kind == "missing":
        return "!" + "".join([str(suit) for suit in as_list(item["suits"])])
    if kind == "swap":
        return f"%{str(item['direction'])[0]}{item['die'] or ''}"
    seat = item["seat"]
    if kind == "check":
        fan = "" if item["fan"] is None else item["fan"]
        return f"{seat}?{str(item['status'])[0]}{fan}:" + "".join([str(tile) for tile in as_list(item["waits"])])
    tile = item["tile"] or ""
    if kind == "declare":
        return f"{seat}~{tile}"
    if kind == "draw":
        return f"{seat}{'^' if item['tail'] else '+'}{tile}"
    if kind == "discard":
        return f"{seat}-{tile}{'*' if item['drawn'] else ''}"
    if kind == "peng":
        return f"{seat}p{tile}<{item['from']}"
    if kind == "kong":
        feeder = item["from"]
        late = "*" if item.get("late") else ""
        return f"{seat}{KONGS[str(item['kind'])]}{tile}{late}" + ("" if feeder is None else f"<{feeder}")
    if kind == "answer":
        return f"{seat}={item['answer']}{tile}"
    fans = as_object(item["patterns"])
    patterns = "+".join([f"root{fan}" if name == "root" else name for name, fan in fans.items()])
    feeder = "" if item["by"] == "self" else f"<{item['from']}"
    return f"{seat}{WAYS[str(item['by'])]}{tile}{feeder}:{patterns}"


def read_patterns_text(text: str, sichuan: bool) -> Json:
    out: Json = {}
    for name in text.split("+") if text else []:
        if name.startswith("root"):
            out["root"] = int(name[4:])
        else:
            out[name] = (SICHUAN_PATTERN_BY_NAME if sichuan else PATTERN_BY_NAME)[name].fan
    return out


def read_event_text(word: str, sichuan: bool) -> Event:
    if word[0] == "!":
        return {"event": "missing", "suits": list(word[1:])}
    if word[0] == "%":
        direction = next(name for name in DIRECTION_NAMES[1:] if name[0] == word[1])
        return {"event": "swap", "direction": direction, "die": int(word[2:]) if word[2:] else None}
    seat = int(word[0])
    verb = word[1]
    rest = word[2:]
    if verb in "+^":
        return {"event": "draw", "seat": seat, "tile": rest or None, "tail": verb == "^"}
    if verb == "-":
        return {"event": "discard", "seat": seat, "tile": rest.removesuffix("*"), "drawn": rest.endswith("*")}
    if verb == "=":
        return {"event": "answer", "seat": seat, "tile": rest[-2:], "answer": rest[:-2]}
    if verb == "~":
        return {"event": "declare", "seat": seat, "tile": rest}
    what, _, patterns = rest.partition(":")
    if verb == "?":
        status = next(name for name in STATUS_NAMES if name[0] == what[0])
        waits = [patterns[k : k + 2] for k in range(0, len(patterns), 2)]
        return {"event": "check", "seat": seat, "status": status, "waits": waits, "fan": int(what[1:]) if what[1:] else None}
    tile, _, feeder = what.partition("<")
    giver = int(feeder) if feeder else None
    if verb == "p":
        return {"event": "peng", "seat": seat, "tile": tile, "from": giver}
    if verb in KONG_OF:
        late = tile.endswith("*")
        return {
            "event": "kong",
            "seat": seat,
            "tile": tile.removesuffix("*"),
            "kind": KONG_OF[verb],
            "from": giver,
            "late": late,
        }
    fans = read_patterns_text(patterns, sichuan)
    return {"event": "win", "seat": seat, "tile": tile, "by": WAY_OF[verb], "from": giver, "patterns": fans}


def sichuan_text(known: MahjongState, own: Mapping[str, object]) -> str:
    """What is in place of the seat's burial: tiles given and got, the suit declared, who has yet to choose."""
    return ",".join([dash(own.get("gave")), dash(own.get("got")), dash(own.get("suit")), str(known.waiting)])


def body_text(view: MahjongView) -> str:
    """What `view.text()` says after the seat."""
    known = view.known
    public = public_json(known)
    own = private_json(known, view.seat)
    fields = [
        rules_text(known.rules),
        PHASE_NAMES[known.phase],
        str(known.dealer),
        str(known.version()),
        numbers_text(known.base),
        str(known.wall_left()),
        dash(own.get("hand")),
        dash(own.get("drawn")),
        sichuan_text(known, own) if known.rules.sichuan else dash(own.get("buried")),
        dash(own.get("fourteenth")),
        f"{0 if view.seat < 0 else dash(own['given_up'])}:{dash(own.get('answer'))}",
        ",".join([dash(hand) for hand in as_list(public["hands"])]),
        ",".join([dash(tiles) for tiles in as_list(public["swaps" if known.rules.sichuan else "buried"])]),
        dash(public["absent"]),
        or_dash(".".join([event_text(one_event(code, known.rules)) for code in known.log])),
    ]
    return " ".join(fields)


def read_body_text(seat: int, body: str) -> MahjongView:
    """The inverse of `body_text`; wrong text gives any error, or a view with another text."""
    words = body.split(" ")
    rules, phase, dealer, version, scores, wall, hand, drawn, burial, fourteenth, rest, shown, buried, absent, log = words
    given_up, _, answer = rest.partition(":")
    given = read_rules_text(rules, OPTIONS)
    sichuan = read_rules(given).sichuan
    shown_three = [read_dash(tiles) for tiles in buried.split(",")]
    public: Json = {
        "phase": phase,
        "dealer": int(dealer),
        "version": int(version),
        "scores": read_numbers(scores),
        "returns": [0, 0, 0, 0],  # the log says what was paid
        "wall_left": int(wall),
        "hands": [read_dash(tiles) for tiles in shown.split(",")],
        "buried": shown_three,
        "swaps": shown_three,
        "absent": from_dash(absent),
    }
    private: Json = {
        "hand": from_dash(hand),
        "drawn": read_dash(drawn),
        "fourteenth": read_dash(fourteenth),
        "given_up": None if given_up == "-" else int(given_up),
        "answer": read_dash(answer),
    }
    if sichuan:
        gave, got, suit, waiting = burial.split(",")
        private.update({"gave": read_dash(gave), "got": read_dash(got), "suit": read_dash(suit)})
        public["chosen"] = [not (int(waiting) >> s) & 1 for s in range(4)]
    else:
        private["buried"] = read_dash(burial)
    return build_view(
        {
            "seat": seat,
            "rules": given,
            "public": public,
            "private": private,
            "events": [read_event_text(word, sichuan) for word in log.split(".")] if log != "-" else [],
        }
    )
