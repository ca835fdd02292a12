"""What axe-core finds in a page that not everybody can use; the package brings the script along."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
MISSING = "there is no axe-core: pip install axe-playwright-python"
RUN = """
const [tags, done] = arguments;
axe.run(document, {runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]})
  .then(found => done({violations: found.violations}), error => done({error: String(error)}));
"""


def script() -> str:
    """Return the script, without a look at Playwright, which the package is made for.

    Where it is missing the test is skipped, or fails where all must run.
    """
    package = find_spec("axe_playwright_python")
    folders = (package and package.submodule_search_locations) or []
    for folder in folders:
        if (path := Path(folder) / "axe.min.js").is_file():
            return path.read_text(encoding="utf-8")
    if os.environ.get("CI"):
        pytest.fail(MISSING)
    pytest.skip(MISSING)


def findings(driver: Chrome) -> list[str]:
    """Return what breaks a rule on the page that is open: the rule, how bad it is, and where."""
    driver.execute_script(script())
    driver.set_script_timeout(60)
    answer = driver.execute_async_script(RUN, TAGS)
    assert "error" not in answer, answer
    return [
        f"{found['id']} ({found['impact']}): "
        + ", ".join(" ".join(map(str, node["target"])) for node in found["nodes"])
        for found in answer["violations"]
    ]
