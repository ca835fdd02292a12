"""Facts about strategies that play by the lives of all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats import CallSituation, MatchStrategy, Rules, evaluate, simulate_games, solve_match
from mia_stats.game.by_lives import StrategyByLives, plays_by_lives

LEFT = Rules(lives=2, ending="last_standing")
THREE = solve_match(LEFT, seats=3).strategy


def test_it_has_a_table_for_the_lives_of_all() -> None:
    assert isinstance(THREE, StrategyByLives)
    assert THREE.seats == 3
    assert THREE.at(2, 1, 2) is THREE.at(2, 1, 2)
    assert THREE.at(2, 1, 2).name == "equilibrium with 2 lives against 1, 2"


def test_who_is_out_does_not_count() -> None:
    """Where two of three are left they play as in a match between two that ends with one."""
    two = solve_match(Rules(lives=2)).strategy
    for there in ((2, 0, 1), (2, 1, 0)):
        one, other = THREE.at(*there), two.at(2, 1)
        assert np.abs(one.doubts - other.doubts).max() < 1e-12


@pytest.mark.parametrize(
    ("lives", "why"),
    [
        ((2, 1), "matches of 3 players, not of 2"),
        ((0, 2, 1), r"1 to 2 lives, not for lives \(0, 2, 1\)"),
        ((1, 0, 0), "1 to 2 lives, not for"),
        ((3, 1, 1), "1 to 2 lives, not for"),
        ((-1, 1, 1), "lives must be from 0 to 100, not -1"),
        ((1.0, 1, 1), "lives must be a whole number"),
    ],
)
def test_other_lives_are_refused(lives: Any, why: str) -> None:
    with pytest.raises((TypeError, ValueError), match=why):
        THREE.at(*lives)


def test_it_plays_what_it_is_for() -> None:
    with pytest.raises(ValueError, match="matches of 3 players, not of 2"):
        evaluate([THREE] * 2, LEFT)
    with pytest.raises(ValueError, match="is solved for"):
        simulate_games([THREE] * 3, Rules("meyer", lives=2), games=1)
    with pytest.raises(ValueError, match=r"by the lives of all: give lives=\(2, 2, 2\), say"):
        THREE.call(54)
    first_out = solve_match(Rules(lives=2), seats=3).strategy
    with pytest.raises(ValueError, match="1 to 2 lives, not for"):
        first_out.at(2, 1, 0)  # the game is over
    for ask in (evaluate, lambda *game: simulate_games(*game, games=1)):
        with pytest.raises(ValueError, match=r"is solved for.*last_standing"):
            ask([first_out] * 3, LEFT)  # it knows no table where one is out


def test_one_decision_at_a_time() -> None:
    assert THREE.answer_to(21, lives=(1, 1, 1)) == "look"  # a fold would cost the last life too
    assert str(THREE.call(21, 66, lives=(2, 2, 2))) == "21"


def test_simulated_games_agree_with_exact_ones() -> None:
    games, starter = 40_000, 0
    result = simulate_games([THREE] * 3, LEFT, games=games, rng=3, starter=starter)
    exact = evaluate([THREE] * 3, LEFT, starter=starter)
    for seat in range(3):
        chance = float(exact.loses[seat])
        sd = (chance * (1 - chance) / games) ** 0.5
        assert abs(result.losses[seat] / games - chance) < 4 * sd


def test_who_is_derived_elsewhere_may_play_otherwise() -> None:
    class Other(MatchStrategy):
        def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Any:
            return seen.lowest

    other = Other("other", THREE.rules, THREE.stacks)
    assert plays_by_lives(THREE)
    assert not plays_by_lives(other)
    with pytest.raises(TypeError, match="has no table of chances"):
        evaluate([other] * 3, LEFT)
