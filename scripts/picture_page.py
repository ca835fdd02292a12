"""Draw the first screen of the page for the README, light and dark, in a real browser."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from mia_stats.report import write_report
from scripts.make_figures import FIGURES
from tests.report.browser import opened, paint

__all__ = ["draw_page"]

HAND = "v=standard&l=61&r=32&d=3000"


def draw_page(folder: Path) -> list[Path]:
    """Write the pictures, which differ in their last bits from browser to browser."""
    paths = []
    with TemporaryDirectory() as scratch, opened(Path(scratch) / "profile") as browser:
        page = write_report(Path(scratch) / "mia.html").as_uri()
        browser.get(f"{page}#{HAND}")
        for look in ("", "-dark"):
            paint(browser, dark=bool(look))
            shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
            path = folder / f"page{look}.png"
            with Image.open(BytesIO(b64decode(shot["data"]))) as screen:
                screen.convert("RGB").quantize(64).save(path, optimize=True)
            paths.append(path)
    return paths


if __name__ == "__main__":
    for path in draw_page(FIGURES):
        print(path)
