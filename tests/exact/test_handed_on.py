"""Facts about rounds in which a cup may be handed on, followed throw by throw."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mia_stats import Rules, TableStrategy
from mia_stats.exact.handed_on import HandedOn
from mia_stats.exact.rounds import weigh_rounds
from tests.helpers import THREE
from tests.oracles.settings import random_setting


@pytest.mark.parametrize("seed", range(60))
def test_where_nobody_hands_on_it_is_the_ring(seed: int) -> None:
    """The same numbers in another way: with every other rule, in Fractions to the digit."""
    rules, tables, *_ = random_setting(random.Random(seed))
    rules = replace(rules, unseen_pass="never")
    exact = all(table.exact for table in tables)
    followed = HandedOn(tables, rules, exact)
    for opener, odds in enumerate(weigh_rounds(tables, rules)):
        ends, calls, lies, toasts = followed.from_opener(opener)
        once = sum(ends.values())  # before a toast lets somebody open again
        found: dict[Any, Any] = {end: chance / once for end, chance in ends.items() if chance}
        counts = [*calls, *lies, toasts]
        if exact:
            assert found == odds.ends
            assert [count / once for count in counts] == [*odds.calls, *odds.lies, odds.toasts]
        assert found == pytest.approx(odds.ends, abs=1e-12)


def test_a_cup_that_goes_round_for_ever() -> None:
    """Who throws calls the lowest again, and nobody doubts; one would hand on what is higher."""
    rules = Rules(THREE, call="at_least", unseen_pass="liable")
    calls = np.zeros((3, 3, 3), int)
    calls[0, :, 0] = calls[1, :, 0] = calls[2, :, 1] = 1
    passes = np.zeros((3, 3, 3), int)
    passes[2, 1, 1] = 1
    stubborn = TableStrategy("stubborn", calls, np.zeros((3, 3), int), passes, rules=rules)
    with pytest.raises(ValueError, match="a round between these players never ends: they repeat"):
        weigh_rounds([stubborn] * 3, rules)
