"""Facts about words in several languages."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from mia_stats import CHARACTERS, VARIANTS, check_claims
from mia_stats.words.languages import LANGUAGES, find_language, translated, words_in
from tests.helpers import ROOT

REPORT = ROOT / "mia_stats" / "report"
SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for pattern in ("*.js", "*.py", "*.html")
    for path in sorted(REPORT.glob(pattern))
)


def fields(text: str) -> set[str]:
    """Return what is filled in, whatever its case."""
    return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}


def test_no_word_is_missing_in_a_language() -> None:
    english = words_in("en")
    for language in LANGUAGES:
        words = words_in(language)
        assert list(words) == list(english)
        for key, text in words.items():
            assert text == text.strip() != "", (language, key)
            assert fields(text) == fields(english[key]), (language, key)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_sentences_are_translated(language: str) -> None:
    """Names and single words may be alike in two languages; what has four words is a sentence."""
    english = words_in("en")
    assert not [
        key
        for key, text in words_in(language).items()
        if text == english[key] and len(text.split()) > 3
    ]


def test_what_the_page_asks_for_is_there() -> None:
    words = words_in("en")
    asked = re.findall(r"\bwords\.(\w+)", SOURCES) + re.findall(r'data-word="(\w+)"', SOURCES)
    asked += re.findall(r'\bword\("(\w+)"', SOURCES) + re.findall(r'\bw\["(\w+)"\]', SOURCES)
    assert len(set(asked)) > 60
    assert {key for key in asked if key not in words} <= {"languages"}


def test_every_word_is_used() -> None:
    families = set(re.findall(r"[\"`](\w+_)(?:\$\{|\{|%d|\" \+)", SOURCES))
    named = set(re.findall(r"[\w-]+", SOURCES))
    unused = [
        key
        for key in words_in("en")
        if key not in named and not any(key.startswith(family) for family in families)
    ]
    assert [key for key in unused if not key.startswith("said_")] == []


def test_what_others_say_is_translated_and_nothing_else() -> None:
    """Names of pages and people stay as they are."""
    claims = check_claims()
    said = {text for claim in claims for text in (claim.text, claim.convention, claim.source)}
    said |= {variant.source for variant in VARIANTS.values()} - {""}
    names = {text for text in said if translated(text, "de") == text}
    assert all(
        re.search(r"wikipedia|[a-z0-9]\.(com|de|nu)\b|Jørgensen|Long", text, re.I)
        for text in names - {""}
    )
    for language in LANGUAGES[1:]:
        assert {text for text in said if translated(text, language) == text} == names
    assert all(translated(text, "en") == text for text in said)
    patterns = {key: text for key, text in words_in("en").items() if key.startswith("said_")}
    plain = {text for text in patterns.values() if "{" not in text}
    assert plain <= said
    assert translated("66 is beaten 6 % of the time", "da") == "66 overgås i 6 % af tilfældene"


def test_a_variant_has_a_name_of_its_own_in_each_language() -> None:
    for language in LANGUAGES:
        words = words_in(language)
        names = [words[f"variant_{key}"] for key in VARIANTS]
        assert len(set(names)) == len(VARIANTS)
    assert words_in("de")["variant_standard"] == "Mäxchen"
    assert words_in("da")["variant_little-mia"] == "Meyer"
    assert words_in("sv")["variant_mexico-sweden"] == "Mexico"


def test_the_game_is_found_under_its_own_name() -> None:
    names = {"en": "Mia", "de": "Mäxchen", "da": "Meyer", "sv": "Mexico"}
    for language, name in names.items():
        words = words_in(language)
        assert name in words["title"]
        assert name in words["description"]


def test_every_character_is_described_in_each_language() -> None:
    for language in LANGUAGES:
        words = words_in(language)
        for name in CHARACTERS:
            key, _, call = name.partition("-")
            assert words[key].format(call=call)


@pytest.mark.parametrize(("given", "found"), [("de", "de"), ("DA", "da"), (" sv ", "sv")])
def test_a_language_is_found_in_any_case(given: str, found: str) -> None:
    assert find_language(given) == found


@pytest.mark.parametrize("given", ["fr", "german", ""])
def test_an_unknown_language_is_named_with_those_that_are_known(given: str) -> None:
    with pytest.raises(ValueError, match="none of the languages en, de, da, sv"):
        words_in(given)
    with pytest.raises(TypeError, match="a language is one of en, de, da, sv, not 3"):
        find_language(3)
