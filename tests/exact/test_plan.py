"""Facts about a reply in words."""

from __future__ import annotations

import numpy as np

from mia_stats import HONEST, LUCKY, Rules, TableStrategy
from mia_stats.exact.plan import plan_in_words
from tests.helpers import THREE


def test_throws_that_are_played_alike_are_said_together() -> None:
    assert plan_in_words(HONEST.table(Rules()), Rules()) == (
        "Open: with 31 to 21 the truth. As responder doubt opening calls of 21."
    )
    calls, doubts = HONEST.table(Rules()).calls.copy(), np.zeros((21, 21), int)
    calls[0, :5] = calls[0, 8]
    doubts[0, [0, 1, 2, 20]] = 1
    table = TableStrategy("own", calls, doubts)
    assert plan_in_words(table, Rules()) == (
        "Open: with 31 to 43 call 54, with 51 to 21 the truth. "
        "As responder doubt opening calls of 31 to 41, 21."
    )


def test_a_mia_that_is_shown_is_no_call() -> None:
    rules = Rules(thrown_mia="next")
    said = plan_in_words(HONEST.table(rules), rules)
    assert said.startswith("Open: with 31 to 66 the truth, with 21 show it. ")


def test_tied_outcomes_have_one_name() -> None:
    rules = Rules(THREE)
    names = [rules.tier_words(tier) for tier in range(3)]
    assert plan_in_words(LUCKY.table(rules), rules).startswith(
        f"Open: with {names[0]} to {names[2]} call {names[2]}."
    )
