"""A view as one line, as FEN is for chess, and back.

    mahjong/1 0 default turn 1 8 0,0,0,0 52 89p1189s56778m 7m 568p - 0:- -,-,-,- -,-,-,- - !pppp.1-5p.2+.2-2s.3+.3-3p.0+7m

Fields: rules, phase, dealer, version, scores before the deal, tiles in the wall, own hand, the tile just drawn, own burial, the
dealer's 14th tile, largest fan given up:own answer, hands that are shown, all burials at the end, tiles that a partial set-up
leaves out, and the log. Entries of the log start with their seat: `+` draws (`^` from the tail), `-` discards (`*`: the kind
just drawn), `p5p<0` a peng from seat 0, `k` an exposed, `c` a concealed, `a` an added kong, `w5p<0:…` a win by discard, `z`
by draw, with its patterns, `=pass5p` an own answer. `!mmps` are the missing suits.
"""

from __future__ import annotations

from typing import Final

from qipai.core.data import Json, as_list, as_object
from qipai.core.view_text import from_dash, numbers_text, or_dash, read_numbers, read_rules_text, rules_text
from qipai.games.mahjong.ledger import Event, one_event
from qipai.games.mahjong.position import PHASE_NAMES
from qipai.games.mahjong.rules import OPTIONS
from qipai.games.mahjong.scoring import PATTERN_BY_NAME
from qipai.games.mahjong.state import MahjongView
from qipai.games.mahjong.view import private_json, public_json
from qipai.games.mahjong.view_reader import build_view

KONGS: Final = {"kong_exposed": "k", "kong_concealed": "c", "kong_added": "a"}
KONG_OF: Final = {letter: kind for kind, letter in KONGS.items()}


def dash(value: object) -> str:
    return "-" if value is None or value == "" else str(value)


def read_dash(text: str) -> str | None:
    return None if text == "-" else text


def event_text(item: Event) -> str:
    kind = item["event"]
    if kind == "missing":
        return "!" + "".join([str(suit) for suit in as_list(item["suits"])])
    seat = item["seat"]
    tile = item["tile"] or ""
    if kind == "draw":
        return f"{seat}{'^' if item['tail'] else '+'}{tile}"
    if kind == "discard":
        return f"{seat}-{tile}{'*' if item['drawn'] else ''}"
    if kind == "peng":
        return f"{seat}p{tile}<{item['from']}"
    if kind == "kong":
        feeder = item["from"]
        return f"{seat}{KONGS[str(item['kind'])]}{tile}" + ("" if feeder is None else f"<{feeder}")
    if kind == "answer":
        return f"{seat}={item['answer']}{tile}"
    fans = as_object(item["patterns"])
    patterns = "+".join([f"root{fan}" if name == "root" else name for name, fan in fans.items()])
    return f"{seat}z{tile}:{patterns}" if item["by"] == "self" else f"{seat}w{tile}<{item['from']}:{patterns}"


def read_patterns_text(text: str) -> Json:
    out: Json = {}
    for name in text.split("+"):
        if name.startswith("root"):
            out["root"] = int(name[4:])
        else:
            out[name] = PATTERN_BY_NAME[name].fan
    return out


def read_event_text(word: str) -> Event:
    if word[0] == "!":
        return {"event": "missing", "suits": list(word[1:])}
    seat = int(word[0])
    verb = word[1]
    rest = word[2:]
    if verb in "+^":
        return {"event": "draw", "seat": seat, "tile": rest or None, "tail": verb == "^"}
    if verb == "-":
        return {"event": "discard", "seat": seat, "tile": rest.removesuffix("*"), "drawn": rest.endswith("*")}
    if verb == "=":
        return {"event": "answer", "seat": seat, "tile": rest[-2:], "answer": rest[:-2]}
    what, _, patterns = rest.partition(":")
    tile, _, feeder = what.partition("<")
    giver = int(feeder) if feeder else None
    if verb == "p":
        return {"event": "peng", "seat": seat, "tile": tile, "from": giver}
    if verb in KONG_OF:
        return {"event": "kong", "seat": seat, "tile": tile, "kind": KONG_OF[verb], "from": giver}
    by = {"z": "self", "w": "discard"}[verb]
    return {"event": "win", "seat": seat, "tile": tile, "by": by, "from": giver, "patterns": read_patterns_text(patterns)}


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
        dash(own.get("buried")),
        dash(own.get("fourteenth")),
        f"{own.get('given_up', 0)}:{dash(own.get('answer'))}",
        ",".join([dash(hand) for hand in as_list(public["hands"])]),
        ",".join([dash(tiles) for tiles in as_list(public["buried"])]),
        dash(public["absent"]),
        or_dash(".".join([event_text(one_event(code)) for code in known.log])),
    ]
    return " ".join(fields)


def read_body_text(seat: int, body: str) -> MahjongView:
    """The inverse of `body_text`; wrong text gives any error, or a view with another text."""
    words = body.split(" ")
    rules, phase, dealer, version, scores, wall, hand, drawn, burial, fourteenth, rest, shown, buried, absent, log = words
    given_up, _, answer = rest.partition(":")
    public: Json = {
        "phase": phase,
        "dealer": int(dealer),
        "version": int(version),
        "scores": read_numbers(scores),
        "returns": [0, 0, 0, 0],  # the log says what was paid
        "wall_left": int(wall),
        "hands": [read_dash(tiles) for tiles in shown.split(",")],
        "buried": [read_dash(tiles) for tiles in buried.split(",")],
        "absent": from_dash(absent),
    }
    private: Json = {
        "hand": from_dash(hand),
        "drawn": read_dash(drawn),
        "buried": read_dash(burial),
        "fourteenth": read_dash(fourteenth),
        "given_up": int(given_up),
        "answer": read_dash(answer),
    }
    return build_view(
        {
            "seat": seat,
            "rules": read_rules_text(rules, OPTIONS),
            "public": public,
            "private": private,
            "events": [read_event_text(word) for word in log.split(".")] if log != "-" else [],
        }
    )
