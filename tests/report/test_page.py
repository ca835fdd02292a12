"""Facts about the page for phones, read by a real browser."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from mia_stats import VARIANTS, Rules, Variant, advise, check_claims, medians, odds
from mia_stats.report.page import report_html, write_report
from mia_stats.utils.tables import percent

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip
needs_browser = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="there is no Chromium with chromedriver to open the page with"
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the page."""
    return write_report(tmp_path_factory.mktemp("page") / "mia.html")


@pytest.fixture(scope="module")
def browser(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a browser of the size of a phone that has opened the page."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    size = {"width": 360, "height": 800, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get(page.as_uri())
    yield driver
    driver.quit()


def choose(browser: Any, name: str, text: str) -> None:
    """Choose an option by what it says."""
    from selenium.webdriver.support.ui import Select

    Select(browser.find_element("id", name)).select_by_visible_text(text)


def pick_variant(browser: Any, key: str) -> None:
    choose(browser, "variant", f"{VARIANTS[key].title} ({key})")


def column(browser: Any, number: int) -> list[str]:
    return [
        row.find_elements("tag name", "td")[number].text
        for row in browser.find_elements("css selector", "#odds tbody tr")
    ]


@pytest.mark.browser
@needs_browser
class TestInTheBrowser:
    """What a player sees and does."""

    @pytest.mark.parametrize("key", ["points", "mexicali", "standard"])
    def test_the_variant_can_be_switched(self, browser: Any, key: str) -> None:
        pick_variant(browser, key)
        table = odds(key)
        assert column(browser, 1) == [row.outcome.label for row in table]
        assert column(browser, 4) == [f"{row.beaten} = {percent(row.beaten)}" for row in table]
        bars = browser.find_elements("css selector", "#chart li")
        assert len(bars) == len(table)
        facts = dict(
            term.text.split(": ") for term in browser.find_elements("css selector", "#medians dt")
        )
        columns = medians(key).columns
        assert facts == dict(zip(columns["median"], columns["outcomes"], strict=True))

    def test_the_table_sorts_by_any_column_and_back(self, browser: Any) -> None:
        pick_variant(browser, "standard")
        best_first = [row.outcome.label for row in odds()]
        heads = browser.find_elements("css selector", "#odds th")
        for head, expected in ((heads[1], sorted(best_first)), (heads[4], best_first)):
            head.find_element("tag name", "button").click()
            assert head.get_attribute("aria-sort") == "ascending"
            assert column(browser, 1) == expected
            head.find_element("tag name", "button").click()
            assert head.get_attribute("aria-sort") == "descending"
            assert column(browser, 1) == expected[::-1]
        heads[0].find_element("tag name", "button").click()
        assert column(browser, 1) == best_first

    def test_the_table_sorts_by_keyboard(self, browser: Any) -> None:
        from selenium.webdriver.common.keys import Keys

        button = browser.find_elements("css selector", "#odds th button")[2]
        button.send_keys(Keys.ENTER)
        assert column(browser, 2) == ["1"] * 6 + ["2"] * 15

    def test_the_adviser_answers_as_the_library(self, browser: Any) -> None:
        pick_variant(browser, "standard")
        choose(browser, "last", "54")
        choose(browser, "previous", "42")
        choose(browser, "roll", "43")
        choose(browser, "mine", "3")
        choose(browser, "theirs", "2")
        advice = advise(54, previous=42, roll=43, lives=(3, 2))
        doubt = browser.find_element("id", "doubt").text
        assert doubt == f"Doubt {percent(advice.answers['doubt'])} of the time, else believe."
        said = [item.text for item in browser.find_elements("css selector", "#calls li")]
        assert said == [f"{call}: {percent(chance)}" for call, chance in advice.calls.items()]
        choose(browser, "roll", "65")
        assert browser.find_element("id", "calls").text == "With 65: tell the truth."
        choose(browser, "last", "21")
        assert browser.find_element("id", "doubt").text.startswith("Look ")
        assert not browser.find_elements("id", "calls")

    def test_it_opens_with_nothing_chosen(self, page: Path, browser: Any) -> None:
        from selenium.webdriver.support.ui import Select

        browser.get(page.as_uri())
        shown = [
            Select(browser.find_element("id", name)).first_selected_option.text
            for name in ("last", "previous", "roll")
        ]
        assert shown == ["none: I open", "none: it opened", "not thrown yet"]
        assert browser.find_element("id", "advice").text == "Choose your roll."

    def test_an_opener_is_asked_for_its_roll(self, browser: Any) -> None:
        choose(browser, "last", "none: I open")
        choose(browser, "roll", "not thrown yet")
        assert browser.find_element("id", "advice").text == "Choose your roll."
        choose(browser, "mine", "just this round")
        choose(browser, "roll", "31")
        said = [item.text for item in browser.find_elements("css selector", "#calls li")]
        calls = advise(roll=31).calls
        assert said == [f"{call}: {percent(chance)}" for call, chance in calls.items()]

    @pytest.mark.parametrize("key", list(VARIANTS))
    def test_all_answers_equal_those_of_the_library(self, browser: Any, key: str) -> None:
        """A sample of states, rolls and lives in each variant, within a tenth of a percent."""
        pick_variant(browser, key)
        rules = Rules(key)
        draw = random.Random(key)
        tiers = [tier[0] for tier in rules.variant.tiers[::-1]]
        for _ in range(12):
            previous, last = sorted(draw.sample(range(-1, rules.top), 2))
            roll = draw.randrange(rules.tier_count)
            lives = draw.choice([None, (draw.randint(1, 6), draw.randint(1, 6))])
            mine, theirs = lives or (0, 0)
            doubt, calls = browser.execute_script(
                "return [unpack(setFor(arguments[1], arguments[0]), arguments[2] + 1)"
                ".doubt(arguments[3]),"
                " callsWith(setFor(arguments[0], arguments[1]), arguments[3] + 1, arguments[4])]",
                mine, theirs, previous, last, roll,
            )  # fmt: skip
            advice = advise(
                tiers[last],
                previous=None if previous < 0 else tiers[previous],
                roll=tiers[roll],
                lives=lives,
                rules=rules,
            )
            assert doubt / 10 == pytest.approx(float(percent(advice.answers["doubt"])[:-2]))
            found = {rules.tier_name(call): chance / 1000 for call, chance in calls}
            for call in {*found, *advice.calls}:
                assert found.get(call, 0) == pytest.approx(
                    float(advice.calls.get(call, 0)), abs=1.01e-3
                )

    def test_it_fits_a_phone(self, browser: Any) -> None:
        widths = "return [document.documentElement.scrollWidth, window.innerWidth]"
        for key in VARIANTS:
            pick_variant(browser, key)
            assert browser.execute_script(widths) == [360, 360]

    def test_every_control_has_a_label(self, browser: Any) -> None:
        for control in browser.find_elements("css selector", "select"):
            name = control.get_attribute("id")
            assert browser.find_element("css selector", f"label[for='{name}']").text

    def test_nothing_is_loaded_and_nothing_fails(self, browser: Any, page: Path) -> None:
        """The last test of the class: the logs are about all that was done before."""
        events = [
            json.loads(entry["message"])["message"] for entry in browser.get_log("performance")
        ]
        urls = {
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
            and event["params"]["documentURL"] == page.as_uri()
        }
        assert {url for url in urls if not url.startswith("data:")} == {page.as_uri()}
        assert browser.get_log("browser") == []


class TestTheFile:
    """Facts about the page as a file."""

    def test_it_is_small_and_self_contained(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        assert len(text.encode()) < 1_000_000
        assert not re.search(r"(src|href)=\"(?!data:)", text)
        assert "url(" not in text
        assert "@import" not in text

    def test_tags_are_closed_and_ids_are_unique(self, page: Path) -> None:
        class Tags(HTMLParser):
            def __init__(self) -> None:
                super().__init__()
                self.open: list[str] = []
                self.ids: list[str] = []

            def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
                self.ids += [value or "" for name, value in attrs if name == "id"]
                if tag not in ("meta", "link"):
                    self.open.append(tag)

            def handle_endtag(self, tag: str) -> None:
                assert self.open.pop() == tag

        tags = Tags()
        tags.feed(page.read_text(encoding="utf-8"))
        assert tags.open == []
        assert len(set(tags.ids)) == len(tags.ids)

    def test_the_claims_are_there(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        for claim in check_claims():
            assert claim.text in text

    @pytest.mark.parametrize("key", ["meyer", "Mia", "MÄXCHEN", "little-mia", "own"])
    def test_a_variant_of_ones_own_is_shown_whatever_its_key(self, key: str) -> None:
        own = Variant(key, VARIANTS["points"].tiers, title="Ours")
        text = report_html(own)
        data = json.loads(re.findall(r'id="data">(.*?)</script>', text)[0])
        (chosen,) = re.findall(r'<option value="([^"]*)" selected>', text)
        assert data["variants"][chosen]["tiers"][5] == "9 (63=54)"
        assert set(VARIANTS) < set(data["variants"])
        assert len(data["variants"]) == 16
        published = data["variants"]["little-mia"]["rows"][1]["cells"]
        assert published[1] == "31"

    @pytest.mark.parametrize("name", ["mia.pdf", "mia.json"])
    def test_a_page_is_html_by_its_name_too(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="the page is HTML, which is not what the suffix"):
            write_report(tmp_path / name)
        assert not list(tmp_path.iterdir())

    def test_no_sentence_recommends_the_duel_to_more(self) -> None:
        assert "It is no advice for three or more." in report_html()

    def test_a_name_can_not_break_out(self) -> None:
        from dataclasses import replace

        evil = replace(VARIANTS["standard"], key="</script><b>", title="<i>&", source="</script>")
        text = report_html(evil)
        assert "</script><b>" not in text
        assert "&lt;i&gt;&amp;" in text
        assert "\\u003c/script>" in text

    def test_colours_have_enough_contrast(self) -> None:
        """Level AA of WCAG 2 asks for 4.5 to 1 for text, in both themes."""
        style = report_html().partition("<style>")[2].partition("</style>")[0]
        light, dark = style.split("@media (prefers-color-scheme: dark)")
        themes: list[dict[str, str]] = []
        for part in (light, dark):
            found = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", part))
            themes.append({**(themes[0] if themes else {}), **found})
        for theme in themes:
            for ink, ground in (("ink", "paper"), ("ink", "soft"), ("muted", "paper")):
                assert contrast(theme[ink], theme[ground]) >= 4.5
            assert contrast(theme["link"], theme["paper"]) >= 3  # the ring of the focus


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, by WCAG 2."""

    def luminance(color: str) -> float:
        channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
