"""Facts about how solutions of matches are played."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats import (
    UNSEEN,
    CallSituation,
    MatchStrategy,
    Rules,
    evaluate,
    match_exploitability,
    simulate_games,
    solve_match,
)


def test_a_strategy_that_ignores_lives_can_be_exploited() -> None:
    match = solve_match(Rules(lives=3)).strategy
    stack = match.stacks[3, 3]
    deaf = MatchStrategy("deaf", match.rules, dict.fromkeys(match.stacks, stack))
    assert match_exploitability(deaf) > 1e-3


def test_with_one_life_left_a_mia_is_looked_at() -> None:
    """A fold would cost as much as the worst look."""
    table = solve_match().strategy.at(1, 6)
    assert (table.doubts[:, 20] == 1).all()


def test_who_has_no_lives_is_not_asked() -> None:
    strategy = solve_match(Rules(lives=2)).strategy
    zero, lives = np.array([0]), np.array([[0, 2]])
    seen = CallSituation(strategy.rules, zero, zero, lives, zero)
    with pytest.raises(ValueError, match="1 to 2 lives, not for 0 against 2"):
        strategy.choose_call(seen, np.random.default_rng(1))


def test_it_plays_only_what_it_was_solved_for() -> None:
    strategy = solve_match(Rules(lives=2)).strategy
    with pytest.raises(ValueError, match="1 to 2 lives, not for 3 against 1"):
        strategy.at(3, 1)
    with pytest.raises(ValueError, match="matches of 2 players, not of 3"):
        simulate_games([strategy] * 3, Rules(lives=2), games=10)
    with pytest.raises(ValueError, match="matches of 2 players, not of 3"):
        evaluate([strategy] * 3, Rules(lives=2))
    for other in (Rules(lives=3), Rules("meyer", lives=2)):
        with pytest.raises(ValueError, match="is solved for"):
            simulate_games([strategy] * 2, other, games=10)
        with pytest.raises(ValueError, match="solved for"):
            evaluate([strategy] * 2, other)


def test_a_match_strategy_never_folds_where_that_is_forbidden() -> None:
    strategy = solve_match(Rules(lives=2)).strategy
    for ask in (evaluate, lambda *game: simulate_games(*game, games=10)):
        with pytest.raises(ValueError, match="solved for"):
            ask([strategy, "honest"], Rules(lives=2, mia_fold=None))
    wrong: list[Any] = [True, 1.0, None, []]
    for lives in wrong:
        with pytest.raises((TypeError, ValueError), match="lives"):
            strategy.at(lives, 1)


def test_a_solution_plays_by_the_rules_that_it_is_asked_about() -> None:
    """After a believed Mia it calls Mia, though the match was solved without; blind it does not."""
    strategy, rules = solve_match(Rules(lives=2)).strategy, Rules(lives=2, mia_equalled=True)
    rng, one = np.random.default_rng(1), np.ones((1, 2), int)
    seen = CallSituation(rules, np.array([21]), np.array([0]), one, np.array([3]))
    assert strategy.choose_call(seen, rng).tolist() == [20]
    again = Rules(lives=2, second_throw="blind")
    unseen = CallSituation(again, np.array([0]), np.array([0]), one, np.array([UNSEEN]))
    with pytest.raises(ValueError, match="never throws again"):
        strategy.choose_call(unseen, rng)


def test_simulated_matches_agree() -> None:
    match, games = solve_match(), 100_000
    result = simulate_games([match.strategy] * 2, games=games, rng=5, starter=0)
    chance = float(match.opener_wins[6, 6])
    assert abs(result.wins[0] / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5
