"""The best of all replies of a round wins what the library says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mia_stats import Dice, Rules, best_response
from tests.oracles.characters_seen import play_of
from tests.oracles.pure_replies import Replies
from tests.oracles.settings import random_table, small_order

RULES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (3, {"mia_fold": None, "truth": "exact", "mia_by": "either"}),
    (3, {"thrown_mia": "next", "mia_penalty": 3}),
    (3, {"mia_equalled": True, "mia_by": "dice"}),
    (2, {"call": "at_least", "doubt_penalty": 2}),
    (2, {"second_throw": "blind", "lie_penalty": 2}),
    (2, {"second_throw": "blind", "thrown_mia": "others"}),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("k", "fields"), RULES, ids=str)
def test_the_best_reply_wins_what_the_library_says(
    k: int, fields: dict[str, Any], seed: int
) -> None:
    rng = random.Random(f"{fields} {seed}")
    rules = Rules(small_order(rng, k), Dice([1, 2, 3, 1, 2, 3]), **fields)
    table = random_table(rng, rules)
    replies, reply = Replies(play_of(table), rules), best_response(table, rules)
    assert replies.best_opening() == reply.opening
    assert replies.best_answering() == reply.answering
