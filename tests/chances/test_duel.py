"""Facts about one roll against another of which some dice are unknown."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mia_stats import STANDARD, VARIANTS, Dice, Outcome, duel_odds


@pytest.mark.parametrize(
    ("mine", "theirs", "win"),
    [
        ("* *", "1 2", 0),
        ("1 2", "* *", Fraction(17, 18)),
        ("1 2", "1 3", 1),
        ("6 6", "6 6", 0),
    ],
)
def test_known_cases(mine: str, theirs: str, win: Fraction) -> None:
    assert duel_odds(mine, theirs).win == win


@pytest.mark.parametrize(
    "key",
    [
        key
        for key, variant in VARIANTS.items()
        if len(variant.tiers) + len(variant.rethrown) == 21 and len(variant.rethrown) < 2
    ],
)
def test_two_unknown_rolls(key: str) -> None:
    """A strict order ties with the sum of squares: (6 · 1 + 15 · 4)/36², or over 34²."""
    tie, better, meets = Fraction(11, 216), Fraction(205, 432), Fraction(227, 432)
    if VARIANTS[key].rethrown:
        tie, better, meets = Fraction(31, 578), Fraction(547, 1156), Fraction(609, 1156)
    duel = duel_odds("* *", "* *", key)
    assert duel == (better, tie, better)
    assert duel.win + duel.tie == meets


def test_a_partly_known_roll_is_enumerated() -> None:
    """Mine 1 and one unknown die against theirs 2 and one unknown die, by hand."""
    pairs = [
        (STANDARD.rank((1, a)), STANDARD.rank((2, b))) for a, b in product(range(1, 7), repeat=2)
    ]
    duel = duel_odds("1 *", "2 *")
    assert duel.win == Fraction(sum(mine < theirs for mine, theirs in pairs), 36)
    assert duel.tie == Fraction(sum(mine == theirs for mine, theirs in pairs), 36)
    assert sum(duel) == 1


def test_all_spellings() -> None:
    assert (
        duel_odds("1 *", 54)
        == duel_odds("1*", "54")
        == duel_odds((1, None), (4, 5))
        == duel_odds("1,*", Outcome(5, 4))
    )


def test_the_dice_of_a_roll_can_differ() -> None:
    """A die that always shows 6 makes 66 one time in six; its partner is fair."""
    loaded = Dice([0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1])
    assert duel_odds("* *", 55, dice=loaded).win == Fraction(1, 6)
    assert duel_odds("1 *", 66, dice=loaded).win == Fraction(1, 6)  # only 21 beats 66
    assert duel_odds("* 2", 66, dice=loaded).win == 0


def test_unknown_dice_never_complete_a_rethrown_outcome() -> None:
    """With 31 rethrown, a roll that shows a 1 has five other faces left."""
    assert duel_odds("1 *", 66, "mexen").win == Fraction(1, 5)
    with pytest.raises(ValueError, match="31 is rethrown"):
        duel_odds("1 3", 66, "mexen")
    with pytest.raises(ValueError, match="can only be rethrown"):
        duel_odds("3 *", 66, "mexen", dice=Dice([1, 0, 0, 0, 0, 0]))


@pytest.mark.parametrize(
    "roll", ["* 7", "*", "***", "x *", "", None, (1, 2, None), (None, 7), (None, True), "12"]
)
def test_what_is_no_roll_is_refused(roll: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"roll|die|outcome"):
        duel_odds(roll, 54)
    with pytest.raises((TypeError, ValueError), match=r"roll|die|outcome"):
        duel_odds(54, roll)


@pytest.mark.parametrize("unclear", ["4 ?", "_ 4", None, "5x"])
def test_how_an_unknown_die_is_written_is_said(unclear: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"an unknown die is written \*"):
        duel_odds(unclear, 54)


def test_where_both_dice_are_known_nothing_is_said_of_unknown_ones() -> None:
    for roll in (45, "45", 31):
        with pytest.raises(ValueError, match=r"(write 54|so it has no rank)$"):
            duel_odds(roll, 66, "mexen")


def test_a_sum_is_a_roll_of_its_tier() -> None:
    assert duel_odds("8", 62, "points") == duel_odds(53, 62, "points")
    assert duel_odds("8", 62, "points").tie == 1
