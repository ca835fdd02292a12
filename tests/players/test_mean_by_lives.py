"""Facts about who may be one of several players, some of whom play by the lives of all."""

from __future__ import annotations

import numpy as np
import pytest

from mia_stats import Mixture, Player, Rules, best_response, evaluate, simulate_games, solve_match
from mia_stats.players.mean_by_lives import MeanByLives

RULES = Rules(lives=2)
TWO, THREE = (solve_match(RULES, seats=seats).strategy for seats in (2, 3))


def test_it_is_the_mean_at_each_lives() -> None:
    mean = MeanByLives(Mixture({TWO: 0.25, "liar": 0.75}), RULES)
    liar = Mixture({"liar": 1.0}).table(RULES)
    for lives in ((2, 2), (1, 2)):
        table = mean.at(*lives)
        assert np.allclose(table.doubts, 0.25 * TWO.at(*lives).doubts + 0.75 * liar.doubts)
        assert np.allclose(table.calls, 0.25 * TWO.at(*lives).calls + 0.75 * liar.calls)
    assert mean.seats == 2


def test_one_for_certain_is_that_one() -> None:
    sure = Mixture({THREE: 1.0})
    players: list[Player] = [sure, "liar", "honest"]
    same: list[Player] = [THREE, "liar", "honest"]
    expected = pytest.approx(evaluate(same, RULES).loses)
    assert evaluate(players, RULES).loses == expected
    assert np.allclose(
        best_response([sure, "liar"], RULES).loses, best_response([THREE, "liar"], RULES).loses
    )
    nested = Mixture({sure: 0.5, THREE: 0.5})
    assert evaluate([nested, *players[1:]], RULES).loses == expected


def test_simulated_games_agree_with_exact_ones() -> None:
    games = 20_000
    players: list[Player] = [Mixture({TWO: 0.5, "random": 0.5}), "liar"]
    result = simulate_games(players, RULES, games=games, rng=3)
    chance = float(evaluate(players, RULES).loses[0])
    assert abs(result.losses[0] / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5
    blind = Rules(lives=2, second_throw="blind")
    players = [Mixture({TWO: 0.5, "gambler": 0.5}), "liar"]
    result = simulate_games(players, blind, games=games, rng=3)
    chance = float(evaluate(players, blind).loses[0])
    assert abs(result.losses[0] / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


def test_it_plays_what_all_of_them_can() -> None:
    with pytest.raises(ValueError, match="matches of 2 players, not of 3"):
        evaluate([Mixture({TWO: 0.5, THREE: 0.5}), "liar", "liar"], RULES)
    with pytest.raises(ValueError, match="is solved for"):
        evaluate([Mixture({TWO: 0.5, "liar": 0.5}), "liar"], "meyer")
    with pytest.raises(ValueError, match="1 to 2 lives"):
        evaluate([Mixture({TWO: 0.5, "liar": 0.5}), "liar"], Rules(lives=3))
    with pytest.raises(ValueError, match="give lives="):
        Mixture({TWO: 0.5, "liar": 0.5}).table(RULES)
