"""Facts about the middle of the order."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction

import pytest
from hypothesis import given

from mia_stats import Dice, Medians, Variant, medians, odds
from tests.helpers import dice, orders


def labels(found: Medians) -> dict[str, str]:
    return {
        name: " ".join(str(outcome) for outcome in getattr(found, name))
        for name in ("lower", "upper", "even", "even_or_tie", "middle")
    }


def test_the_standard_order_has_two_medians() -> None:
    """Of 36 rolls, 18 are 61 or better and 18 are 54 or worse."""
    assert labels(medians()) == {
        "lower": "54", "upper": "61", "even": "54", "even_or_tie": "61", "middle": "62",
    }  # fmt: skip


def test_danish_meyer_has_61_and_62() -> None:
    assert labels(medians("meyer")) == {
        "lower": "61", "upper": "62", "even": "61", "even_or_tie": "62", "middle": "63",
    }  # fmt: skip


def test_with_32_rethrown_62_is_the_only_median() -> None:
    """16 of the 34 kept rolls are above 62 and 16 below; 20 outcomes have two in the middle."""
    assert labels(medians("meyer-toast")) == {
        "lower": "62", "upper": "62", "even": "", "even_or_tie": "", "middle": "64 63",
    }  # fmt: skip
    row = odds("meyer-toast")[62]
    assert row.beaten == row.beats == Fraction(16, 34)


def test_tied_outcomes_are_medians_together() -> None:
    found = labels(medians("points"))
    assert found["lower"] == found["upper"] == "62 53"
    assert found["even"] == ""
    assert found["middle"] == "63 54"


@given(orders(), dice)
def test_medians_bracket_one_half(variant: Variant, dice: Dice) -> None:
    found = medians(variant, dice=dice)
    table = odds(variant, dice=dice)
    half = Fraction(1, 2)
    for tier in (found.lower, found.upper):
        row = table[tier[0]]
        assert row.met_or_beaten >= half
        assert row.tied + row.beats >= half
        assert row.tied > 0
    upper, lower = table[found.upper[0]], table[found.lower[0]]
    assert upper.rank <= lower.rank
    if upper.rank < lower.rank:
        assert upper.met_or_beaten == lower.beaten == half
    assert all(table[outcome].beaten == half for outcome in found.even)
    assert all(table[outcome].met_or_beaten == half for outcome in found.even_or_tie)
    assert found.middle


def test_an_outcome_that_never_comes_can_be_even_too() -> None:
    """Without sixes on one die and with sixes only on the other, doubles but 66 have no chance."""
    found = medians(dice=Dice([1, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]))
    assert labels(found)["even"] == "55 44 33 22 11 65 64 63 62 61"
    assert labels(found)["even_or_tie"] == "66 55 44 33 22 11 65 64 63 62"
    assert labels(found)["upper"] == "66"
    assert labels(found)["lower"] == "61"


def test_the_caption_tells_dice_that_are_not_fair() -> None:
    assert "dice 1,1,2,2,2,2" in medians(dice=Dice([1, 1, 2, 2, 2, 2])).caption


@pytest.mark.parametrize(
    ("tuple_of_outcomes", "said"),
    [(medians().even, 54), (medians().upper, "61"), (medians("points").lower, 8)],
)
def test_a_label_is_found_among_the_medians(
    tuple_of_outcomes: Container[object], said: object
) -> None:
    assert said in tuple_of_outcomes
    assert 66 not in tuple_of_outcomes
