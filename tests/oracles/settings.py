"""Games drawn over all house rules at once: small orders, tables of chances, unequal lives."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats import FAIR, OUTCOMES, Dice, Outcome, Rules, TableStrategy, Variant

__all__ = ["Setting", "random_setting", "random_table", "small_order"]

Setting: TypeAlias = tuple[Rules, tuple[TableStrategy, ...], tuple[int, ...] | None, int | None]
"""The rules, who plays, the lives of each seat (none where sips are counted), and who opens."""

PARTS = 64
"""Chances are drawn as 64ths, which floats hold exactly, so that they add up to 1 in full."""


def random_setting(rng: random.Random, seats: int | None = None) -> Setting:
    """Return the rules of a game, who plays it with which lives, and who opens."""
    rules = _rules(rng)
    n = seats or rng.randint(2, 4)
    exact = rng.random() < 0.2
    tables = tuple(_Drawn(rng, rules, exact).table(f"seat {seat}") for seat in range(n))
    lives = None if rules.forfeit == "sip" else tuple(rng.randint(1, 3) for _ in range(n))
    starter = rng.choice([None, *range(n)])
    return rules, tables, lives, starter


def random_table(rng: random.Random, rules: Rules, name: str = "drawn") -> TableStrategy:
    """Return exact tables of one player, with all that the rules know."""
    return _Drawn(rng, rules, exact=True).table(name)


def small_order(rng: random.Random, tiers: int) -> Variant:
    """Return an order of few tiers, of which the top one is one or two outcomes."""
    outcomes = rng.sample(OUTCOMES, len(OUTCOMES))
    first_cut = rng.choice([1, 2])
    cuts = rng.sample(range(first_cut + 1, len(outcomes)), tiers - 2)
    bounds = sorted([0, first_cut, *cuts, len(outcomes)])
    return Variant.from_order("small", [tuple(outcomes[a:b]) for a, b in pairwise(bounds)])


def _rules(rng: random.Random) -> Rules:
    variant = _variant(rng)
    sips = rng.random() < 0.2
    # Some price of a doubt must be paid, or no game would end.
    lie_penalty, doubt_penalty = rng.choice(
        [(1, 1), (1, 1), (1, 2), (2, 1), (3, 1), (1, 3), (2, 3), (1, 0), (0, 1)]
    )
    return Rules(
        variant,
        _dice(rng),
        rng.randint(1, 3),
        call=rng.choice(["higher", "at_least"]),
        truth=rng.choice(["at_least", "at_least", "exact"]),
        unseen_pass=rng.choice(["never", "liable", "free"]),
        mia_penalty=rng.randint(0, 3),
        mia_fold=rng.choice([None, 0, 1, 1, 2, 3]),
        mia_lie_penalty=rng.randint(0, 3),
        toast=_toast(rng, variant),
        next_starter=rng.choice(
            ["standard", "loser", "winner", "doubter", "random", "after_doubter"]
        ),
        ending="rounds" if sips else rng.choice(["first_out", "last_standing"]),
        forfeit="sip" if sips else "life",
        rounds=rng.randint(1, 4) if sips else None,
        lie_penalty=lie_penalty,
        doubt_penalty=doubt_penalty,
        second_throw=rng.choice(["never", "blind"]),
        thrown_mia=rng.choice(["hidden", "hidden", "next", "others"]),
        true_mia=rng.choice(["doubter", "others"]),
        mia_equalled=rng.random() < 0.5,
        mia_by=rng.choice(["call", "dice", "either"]),
    )


def _variant(rng: random.Random) -> Variant:
    """Return an order of 3 to 6 tiers, of which the top one is small more often than not."""
    outcomes = rng.sample(OUTCOMES, len(OUTCOMES))
    rethrown = [outcomes.pop()] if rng.random() < 0.3 else []
    first_cut = rng.choice([1, 2, 5])
    cuts = rng.sample(range(first_cut + 1, len(outcomes)), rng.randint(1, 4))
    bounds = sorted([0, first_cut, *cuts, len(outcomes)])
    tiers = [tuple(outcomes[first:last]) for first, last in pairwise(bounds)]
    return Variant.from_order("drawn", tiers, rethrown=rethrown)


def _dice(rng: random.Random) -> Dice:
    if rng.random() < 0.5:
        return FAIR
    first, second = ([rng.randint(1, 5) for _ in range(6)] for _ in range(2))
    if rng.random() < 0.3:
        first[rng.randrange(6)] = 0  # a face that never comes up
    return Dice(first, second if rng.random() < 0.5 else None)


def _toast(rng: random.Random, variant: Variant) -> tuple[Outcome, ...]:
    kind = rng.random()
    if kind < 0.5:
        return ()
    top = variant.tiers[0]
    if kind < 0.6 and len(top) > 1:
        return (rng.choice(top),)
    return tuple(rng.sample(variant.outcomes[1:], rng.randint(1, 3)))


class _Drawn:
    """The tables of one player."""

    def __init__(self, rng: random.Random, rules: Rules, exact: bool) -> None:
        self.rng, self.rules, self.exact = rng, rules, exact
        self.k = len(rules.variant.tiers)

    def table(self, name: str) -> TableStrategy:
        """Draw each table that the rules have."""
        rng, rules, k = self.rng, self.rules, self.k
        top = k - 1
        calls = np.zeros((k, k, k), dtype=int)
        blind = np.zeros((k, k), dtype=int)
        again = np.zeros((k, k), dtype=int)
        for state in range(k):
            for rolled in range(k):
                calls[state, rolled] = self.call(state, rolled)
                if rolled < top or rules.thrown_mia == "hidden":  # else nobody is asked
                    again[state, rolled] = self.chance(PARTS)
            blind[state] = self.call(state, None)
        equals = np.array([self.chance(PARTS // 2) for _ in range(k)])
        if not rules.mia_equalled or rng.random() < 0.2:
            equals[:] = 0
        doubts, doubts_blind = self.doubts(equals), self.doubts(equals)
        passes = self.passes(np.maximum(doubts, doubts_blind))
        second_throw = rules.second_throw == "blind" and rng.random() < 0.85
        return TableStrategy(
            name,
            self.shares(calls),
            self.shares(doubts),
            self.shares(passes) if passes.any() else None,
            again=self.shares(again) if second_throw else None,
            blind=self.shares(blind) if second_throw else None,
            doubts_blind=self.shares(doubts_blind)
            if rules.second_throw == "blind" and rng.random() < 0.7
            else None,
            equals=self.shares(equals) if equals.any() else None,
        )

    def shares(self, parts: NDArray[np.int_]) -> NDArray[Any]:
        if not self.exact:
            return parts / PARTS
        fractions = np.empty(parts.shape, dtype=object)
        fractions.ravel()[:] = [Fraction(part, PARTS) for part in parts.ravel().tolist()]
        return fractions

    def chance(self, most: int) -> int:
        """Draw 64ths up to some number: nothing and all of it too."""
        return self.rng.choice([0, most, self.rng.randint(0, most), self.rng.randint(0, most)])

    def lowest(self, state: int) -> int:
        return state if self.rules.call == "higher" else max(state - 1, 0)

    def call(self, state: int, rolled: int | None) -> list[int]:
        """Draw a row of calls: the truth where it is legal, or one call, or several by chance."""
        row, legal = [0] * self.k, range(self.lowest(state), self.k)
        kind = self.rng.random()
        if kind < 0.3 and rolled is not None and rolled in legal:
            row[rolled] = PARTS
        elif kind < 0.45:
            row[self.rng.choice(legal)] = PARTS
        else:
            # Higher calls are rarer, so that rounds last.
            weights = [0.6 ** (call - legal[0]) * self.rng.choice([0.2, 1, 1, 3]) for call in legal]
            for call in self.rng.choices(legal, weights, k=PARTS):
                row[call] += 1
        return row

    def doubts(self, equals: Sequence[int] | NDArray[np.int_]) -> NDArray[np.int_]:
        """Draw doubts of each call that can be heard, and looks at the top one."""
        k, top = self.k, self.k - 1
        doubts = np.zeros((k, k), dtype=int)
        for state in range(k):
            lowest = max(state - 1, 0) if self.rules.unseen_pass == "liable" else self.lowest(state)
            for call in range(lowest, top):
                # A call that may be repeated for ever must be doubted at times.
                least = 4 if call < state else 0
                doubts[state, call] = max(self.chance(PARTS // 2), least)
                if self.rng.random() < 0.05:
                    doubts[state, call] = PARTS
            rest = PARTS - int(equals[state])
            doubts[state, top] = max(self.chance(rest), PARTS // 8)
            # Where nobody may fold, the rest of a table with `equals` is looked at as well.
            if self.rules.mia_fold is None and not (equals[state] and self.rng.random() < 0.5):
                doubts[state, top] = rest
        return doubts

    def passes(self, doubts: NDArray[np.int_]) -> NDArray[np.int_]:
        """Draw passes of the cup, among what the doubts leave."""
        k, top, rules = self.k, self.k - 1, self.rules
        passes = np.zeros((k, k, k), dtype=int)
        if rules.unseen_pass == "never" or self.rng.random() < 0.15:
            return passes
        for state in range(k):
            lowest = max(state - 1, 0) if rules.unseen_pass == "liable" else self.lowest(state)
            for call in range(lowest, top):
                share = self.chance(PARTS - int(doubts[state, call]))
                highest = k if rules.unseen_pass == "liable" else call + 1
                for passed in self.rng.choices(range(call, highest), k=share):
                    passes[state, call, passed] += 1
        return passes
