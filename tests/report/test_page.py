"""Facts about the page for phones as a file."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from mia_stats import VARIANTS, Variant
from mia_stats.report.page import report_html, write_report
from mia_stats.words.languages import LANGUAGES


def data_in(text: str) -> Any:
    """Return what the script of a page knows."""
    return json.loads(re.findall(r'id="data">(.*?)</script>', text)[0])


class Tags(HTMLParser):
    """The tags of a page that are still open, and all ids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in ("meta", "link", "input", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag


class TestTheFile:
    """One file, small, that loads nothing."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_is_small_and_self_contained(self, language: str, tmp_path: Path) -> None:
        path = write_report(tmp_path / "mia.html", language=language)
        assert path.stat().st_size <= 250_000
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(src|href)=\"(?!data:)", text)
        assert "url(" not in text
        assert "@import" not in text

    def test_tags_are_closed_and_ids_are_unique(self) -> None:
        tags = Tags()
        tags.feed(report_html())
        assert tags.open == []
        assert len(set(tags.ids)) == len(tags.ids)

    def test_nothing_but_its_own_script_and_style_may_run(self) -> None:
        text = report_html()
        for tag in ("script", "style"):
            (part,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
            digest = b64encode(sha256(part.encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in text
        assert "default-src 'none'" in text
        assert "unsafe-inline" not in text
        assert not re.search(r"\son\w+=|\sstyle=", text.partition("<script")[0])

    def test_icon_theme_and_description_are_inside(self) -> None:
        text = report_html()
        assert '<link rel="icon" href="data:image/svg+xml,' in text
        assert text.count('<meta name="theme-color"') == 2
        assert (
            "Mäxchen" in text.partition('<meta name="description" content="')[2].partition('"')[0]
        )

    @pytest.mark.parametrize("name", ["mia.pdf", "mia.json"])
    def test_a_page_is_html_by_its_name_too(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="the page is HTML, which is not what the suffix"):
            write_report(tmp_path / name)
        assert not list(tmp_path.iterdir())

    def test_colours_have_enough_contrast(self) -> None:
        """Level AA of WCAG 2 asks for 4.5 to 1 for text, and 3 to 1 for what is drawn."""
        style = report_html().partition("<style>")[2].partition("</style>")[0]
        light, dark = style.split("@media (prefers-color-scheme: dark)")
        dark = dark.partition("* {")[0]
        themes: list[dict[str, str]] = []
        for part in (light, dark):
            found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part))
            themes.append({**(themes[0] if themes else {}), **found})
        texts = [("ink", "paper"), ("ink", "soft"), ("muted", "paper"), ("link", "soft")]
        for theme in themes:
            for ink, ground in [*texts, ("on-accent", "accent")]:
                assert contrast(theme[ink], theme[ground]) >= 4.5
            for drawn in ("link", "line", "accent", "mixed"):
                assert contrast(theme[drawn], theme["paper"]) >= 3


class TestVariantsOfOnesOwn:
    """A variant that is not published is shown too, whatever it is called."""

    @pytest.mark.parametrize("key", ["meyer", "Mia", "MÄXCHEN", "little-mia", "own"])
    def test_an_object_is_itself_whatever_its_key(self, key: str) -> None:
        own = Variant(key, VARIANTS["points"].tiers, title="Ours")
        text = report_html(own)
        data = data_in(text)
        (chosen,) = re.findall(r'<option value="([^"]*)" selected>Ours<', text)
        assert data["chosen"] == chosen
        assert data["variants"][chosen]["title"] == "Ours"
        assert data["variants"][chosen]["tiers"][9]["said"] == "9 (63=54)"
        assert set(VARIANTS) < set(data["variants"])
        assert len(data["variants"]) == 16
        assert data["variants"]["little-mia"]["tiers"][1]["label"] == "31"
        assert "title" not in data["variants"]["little-mia"]

    def test_a_name_can_not_break_out(self) -> None:
        from dataclasses import replace

        evil = replace(VARIANTS["standard"], key="</script><b>", title="<i>&", source="</script>")
        text = report_html(evil)
        assert "</script><b>" not in text
        assert "&lt;i&gt;&amp;" in text
        assert "\\u003c/script>" in text


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, by WCAG 2."""

    def luminance(color: str) -> float:
        channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
