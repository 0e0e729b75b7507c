"""Icons of the installed site, drawn from the seal by Chromium: python web/scripts/icons.py"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parents[1] / "public"
PAPER = "#f6f1e7"
# (file, side in pixels, how much of the side the seal takes): a phone may cut a maskable icon to a circle
ICONS = (("192.png", 192, 1.0), ("512.png", 512, 1.0), ("512-maskable.png", 512, 0.62))


def main() -> None:
    seal = base64.b64encode((PUBLIC / "seal.svg").read_bytes()).decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, side, share in ICONS:
            page = browser.new_page(viewport={"width": side, "height": side})
            ground = PAPER if share < 1 else "transparent"
            style = f"margin:0;display:grid;place-items:center;height:100vh;background:{ground}"
            page.set_content(
                f'<body style="{style}"><img width="{side * share}" src="data:image/svg+xml;base64,{seal}"></body>'
            )
            page.screenshot(path=PUBLIC / "icons" / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
