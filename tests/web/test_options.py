"""Every option of every game is explained in the form, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import qipai
from qipai.server.catalogue import game_json
from tests.web.chromium import Visits


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("game", qipai.games())
def test_every_option_has_a_title_its_clause_and_a_sentence(visits: Visits, game: str, lang: str) -> None:
    page = visits.page(f"/?new={game}", lang=lang)
    options = game_json(game)["options"]["properties"]
    for name, option in options.items():
        if name == "preset":
            continue
        title = option["title_zh" if lang == "zh" else "title"]
        field = page.locator(".field").filter(has=page.get_by_text(title, exact=True))
        expect(field).to_have_count(1)
        words = field.locator("p").inner_text()
        assert words.endswith(option["clause"])
        assert len(words) > len(option["clause"]) + 5, name
