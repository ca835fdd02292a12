"""How fast the page answers in a Chromium four times slower than this machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from mia_stats.report import write_report
from tests.report.browser import opened

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

__all__ = ["Answer", "page_answers"]

SLOWER = 4
SEATED = (  # what is asked first, which is solved then, in the largest games that the page offers
    ("two, a round", {"n": 2}),
    ("two, 6 lives each", {"n": 2, "i": "6.6"}),
    ("three, 6 lives each", {"n": 3, "i": "6.6.6"}),
    ("three, 6 lives each, a liar", {"n": 3, "i": "6.6.6", "c": "liar"}),
    ("four, 4 lives each", {"n": 4, "i": "4.4.4.4"}),
    ("four, 4 lives each, a liar", {"n": 4, "i": "4.4.4.4", "c": "liar"}),
)
READY = "return performance.getEntriesByType('navigation')[0].domInteractive"
TAP = """
const start = performance.now();
document.querySelector('fieldset#last button[value="65"]').click();
return performance.now() - start;
"""


@dataclass(frozen=True)
class Answer:
    """Milliseconds until the page of a table answers, and until it answers the next tap."""

    table: str
    opened: float
    tapped: float


def page_answers(times: int = 3) -> Iterator[Answer]:
    """Yield the least times of several, each in a page that is opened anew."""
    with TemporaryDirectory() as folder, opened(Path(folder) / "profile") as browser:
        address = write_report(Path(folder) / "mia.html").as_uri()
        browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for table, hand in SEATED:
            found = [_answer(browser, address, hand) for _ in range(times)]
            yield Answer(table, *map(min, zip(*found, strict=True)))


def _answer(browser: Chrome, address: str, hand: dict[str, Any]) -> tuple[float, float]:
    browser.get("about:blank")
    browser.get(f"{address}#{urlencode({'v': 'standard', 'l': '54', **hand})}")
    return float(browser.execute_script(READY)), float(browser.execute_script(TAP))


if __name__ == "__main__":
    for answer in page_answers():
        print(f"{answer.table:30} {answer.opened:6.0f} ms {answer.tapped:6.0f} ms")
