"""Facts about what a strategy sees: it is checked, and can be calculated with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    DOUBT,
    HONEST,
    AnswerSituation,
    CallSituation,
    Rules,
    simulate_games,
)
from mia_stats.game.strategy import lacking
from tests.helpers import NextTier


def test_what_is_no_tier_no_state_and_no_lives_is_refused() -> None:
    right: dict[str, Any] = {
        "rules": Rules(), "state": [0], "seat": [1], "seat_lives": [[6, 6]], "rolled": [20],
    }  # fmt: skip
    assert CallSituation(**right).lowest.tolist() == [0]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"rolled": [-1]}, "rolled must be from 0 to 20, not -1"),
        ({"rolled": [540]}, "rolled must be from 0 to 20, not 540"),
        ({"rolled": [1.0]}, "rolled must be an array of whole numbers from 0 to 20"),
        ({"rolled": None}, "rolled must be an array of whole numbers"),
        ({"rolled": [1, 2]}, r"rolled must have shape \(n\)"),
        ({"rolled": 3}, r"rolled must have shape \(n\)"),
        ({"rolled": np.ma.masked_array([3], [True])}, "rolled must be an array of whole"),
        ({"state": [21]}, "state must be from 0 to 20, not 21"),
        ({"state": [True]}, "state must be an array of whole numbers"),
        ({"seat": [2]}, "seat must be from 0 to 1, not 2"),
        ({"seat_lives": [[6, -1]]}, "seat_lives must be from 0 to 100, not -1"),
        ({"seat_lives": [6, 6]}, r"seat_lives must have shape \(n, seats\)"),
        ({"rules": "wikipedia"}, "rules must be Rules, not 'wikipedia'"),
    ]
    for change, message in wrong:
        with pytest.raises((TypeError, ValueError), match=message):
            CallSituation(**right | change)
    heard = {**right, "call": [3], "may_pass": [False]}
    del heard["rolled"]
    assert AnswerSituation(**heard).may_pass.dtype == bool
    for change, message in (
        ({"call": [21]}, "call must be from 0 to 20, not 21"),
        ({"state": [10]}, "call must be one that can be made in state 10, not 3"),
        ({"may_pass": [1]}, "may_pass must be an array of bools"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            AnswerSituation(**heard | change)


def test_numbers_that_strategies_see_never_wrap() -> None:
    class Multiplies:
        name = "multiplies"

        def choose_call(self, seen: CallSituation, rng: Any) -> Any:
            for numbers in (seen.rolled, seen.state, seen.lives, seen.seat, seen.lowest):
                assert numbers.dtype == np.intp
            assert ((seen.rolled + 10) * 1000 >= 10_000).all()
            assert ((seen.lives + 1) * 1000 >= 1000).all()
            return np.maximum(seen.rolled, seen.lowest)

        def answer(self, seen: AnswerSituation, rng: Any) -> Any:
            assert seen.call.dtype == seen.lives.dtype == np.intp
            assert ((seen.call + 10) * 1000 >= 10_000).all()
            return np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)

    rules = Rules(lives=100, unseen_pass="liable")
    played = simulate_games([Multiplies(), "sniper", "honest"], rules, games=20, rng=1)
    assert played.losses.sum() == 20


def test_what_somebody_lacks_to_be_a_strategy_is_named() -> None:
    assert lacking(NextTier()) == []
    assert lacking(HONEST) == ["choose_call", "answer"]
