"""Parses moves and checks them, in the order of G-11.1."""

from __future__ import annotations

from qipai.core.errors import IllegalMove
from qipai.core.game import Parsed
from qipai.games.guandan.cards import IDS, NAMES, copies, planes
from qipai.games.guandan.classify import readings_of
from qipai.games.guandan.library import matching
from qipai.games.guandan.messages import MESSAGES
from qipai.games.guandan.packing import IMMUNE, PAY, RETURN, TAKE, TRIBUTE, reading, stronger
from qipai.games.guandan.rules import GuandanRules
from qipai.games.guandan.state import (
    IMMUNITY_PHASE,
    PHASES,
    PLAY_PHASE,
    RETURN_PHASE,
    TAKE_PHASE,
    TRIBUTE_PHASE,
    GuandanState,
)
from qipai.games.guandan.tribute import may_refuse
from qipai.games.guandan.words import combination_words

VERB_PHASES = {
    "play": PLAY_PHASE,
    "pass": PLAY_PHASE,
    "tribute": TRIBUTE_PHASE,
    "take": TAKE_PHASE,
    "return": RETURN_PHASE,
    "immune": IMMUNITY_PHASE,
    "pay": IMMUNITY_PHASE,
}


def read_move(text: str) -> Parsed:
    """Parses a move without a state. BAD_MOVE."""
    words = text.split()
    verb = words[0] if words else ""
    rest = words[1:]
    if verb in ("pass", "immune", "pay") and not rest:
        return Parsed(text, verb, [])
    if verb == "take" and len(rest) == 1 and rest[0] in ("0", "1", "2", "3"):
        return Parsed(text, verb, [int(rest[0])])
    if verb in ("tribute", "return") and len(rest) == 1 and rest[0] in IDS:
        return Parsed(text, verb, [IDS[rest[0]]])
    if verb == "play":
        note = ""
        if "as" in rest:
            at = rest.index("as")
            if len(rest) != at + 2:
                raise IllegalMove("BAD_MOVE", move=text)
            note = rest[at + 1]
            rest = rest[:at]
        if rest and all(name in IDS for name in rest):
            return Parsed(text, verb, sorted([IDS[name] for name in rest]), note)
    raise IllegalMove("BAD_MOVE", move=text)


def resolve_move(state: GuandanState, seat: int, move: Parsed) -> int:
    """The packed action of a move, or the first error of G-11.1 after NOT_TO_ACT."""
    verb = move.verb
    if VERB_PHASES[verb] != state.phase:
        raise IllegalMove("WRONG_PHASE", phase=PHASES[state.phase], move=move.text)
    if verb == "pass":
        if not state.kind:
            raise IllegalMove("MUST_LEAD", MESSAGES)
        return 0
    if verb == "take":
        if move.items[0] not in state.setting.payers:
            choices = " ".join([str(payer) for payer in state.setting.payers])
            raise IllegalMove("BAD_TRIBUTE", MESSAGES, move=move.text, choices=choices)
        return TAKE << 34 | move.items[0]
    one = state.one(seat)
    two = state.two(seat)
    if verb == "pay":
        return PAY << 34
    if verb == "immune":
        if not may_refuse(one, two, len(state.setting.payers)):
            raise IllegalMove("NOT_IMMUNE", MESSAGES)
        return IMMUNE << 34
    if not holds(one, two, move.items):
        raise IllegalMove("NOT_IN_HAND", move=move.text)
    if verb != "play":
        return resolve_tribute(state, seat, move)
    return resolve_play(state, move)


def holds(one: int, two: int, kinds: list[int]) -> bool:
    """Whether the hand has all these cards."""
    return all(kinds.count(kind) <= copies(one, two, kind) for kind in set(kinds))


def resolve_tribute(state: GuandanState, seat: int, move: Parsed) -> int:
    legal = state.legal(seat)
    head = TRIBUTE if move.verb == "tribute" else RETURN
    action = head << 34 | move.items[0]
    if action not in legal:
        code = "BAD_TRIBUTE" if move.verb == "tribute" else "BAD_RETURN"
        raise IllegalMove(code, MESSAGES, move=move.text, choices=" ".join([NAMES[a & 63] for a in legal]))
    return action


def resolve_play(state: GuandanState, move: Parsed) -> int:
    """One reading, or the declared one, and it beats the table (G-4.7, G-8.2)."""
    level = state.level
    one, two = planes(move.items)
    found = readings_of(one, two, level, state.setting.rules)
    if not found:
        raise IllegalMove("NOT_A_COMBINATION", MESSAGES, move=move.text)
    if move.note:
        try:
            play = matching(found, move.note)
        except ValueError:
            play = -1
        if play < 0:
            raise reading_refusal("BAD_READING", move, found)
    elif len(found) > 1:
        raise reading_refusal("AMBIGUOUS", move, found)
    else:
        play = found[0]
    if state.kind and not stronger(state.table, play, level, state.setting.rules.over_flush):
        raise IllegalMove("DOES_NOT_BEAT", MESSAGES, move=move.text, table=combination_words(state.table))
    return play


def reading_refusal(code: str, move: Parsed, found: list[int]) -> IllegalMove:
    """An error that lists the possible readings, in notation and in words (G-4.7)."""
    words = [combination_words(play) for play in found]
    names = [reading(play) for play in found]
    return IllegalMove(
        code,
        MESSAGES,
        move=move.text,
        declared=move.note,
        readings=names,
        readings_words=[w.to_json() for w in words],
        words="; ".join([f"{w.en} (as {name})" for w, name in zip(words, names, strict=True)]),
        words_zh="；".join([f"{w.zh}（as {name}）" for w, name in zip(words, names, strict=True)]),
    )


def read_event(text: str, level: int, rules: GuandanRules) -> int:
    """The packed action of an accepted move, as written in the log. ValueError."""
    move = read_move(text)
    if move.verb == "pass":
        return 0
    if move.verb == "take":
        return TAKE << 34 | move.items[0]
    if move.verb in ("immune", "pay"):
        return (IMMUNE if move.verb == "immune" else PAY) << 34
    if move.verb != "play":
        return (TRIBUTE if move.verb == "tribute" else RETURN) << 34 | move.items[0]
    found = readings_of(*planes(move.items), level, rules)
    play = matching(found, move.note) if move.note else (found[0] if len(found) == 1 else -1)
    if play < 0:
        raise ValueError(f"{text} is no play")
    return play
