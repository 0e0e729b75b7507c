"""A review as a page by itself: no scripts, no other files; the table before every costly move is drawn by qipai.svg."""

from __future__ import annotations

from html import escape

from qipai.core.registry import game as find_game
from qipai.core.text import Text, signed, unnamed
from qipai.review import labels
from qipai.review.classes import CLASSES, COSTLY
from qipai.review.curve import curve_svg
from qipai.review.deals import CheckedRecord
from qipai.review.shapes import DealReviewDict, DecisionDict, ReviewDict
from qipai.svg import view_svg

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}h3{font-size:1rem;margin:2rem 0 .3rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;display:block;overflow-x:auto}
th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #8884;white-space:nowrap}
th{white-space:normal}th:first-child,td:first-child,td.words{text-align:left}td.words{white-space:normal;min-width:9rem}
tr.played td{font-weight:600}
.curve{font-size:12px;width:100%;fill:currentColor}
.picture svg{width:100%;height:auto;border-radius:.5rem}
.grade{padding:.1rem .5rem;border-radius:1rem;font-size:.85rem;color:#fff}
.inaccuracy{background:#8a6100}.mistake{background:#b0480a}.blunder{background:#b3261e}
summary{cursor:pointer;padding:.4rem 0}footer{margin:3rem 0 1rem;font-size:.85rem;opacity:.75}
"""


def page(pairs: list[tuple[object, ReviewDict]], lang: str) -> str:
    """The page of some records with their reviews."""
    first = find_game(pairs[0][1]["game"]).title.say(lang)
    title = labels.TITLE.say(lang).format(game=first)
    body = [f"<h1>{escape(title)}</h1>"]
    for record, found in pairs:
        checked = CheckedRecord(record)
        names = found["players"] or unnamed(checked.seats, lang)
        for deal in found["deals"]:
            body += deal_section(checked, found, deal, names, lang)
    made = pairs[0][1]
    told = labels.MADE_BY.say(lang).format(version=made["version"], effort=made["effort"], seed=made["seed"])
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{lang}">\n<head>{head}<style>{STYLE}</style></head>\n<body>',
            *body,
            f"<footer>{escape(told)}</footer>\n</body>\n</html>\n",
        ]
    )


def table(rows: list[list[str]], marked: set[int] = frozenset()) -> str:  # type: ignore[assignment]
    """The first row is the head; the first column and what is marked as words are on the left."""
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    out = [f"<table><thead><tr>{head}</tr></thead><tbody>"]
    for number, row in enumerate(rows[1:]):
        cells = f'<td class="words">{row[0]}</td>' + "".join(f"<td>{cell}</td>" for cell in row[1:])
        out.append(f'<tr class="played">{cells}</tr>' if number in marked else f"<tr>{cells}</tr>")
    return "".join([*out, "</tbody></table>"])


def deal_section(checked: CheckedRecord, found: ReviewDict, deal: DealReviewDict, names: list[str], lang: str) -> list[str]:
    def say(text: Text) -> str:
        return escape(text.say(lang))

    heads = [labels.PLAYER, labels.RESULT, labels.DEALT, labels.OTHERS, labels.OWN, labels.ACCURACY]
    rows = [[say(head) for head in heads] + [say(CLASSES[grade]) for grade in COSTLY]]
    for seat in deal["seats"]:
        accuracy = "–" if seat["accuracy"] is None else f"{seat['accuracy']:.1f}%"
        split = [signed(seat["result"]), signed(seat["deal"], 2), signed(seat["others"], 2), signed(seat["own"], 2)]
        counts = [str(seat["grades"][grade]) for grade in COSTLY]
        rows.append([escape(names[seat["seat"]]), *split, accuracy, *counts])
    number = labels.DEAL.say(lang).format(number=deal["deal"] + 1)
    out = [f"<h2>{escape(number)}</h2>", table(rows), f"<h3>{say(labels.CURVE)}</h3>"]
    out.append(curve_svg(deal, names, labels.CURVE.say(lang), lang))
    costly = [decision for decision in deal["decisions"] if decision["counted"]]
    out.append(f"<h3>{say(labels.COSTLY if costly else labels.NOTHING_COSTLY)}</h3>")
    choices = {choice.number: choice for one in checked.deals if one.number == deal["deal"] for choice in one.choices()}
    for decision in costly:
        view = choices[decision["move"]].decision.view
        out += decision_section(decision, found, names, lang, view_svg(checked.game, view, names, lang))
    return out


def decision_section(decision: DecisionDict, found: ReviewDict, names: list[str], lang: str, picture: str) -> list[str]:
    """The table as the player saw it; what was played and what would have been better comes only on demand."""

    def both(told: object) -> str:
        return escape(str(told[lang])) if isinstance(told, dict) else ""

    heads = [labels.CHOICE, labels.VALUE, labels.BEHIND, labels.WORLDS, labels.REASON]
    rows = [[escape(head.say(lang)) for head in heads]]
    marked = set()
    for number, one in enumerate(decision["candidates"]):
        behind = "" if number == 0 else f"{signed(-one['behind'], 2)} ± {one['behind_error']:.2f}"
        played = one["move"] == decision["played"]
        if played:
            marked.add(number)
        words = both(one["words"]) + (f" · {escape(labels.PLAYED.say(lang))}" if played else "")
        rows.append([words, signed(one["value"], 2), behind, str(one["worlds"]), both(one["reason"])])
    grade = decision["grade"]
    badge = f'<span class="grade {grade}">{escape(CLASSES[grade].say(lang))} {signed(-decision["counted"], 2)}</span>'
    name = escape(names[decision["seat"]])
    kind = both(found["kinds"][decision["kind"]])
    return [
        f"<h3>{escape(labels.MOVE.say(lang).format(number=decision['move'] + 1))} · {name} · {kind}</h3>",
        f'<div class="picture">{picture}</div>',
        f"<details><summary>{escape(labels.THINK.say(lang))}</summary><p>{badge} {both(decision['said'])}</p>",
        table(rows, marked),
        "</details>",
    ]
