"""Facts about tiers that are called by the sum of the dice."""

from __future__ import annotations

import pytest

from mia_stats import VARIANTS, Outcome, Variant, find_variant
from mia_stats.ranking.sums import called_sums, points_of

BY_SUM = "65 64 63=54 62=53 61=52=43 51=42 41=32 31"


def called(variant: Variant) -> dict[str, str]:
    return {
        total: " ".join(sorted(o.label for o in tier))
        for total, tier in called_sums(variant.tiers).items()
    }


def test_a_sum_is_that_of_both_dice() -> None:
    assert points_of(Outcome(6, 3)) == points_of(Outcome(5, 4)) == 9


@pytest.mark.parametrize("key", ["points", "kiriki", "kinito"])
def test_by_points_the_sums_from_4_to_10_are_called(key: str) -> None:
    """65 makes 11, which is a double; by Kinito it stands beside 21."""
    assert called(VARIANTS[key]) == {
        "4": "31", "5": "32 41", "6": "42 51", "7": "43 52 61", "8": "53 62", "9": "54 63",
        "10": "64",
    }  # fmt: skip


def test_where_nothing_ties_nobody_calls_sums() -> None:
    for variant in VARIANTS.values():
        ties = any(len(tier) > 1 and tier[0].kind == "mixed" for tier in variant.tiers)
        assert bool(called(variant)) == ties


@pytest.mark.parametrize(
    ("key", "four", "six"),
    [
        ("meyer+points", None, "42 51"),
        ("halbmeier+points", "31", "51"),
        ("mexen+points", None, "42 51"),
    ],
)
def test_what_stands_above_the_doubles_has_its_own_name(
    key: str, four: str | None, six: str
) -> None:
    """31 is lille Meyer and 42 Halbmeier; Mexen rethrows 31."""
    sums = called(find_variant(key))
    assert sums.get("4") == four
    assert sums["6"] == six


def test_mia_is_never_called_3() -> None:
    doubles = [66, 55, 44, 33, 22, 11]
    above = Variant.from_order("above", ["21", *BY_SUM.split()], rethrown=doubles)
    below = Variant.from_order("below", [*doubles, *BY_SUM.split(), "21"])
    beside = Variant.from_order("beside", [*doubles, "21", *BY_SUM.split()])
    for variant in (above, below, beside):
        assert "3" not in called(variant)
        assert called(variant)["8"] == "53 62"
        assert variant.in_words(21) == "21"
        assert 3 not in variant


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("41=32 31", "31 41=32"),  # out of order
        ("62=53", "62 53"),  # 8 would be two tiers
        ("63=54 62=53", "63=53 62=54"),  # ties of other sums
        ("64 63=54", "64=63=54"),
    ],
)
def test_where_not_all_stand_by_sums_nobody_calls_them(said: str, instead: str) -> None:
    order = f"21 66 55 44 33 22 11 {BY_SUM}".replace(said, instead)
    variant = Variant.from_order("odd", order.split())
    assert not called(variant)
    assert variant.in_words(51) == "51=42"


def test_one_tie_makes_no_game_of_sums() -> None:
    order = "21 66 55 44 33 22 11 65 64 63=54 62 61 53 52 51 43 42 41 32 31"
    assert not called(Variant.from_order("own", order.split()))
