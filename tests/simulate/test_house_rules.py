"""Simulated games by all house rules at once, against the chain of every position."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mia_stats import (
    AGAIN,
    BELIEVE,
    DOUBT,
    EQUAL,
    HANDED_ON,
    LOOKED_AT,
    RULES,
    THROWN_BLIND,
    UNSEEN,
    AnswerSituation,
    CallSituation,
    Rules,
    TableStrategy,
    evaluate,
    simulate_games,
)
from tests.oracles.agreement import astray, counted, means, measured, spread
from tests.oracles.exact_chain import exact_chain
from tests.oracles.settings import random_setting

SETTINGS = 30


@pytest.mark.parametrize("seed", range(SETTINGS))
def test_simulated_games_agree_with_the_chain(seed: int) -> None:
    """Losses, wins, forfeits by cause, calls, lies, rounds and toasts of every seat."""
    games = 60_000
    rules, tables, lives, starter = random_setting(random.Random(2000 + seed))
    expected = means(exact_chain(tables, rules, lives, starter))
    spreads = spread(measured(tables, rules, lives, starter, games=400, seed=seed))
    result = simulate_games(tables, rules, games=games, rng=seed, lives=lives, starter=starter)
    comparisons = SETTINGS * len(expected)
    assert not astray(counted(result), expected, spreads, games, comparisons), rules


def test_seats_that_go_out_together_share_their_place() -> None:
    """The places, where the last one standing wins, are those of the chain."""
    games, compared = 100_000, 0
    for seed in range(3000, 3060):
        rules, tables, lives, starter = random_setting(random.Random(seed))
        if rules.ending != "last_standing" or compared == 10:
            continue
        compared += 1
        places = exact_chain(tables, rules, lives, starter).places
        result = simulate_games(tables, rules, games=games, rng=seed, lives=lives, starter=starter)
        errors = (games * places * (1 - places)) ** 0.5
        assert (abs(result.places - games * places) <= 6 * errors + 10).all(), rules
    assert compared == 10


class InCode:
    """Draws from a table in code, and checks what it sees on the way."""

    def __init__(self, table: TableStrategy) -> None:
        self.name, self.table = table.name, table

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> NDArray[Any]:
        """Return a call by the chances of the table, or AGAIN."""
        rules, table, top = seen.rules, self.table, seen.rules.top
        row, blind = np.minimum(seen.state, top), seen.rolled == UNSEEN
        assert ((seen.dice == THROWN_BLIND) == blind).all()
        assert not (seen.may_throw_again & blind).any()
        assert ((seen.calls_made == 0) == (seen.state == 0)).all()
        assert ((seen.last_caller == 0) == (seen.state == 0)).all()
        assert not rules.shows(seen.rolled).any()
        rows = table.calls[row, seen.rolled].astype(float)
        if blind.any():
            assert table.blind is not None
            rows[blind] = table.blind[row[blind]]
        call = drawn(rows, rng)
        call[seen.state > top] = top
        if table.again is not None:
            again = rng.random(len(row)) < table.again[row, seen.rolled].astype(float)
            call[again & ~blind] = AGAIN
        return call

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> NDArray[Any]:
        """Return an answer by the chances of the table."""
        rules, table, top = seen.rules, self.table, seen.rules.top
        row, is_top = np.minimum(seen.state, top), seen.call == top
        assert (seen.calls_made > 0).all()
        assert (seen.last_caller > 0).all()
        assert (seen.dice[seen.call < rules.lowest_call(seen.state)] == HANDED_ON).all()
        over_blind = table.doubts if table.doubts_blind is None else table.doubts_blind
        doubts = np.where(seen.dice == THROWN_BLIND, over_blind[row, seen.call],
                          table.doubts[row, seen.call]).astype(float)  # fmt: skip
        equals = np.zeros(len(row))
        if table.equals is not None:
            equals = table.equals[row].astype(float) * is_top
        if not rules.may_fold:
            doubts[is_top] = 1 - equals[is_top]
        passes = np.zeros((len(row), top + 1))
        if table.passes is not None:
            passes = table.passes[row, seen.call].astype(float) * seen.may_pass[:, None]
        rest = (1 - doubts - equals - passes.sum(axis=1)).clip(0)
        rows = np.column_stack([doubts, equals, rest, passes])
        said: NDArray[Any] = np.array([DOUBT, EQUAL, BELIEVE, *range(top + 1)])[drawn(rows, rng)]
        return said


def drawn(rows: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """Return a column for each row, by the chances in it."""
    cuts = rows.cumsum(axis=1)
    place: NDArray[Any] = (rng.random((len(rows), 1)) * cuts[:, -1:] >= cuts).sum(axis=1)
    return place


@pytest.mark.parametrize("seed", range(12))
def test_strategies_in_code_play_as_their_tables(seed: int) -> None:
    """Some seats are played in code, the others from tables."""
    games, rng = 30_000, random.Random(5000 + seed)
    rules, tables, lives, starter = random_setting(rng)
    players = [InCode(table) if rng.random() < 0.7 else table for table in tables]
    expected = means(exact_chain(tables, rules, lives, starter))
    spreads = spread(measured(tables, rules, lives, starter, games=400, seed=seed))
    result = simulate_games(players, rules, games=games, rng=seed, lives=lives, starter=starter)
    assert not astray(counted(result), expected, spreads, games, 12 * len(expected)), rules


def test_the_same_games_here_in_threads_and_in_processes() -> None:
    """Several blocks of games, by rules of every kind, on one worker and on two."""
    games = (1 << 17) + 1000
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        for seed in range(4):
            rules, tables, lives, starter = random_setting(random.Random(6000 + seed))
            here, *elsewhere = (
                simulate_games(
                    tables, rules, games=games, rng=1, lives=lives, starter=starter, executor=pool
                )
                for pool in (None, threads, processes)
            )
            assert elsewhere == [here, here]


class Watcher:
    """Opens with the lowest call, raises by one tier, passes on what it may, and takes notes."""

    name = "watcher"

    def __init__(self) -> None:
        self.called: list[tuple[int, int, int, int]] = []
        self.heard: list[tuple[int, int, int, int, int]] = []

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> NDArray[Any]:
        """Return the lowest call."""
        notes = (seen.seat, seen.state, seen.calls_made, seen.last_caller)
        self.called += zip(*(note.tolist() for note in notes), strict=True)
        return seen.lowest

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> NDArray[Any]:
        """Return a pass with the same call where that may be, a doubt from the third call on."""
        notes = (seen.seat, seen.call, seen.calls_made, seen.last_caller, seen.dice)
        self.heard += zip(*(note.tolist() for note in notes), strict=True)
        answer = np.where(seen.calls_made >= 3, DOUBT, BELIEVE)
        return np.where(seen.may_pass & (seen.calls_made < 3), seen.call, answer)


def test_what_a_strategy_sees_of_the_round() -> None:
    """0 calls 31, 1 hands it on as its own, 2 believes and calls 32, which 0 doubts."""
    watcher = Watcher()
    rules = Rules(unseen_pass="liable", lives=1, lie_penalty=1)
    simulate_games([watcher] * 3, rules, games=1, rng=1, starter=0)
    assert watcher.called == [(0, 0, 0, 0), (2, 1, 2, 2)]
    # who answers, what is called, how many calls there were, who made it as seen from there
    assert watcher.heard == [
        (1, 0, 1, 2, LOOKED_AT), (2, 0, 2, 2, HANDED_ON), (0, 1, 3, 2, LOOKED_AT),
    ]  # fmt: skip


def test_who_stays_responsible_after_a_free_pass_is_seen_as_the_last_caller() -> None:
    watcher = Watcher()
    simulate_games([watcher] * 3, Rules(unseen_pass="free", lives=1), games=1, rng=1, starter=0)
    assert watcher.heard[:2] == [(1, 0, 1, 2, LOOKED_AT), (2, 0, 1, 1, HANDED_ON)]


def test_rounds_are_counted_not_forfeits() -> None:
    """Where all others pay, a round has several forfeits, and is one round."""
    rules = RULES["german-party"]
    found = simulate_games(["honest"] * 4, rules, games=20_000, rng=1)
    expected = evaluate(["honest"] * 4, rules)
    assert found.rounds == pytest.approx(float(expected.rounds), rel=0.02)
    assert found.forfeits.sum() > found.games * found.rounds * 1.05
