"""Rules, players, variants and dice that tests of several folders take, and a bound on chance."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from mia_stats import (
    BELIEVE,
    DOUBT,
    FAIR,
    HONEST,
    OUTCOMES,
    CallSituation,
    Dice,
    Rules,
    TableStrategy,
    Variant,
)

ROOT = Path(__file__).parent.parent
EQUAL = Rules(call="at_least")  # a call may be equalled
THREE = Variant.from_order(
    "three", [[21], [o for o in OUTCOMES if o.kind == "double"],
              [o for o in OUTCOMES if o.kind == "mixed"]],
)  # fmt: skip
"""Mia, any double and anything else, for sums on paper: worst first 28, 6 and 2 of 36 rolls."""


def named(name: str) -> TableStrategy:
    """Return the honest player under another name."""
    table = HONEST.table(Rules())
    return TableStrategy(name, table.calls, table.doubts)


class NextTier:
    """Calls the lowest legal tier whatever it threw, and looks at Mia only."""

    name = "next tier"

    def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
        """Return the lowest legal call."""
        return seen.lowest

    def answer(self, seen: Any, rng: np.random.Generator) -> Any:
        """Return a look at Mia, and belief of all else."""
        return np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)


def climber(rules: Rules | None = None) -> TableStrategy:
    """Return the table of `NextTier`, by any rules, by asking it in every state."""
    rules = rules or Rules()
    k, rng = rules.tier_count, np.random.default_rng(0)
    states, zero = np.arange(k), np.zeros(k, int)
    seen = CallSituation(rules, states, zero, np.ones((k, 2), int), zero)
    calls = np.zeros((k, k, k), int)
    calls[states, :, NextTier().choose_call(seen, rng)] = 1
    doubts = np.zeros((k, k), int)
    doubts[:, rules.top] = 1
    return TableStrategy("climber", calls, doubts)


def within(count: float, mean: float, variance: float, errors: float = 4.0) -> bool:
    """Return whether a count is within some standard errors of its mean."""
    return bool(abs(count - mean) <= errors * max(variance, 1) ** 0.5)


def binomial(games: int, chance: float) -> tuple[float, float]:
    """Return the mean and the variance of how often something happens in so many games."""
    return games * chance, games * chance * (1 - chance)


@st.composite
def orders(draw: st.DrawFn) -> Variant:
    """Any variant at all: an order, cut into tiers, with a few outcomes rethrown."""
    order = draw(st.permutations(OUTCOMES))
    rethrown = draw(st.integers(0, 5))
    kept = order[rethrown:]
    cuts = sorted(draw(st.sets(st.integers(1, len(kept) - 1))))
    tiers = [tuple(kept[a:b]) for a, b in zip([0, *cuts], [*cuts, len(kept)], strict=True)]
    return Variant.from_order("any", tiers, rethrown=order[:rethrown])


weights = st.one_of(st.integers(1, 9), st.fractions(Fraction(1, 9), 9, max_denominator=9))
face_weights = st.lists(weights, min_size=6, max_size=6)
dice = st.one_of(st.just(FAIR), st.builds(Dice, face_weights, st.none() | face_weights))
