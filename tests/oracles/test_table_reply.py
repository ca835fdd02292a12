"""The oracle of best replies agrees with exact evaluation, and with all replies one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from mia_stats import OUTCOMES, Dice, Rules, TableStrategy, Variant, evaluate
from tests.oracles.settings import random_setting
from tests.oracles.table_reply import (
    At,
    Table,
    answers_lose,
    best_reply_loses,
    calls_lose,
    first_loses,
    table_loses,
)


def known(rules: Rules, rng: random.Random) -> Rules:
    """Return the rules without what the oracle does not know."""
    return replace(
        rules,
        lie_penalty=max(1, rules.lie_penalty),
        doubt_penalty=max(1, rules.doubt_penalty),
        mia_penalty=max(1, rules.mia_penalty),
        mia_lie_penalty=max(1, rules.mia_lie_penalty),
        mia_fold=None if rules.mia_fold is None else max(1, rules.mia_fold),
        toast=(),
        unseen_pass="never",
        second_throw="never",
        mia_equalled=False,
        forfeit="life",
        rounds=None,
        ending=rng.choice(["first_out", "last_standing"]),
    )


def drawn_tables(rng: random.Random, rules: Rules, n: int) -> list[Table]:
    """Return tables of 64ths that have a chance for every legal call, and of every doubt."""
    k = len(rules.variant.tiers)
    tables = []
    for _ in range(n):
        calls = [[[Fraction(0)] * k for _ in range(k)] for _ in range(k)]
        doubts = [[Fraction(0)] * k for _ in range(k)]
        for state in range(k):
            legal = range(state if rules.call == "higher" else max(state - 1, 0), k)
            for dice in range(k):
                for call in rng.choices(legal, k=64):
                    calls[state][dice][call] += Fraction(1, 64)
            for call in legal:
                doubts[state][call] = Fraction(rng.randint(4, 60), 64)
            if rules.mia_fold is None:
                doubts[state][-1] = Fraction(1)
        tables.append((calls, doubts))
    return tables


def tier_order(rng: random.Random, k: int) -> Variant:
    outcomes = rng.sample(OUTCOMES, len(OUTCOMES))
    bounds = [0, *sorted(rng.sample(range(1, len(outcomes)), k - 1)), len(outcomes)]
    tiers = [tuple(outcomes[first:last]) for first, last in pairwise(bounds)]
    return Variant.from_order("small", tiers)


def always(table: Table) -> At:
    return lambda _view: table


def pure_tables(rules: Rules) -> Iterator[tuple[Any, Any]]:
    """Yield every table without chance."""
    k, one, zero = len(rules.variant.tiers), Fraction(1), Fraction(0)
    legal = [range(state if rules.call == "higher" else max(state - 1, 0), k) for state in range(k)]
    asked = [(state, dice) for state in range(k) for dice in range(k)]
    heard = [(state, call) for state in range(k) for call in legal[state]]
    if rules.mia_fold is None:
        heard = [(state, call) for state, call in heard if call < k - 1]
    for chosen in product(*(legal[state] for state, _ in asked)):
        calls = [[[zero] * k for _ in range(k)] for _ in range(k)]
        for (state, dice), call in zip(asked, chosen, strict=True):
            calls[state][dice][call] = one
        for doubted in product([zero, one], repeat=len(heard)):
            doubts = [[one] * k for _ in range(k)]
            for (state, call), doubt in zip(heard, doubted, strict=True):
                doubts[state][call] = doubt
            yield calls, doubts


def pure_replies(rules: Rules, views: Sequence[tuple[int, ...]]) -> Iterator[At]:
    """Yield every reply without chance, for each of the lives that it may see."""
    for tables in product(list(pure_tables(rules)), repeat=len(views)):
        yield dict(zip(views, tables, strict=True)).__getitem__


LAST = {"ending": "last_standing", "mia_fold": None, "next_starter": "doubter"}
SMALL = [
    ("higher", 3, 3, [(1, 1, 1)], {"mia_fold": None}),
    ("higher", 3, 2, [(1, 1)], {"mia_fold": None, "truth": "exact", "mia_by": "either"}),
    ("at_least", 2, 3, [(1, 1, 1)], {"thrown_mia": "next"}),
    ("at_least", 2, 2, [(1, 1)], {"truth": "exact"}),
    ("higher", 2, 3, [(2, 1, 1), (1, 1, 1)], {"true_mia": "others", "next_starter": "random"}),
    ("higher", 2, 3, [(1, 1, 1), (1, 0, 1), (1, 1, 0)], LAST),
    ("higher", 2, 2, [(2, 1), (1, 1)], {"mia_penalty": 1, "next_starter": "loser"}),
]


@pytest.mark.parametrize(
    "setting",
    [*SMALL[2:4], *(pytest.param(s, marks=pytest.mark.long) for s in (*SMALL[:2], *SMALL[4:]))],
    ids=str,
)
def test_no_reply_of_all_is_better(setting: Any) -> None:
    call, k, n, views, fields = setting
    rng = random.Random(str(setting))
    rules = Rules(tier_order(rng, k), Dice([1, 2, 3, 1, 2, 3]), call=call, **fields)
    others = [always(table) for table in drawn_tables(rng, rules, n - 1)]
    found = best_reply_loses(others, rules, views[0])
    least = [Fraction(1)] * n
    for reply in pure_replies(rules, views):
        least = list(map(min, least, first_loses([reply, *others], rules, views[0])))
    assert found == least


@pytest.mark.parametrize("seed", range(12))
def test_tables_lose_as_evaluated(seed: int) -> None:
    rng = random.Random(seed)
    rules, n = known(random_setting(rng)[0], rng), rng.randint(2, 4)
    drawn = drawn_tables(rng, rules, n)
    tables = [
        TableStrategy(f"seat {seat}", *(np.array(part, dtype=float) for part in table))
        for seat, table in enumerate(drawn)
    ]
    at = [always((table.calls, table.doubts)) for table in tables]
    lives = tuple(rng.randint(1, 3) for _ in range(n))
    loses, replied = table_loses(at, rules, lives), best_reply_loses(at[1:], rules, lives)
    for opener in range(n):
        expected = evaluate(tables, rules, starter=opener, lives=lives).loses
        assert loses[opener] == pytest.approx(expected, abs=1e-12)
        assert replied[opener] <= loses[opener][0] + 1e-12


def test_who_repeats_for_ever_does_not_lose() -> None:
    """Where the other one believes all and repeats it, nobody need ever doubt."""
    rules = Rules(Variant.from_order("two", [OUTCOMES[:1], OUTCOMES[1:]]), call="at_least")
    repeats = [[[1, 0], [1, 0]]] * 2, [[0, 1], [0, 1]]
    assert best_reply_loses([lambda _view: repeats], rules, (1, 1)) == [0, 0]


@pytest.mark.parametrize("seed", range(6))
def test_one_decision_at_a_time_loses_as_all_together(seed: int) -> None:
    """Who throws loses the mean over the dice of the best calls, and to a call the best answer."""
    rng = random.Random(seed)
    rules = replace(known(random_setting(rng)[0], rng), thrown_mia="hidden")
    tables = drawn_tables(rng, rules, 2)
    others = [always(table) for table in tables]
    lives = tuple(rng.randint(1, 2) for _ in range(3))
    fates = first_loses([None, *others], rules, lives)
    chances = rules.throw_chances
    thrown = [calls_lose(others, rules, lives, 0, dice) for dice in range(len(chances))]
    best = sum(p * min(by_call.values()) for p, by_call in zip(chances, thrown, strict=True))
    assert best == fates[0]
    heard: Any = Fraction(0)
    for call in range(len(chances)):
        made = sum(p * tables[1][0][0][dice][call] for dice, p in enumerate(chances))
        if made:
            heard += made * min(answers_lose(others, rules, lives, 0, call).values())
    assert heard == fates[2]
