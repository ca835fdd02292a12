"""Facts about who sits at one game, and how each is asked."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mia_stats import Game, Person, Rules, TableStrategy, solve_match
from mia_stats.simulate.game_players import seat_all
from mia_stats.solve.match_strategy import MatchStrategy
from tests.simulate.game_helpers import Scripted, by_engine, counted, drawn_setting

COUNTS = ("wins", "losses", "forfeits", "calls", "lies", "places")


def certain(rules: Rules, name: str, rng: random.Random) -> TableStrategy:
    """Return a table without chance that raises each call, so that its games end."""
    k, top = rules.tier_count, rules.top
    one = np.eye(k, dtype=int)
    calls = np.zeros((k, k, k), int)
    blind, again, doubts, doubts_blind = np.zeros((4, k, k), int)
    passes, equals = np.zeros((k, k, k), int), np.zeros(k, int)
    for s in range(k):
        lowest = int(rules.lowest_heard(s))
        for r in range(k):
            calls[s, r] = one[min(max(s, rng.choice([r, r, 0, r + 1])), top)]
            again[s, r] = rng.random() < 0.3
        blind[s] = one[min(s + rng.choice([0, 0, 1]), top)]
        patience = rng.randint(lowest, top)
        for b in range(lowest, top):
            doubts[s, b] = b >= patience
            doubts_blind[s, b] = rng.random() < 0.5
            if b < patience and not doubts_blind[s, b] and rng.random() < 0.5:
                onward = min(b + rng.choice([0, 1]), top) if rules.passer_is_liable else b
                passes[s, b, onward] = 1
        looks = rng.random() < 0.6 or not rules.may_fold
        doubts[s, top] = doubts_blind[s, top] = looks
        if rules.mia_equalled and s < k - 1 and rng.random() < 0.5:
            equals[s], doubts[s, top], doubts_blind[s, top] = 1, 0, 0
    more: dict[str, Any] = {"equals": equals} if rules.mia_equalled else {}
    if rules.may_throw_again:
        more |= {"again": again, "blind": blind, "doubts_blind": doubts_blind}
    return TableStrategy(
        name, calls, doubts, passes if rules.may_pass else None, rules=rules, **more
    )


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_tables_do_the_same_as_where_many_games_are_played(first: int) -> None:
    """What they have heard, whether it was blind, and whether they may hand on is told them."""
    for seed in range(first, first + 40):
        rules, lives, starter, n = drawn_setting(seed)
        rng = random.Random(seed)
        tables = [certain(rules, f"{seat}", rng) for seat in range(n)]
        tally, rolls = by_engine(tables, rules, lives, starter, seed)
        one = Game._by(seat_all(tables, rules, lives, starter), Scripted(rules, rolls, seed))
        one._go_on()
        one.run()
        found = counted(one)
        for name in COUNTS:
            assert found[name] == getattr(tally, name).tolist(), (seed, name, rules)


def test_a_match_is_played_by_the_lives() -> None:
    """A solution is asked with its own lives first."""
    heard: list[Any] = []

    class Listening(MatchStrategy):
        def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
            heard.append(seen.lives.tolist())
            return super().choose_call(seen, rng)

    solved = solve_match(Rules(lives=3)).strategy
    derived = Listening("mine", solved.rules, solved.stacks)
    game = Game([None, derived], Rules(lives=3), rng=1, starter=1, lives=(2, 3))
    game.run()
    assert heard == [[[3, 2]]]  # what is derived is asked as it answers itself


def test_people_have_names() -> None:
    assert seat_all([None, Person("Ann")], "wikipedia", None, None).names == ("seat 0", "Ann")


def test_people_may_sit_anywhere_among_players_of_any_kind() -> None:
    seating = seat_all(["liar", None, "optimal"], Rules(), (1, 2, 3), 2)
    assert seating.names == ("liar", "seat 1", "optimal of a duel")
    assert (seating.lives, seating.starter) == ((1, 2, 3), 2)
    assert isinstance(seating.players[1], Person)
