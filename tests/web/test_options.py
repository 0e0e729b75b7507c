"""Every option of every game is explained in the form, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from qipai.server.http.catalogue import game_json
from tests.web.chromium import Visits
from tests.web.games import EXPLAINED
from tests.web.table import speak

# each way to play has its own scoring, so there is nothing to choose; how long a match is, is asked in words of its own
FIXED = {"scoring", "deals_per_match", "match_end"}


@pytest.mark.parametrize("game", EXPLAINED)
def test_every_option_has_a_title_its_clause_and_a_sentence(visits: Visits, game: str) -> None:
    """In one preset or another: a form offers what goes together."""
    page = visits.page(f"/?new={game}")
    told = game_json(game)
    options = {name: option for name, option in told["options"]["properties"].items() if name != "preset"}
    presets = [preset["name"] for preset in told["presets"]]
    chooser = page.locator("select").filter(has=page.locator(f"option[value='{presets[-1]}']"))
    for lang in ("zh", "en"):
        speak(page, lang)
        seen = set()
        for preset in presets:
            if len(presets) > 1:
                chooser.select_option(preset)
            for name, option in options.items():
                title = option["title_zh" if lang == "zh" else "title"]
                field = page.locator(".field").filter(has=page.get_by_text(title, exact=True))
                if field.count() == 0:
                    continue
                expect(field).to_have_count(1)
                words = field.locator("p").inner_text()
                assert words.endswith(option["clause"])
                assert len(words) > len(option["clause"]) + 5, name
                seen.add(name)
        assert seen == set(options) - FIXED
