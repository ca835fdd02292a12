"""Facts about the best play against a fixed strategy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from mia_stats import (
    CHARACTERS,
    RULES,
    Dice,
    Rules,
    TableStrategy,
    Variant,
    best_response,
    exploit_table,
    exploitability,
    solve_round,
)
from mia_stats.exact.rounds import weigh_round
from mia_stats.game.rules import CAUSES
from tests.helpers import EQUAL, dice, named, orders


def by_iteration(table: TableStrategy, rules: Rules, sweeps: int) -> tuple[float, float]:
    """Return what a best response gets as opener and as answerer, by iterating values.

    A round of so many calls at most, whatever may be repeated in it; one that is cut off is worth
    nothing. Written apart from the library's own best response, which solves the loop.
    """
    k, top = rules.tier_count, rules.top
    p = np.array([float(chance) for chance in rules.throw_chances])
    calls, doubts = table.calls.astype(float), table.doubts.astype(float)
    rolled, call = np.arange(k)[:, None], np.arange(k)[None, :]
    true = rolled == call if rules.truth == "exact" else rolled >= call
    win, lose = np.ones(k), -np.ones(k)
    win[top], lose[top] = rules.mia_penalty, -rules.mia_lie_penalty
    legal = np.array([[b >= rules.lowest_call(s) for b in range(k)] for s in range(k)])
    said = p[None, :, None] * calls  # by state, throw, call
    heard, honest = said.sum(axis=1), (said * true).sum(axis=1)
    seen = -(honest * win + (heard - honest) * lose)
    opens, answers = np.zeros(k), np.zeros(k)  # by state
    for _ in range(sweeps):
        after_belief = np.append(opens[1:], 0.0)
        believed = heard * after_belief
        believed[:, top] = seen[:, top]
        if rules.mia_fold is not None:
            believed[:, top] = -heard[:, top] * rules.mia_fold
        new_answers = np.maximum(seen, believed).sum(axis=1)
        kept = np.append(answers[1:], 0.0)
        kept = np.broadcast_to(kept, (k, k)).copy()
        kept[:, top] = 0 if rules.mia_fold is None else rules.mia_fold
        doubted = doubts[:, None, :]
        brings = (1 - doubted) * kept[:, None, :] + doubted * np.where(true, win, lose)
        brings = np.where(legal[:, None, :], brings, -np.inf)
        opens, answers = brings.max(axis=2) @ p, new_answers
    return float(opens[0]), float(answers[0])


@pytest.mark.parametrize("name", list(CHARACTERS))
@pytest.mark.parametrize(
    ("call", "truth"), [("higher", "at_least"), ("higher", "exact"), ("at_least", "at_least")]
)
def test_the_response_wins_what_it_says(name: str, call: Any, truth: Any) -> None:
    """Followed throw by throw, the response gets its value, as opener and as responder."""
    rules = Rules(call=call, truth=truth)
    reply = best_response(name, rules)
    table = CHARACTERS[name].table(rules)
    costs = {"lie_caught": 1, "mia_lie_caught": 1, "wrong_doubt": 1, "mia_folded": 1,
             "mia_looked_at": 2}  # fmt: skip
    for tables, mine, value in (
        ((reply.strategy, table), 0, reply.opening),
        ((table, reply.strategy), 1, reply.answering),
    ):
        won = Fraction(0)
        for (liable, responder, number), chance in weigh_round(tables, rules).ends.items():
            cause = CAUSES[number]
            loser = liable if cause in ("lie_caught", "mia_lie_caught") else responder
            won += chance * costs[cause] * (-1 if loser == mine else 1)
        assert won == value


@pytest.mark.parametrize("rules", [Rules(call="at_least"), RULES["kiriki"]], ids=str)
@pytest.mark.parametrize("name", list(CHARACTERS))
def test_iterating_values_finds_no_better_response(name: str, rules: Rules) -> None:
    reply = best_response(name, rules)
    table = CHARACTERS[name].table(rules)
    expected = by_iteration(table, rules, 400)
    assert (float(reply.opening), float(reply.answering)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.long
@settings(max_examples=100)
@given(orders(), dice, st.integers(0, 2**32))
def test_iterating_values_finds_no_better_response_to_any_table(
    variant: Variant, dice: Dice, seed: int
) -> None:
    rules, rng = Rules(variant, dice, call="at_least"), np.random.default_rng(seed)
    k = rules.tier_count
    calls, doubts = rng.random((k, k, k)), rng.random((k, k))
    for state in range(k):
        calls[state, :, : rules.lowest_call(state)] = 0
        doubts[state, : rules.lowest_call(state)] = 0
    calls /= calls.sum(axis=2, keepdims=True)
    reply = best_response(TableStrategy("any", calls, doubts), rules)
    expected = by_iteration(TableStrategy("any", calls, doubts), rules, 400)
    assert (float(reply.opening), float(reply.answering)) == pytest.approx(expected, abs=1e-9)


def test_rules_not_given_are_those_of_the_table() -> None:
    dear = solve_round(Rules(mia_penalty=5)).strategy
    assert exploitability(dear) == 0
    assert exploitability(dear, Rules()) > 0
    assert best_response(dear).rules == dear.rules


def test_every_character_can_be_exploited() -> None:
    table = exploit_table()
    assert [response.against for response in table.responses] == list(CHARACTERS)
    frame = table.to_frame()
    assert (frame["exploitability"] > 0.3).all()
    assert [Fraction(text) for text in frame["exact"]] == [
        exploitability(name) for name in CHARACTERS
    ]


def test_the_plan_in_words() -> None:
    assert best_response("lucky").plan == (
        "Open: with 31 to 21 call 21. As responder doubt opening calls of 21."
    )
    assert best_response("liar").plan == (
        "Open: with 31 to 21 the truth. As responder doubt opening calls of 32 to 21."
    )


def test_a_response_does_better_than_optimal_play_would() -> None:
    value = solve_round().value
    for name in CHARACTERS:
        reply = best_response(name)
        assert reply.opening >= value
        assert reply.answering >= -value


def test_a_table_of_floats_gives_floats() -> None:
    exact = solve_round().strategy
    rounded = type(exact)("rounded", exact.calls.astype(float), exact.doubts.astype(float))
    assert exploitability(rounded) == pytest.approx(0, abs=1e-14)


def test_a_response_to_who_repeats_for_ever_ends_the_round() -> None:
    """Both would call 31 for ever; who doubts it once has lost, so the response calls more."""
    k = EQUAL.tier_count
    calls = np.zeros((k, k, k), int)
    for state in range(k):
        calls[state, :, EQUAL.lowest_call(state)] = 1
    repeats = TableStrategy("repeats", calls, np.zeros((k, k), int), rules=EQUAL)
    rules = replace(EQUAL, mia_fold=1)
    assert best_response(repeats, rules).opening == 1  # a call of Mia is folded to


def test_a_long_name_can_be_responded_to() -> None:
    assert best_response(named("x" * 200)).exploitability == exploitability("honest")
