"""A real browser for tests of the page: a headless Chromium, which chromedriver drives."""

from __future__ import annotations

import os
import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip
MISSING = "there is no Chromium with chromedriver to open the page with"
PHONE, DESK = (360, 740), (1280, 900)

needs_browser = pytest.mark.skipif(
    not (BROWSER and DRIVER) and not os.environ.get("CI"), reason=MISSING
)
"""Marks tests that are skipped without a browser; where all must run, `opened` fails instead."""


@contextmanager
def opened(profile: Path, languages: str = "en") -> Iterator[Chrome]:
    """Start a browser of the size of a phone, and stop it at the end.

    Its logs, `browser` and `performance`, hold all that it says and loads. The profile is an empty
    folder; the languages are what its reader would like best.
    """
    if not (BROWSER and DRIVER):
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", {"intl.accept_languages": languages})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        resize(driver, PHONE)
        paint(driver)
        yield driver
    finally:
        driver.quit()


def resize(driver: Chrome, size: tuple[int, int]) -> None:
    """Make the page as wide and high as a screen, in CSS pixels; a phone has two dots for each."""
    width, height = size
    mobile = size == PHONE
    screen = {"width": width, "height": height, "deviceScaleFactor": 1 + mobile, "mobile": mobile}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def paint(driver: Chrome, *, dark: bool = False, forced: bool = False, paper: bool = False) -> None:
    """Let the page know how its reader sees it: light or dark, in forced colours, on paper."""
    wishes = {
        "prefers-color-scheme": "dark" if dark else "light",
        "forced-colors": "active" if forced else "none",
    }
    features = [{"name": name, "value": value} for name, value in wishes.items()]
    media = {"features": features, "media": "print" if paper else ""}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)


def printed(driver: Chrome) -> bytes:
    """Return the page as a PDF, on the paper that it asks for."""
    answer = driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    return b64decode(answer["data"])


def run_scripts(driver: Chrome, *, allowed: bool) -> None:
    """Say whether the pages that are opened from now on may run scripts."""
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not allowed})
