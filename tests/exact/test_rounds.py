"""Facts about one round, weighed throw by throw."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from mia_stats import Rules, TableStrategy, evaluate, solve_round


class TestByHand:
    """Rounds whose chances can be derived on paper."""

    def test_equal_calls_return_to_the_same_state(self) -> None:
        """Both repeat 31 for ever, and each call is doubted one time in three: the doubter loses.

        The responder to the opener doubts with 1/3, else the roles change: x = 1/3 + 2/3 (1 − x).
        """
        calls = np.zeros((21, 21, 21), int)
        calls[0, :, 0] = calls[1, :, 0] = 1
        for state in range(2, 21):
            calls[state, :, state] = 1
        doubts = np.full((21, 21), Fraction(0), object)
        doubts[0, 0] = doubts[1, 0] = Fraction(1, 3)
        doubts[:, 20] = 1
        stubborn = TableStrategy("stubborn", calls, doubts)
        result = evaluate([stubborn] * 2, Rules(lives=1, call="at_least"), starter=0)
        assert result.loses == (Fraction(2, 5), Fraction(3, 5))
        assert result.turns == 3

    def test_toasts_only_delay(self) -> None:
        """With t = 1/18 a throw, a round of one throw sees t / (1 − t) toasts."""
        rules = Rules("meyer", lives=1, toast=32)
        result = evaluate(["honest", "doubter-41"], rules, starter=0)
        assert result.toasts == Fraction(1, 17)
        assert result.loses[1] == 1  # every opening call is doubted, and true
        assert result.turns == 1

    def test_a_round_between_optimal_players_has_its_value(self) -> None:
        """Lives won by the opener, counted by how rounds end: Mia looked at counts twice."""
        table = solve_round().strategy
        result = evaluate([table] * 2, Rules(lives=1), starter=0)
        costs = {"mia_looked_at": 2}
        won = sum(
            costs.get(cause, 1) * (theirs - mine)
            for cause, (mine, theirs) in result.forfeits.items()
        )
        assert won == solve_round().value


class TestErrors:
    """Rounds that have no end."""

    def test_players_who_repeat_for_ever(self) -> None:
        calls = np.zeros((21, 21, 21), int)
        calls[0, :, 0] = 1
        for state in range(1, 21):
            calls[state, :, state - 1] = 1
        doubts = np.zeros((21, 21), int)
        repeats = TableStrategy("repeats", calls, doubts)
        with pytest.raises(ValueError, match="never ends: they repeat 31"):
            evaluate([repeats] * 2, Rules(call="at_least"))
