"""What is said about a decision: the move and the better one, with the reasons that the hints give for them."""

from __future__ import annotations

from qipai.agents.base import Decision
from qipai.core.parts import Hint
from qipai.core.shapes import BothLanguages
from qipai.core.text import LANGUAGES, Text, signed, unnamed

WHY = Text("{move} ({reason})", "{move}（{reason}）")
IS_BEST = Text("{played}: the best move.", "{played}：最佳选择。")
IS_GOOD = Text("{played}: about as good as {best}.", "{played}：与{best}不相上下。")
IS_WORSE = Text("{played}; better: {best}: {loss} ± {error}.", "{played}；更好的是{best}：{loss} ± {error}。")

LONGEST_NAME = 24


def short(name: str) -> str:
    """A name for a table; a record may have any."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


class Speaker:
    """Says moves of one decision in both languages; the players by their names, if they have any."""

    def __init__(self, decision: Decision, players: list[str] | None) -> None:
        self.decision = decision
        seats = len(decision.known.returns())
        self.names = {lang: players or unnamed(seats, lang) for lang in LANGUAGES}
        self.hints: dict[int, Hint] = {}
        for hint in decision.hints:
            self.hints.setdefault(hint.action, hint)

    def words(self, action: int, lang: str) -> str:
        decision = self.decision
        move = decision.text(action)
        return decision.game.words.spoken(decision.view, decision.seat, move, self.names[lang], lang) or move

    def reason(self, action: int, lang: str) -> str | None:
        hint = self.hints.get(action)
        if hint is None:
            return None
        if hint.named is not None and hint.about >= 0:
            return hint.named.say(lang).format(who=self.names[lang][hint.about])
        return hint.reason.say(lang)

    def both(self, action: int) -> BothLanguages:
        return {"en": self.words(action, "en"), "zh": self.words(action, "zh")}

    def reasons(self, action: int) -> BothLanguages | None:
        en, zh = self.reason(action, "en"), self.reason(action, "zh")
        return None if en is None or zh is None else {"en": en, "zh": zh}

    def speaks_for(self, better: int, played: int) -> bool:
        """Whether the hints agree that a move is better. A low hint's reason is an objection to the move."""
        one, other = self.hints.get(better), self.hints.get(played)
        return one is not None and (other is None or one.score >= other.score)

    def why(self, action: int, lang: str, said: bool = True) -> str:
        """The move with its reason in brackets."""
        reason = self.reason(action, lang) if said else None
        move = self.words(action, lang)
        return move if reason is None else WHY.say(lang).format(move=move, reason=reason.rstrip(".。"))

    def sentence(self, grade_is: str, played: int, best: int, loss: float, error: float) -> BothLanguages:
        """`grade_is` is best, good or worse."""
        text = {"best": IS_BEST, "good": IS_GOOD, "worse": IS_WORSE}[grade_is]
        said = {}
        for lang in LANGUAGES:
            shown = self.why(best, lang, grade_is == "worse" and self.speaks_for(best, played))
            figures = {"loss": signed(-loss, 2), "error": f"{error:.2f}"}
            said[lang] = text.say(lang).format(played=self.why(played, lang), best=shown, **figures)
        return {"en": said["en"], "zh": said["zh"]}
