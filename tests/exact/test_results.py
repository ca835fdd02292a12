"""Facts about what an evaluation tells."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain

import pytest

from mia_stats import RULES, Rules, evaluate, simulate_games


class TestSips:
    """Drinks are expected as exactly as lives."""

    def test_a_lost_mia_is_a_whole_drink_and_all_else_a_sip(self) -> None:
        rules, players = replace(RULES["drinking"], rounds=5), ["honest", "liar", "lucky"]
        games = 20_000
        result, played = evaluate(players, rules), simulate_games(players, rules, games=games)
        assert sum(result.sips) + sum(result.drinks) == pytest.approx(5)  # one a round
        for exact, counted in ((result.sips, played.sips), (result.drinks, played.drinks)):
            assert counted / games == pytest.approx(exact, abs=0.05)  # 5 errors of 20 rounds
        frame = result.to_frame()
        assert list(frame["drinks"]) == list(result.drinks)

    def test_a_fold_costs_as_many_sips_as_the_rules_say(self) -> None:
        """Nobody is ever looked at by a lucky player: each round ends with a fold, or a doubt."""
        rules = Rules(mia_fold=3, forfeit="sip", ending="rounds", rounds=1)
        result = evaluate(["lucky", "lucky"], rules)
        assert sum(result.sips) == pytest.approx(3)
        assert sum(result.drinks) == 0

    def test_nobody_drinks_in_a_game_of_lives(self) -> None:
        result = evaluate(["honest", "liar"], Rules(lives=2))
        assert result.sips == result.drinks == (0, 0)
        assert "sips" not in result.columns


def test_an_evaluation_prints() -> None:
    result = evaluate(["honest", "liar"], Rules(lives=1))
    assert list(result.to_frame()["loses_exact"]) == [str(chance) for chance in result.loses]
    assert "1 round and " in str(result)
    assert "loses" not in evaluate(["honest", "liar"], "drinking").to_frame()


def test_floats_are_floats_and_fractions_are_fractions() -> None:
    for lives, kind in ((1, Fraction), (2, float)):
        result = evaluate(["honest", "liar", "lucky"], Rules(lives=lives))
        numbers = [result.rounds, result.turns, result.toasts, *result.loses, *result.wins]
        numbers += [*result.calls, *result.lies, *result.sips, *result.drinks]
        numbers += chain.from_iterable(result.forfeits.values())
        assert {type(number) for number in numbers} == {kind}
