from qipai.core.game import Hint
from qipai.games.xianqi.view import XianqiView


def rank(view: XianqiView, n: int) -> list[Hint]:
    return []
