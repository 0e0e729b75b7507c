"""Every option of every game is explained in the form, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from qipai.server.http.catalogue import game_json
from tests.web.chromium import Visits
from tests.web.games import EXPLAINED
from tests.web.table import speak


@pytest.mark.parametrize("game", EXPLAINED)
def test_every_option_has_a_title_its_clause_and_a_sentence(visits: Visits, game: str) -> None:
    page = visits.page(f"/?new={game}")
    options = {name: option for name, option in game_json(game)["options"]["properties"].items() if name != "preset"}
    for lang in ("zh", "en"):
        speak(page, lang)
        for name, option in options.items():
            field = page.locator(".field").filter(
                has=page.get_by_text(option["title_zh" if lang == "zh" else "title"], exact=True)
            )
            expect(field).to_have_count(1)
            words = field.locator("p").inner_text()
            assert words.endswith(option["clause"])
            assert len(words) > len(option["clause"]) + 5, name
