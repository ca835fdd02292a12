"""Simulated games by all house rules at once, against the chain of every position."""

from __future__ import annotations

import random

import pytest

from mia_stats import simulate_games
from tests.oracles.agreement import astray, counted, means, measured, spread
from tests.oracles.exact_chain import exact_chain
from tests.oracles.settings import random_setting

SETTINGS = 30


@pytest.mark.parametrize("seed", range(SETTINGS))
def test_simulated_games_agree_with_the_chain(seed: int) -> None:
    """Losses, wins, forfeits by cause, calls, lies, rounds and toasts of every seat."""
    games = 200_000
    rules, tables, lives, starter = random_setting(random.Random(2000 + seed))
    expected = means(exact_chain(tables, rules, lives, starter))
    spreads = spread(measured(tables, rules, lives, starter, games=800, seed=seed))
    result = simulate_games(tables, rules, games=games, rng=seed, lives=lives, starter=starter)
    comparisons = SETTINGS * len(expected)
    assert not astray(counted(result), expected, spreads, games, comparisons), rules


def test_seats_that_go_out_together_share_their_place() -> None:
    """The places, where the last one standing wins, are those of the chain."""
    games, compared = 100_000, 0
    for seed in range(3000, 3060):
        rules, tables, lives, starter = random_setting(random.Random(seed))
        if rules.ending != "last_standing" or compared == 10:
            continue
        compared += 1
        places = exact_chain(tables, rules, lives, starter).places
        result = simulate_games(tables, rules, games=games, rng=seed, lives=lives, starter=starter)
        errors = (games * places * (1 - places)) ** 0.5
        assert (abs(result.places - games * places) <= 6 * errors + 10).all(), rules
    assert compared == 10
