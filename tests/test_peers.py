"""Facts about the odds, by the dice libraries of others: every published order gives the same."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mia_stats import VARIANTS, Variant, odds
from scripts.peers import from_scratch, with_dyce, with_icepool

KEEPING_ALL = [key for key, variant in VARIANTS.items() if not variant.rethrown]


def order_of(variant: Variant) -> list[list[int]]:
    """Return the labels of a variant by tier."""
    return [[int(outcome.label) for outcome in tier] for tier in variant.tiers]


@pytest.mark.parametrize("key", KEEPING_ALL)
def test_two_other_libraries_find_the_same_odds(key: str) -> None:
    order = order_of(VARIANTS[key])
    ours = {int(row.outcome.label): (row.p, row.beaten, row.tied, row.beats) for row in odds(key)}
    assert with_icepool(order) == ours
    assert with_dyce(order) == ours
    assert from_scratch(order) == ours


def test_they_know_that_54_is_beaten_half_the_time() -> None:
    """By hand: 18 of the 36 rolls are above 54, two make it and 16 are below."""
    hand = (Fraction(2, 36), Fraction(18, 36), Fraction(2, 36), Fraction(16, 36))
    for library in (with_icepool, with_dyce):
        assert library(order_of(VARIANTS["standard"]))[54] == hand
