"""What the engine interface needs from a game besides its kernel; the default works for every game.

A game's module `engine_adapter` binds `Adapter`, a subclass.
"""

from __future__ import annotations

from qipai.core.data import Json
from qipai.core.errors import BadRecord, IllegalMove, Messages
from qipai.core.game import Game
from qipai.core.registry import part
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.core.text import Text
from qipai.native import i64, mypyc_attr

MESSAGES = Messages(
    {"BAD_COVER": Text("This game has no face-down discards.", "本游戏没有垫棋。")},
    {"BAD_COVER": "ENGINE_INVALID_COVER_LIST"},
)


@mypyc_attr(allow_interpreted_subclasses=True)
class EngineAdapter:
    """Connects one game to the engine interface."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def settles(self) -> bool:
        """True if a deal waits for `settle` before it is finished."""
        return False

    def previous(self, rules: Rules, config: Json) -> Json | None:
        """What `init_game`'s config says about earlier deals. BAD_DEAL."""
        if config.get("previous") is not None:
            raise BadRecord("BAD_DEAL", reason=Text("previous can’t be given for this game", "本游戏不能给出 previous"))
        return None

    def actions(self, state: State, seat: i64) -> list[Json]:
        """The legal actions as JSON, in the order of `action_idx`."""
        view = state.view(seat)
        out: list[Json] = []
        for action in state.legal(seat):
            text = self.game.write(view, action)
            out.append({"type": text.split(" ", 1)[0], "move": text})
        return out

    def action_at(self, state: State, seat: i64, index: int, cover_list: object) -> int:
        """The packed action at an index of `actions`."""
        if cover_list:
            raise IllegalMove("BAD_COVER", MESSAGES)
        legal = state.legal(seat)
        if index < 0 or index >= len(legal):
            raise IllegalMove("BAD_INDEX", index=index, count=len(legal))
        return legal[index]

    def settlement(self, state: State) -> Json | None:
        """The `settlement` object of a finished deal."""
        return {"returns": state.returns()} if state.over() else None

    def dump(self, state: State) -> Json | None:
        """The state in the game's own format; None if record and version are the dump."""
        return None

    def load(self, data: Json) -> tuple[Rules, State]:
        """Rules and state from a dump, validated. BAD_STATE."""
        raise BadRecord("BAD_STATE", reason=Text("this game’s states are loaded from records", "本游戏的状态由牌谱恢复"))


def adapter(game: Game) -> EngineAdapter:
    """The game's own adapter, or the default."""
    module = part(game, "engine_adapter")
    if module is None:
        return EngineAdapter(game)
    found = module.Adapter(game)
    assert isinstance(found, EngineAdapter)
    return found
