"""Facts about what players are asked: what they see is a copy, and what they say is checked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats import BELIEVE, DOUBT, Rules, evaluate, simulate_games


@pytest.mark.parametrize(
    ("call", "answer", "shown"),
    [
        (lambda n: np.zeros(n + 1, int), None, "must give a whole number for each"),
        (lambda n: np.full(n, 5.0), None, "not float64"),
        (lambda _: None, None, "not None"),
        (lambda n: np.full(n, 10**9), None, "called tier 1000000000"),
        (None, lambda n: np.full(n, 7), "answered 7"),
        (None, lambda n: np.full(n, -3), "answered -3"),
        (None, lambda n: np.full(n, True), "not bool"),
    ],
)
def test_a_wrong_answer_is_an_error_that_names_the_strategy(
    call: Any, answer: Any, shown: str
) -> None:
    class Wrong:
        name = "wrong"

        def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
            return call(len(seen.state)) if call else seen.lowest

        def answer(self, seen: Any, rng: np.random.Generator) -> Any:
            return answer(len(seen.call)) if answer else np.full(len(seen.call), DOUBT)

    with pytest.raises(ValueError, match=f"wrong.*{shown}"):
        simulate_games([Wrong()] * 2, games=10, rng=1)


def test_an_answer_that_is_ragged_names_the_player() -> None:
    class Ragged:
        name = "ragged"

        def choose_call(self, seen: Any, rng: Any) -> Any:
            return [[1], [1, 2]]

        def answer(self, seen: Any, rng: Any) -> Any:
            return []

    with pytest.raises(ValueError, match="ragged must give a whole number for each call"):
        simulate_games([Ragged(), "honest"], games=10, starter=0)


def test_a_strategy_can_not_change_the_game() -> None:
    """It gets copies, even where one player sits in all seats."""

    class Vandal:
        name = "vandal"

        def choose_call(self, seen: Any, rng: Any) -> Any:
            calls = np.maximum(seen.rolled, seen.lowest)
            for array in (seen.seat, seen.seat_lives, seen.rolled, seen.state):
                array[...] = 0
            return calls

        def answer(self, seen: Any, rng: Any) -> Any:
            answers = np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)
            for array in (seen.seat, seen.seat_lives, seen.call, seen.state):
                array[...] = 0
            return answers

    vandal = Vandal()
    games = 20_000
    found = simulate_games([vandal] * 2, Rules(lives=2), games=games, rng=1, starter=0)
    honest = evaluate(["honest"] * 2, Rules(lives=2), starter=0).loses[0]
    assert abs(found.losses[0] / games - honest) < 4 * (0.25 / games) ** 0.5
