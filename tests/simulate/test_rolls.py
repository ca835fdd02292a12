"""Facts about simulated rolls, against exact chances."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chisquare

from mia_stats import (
    FAIR,
    Dice,
    Outcome,
    find_variant,
    odds,
    sample_outcomes,
    simulate_rolls,
    solve_match,
    solve_round,
)


@pytest.mark.parametrize("variant", ["standard", "mexicali", "kinito-void"])
@pytest.mark.parametrize("dice", [FAIR, Dice([1, 2, 3, 4, 5, 6], [0, 1, 1, 0, 2, 7])])
def test_samples_follow_the_exact_chances(variant: str, dice: Dice) -> None:
    n = 200_000
    table = odds(variant, dice=dice)
    sample = sample_outcomes(n, variant, dice=dice, rng=1)
    assert sample.dtype == np.intp
    labels, counts = np.unique(sample, return_counts=True)
    seen = dict(zip(labels.tolist(), counts.tolist(), strict=True))
    possible = [row for row in table if row.p]
    assert set(seen) == {int(row.outcome.label) for row in possible}
    observed = [seen[int(row.outcome.label)] for row in possible]
    assert chisquare(observed, [float(n * row.p) for row in possible]).pvalue > 1e-4
    rolls = simulate_rolls(n, variant, dice=dice, rng=1)
    observed = [rolls[row.outcome] for row in possible]
    assert chisquare(observed, [float(n * row.p) for row in possible]).pvalue > 1e-4
    assert rolls.total == sum(observed) == n


def test_labels_can_be_calculated_with() -> None:
    """As wide as an index: a product does not wrap, and they are indices."""
    sample = sample_outcomes(1000, rng=1)
    assert (sample * 1000 // 1000 == sample).all()
    assert int((sample * sample).max()) == 66**2
    small = sample_outcomes(1000, rng=1, dtype="int8")
    assert small.nbytes == 1000
    assert (small == sample).all()
    for dtype in (None, "poker", bool, "U2", 5):
        with pytest.raises(TypeError, match="a numpy type of numbers"):
            sample_outcomes(5, dtype=dtype)  # type: ignore[arg-type]  # it must raise


def test_counts_merge_with_the_odds_on_the_label() -> None:
    rolls = simulate_rolls(1000, "points", rng=1)
    both = rolls.to_frame()[["label", "count"]].merge(odds("points").to_frame(), on="label")
    assert len(both) == 21
    assert both["count"].sum() == 1000
    assert "label" not in rolls.to_text()  # for people it would repeat the outcome


def test_a_billion_rolls_have_exact_expectations() -> None:
    rolls = simulate_rolls(10**9, rng=1)
    assert rolls.expected(21) == Fraction(10**9, 18)
    frame = rolls.to_frame()
    assert frame["count"].sum() == 10**9
    assert frame["share"].to_numpy() == pytest.approx(frame["p"].to_numpy(), abs=1e-4)
    assert "1,000,000,000 simulated rolls" in str(rolls)


def test_seeds_are_honoured() -> None:
    assert (sample_outcomes(100, rng=0) == sample_outcomes(100, rng=0)).all()
    assert simulate_rolls(100, rng=0) == simulate_rolls(100, rng=0)
    assert len(sample_outcomes(0)) == 0


def test_without_a_seed_each_throw_is_new() -> None:
    """In a program of its own, for these tests are given a seed."""
    program = "import mia_stats\nfor _ in 'ab': print(mia_stats.sample_outcomes(100).tolist())"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    first, second = run.stdout.splitlines()
    assert first != second


@pytest.mark.parametrize("n", [-1, 1.5, "10", None, 10**30])
def test_the_number_of_rolls_is_checked(n: Any) -> None:
    for ask in (simulate_rolls, sample_outcomes):
        with pytest.raises((TypeError, ValueError), match="n must be"):
            ask(n)


@pytest.mark.parametrize("first", ["meyer", "meyer+points", find_variant("points")])
def test_a_variant_in_the_place_of_the_number_is_noticed(first: Any) -> None:
    asks: list[Any] = [simulate_rolls, sample_outcomes]
    for ask in asks:
        with pytest.raises(TypeError, match="the number of rolls comes first, then the variant"):
            ask(first, 10)


def test_loaded_dice_are_told_in_the_caption() -> None:
    loaded = simulate_rolls(1, dice=Dice([1, 1, 2, 2, 2, 2]), rng=1)
    assert loaded.caption == "Mia: 1 simulated roll, dice 1,1,2,2,2,2"


def test_a_rethrown_outcome_has_no_count() -> None:
    with pytest.raises(ValueError, match="31 is rethrown"):
        simulate_rolls(10, "mexen")[31]


def test_a_sample_merges_on_the_label() -> None:
    sample = sample_outcomes(200, "meyer", rng=1)
    merged = odds("meyer").to_frame().merge(pd.Series(sample, name="label"), how="right")
    assert merged["label"].tolist() == sample.tolist()
    assert [odds("meyer")[label].rank for label in sample] == list(merged["rank"])


def test_what_never_comes_does_not_come_in_10_to_the_18_rolls() -> None:
    dice = Dice([0, 0, 0, 2, 0, 1])
    for seed in range(20):
        rolls = simulate_rolls(10**18, "ascending-doubles", dice=dice, rng=seed)
        assert rolls.total == 10**18
        assert {str(outcome) for outcome in rolls if rolls[outcome]} <= {"44", "64", "66"}


def test_look_ups_that_find_nothing_say_so() -> None:
    values = solve_round().values  # noqa: PD011 - no pandas
    assert Outcome.parse(21) not in values
    assert values.get(Outcome.parse(21)) is None
    rolls = simulate_rolls(10, "meyer-toast", rng=1)
    assert 54 in rolls
    assert 32 not in rolls
    assert len(list(rolls)) == len(rolls) == 20
    with pytest.raises((TypeError, ValueError)):
        solve_match("school-paper").strategy.check(5)  # type: ignore[arg-type]  # it must raise
