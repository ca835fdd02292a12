"""Facts about the catalogue: the published orders, and the names that find and derive them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from mia_stats import (
    FAIR,
    LITTLE_MIA,
    POINTS,
    STANDARD,
    VARIANTS,
    Outcome,
    Rules,
    UnknownNameError,
    Variant,
    find_variant,
    odds_by_variant,
)

# The published lists as their sources print them; the sources are named in the catalogue.
PUBLISHED = {
    "standard": "21 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41 32 31",
    "ascending-doubles": "21 11 22 33 44 55 66 65 64 63 62 61 54 53 52 51 43 42 41 32 31",
    "little-mia": "21 31 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41 32",
    "meyer-toast": "21 31 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41 / 32",
    "meyer-toast-high": "32 21 31 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41",
    "points": "21 66 55 44 33 22 11 65 64 63=54 62=53 61=52=43 51=42 41=32 31",
    "numeric": "21 66 65 64 63 62 61 55 54 53 52 51 44 43 42 41 33 32 31 22 11",
    "halbmeier": "21 42 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 41 32 31",
    "mexico-sweden": "21 11 66 55 44 33 22 65 64 63 62 61 54 53 52 51 43 42 41 32 31",
    "mexico-us": "11 21 66 55 44 33 22 65 64 63 62 61 54 53 52 51 43 42 41 32 31",
    "mexicali": "21 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41 / 31 32",
    "mexen": "21 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41 32 / 31",
    "kiriki": "21 66=55=44=33=22=11 65 64 63=54 62=53 61=52=43 51=42 41=32 31",
    "kinito": "21=65 66 55 44 33 22 11 64 63=54 62=53 61=52=43 51=42 41=32 31",
    "kinito-void": "21=65 66 55 44 33 22 11 64 63=54 62=53 61=52=43 51=42 / 31 32 41",
}


def test_the_catalogue_holds_the_published_orders() -> None:
    assert list(VARIANTS) == list(PUBLISHED)
    for key, text in PUBLISHED.items():
        order, _, rethrown = text.partition("/")
        variant = Variant.from_order(key, order.split(), rethrown=rethrown.split())
        assert VARIANTS[key] == variant


def test_each_published_variant_says_who_plays_and_who_published_it(published: Variant) -> None:
    assert published.title
    assert published.region
    assert published.source
    assert pickle.loads(pickle.dumps(published)) == published
    assert find_variant(published.key) is published


def test_look_up_by_alias_in_any_case() -> None:
    assert VARIANTS["meyer"] is VARIANTS[" Meyer "] is LITTLE_MIA
    assert VARIANTS["Mäxchen"] is STANDARD
    assert "meyer" in VARIANTS
    assert "poker" not in VARIANTS
    assert VARIANTS.get("poker") is None


@pytest.mark.parametrize("unknown", ["standrd", "", "x" * 10**6, None, 17, ["standard"]])
def test_an_unknown_key_lists_the_known_ones(unknown: Any) -> None:
    with pytest.raises(UnknownNameError, match=r"standard, ascending-doubles") as caught:
        VARIANTS[unknown]
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 500


def test_an_unknown_key_suggests_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'standard'"):
        find_variant("standrd")
    with pytest.raises(TypeError, match="54"):
        find_variant(54)  # type: ignore[arg-type]  # it must raise


def test_a_derived_variant_says_what_it_is() -> None:
    derived = LITTLE_MIA.with_points().with_doubles("ascending").with_rethrown(65, 41)
    assert derived.key == "little-mia+points+ascending-doubles+rethrown-65-41"
    assert derived.title == "Meyer, called by points, ascending doubles, with 65 and 41 rethrown"
    assert find_variant(derived.key) == derived
    assert find_variant("meyer + points") == LITTLE_MIA.with_points()
    assert find_variant("ascending-doubles+descending-doubles") == STANDARD
    assert find_variant("standard+little-mia") == LITTLE_MIA


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("numeric+points", "scattered"),
        ("kiriki+ascending-doubles", "doubles tie"),
        ("mexen+little-mia", "31 is rethrown"),
        ("standard+rethrown-31-32-41-42-43-51-52-53-54-61-62-63-64-65+points", "nothing stands"),
        ("standard+rethrown-11-22-33-44-55-66+points", "no doubles"),
        ("standard+rethrown", "derives no variant"),
        ("standard+", "derives no variant"),
        ("standard+rethrown-45", "write 54"),
    ],
)
def test_a_derivation_that_makes_no_sense_is_refused(key: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        find_variant(key)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Danish Meyer", "little-mia"),
        ("Macháček", "standard"),
        ("Macha\u0301c\u030cek", "standard"),  # as some file systems write it
        ("MÄXCHEN", "standard"),
        ("Kocka-Bas", "standard"),
        ("viking dice", "ascending-doubles"),
        ("Scumbag", "mexen"),
        ("Mexico (US)", "mexico-us"),
        ("Little_Mia", "little-mia"),
        ("meyer with the common toast", "meyer-toast"),
        ("Danish Meyer + Points", "little-mia+points"),
    ],
)
def test_whatever_people_call_a_variant_finds_it(name: str, key: str) -> None:
    assert find_variant(name).key == key


def test_every_name_in_the_catalogue_finds_its_variant_or_says_which_there_are() -> None:
    for variant in VARIANTS.values():
        for name in (variant.key, variant.title, *variant.aliases, *variant.other_names):
            if name == "Mexico":
                with pytest.raises(UnknownNameError, match="may be 'mexico-sweden' or 'mexico-us'"):
                    find_variant(name)
                assert name not in VARIANTS
            else:
                assert find_variant(name) is variant
                assert name in VARIANTS


@pytest.mark.parametrize("said", ["31 is lille Meyer", "11 is Canada", "32 is social", "Denmark"])
def test_what_is_said_of_a_variant_is_no_name_of_it(said: str) -> None:
    with pytest.raises(UnknownNameError, match="is no variant"):
        find_variant(said)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("wikipedia", "a set of house rules, not a variant: give it where rules are"),
        ("honest", "a player, not a variant"),
        ("doubter-61", "a player, not a variant"),
        ("54", "an outcome, not a variant"),
        (54, "not the outcome 54"),
    ],
)
def test_what_belongs_elsewhere_is_recognised(name: Any, what: str) -> None:
    with pytest.raises((TypeError, UnknownNameError), match=what):
        find_variant(name)


def test_a_notebook_completes_the_keys() -> None:
    completed = VARIANTS._ipython_key_completions_()
    assert completed[: len(VARIANTS)] == list(VARIANTS)
    assert {"meyer", "danish-meyer"} <= set(completed)
    assert "mexico" not in completed  # it would have to be said which
    assert all(name in VARIANTS for name in completed)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (Rules("points"), r"Rules\(variant='points'\): give its \.variant"),
        (FAIR, r"dice go by name, as in dice=\.\.\."),
        (Outcome(2, 1), "not the outcome Outcome"),
        (["meyer"], r"not \['meyer'\]"),
    ],
)
def test_what_was_given_for_a_variant_is_named(given: Any, hint: str) -> None:
    with pytest.raises(TypeError, match=hint):
        find_variant(given)


def test_one_variant_is_no_list_of_variants() -> None:
    """It holds outcomes, of which none is a variant."""
    for given in (POINTS, "points"):
        with pytest.raises(TypeError, match="variants must be a list"):
            odds_by_variant(given)  # type: ignore[arg-type]  # it must raise


def test_a_huge_number_is_no_variant() -> None:
    with pytest.raises(TypeError, match="not an int of 16610 bits"):
        find_variant(10**5000)  # type: ignore[arg-type]  # it must raise
