"""A real browser for tests of the page: a headless Chromium, which chromedriver drives."""

from __future__ import annotations

import os
import shutil
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

needs_browser = pytest.mark.skipif(
    not (BROWSER and DRIVER) and not os.environ.get("CI"), reason=MISSING
)
"""Marks tests that are skipped without a browser; where all must run, `opened` fails instead."""


@contextmanager
def opened(
    profile: Path,
    *,
    width: int = 360,
    height: int = 800,
    mobile: bool = True,
    dark: bool = False,
) -> Iterator[Chrome]:
    """Start a browser of the size of a phone, or another, and stop it at the end.

    Its logs, `browser` and `performance`, hold all that it says and loads. The profile is an empty
    folder.
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
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        resize(driver, width, height, mobile=mobile)
        paint(driver, dark=dark)
        yield driver
    finally:
        driver.quit()


def resize(driver: Chrome, width: int, height: int, *, mobile: bool = True) -> None:
    """Make the page as wide and high as a screen, in CSS pixels; a phone has two dots for each."""
    screen = {"width": width, "height": height, "deviceScaleFactor": 1 + mobile, "mobile": mobile}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def paint(driver: Chrome, *, dark: bool) -> None:
    """Let the page know whether its reader likes it dark or light."""
    wish = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})
