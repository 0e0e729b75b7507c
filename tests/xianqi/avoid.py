"""What is not said of Xianqi: words of the notation and the source documents, and second names for one thing."""

from __future__ import annotations

from tests.avoid import Avoid, chinese, english

AVOID = Avoid(
    en=[
        *english(
            "shi", "xiang", "ma", "che", "gou", "niu", "two (red|black)", "starter", "cover*", "was revealed", "relations?"
        ),
        *english(
            "not enough",
            "(be|is|are|am|become|became) enough",
            "black chess",
            "head",
            "answers? for",
            "a seat (that|which|who)",
        ),
    ],
    # 枚 counts chips: where it stands, something is paid
    zh=chinese("^(?!.*(付|赔|筹码|算)).*枚", "枚棋", "×", "压制", "压不[住起了]", "起始玩家", "掀扣关系", "活跃掀棋者", "余棋"),
    allowed={
        "relations must be a list": "the name of a field",
        "relations: {problem}": "the name of a field",
        "`cover B_NIU` (discard)": "the book explains the notation",
        "`SHI` advisor, `XIANG` elephant, `MA` horse, `CHE` chariot, `GOU` dog, `NIU` ox": "the book explains the notation",
    },
)
