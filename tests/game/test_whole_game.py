"""Facts about the best reply to a whole table, and about what a strategy leaves to gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    CHARACTERS,
    DOUBT,
    AnswerSituation,
    CallSituation,
    Rules,
    StrategyByLives,
    TableStrategy,
    exploitability,
    match_exploitability,
    solve_match,
    solve_round,
)
from mia_stats.exact.rounds import weigh_round
from mia_stats.game.strategy import Tiers
from mia_stats.game.whole_game import largest_gain, reply_to_all
from tests.game.test_reply import any_table
from tests.helpers import THREE

ONE_LIFE = Rules(THREE, lives=1)


class ByLives(StrategyByLives):
    """Plays a table that depends on the lives, for tests."""

    def __init__(self, tables: Any, rules: Rules, seats: int) -> None:
        self.name, self.rules, self._seats, self.asked = "by lives", rules, seats, tables

    @property
    def seats(self) -> int:
        """How many there are."""
        return self._seats

    def _check_lives(self, lives: tuple[int, ...]) -> None:
        assert lives[0]
        assert any(lives[1:])

    def _table(self, lives: tuple[int, ...]) -> TableStrategy:
        table: TableStrategy = self.asked(lives)
        return table

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
        """Play no game."""
        raise NotImplementedError

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:
        """Play no game."""
        raise NotImplementedError


def pure(calls: dict[tuple[int, int], int], doubts: dict[tuple[int, int], bool]) -> TableStrategy:
    """Return a table of three tiers that calls Mia and doubts nothing, but for what is given."""
    called, doubted = np.zeros((3, 3, 3), int), np.zeros((3, 3), int)
    for state, rolled in product(range(3), repeat=2):
        called[state, rolled, calls.get((state, rolled), 2)] = 1
    for where, doubt in doubts.items():
        doubted[where] = doubt
    return TableStrategy("pure", called, doubted)


def pure_strategies(opener: int) -> Iterator[TableStrategy]:
    """Yield all ways to play a round of three tiers among three, by who opens; 0 is who plays.

    Who opens calls in state 0, and hears no more than Mia, called in state 2. Who comes third
    hears a call in states 1 or 2. Who comes second hears one in state 0, and calls in state 1. In
    state 2 there is only Mia left to call.
    """
    said: dict[tuple[int, int], Sequence[int]] = {}
    match opener:
        case 0:
            said, heard = {(0, rolled): range(3) for rolled in range(3)}, [(2, 2)]
        case 1:
            heard = [(1, 1), (1, 2), (2, 2)]
        case _:
            said = {(1, rolled): (1, 2) for rolled in range(3)}
            heard = [(0, 0), (0, 1), (0, 2)]
    for called in product(*said.values()):
        for doubted in product((False, True), repeat=len(heard)):
            yield pure(dict(zip(said, called, strict=True)), dict(zip(heard, doubted, strict=True)))


def loses(tables: list[TableStrategy], rules: Rules, opener: int) -> Any:
    """Return the chance of the first of three players with one life each to lose it."""
    ring = tables[opener:] + tables[:opener]
    lost = Fraction(0)
    for (caller, doubter, cause, others), chance in weigh_round(ring, rules).ends.items():
        caller, doubter = (caller + opener) % 3, (doubter + opener) % 3
        lost += chance * int(rules.payers(cause, caller, doubter, others, [1, 1, 1])[0])
    return lost


@pytest.mark.parametrize(
    "rules",
    [
        ONE_LIFE,
        replace(ONE_LIFE, mia_fold=None, truth="exact"),
        replace(ONE_LIFE, thrown_mia="others", mia_by="dice", truth="exact"),
        replace(ONE_LIFE, true_mia="others"),
    ],
    ids=str,
)
@pytest.mark.parametrize("seeds", [(1, 2), (3, 1)])
def test_no_pure_strategy_loses_less_of_one_life(rules: Rules, seeds: tuple[int, int]) -> None:
    others = [any_table(seed) for seed in seeds]
    wins = reply_to_all(others, rules, (1, 1, 1), exact=True).wins[1, 1, 1]
    for opener in range(3):
        least = min(loses([mine, *others], rules, opener) for mine in pure_strategies(opener))
        assert wins[opener] == 1 - least


class TestReply:
    """The best reply to all others."""

    def test_a_duel_of_one_life_is_a_round(self) -> None:
        """Where all costs one life, a round that is won for a life lost is a game that is won."""
        rules = replace(ONE_LIFE, mia_penalty=1)
        for name in CHARACTERS:
            table = CHARACTERS[name].table(rules)
            wins = reply_to_all([table], rules, (1, 1), exact=True).wins[1, 1]
            assert sum(wins) - 1 == exploitability(table, rules)

    @pytest.mark.parametrize("name", ["honest", "random"])
    def test_a_duel_of_many_lives_is_a_match(self, name: str) -> None:
        rules = Rules(THREE, lives=4, next_starter="loser")
        wins = reply_to_all([CHARACTERS[name].table(rules)], rules, (4, 4)).wins[4, 4]
        assert (wins.sum() - 1) / 2 == pytest.approx(match_exploitability(name, rules), abs=1e-15)

    def test_numbers_are_by_the_lives_that_are_left(self) -> None:
        """What follows from lives does not depend on those that a game began with."""
        rules = Rules(THREE, ending="last_standing")
        others = [CHARACTERS[name].table(rules) for name in ("random", "liar")]
        many, few = (reply_to_all(others, rules, lives) for lives in ((3, 2, 3), (2, 2, 2)))
        lives = np.s_[:3, :3, :3]
        assert many.wins[lives].ravel() == pytest.approx(few.wins.ravel(), abs=1e-15)
        assert (many.called[lives] == few.called).all()
        assert (many.answers[lives] == few.answers).all()
        assert (many.called[0] == -1).all()  # I am out
        assert (many.called[1:, 0, 0] == -1).all()  # and here all others
        assert set(np.unique(many.answers[1, 1, 1])) <= {BELIEVE, DOUBT}

    def test_who_sits_there_may_play_by_the_lives(self) -> None:
        """With other lives it plays what it would play there, whoever else is in."""
        rules = Rules(THREE, ending="last_standing")
        tables = {one: CHARACTERS[name].table(rules) for one, name in ((1, "random"), (2, "liar"))}
        moody = ByLives(lambda lives: tables[lives[0]], rules, 3)
        third = CHARACTERS["honest"].table(rules)
        reply = reply_to_all([moody, third], rules, (2, 2, 2))
        alone = reply_to_all([tables[1], third], rules, (2, 1, 2))
        assert reply.wins[:, :2].ravel() == pytest.approx(alone.wins.ravel(), abs=1e-15)
        steady = ByLives(lambda _: tables[2], rules, 3)
        one, other = (reply_to_all([p, third], rules, (2, 2, 2)) for p in (steady, tables[2]))
        assert one.wins.ravel() == pytest.approx(other.wins.ravel(), abs=1e-15)

    def test_fractions_need_tables_of_fractions(self) -> None:
        table = any_table(1)
        floats = TableStrategy("floats", table.calls.astype(float), table.doubts.astype(float))
        with pytest.raises(ValueError, match="floats is no table of Fractions"):
            reply_to_all([table, floats], ONE_LIFE, (1, 1, 1), exact=True)


class TestLargestGain:
    """What a seat gains at most by leaving a strategy that all play."""

    def test_nobody_gains_on_the_solution_of_a_round(self) -> None:
        """Between two, where all costs one life: a round is won or lost, in a match of any length.

        Among three that protects nobody, and where Mia costs two lives it counts who has how many.
        """
        rules = Rules("points", lives=1, mia_penalty=1)
        table = solve_round(rules).strategy
        gain = largest_gain(ByLives(lambda _: table, rules, 2), rules, 1, exact=True)
        assert gain == 0
        assert isinstance(gain, Fraction)
        assert largest_gain(ByLives(lambda _: table, rules, 2), rules, 3) < 1e-12
        assert largest_gain(ByLives(lambda _: table, rules, 3), rules, 1) > 0.05
        dear = replace(rules, mia_penalty=2)
        table = solve_round(dear).strategy
        assert largest_gain(ByLives(lambda _: table, dear, 2), dear, 3) > 0.001

    @pytest.mark.parametrize("call", ["higher", "at_least"])
    def test_nobody_gains_on_the_solution_of_a_match(self, call: Any) -> None:
        rules = Rules(lives=4, call=call)
        strategy = solve_match(rules).strategy
        assert abs(largest_gain(strategy, rules, 4)) < 1e-12
        assert largest_gain(strategy, replace(rules, mia_fold=2), 4) > 0.01

    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_it_is_at_least_what_a_reply_to_the_others_gains(self, ending: Any) -> None:
        """In Fractions too, which are the same numbers."""
        rules = Rules(THREE, ending=ending, true_mia="others", next_starter="random")
        table = any_table(5)
        strategy = ByLives(lambda _: table, rules, 3)
        exact = largest_gain(strategy, rules, 1, exact=True)
        floats = largest_gain(strategy, rules, 1)
        assert isinstance(exact, Fraction)
        assert floats == pytest.approx(float(exact), abs=1e-12)
        wins = reply_to_all([table, table], rules, (1, 1, 1), exact=True).wins[1, 1, 1]
        if ending == "first_out":
            for opener in range(3):
                assert 0 < wins[opener] - (1 - loses([table] * 3, rules, opener)) <= exact

    def test_one_bad_answer_is_found_wherever_it_is(self) -> None:
        """Who folds to Mia in one state, at some lives only, where it would better look."""
        rules = Rules(THREE, lives=2)
        solved = solve_match(rules).strategy

        def tables(lives: tuple[int, ...]) -> TableStrategy:
            table = solved.at(*lives)
            if lives != (1, 2):
                return table
            doubts = table.doubts.copy()
            doubts[2, 2] = 0  # each call of Mia is a lie 17 times in 18
            return TableStrategy("folds", table.calls, doubts)

        assert largest_gain(ByLives(tables, rules, 2), rules, 1) == pytest.approx(0, abs=1e-12)
        assert largest_gain(ByLives(tables, rules, 2), rules, 2) > 0.05
