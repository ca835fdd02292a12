"""Facts about dice and the chances of the outcomes that they make."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from mia_stats import FAIR, OUTCOMES, ROLLS, Dice, Outcome, TableStrategy, sample_outcomes
from tests.helpers import dice


def test_fair_dice_make_21_twice_as_often_as_66() -> None:
    assert FAIR.chance(21) == Fraction(1, 18)
    assert FAIR.chance(66) == Fraction(1, 36)


def test_a_fair_roll_contains_a_6_with_chance_11_in_36() -> None:
    assert sum(FAIR.chance(o) for o in OUTCOMES if o.high == 6) == Fraction(11, 36)


@given(dice)
def test_chances_are_those_of_the_36_rolls(dice: Dice) -> None:
    chances = dict.fromkeys(OUTCOMES, Fraction(0))
    first, second = (
        [Fraction(weight, sum(weights)) for weight in weights]
        for weights in (dice.first, dice.second)
    )
    for a, b in ROLLS:
        chances[Outcome.from_dice(a, b)] += first[a - 1] * second[b - 1]
    assert chances == {outcome: dice.chance(outcome) for outcome in OUTCOMES}
    assert sum(chances.values()) == 1


@pytest.mark.parametrize("rare", [1, 5, Fraction(1, 3)])
def test_oblong_dice_keep_21_twice_as_likely_as_11(rare: int | Fraction) -> None:
    oblong = Dice([rare, rare, 2, 2, 2, 2])
    assert oblong.chance(21) == 2 * oblong.chance(11)


def test_dice_that_behave_the_same_are_equal() -> None:
    assert Dice([2, 2, 2, 2, 2, 2]) == Dice([Fraction(1, 6)] * 6) == FAIR
    assert hash(Dice([2] * 6)) == hash(FAIR)
    assert Dice([1, 1, 2, 2, 2, 2]) != FAIR
    assert pickle.loads(pickle.dumps(FAIR)) == FAIR


@pytest.mark.parametrize("weights", [np.arange(6), pd.Series(range(6)), tuple(range(6))])
def test_numpy_and_pandas_weights_are_welcome(weights: Any) -> None:
    assert Dice(weights) == Dice([0, 1, 2, 3, 4, 5])


def test_text_and_dice_round_trip() -> None:
    for text in ("1,1,2,2,2,2", "1,0,0,0,0,0/0,0,1,2,0,0"):
        assert str(Dice.parse(text)) == text
    assert Dice.parse(" 1, 1,2,2,2 ,2") == Dice([1, 1, 2, 2, 2, 2])


@pytest.mark.parametrize(
    "text",
    ["", "1,2", "1,1,1,1,1,1/", "1,1,1,1,1,x", "0.5,1,1,1,1,1", "1,1,1,1,1,-1", "１,1,1,1,1,1",
     "1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1", "0,0,0,0,0,0", "9" * 10**6],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_text_that_is_no_dice_is_shown(text: str) -> None:
    with pytest.raises(ValueError, match=r"not|no dice"):
        Dice.parse(text)


@pytest.mark.parametrize(
    ("weights", "error", "shown"),
    [
        ([0.1] * 6, TypeError, r"float 0.1.*Fraction\('0.1'\)"),
        (np.ones(6), TypeError, "float 1.0"),
        ([1] * 5, ValueError, "six weights, not 5"),
        ([1, 1, 1, 1, 1, -1], ValueError, "not -1"),
        ([0] * 6, ValueError, "above 0"),
        ([True] * 6, TypeError, "True"),
        ([None] * 6, TypeError, "None"),
        ("111111", TypeError, "'111111'"),
        (None, TypeError, "None"),
        (6, TypeError, "6"),
        ({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, TypeError, "{1: 1"),
        ([1, 1, 1, 1, 1, 10**19], ValueError, r"10\*\*18"),
        ([1, 1, 1, 1, 1, 10**9999], ValueError, r"1000 bits at most, not 33216"),
    ],
)
def test_bad_weights_are_shown(weights: Any, error: type[Exception], shown: str) -> None:
    with pytest.raises(error, match=shown):
        Dice(weights)


def test_weights_can_not_be_changed_from_outside() -> None:
    with pytest.raises(TypeError):
        FAIR.outcome_weights[Outcome(2, 1)] = 100  # type: ignore[index]  # it must raise
    for again in (copy.deepcopy(FAIR), pickle.loads(pickle.dumps(FAIR))):
        assert again == FAIR
        assert again.chance(21) == Fraction(1, 18)


def test_monstrous_weights_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="1000 bits at most"):
        Dice([Fraction(1, prime**40_000) for prime in (3, 7, 11, 13, 17, 19)])


@pytest.mark.parametrize(
    "weights", [pd.RangeIndex(10**12), np.broadcast_to(np.int64(1), 10**9), np.ndarray],
    ids=["index", "broadcast", "class"],
)  # fmt: skip
def test_what_is_far_too_long_is_refused_at_once(weights: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="weights"):
        Dice(weights)
    with pytest.raises(ValueError, match="21 tiers at most"):
        TableStrategy("huge", np.broadcast_to(0.5, (400,) * 3), [[1]])
    with pytest.raises(ValueError, match="2\\*\\*4096"):
        sample_outcomes(1, rng=1 << 10**7)
