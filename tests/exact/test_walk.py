"""Facts about the way of a game through its states."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import HONEST, Rules, TableStrategy, evaluate
from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.settings import Ending
from mia_stats.players.player import Player
from tests.oracles.agreement import means
from tests.oracles.exact_chain import exact_chain
from tests.oracles.settings import random_setting


class TestManySeats:
    """Five to eight at a table."""

    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_eight_equal_players_differ_by_who_opens_alone(self, ending: Ending) -> None:
        rules = Rules(lives=2, ending=ending)
        lost = 1 if ending == "first_out" else 7
        first, other = (evaluate(["liar"] * 8, rules, starter=starter) for starter in (0, 5))
        assert other.loses[5:] + other.loses[:5] == pytest.approx(first.loses, abs=1e-12)
        assert sum(first.loses) == pytest.approx(lost, abs=1e-12)
        assert sum(first.wins) == pytest.approx(8 - lost, abs=1e-12)
        drawn = evaluate(["liar"] * 8, rules)
        assert drawn.loses == pytest.approx([lost / 8] * 8, abs=1e-12)

    @pytest.mark.long
    def test_eight_with_the_usual_lives(self) -> None:
        """Nearly the most states that can be weighed."""
        result = evaluate(["honest"] * 8, starter=3)
        assert sum(result.loses) == pytest.approx(1, abs=1e-12)
        assert sum(sum(seats) for seats in result.forfeits.values()) == pytest.approx(result.rounds)

    @pytest.mark.parametrize(("seats", "seed"), [(5, 1), (6, 2), (7, 6), (7, 11), (8, 8), (8, 11)])
    def test_all_house_rules_agree_with_the_chain(self, seats: int, seed: int) -> None:
        rules, tables, lives, starter = random_setting(random.Random(seed), seats)
        expected = means(exact_chain(tables, rules, lives, starter))
        found = means(evaluate(tables, rules, lives=lives, starter=starter))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


class TestByLives:
    """Players whose table depends on the lives of all."""

    class Moody(StrategyByLives):
        """Plays one table while it has the most lives, and another one else."""

        __module__ = "mia_stats.players"  # what is derived elsewhere may play otherwise
        name = "moody"

        def __init__(self, rules: Rules, seats: int, tables: Sequence[TableStrategy]) -> None:
            self.rules, self.of, self.tables = rules, seats, tables

        @property
        def seats(self) -> int:
            return self.of

        def _check_lives(self, lives: tuple[int, ...]) -> None:
            assert lives[0] > 0

        def _table(self, lives: tuple[int, ...]) -> TableStrategy:
            return self.tables[lives[0] < max(lives)]

        def choose_call(self, seen: Any, rng: Any) -> Any:
            raise NotImplementedError

        answer = choose_call

    @pytest.mark.parametrize("seed", range(12))
    def test_any_number_of_them_agree_with_the_chain(self, seed: int) -> None:
        rules, tables, lives, starter = random_setting(random.Random(seed), 2 + seed % 3)
        if lives is None:
            lives = (rules.lives,) * len(tables)
        moody = [self.Moody(rules, len(tables), [tables[k], tables[k - 1]]) for k in (0, 1)]
        players: list[Player] = [*moody, *tables[2:]]

        def tables_at(lives: tuple[int, ...]) -> list[TableStrategy]:
            most = max(lives)
            first, second = (moody[k].tables[lives[k] < most] for k in (0, 1))
            return [first, second, *tables[2:]]

        given = None if rules.forfeit == "sip" else lives
        expected = means(exact_chain(tables, rules, given, starter, tables_at))
        if rules.forfeit == "sip":
            expected = means(exact_chain(tables_at(lives), rules, given, starter))
        found = means(evaluate(players, rules, lives=given, starter=starter))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)

    def test_a_game_of_one_life_is_exact_with_exact_tables(self) -> None:
        rules = Rules(lives=1)
        honest = self.Moody(rules, 3, [HONEST.table(rules)] * 2)
        result = evaluate([honest, "liar", "lucky"], rules)
        assert result.exact
        assert result.loses == evaluate(["honest", "liar", "lucky"], rules).loses


class TestWhoOpens:
    """Only rounds that somebody comes to open count."""

    def test_an_opener_who_never_opens_may_repeat_for_ever(self) -> None:
        """Seat 0 opens with Mia, which ends a game of one life; both would equal 31 for ever."""
        k = 21
        calls = np.zeros((k, k, k), int)
        for state in range(k):
            calls[state, :, max(state - 1, 0)] = 1
        doubts = np.zeros((k, k), int)
        doubts[:, -1] = 1
        low = TableStrategy("low", calls, doubts)
        opens = calls.copy()
        opens[0] = 0
        opens[0, :, -1] = 1
        high = TableStrategy("high", opens, doubts)
        rules = Rules(lives=1, call="at_least")
        assert evaluate([high, low], rules, starter=0).loses[0] == Fraction(17, 18)
        with pytest.raises(ValueError, match="never ends: they repeat 31"):
            evaluate([high, low], rules, starter=1)
        again = Rules(lives=2, call="at_least", next_starter="loser")
        result = evaluate([high, low], again, starter=0)
        assert result.loses[0] == pytest.approx((17 / 18) ** 2, abs=1e-12)
        with pytest.raises(ValueError, match="never ends: they repeat 31"):
            evaluate([high, low], Rules(lives=2, call="at_least"), starter=0)
