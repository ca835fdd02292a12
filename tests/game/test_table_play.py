"""Facts about play from tables: each seat by its own, in many games at once."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mia_stats import (
    BELIEVE,
    DOUBT,
    FOLD,
    HONEST,
    LOOK,
    LOOKED_AT,
    LUCKY,
    RANDOM,
    SNIPER,
    Rules,
    TableStrategy,
    doubter,
)
from mia_stats.game.table_play import TablePlayers, TablesByLives
from tests.helpers import THREE, binomial, within

RULES = Rules(THREE)
LIABLE = Rules(THREE, unseen_pass="liable")
SEEN = np.array(LOOKED_AT)


def numbers(*values: int) -> NDArray[np.intp]:
    return np.array(values, np.intp)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def no_lives(games: int, seats: int = 2) -> NDArray[np.intp]:
    """Return lives that nobody looks at."""
    return np.ones((games, seats), np.intp)


def one_call(call: int) -> TableStrategy:
    """Return who always makes one call of three where it is legal, else Mia, and doubts nothing."""
    calls = np.zeros((3, 3, 3), int)
    for state in range(3):
        calls[state, :, call if call >= state else 2] = 1
    return TableStrategy(f"calls {call}", calls, np.zeros((3, 3), int))


def test_certain_tables_give_certain_calls_for_each_seat() -> None:
    """An honest player and a lucky one, in every state with every throw, in each other's seats."""
    honest, lucky = HONEST.table(RULES), LUCKY.table(RULES)
    states, rolled = np.array(list(product(range(3), repeat=2)), np.intp).T
    for seats in ((honest, lucky), (lucky, honest), (lucky, honest, lucky)):
        players = TablePlayers([(table,) for table in seats], RULES)
        for seat, table in enumerate(seats):
            at = np.full(9, seat)
            called = players.calls(states, rolled, at, no_lives(9, len(seats)), rng())
            expected = np.maximum(states, rolled) if table is honest else np.full(9, 2)
            assert called.tolist() == expected.tolist()
    both = TablePlayers([(honest,), (lucky,)], RULES)
    mixed = both.calls(numbers(0, 0, 1), numbers(0, 0, 0), numbers(0, 1, 0), no_lives(3), rng())
    assert mixed.tolist() == [0, 2, 1]


def test_certain_tables_give_certain_answers_for_each_seat() -> None:
    """An honest player looks at Mia, a lucky one folds, and a doubter doubts all that it hears."""
    players = TablePlayers([(who.table(RULES),) for who in (HONEST, LUCKY, doubter(31))], RULES)
    state, call = numbers(0, 0, 0, 0, 0, 0), numbers(1, 1, 1, 2, 2, 2)
    seat, never = numbers(0, 1, 2, 0, 1, 2), np.zeros(6, bool)
    found = players.answers(state, call, never, seat, no_lives(6, 3), SEEN, rng())
    assert found.tolist() == [BELIEVE, BELIEVE, DOUBT, LOOK, FOLD, LOOK]


def test_certain_play_takes_no_random_number() -> None:
    players = TablePlayers([(HONEST.table(RULES),), (LUCKY.table(RULES),)], RULES)
    used = rng()
    zero = numbers(0, 0)
    players.calls(zero, zero, numbers(0, 1), no_lives(2), used)
    players.answers(zero, zero, np.zeros(2, bool), numbers(0, 1), no_lives(2), SEEN, used)
    assert used.random() == rng().random()


def test_a_seat_of_somebody_else_needs_no_table() -> None:
    """Its place is kept: those behind it answer from their own."""
    players = TablePlayers([None, (LUCKY.table(RULES),), None, (HONEST.table(RULES),)], RULES)
    zero = numbers(0, 0)
    called = players.calls(zero, zero, numbers(3, 1), no_lives(2, 4), rng())
    assert called.tolist() == [0, 2]


def test_one_player_may_sit_in_several_seats() -> None:
    table = HONEST.table(RULES)
    alone, several = TablePlayers([(table,)], RULES), TablePlayers([(table,)] * 3, RULES)
    state, rolled = numbers(0, 1, 0), numbers(1, 0, 2)
    seats = numbers(0, 1, 2)
    one = alone.calls(state, rolled, numbers(0, 0, 0), no_lives(3, 1), rng())
    assert several.calls(state, rolled, seats, no_lives(3, 3), rng()).tolist() == one.tolist()


def of_two(*calls: int) -> TablesByLives:
    """Return tables with one call each, by the lives of two: 1:1, 1:2, 2:1 and 2:2."""
    places = np.array([[-1, -1, -1], [-1, 0, 1], [-1, 2, 3]])
    return TablesByLives(tuple(map(one_call, calls)), places)


def test_tables_by_the_lives_of_three_who_may_be_out() -> None:
    """The player's own lives come first, and then those to its left."""
    places = np.full((3, 3, 3), -1)
    places[1, 2, 0], places[2, 0, 1], places[1, 1, 1] = range(3)
    players = TablePlayers([TablesByLives(tuple(map(one_call, (0, 1, 2))), places)] * 3, RULES)
    lives = np.array([[1, 2, 0], [1, 2, 0], [0, 1, 2], [1, 1, 1]], np.int8)
    zero, seats = numbers(0, 0, 0, 0), numbers(0, 1, 1, 2)
    assert players.calls(zero, zero, seats, lives, rng()).tolist() == [0, 1, 0, 2]


def test_a_table_for_each_pair_of_lives() -> None:
    """The player's own lives come first, from 1, then those of the other."""
    by_lives = of_two(0, 1, 2, 0)  # 1:1, 1:2, 2:1, 2:2
    for seat in (0, 1):
        seats: list[Any] = [(HONEST.table(RULES),), (HONEST.table(RULES),)]
        seats[seat] = by_lives
        players = TablePlayers(seats, RULES)
        own, other = numbers(1, 1, 2, 2), numbers(1, 2, 1, 2)
        lives = np.column_stack((own, other) if seat == 0 else (other, own)).astype(np.int8)
        zero = numbers(0, 0, 0, 0)
        assert players.calls(zero, zero, zero + seat, lives, rng()).tolist() == [0, 1, 2, 0]
        honest = players.calls(zero, zero + 1, zero + 1 - seat, lives, rng())
        assert honest.tolist() == [1, 1, 1, 1]  # whose table is one whatever the lives are


def test_lives_of_two_who_both_look_at_them() -> None:
    players = TablePlayers([of_two(0, 1, 2, 0), of_two(2, 2, 1, 0)], RULES)
    lives = np.array([[1, 2], [2, 1], [1, 2], [2, 1]], np.int8)
    zero = numbers(0, 0, 0, 0)
    found = players.calls(zero, zero, numbers(0, 0, 1, 1), lives, rng())
    assert found.tolist() == [1, 2, 1, 2]  # seat 1 has 2 lives against 1, and then 1 against 2


def test_a_pass_that_is_not_allowed_becomes_belief() -> None:
    """A sniper hands on what half of all throws or fewer beat: here both calls below Mia."""
    players = TablePlayers([(SNIPER.table(LIABLE),), (HONEST.table(LIABLE),)], LIABLE)
    zero, call = numbers(0, 0, 0, 0), numbers(0, 1, 1, 2)
    may = np.array([True, True, False, True])
    found = players.answers(zero, call, may, zero, no_lives(4), SEEN, rng())
    assert found.tolist() == [0, 1, BELIEVE, LOOK]
    honest = players.answers(zero, call, may, zero + 1, no_lives(4), SEEN, rng())
    assert honest.tolist() == [BELIEVE, BELIEVE, BELIEVE, LOOK]


@pytest.mark.parametrize("rules", [RULES, LIABLE], ids=["without a pass", "with a pass"])
def test_calls_and_answers_come_as_often_as_the_table_says(rules: Rules) -> None:
    """The random player: any legal call, and any answer; 4 standard errors, with a seed."""
    table, games = RANDOM.table(rules), 100_000
    players, drawn, zero = TablePlayers([(table,)], rules), rng(), np.zeros(games, np.intp)
    lives = no_lives(games, 1)
    called = players.calls(zero, zero + 1, zero, lives, drawn)
    assert called.dtype == np.int8
    for call in range(3):
        assert within(int((called == call).sum()), *binomial(games, 1 / 3))
    only_two = players.calls(zero + 1, zero, zero, lives, drawn)
    assert not (only_two == 0).any()
    assert within(int((only_two == 1).sum()), *binomial(games, 1 / 2))
    may = np.ones(games, bool)
    chances = {BELIEVE: 1 / 2, DOUBT: 1 / 2}
    if rules.may_pass:  # doubt, belief and a pass alike; the pass with that call or a higher one
        chances = {BELIEVE: 1 / 3, DOUBT: 1 / 3, 1: 1 / 6, 2: 1 / 6}
    answers = players.answers(zero, zero + 1, may, zero, lives, SEEN, drawn)
    assert set(answers.tolist()) == set(chances)
    for answer, chance in chances.items():
        assert within(int((answers == answer).sum()), *binomial(games, chance))
    believed = players.answers(zero, zero + 1, ~may, zero, lives, SEEN, drawn)
    doubt = chances[DOUBT]
    assert within(int((believed == DOUBT).sum()), *binomial(games, doubt))
    assert within(int((believed == BELIEVE).sum()), *binomial(games, 1 - doubt))
