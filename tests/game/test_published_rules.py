"""Facts about the published sets of house rules, and the names that find them."""

from __future__ import annotations

from typing import Any

import pytest

from mia_stats import (
    ASCENDING_DOUBLES,
    HONEST,
    LITTLE_MIA,
    POINTS,
    RULES,
    VARIANTS,
    Rules,
    find_rules,
)


def test_the_published_sets() -> None:
    """Each field that a source states and that is no default, and who says so."""
    published: dict[str, tuple[str, dict[str, Any]]] = {
        "wikipedia": ('Wikipedia, "Mia (game)"', {}),
        "gamerules": (
            "gamerules.com",
            {"variant": ASCENDING_DOUBLES, "unseen_pass": "free", "ending": "last_standing"},
        ),
        "meyer": (
            'M. Jørgensen, "Meyer" (2016)',
            {"variant": LITTLE_MIA, "call": "at_least", "mia_penalty": 1, "mia_fold": None,
             "next_starter": "loser", "mia_equalled": True},
        ),
        "partisia": (
            "Partisia, example contract",
            {"variant": LITTLE_MIA, "call": "at_least", "mia_lie_penalty": 2,
             "ending": "last_standing"},
        ),
        "meyer-engine": (
            "a Danish coding game",
            {"variant": LITTLE_MIA, "call": "at_least", "mia_lie_penalty": 2, "mia_fold": None,
             "mia_by": "either", "mia_equalled": True, "second_throw": "blind"},
        ),
        "contest": (
            "the Mäxchen bot contest server",
            {"lives": 1, "mia_penalty": 1, "mia_fold": None, "true_mia": "others",
             "next_starter": "random"},
        ),
        "maexchen-online": (
            "the online game with lives",
            {"lives": 3, "mia_fold": 2, "mia_lie_penalty": 2, "next_starter": "loser",
             "ending": "last_standing"},
        ),
        "mia-dice": (
            "a TypeScript game for two",
            {"variant": ASCENDING_DOUBLES, "lives": 5, "next_starter": "winner"},
        ),
        "school-paper": (
            "a German school paper's simulator (2021)",
            {"lives": 1, "truth": "exact", "mia_penalty": 1, "next_starter": "after_doubter"},
        ),
        "german-party": (
            "several German party pages", {"lives": 3, "mia_penalty": 1, "thrown_mia": "others"},
        ),
        "kuriki": (
            "a US page on Kuriki",
            {"call": "at_least", "mia_penalty": 1, "next_starter": "winner",
             "thrown_mia": "next"},
        ),
        "kiriki": (
            'es.wikipedia.org, "Kiriki"',
            {"variant": VARIANTS["kiriki"], "call": "at_least", "lives": 9, "mia_penalty": 1,
             "next_starter": "loser", "ending": "last_standing", "thrown_mia": "next"},
        ),
        "drinking": (
            "pages on drinking Mia", {"forfeit": "sip", "ending": "rounds", "rounds": 20},
        ),
    }  # fmt: skip
    assert list(RULES) == list(published)
    frame = RULES.to_frame().set_index("key")
    for key, (source, fields) in published.items():
        assert frame.loc[key, "source"] == source
        stated = {name: getattr(RULES[key], name) for name in fields}
        assert stated == fields
        assert RULES[key] == Rules(**fields)
    assert find_rules(" Meyer ") is RULES["meyer"]


def test_what_a_set_can_not_say_is_in_its_text() -> None:
    """The rules of these sources that have no field."""
    what = RULES.to_frame().set_index("key")["what"]
    lacking = {key for key in RULES if "can't be said" in what[key]}
    assert lacking == {"contest", "mia-dice"}


def test_the_name_of_an_earlier_version_works_and_says_so() -> None:
    with pytest.warns(FutureWarning, match="'bots' are called 'school-paper' now"):
        assert find_rules("Bots") is RULES["school-paper"]
    assert "bots" in RULES
    assert "bots" not in list(RULES)


def test_the_warning_points_at_the_line_that_says_the_former_name() -> None:
    for look_up in (
        lambda: RULES["bots"],
        lambda: find_rules("bots"),
        lambda: HONEST.table("bots"),
    ):
        with pytest.warns(FutureWarning) as warned:
            look_up()
        place = (__file__, look_up.__code__.co_firstlineno)
        assert [(warning.filename, warning.lineno) for warning in warned] == [place]


def test_unknown_rules_are_named() -> None:
    with pytest.raises(ValueError, match=r"'wikpedia' are no rules \(did you mean 'wikipedia'"):
        find_rules("wikpedia")
    with pytest.raises(TypeError, match="5"):
        find_rules(5)  # type: ignore[arg-type]  # it must raise
    assert "poker" not in RULES


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("points", r"'points' is a variant, not a set of house rules: write Rules\('points'\)"),
        ("meyer+points", r"is a variant.*write Rules\('meyer\+points'\)"),
        (POINTS, r"<Variant points> is a variant.*write Rules\(variant\)"),
        ("honest", "is a player, not a set of rules"),
        ("wikpedia", "are no rules .did you mean 'wikipedia'"),
    ],
)
def test_what_belongs_elsewhere_is_recognised(name: Any, what: str) -> None:
    with pytest.raises((TypeError, ValueError), match=what):
        find_rules(name)


def test_rules_in_place_of_a_variant_are_recognised() -> None:
    with pytest.raises(ValueError, match=r"'wikipedia' is a set of house rules, not a variant"):
        Rules("wikipedia")
    assert "points" not in RULES
    assert "Meyer" in RULES
    assert "mia_dice" in RULES
