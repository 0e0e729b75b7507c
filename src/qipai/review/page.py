"""A review as a page by itself: no scripts, no other files; the table before every costly move is drawn by qipai.svg."""

from __future__ import annotations

from html import escape

from qipai.core.registry import game as find_game
from qipai.core.text import Text, signed, unnamed
from qipai.review import labels
from qipai.review.classes import CLASSES, COSTLY
from qipai.review.curve import colour_of, curve_svg
from qipai.review.deals import CheckedRecord
from qipai.review.shapes import DealReviewDict, DecisionDict, ReviewDict
from qipai.review.words import short
from qipai.svg import view_svg

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}h3{font-size:1rem;margin:2rem 0 .3rem}
table{border-collapse:collapse;font-size:.9rem;display:block;overflow-x:auto}
th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #8884;white-space:nowrap;overflow-wrap:anywhere}
th{white-space:normal}th:first-child,td:first-child{text-align:left;white-space:normal;min-width:7rem}
td small{display:block;opacity:.8}
tr.played td,tr.total td{font-weight:600}tr.played small{font-weight:400}
.curve{font-size:12px;width:100%;fill:currentColor}
.names{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0;padding:0;list-style:none;font-size:.85rem}
.names i{display:inline-block;width:.7em;height:.7em;margin-right:.4em}
@media(max-width:40rem){.curve{font-size:20px}th,td{padding:.25rem .35rem}}
.picture svg{width:100%;height:auto;border-radius:.5rem}
.grade{padding:.1rem .5rem;border-radius:1rem;font-size:.85rem;color:#fff}
.inaccuracy{background:#8a6100}.mistake{background:#b0480a}.blunder{background:#b3261e}
summary{cursor:pointer;padding:.4rem 0}footer{margin:3rem 0 1rem;font-size:.85rem;opacity:.75}
"""


def page(reviewed: list[tuple[str, object, ReviewDict]], lang: str) -> str:
    """The page of some records, each with the name of its file and its review."""
    games = dict.fromkeys(find_game(found["game"]).title.say(lang) for _, _, found in reviewed)
    title = labels.TITLE.say(lang).format(game=("、" if lang == "zh" else ", ").join(games))
    body = [f"<h1>{escape(title)}</h1>"]
    for file, record, found in reviewed:
        checked = CheckedRecord(record)
        names = [short(name) for name in found["players"] or unnamed(checked.seats, lang)]
        for deal in found["deals"]:
            number = labels.DEAL.say(lang).format(number=deal["deal"] + 1)
            place = [file] if len(reviewed) > 1 else []
            place += [checked.game.title.say(lang)] if len(games) > 1 else []
            body.append(f"<h2>{escape(' · '.join([*place, number]))}</h2>")
            body += deal_section(checked, found, deal, names, lang)
    made = reviewed[0][2]
    told = labels.MADE_BY.say(lang).format(version=made["version"], effort=made["effort"], seed=made["seed"])
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{lang}">\n<head>{head}<style>{STYLE}</style></head>\n<body>',
            *body,
            f"<footer>{escape(told)}</footer>\n</body>\n</html>\n",
        ]
    )


def table(rows: list[list[str]], marked: dict[int, str]) -> str:
    """The first row is the head; a marked row has a class. The first column is on the left."""
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    out = [f"<table><thead><tr>{head}</tr></thead><tbody>"]
    for number, row in enumerate(rows[1:]):
        cells = "".join(f"<td>{cell}</td>" for cell in row)
        out.append(f'<tr class="{marked[number]}">{cells}</tr>' if number in marked else f"<tr>{cells}</tr>")
    return "".join([*out, "</tbody></table>"])


def deal_section(checked: CheckedRecord, found: ReviewDict, deal: DealReviewDict, names: list[str], lang: str) -> list[str]:
    def say(text: Text) -> str:
        return escape(text.say(lang))

    seats = deal["seats"]
    rows = [
        [say(labels.PLAYER), *(escape(names[seat["seat"]]) for seat in seats)],
        [say(labels.DEALT), *(signed(seat["deal"], 2) for seat in seats)],
        [say(labels.OTHERS), *(signed(seat["others"], 2) for seat in seats)],
        [say(labels.OWN), *(signed(seat["own"], 2) for seat in seats)],
        [say(labels.RESULT), *(signed(seat["result"]) for seat in seats)],
        [say(labels.ACCURACY), *("–" if seat["accuracy"] is None else f"{seat['accuracy']:.1f}%" for seat in seats)],
        *([say(CLASSES[grade]), *(str(seat["grades"][grade]) for seat in seats)] for grade in COSTLY),
    ]
    total = {3: "total"}
    out = [table(rows, total), f"<h3>{say(labels.CURVE)}</h3>", curve_svg(deal, labels.CURVE.say(lang), lang)]
    keys = (f'<li><i style="background:{colour_of(seat["seat"])}"></i>{escape(names[seat["seat"]])}</li>' for seat in seats)
    out.append(f'<ul class="names">{"".join(keys)}</ul>')
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

    heads = [labels.CHOICE, labels.VALUE, labels.BEHIND, labels.WORLDS]
    rows = [[escape(head.say(lang)) for head in heads]]
    marked = {}
    for number, one in enumerate(decision["candidates"]):
        behind = "" if number == 0 else f"{signed(-one['behind'], 2)} ± {one['behind_error']:.2f}"
        played = one["move"] == decision["played"]
        if played:
            marked[number] = "played"
        words = both(one["words"]) + (f" · {escape(labels.PLAYED.say(lang))}" if played else "")
        reason = f"<small>{both(one['reason'])}</small>" if one["reason"] else ""
        rows.append([words + reason, signed(one["value"], 2), behind, str(one["worlds"])])
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
