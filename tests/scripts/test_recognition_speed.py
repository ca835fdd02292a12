"""Facts about how soon it is clear who a character is."""

from __future__ import annotations

import subprocess
import sys
from math import log, sqrt

import pytest

from mia_stats import recognise
from scripts.recognition_speed import RULES, SURE, RoundsNeeded, first_sure, rounds_needed, watched


@pytest.fixture(scope="module")
def needed() -> RoundsNeeded:
    """Return the rounds of 21 games of each character."""
    return rounds_needed(games=21)


def test_each_pair_that_plays_differently_is_there(needed: RoundsNeeded) -> None:
    names = [label.partition(" = ")[0] for label in recognise([], rules=RULES).chances]
    assert set(needed.rounds) == {(a, b) for a in names for b in names if a != b}
    assert "sniper" not in names  # who plays as honest where no cup is handed on
    assert all(needed.rounds.values())


@pytest.mark.parametrize(
    ("right", "wrong"), [("liar", "random"), ("random", "liar"), ("doubter-54", "calculator")]
)
def test_after_so_many_rounds_the_right_one_has_95_percent(
    right: str, wrong: str, needed: RoundsNeeded
) -> None:
    """In half of 61 other games: both shares of games are within 0.35 and 0.21 of the chance.

    By Hoeffding's bound with a chance of 10^-3 each; games are seeded, so nothing is left to it.
    """
    games, median = 61, needed.rounds[right, wrong]
    assert median is not None
    known = 0
    for seed in range(games):
        seen = watched(right, seed=10**6 + seed)
        until = [thing for thing in seen if (thing.round or 0) <= median]
        chances = recognise(until, [right, wrong], rules=RULES).chances
        first = first_sure(seen, right, wrong)
        if first == median:
            assert chances[right] >= SURE
        known += first is not None and first <= median
    near = sum(sqrt(log(2 / 1e-3) / (2 * n)) for n in (games, needed.games))
    assert known / games >= 0.5 - near


def test_rounds_count_from_one() -> None:
    seen = watched("honest", seed=3)
    assert seen[0].round == 1
    assert first_sure(seen, "honest", "lucky") in (1, 2, 3)
    assert first_sure(seen[:0], "honest", "lucky") is None


def test_the_script_prints_it() -> None:
    code = "from scripts.recognition_speed import *; print(rounds_needed(games=1))"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "Rounds until it is 95 % clear" in ran.stdout
