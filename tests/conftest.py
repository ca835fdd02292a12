"""What all tests share: the same chance in every run, and rules, players and variants to take."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings, strategies as st

from mia_stats import FAIR, HONEST, OUTCOMES, VARIANTS, Dice, Rules, TableStrategy, Variant

ROOT = Path(__file__).parent.parent
EQUAL = Rules(call="at_least")  # a call may be equalled

settings.register_profile("default", deadline=None)  # machines are shared and noisy
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True, scope="session")
def _the_same_every_time() -> Iterator[None]:
    """Give a test without a seed the same one in every run: what passes once passes again."""
    make = np.random.default_rng
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np.random, "default_rng", lambda rng=None: make(0 if rng is None else rng))
        yield


@pytest.fixture(params=list(VARIANTS))
def published(request: pytest.FixtureRequest) -> Variant:
    """Each published variant in turn."""
    return VARIANTS[request.param]


def named(name: str) -> TableStrategy:
    """Return the honest player under another name."""
    table = HONEST.table(Rules())
    return TableStrategy(name, table.calls, table.doubts)


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
