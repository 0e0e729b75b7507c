from qipai.core.text import Line
from qipai.games.xianqi.view import XianqiView


def screen(view: XianqiView, names: list[str], lang: str) -> list[Line]:
    return []


def describe(view: XianqiView, seat: int, move: str, names: list[str], lang: str) -> Line:
    return []


def explain(facts: dict[str, object], names: list[str], lang: str) -> list[Line]:
    return []
