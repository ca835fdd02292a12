"""Facts about what is legal in one game."""

from __future__ import annotations

import pytest

from mia_stats import Outcome, Rules, Variant
from tests.simulate.game_helpers import told


@pytest.mark.parametrize(
    ("rules", "acts", "words"),
    [
        (Rules(), [], "a call of 31 or more"),
        (Rules(), [66, "believe"], "a call of 21"),
        (Rules("points"), [7, "believe"], "a call of 8 (62=53) or more"),
        (Rules(second_throw="blind"), [], "a call of 31 or more or 'again'"),
        (Rules(), [54], "'doubt' or 'believe'"),
        (Rules(), [21], "'look' or 'fold'"),
        (Rules(mia_fold=None), [21], "'look'"),
        (Rules(mia_equalled=True), [21], "'look', 'fold' or 'believe'"),
        (Rules(mia_equalled=True), [21, "believe"], "a call of 21"),
        (Rules(unseen_pass="free"), [54], "'doubt', 'believe' or to hand the cup on with 54"),
        (Rules(unseen_pass="liable"), [54],
         "'doubt', 'believe' or to hand the cup on with 54 or more"),
        (Rules(unseen_pass="liable"), [54, 61], "'doubt' or 'believe'"),
    ],
)  # fmt: skip
def test_what_is_legal_in_words(rules: Rules, acts: list[str | int], words: str) -> None:
    game = told([None] * 3, [54] * 5, rules)
    for act in acts:
        game.act(act)
    assert game._position.legal_words() == words
    for act in game.legal:
        assert act in game.legal


def test_a_tie_offers_each_of_its_outcomes() -> None:
    top = Variant.from_order("pair", [[21], [66, 55], [o for o in Rules().variant if o.label not in
                                                       ("21", "66", "55")]])  # fmt: skip
    game = told([None] * 3, [54] * 5, Rules(top))
    game.act(55)
    assert game.events[-1].call == Outcome(6, 6)
    game.act("believe")
    assert game.legal == (Outcome(2, 1),)
