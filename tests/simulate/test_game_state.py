"""Facts about the dice of one game, and about what is legal in it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from mia_stats import FAIR, Dice, Event, Outcome, Rules, Variant
from mia_stats.simulate.game_state import Fortune, Position, retell
from tests.helpers import within
from tests.simulate.game_helpers import told


@pytest.mark.parametrize("rules", [
    Rules(), Rules("mexen"), Rules(dice=Dice([1, 1, 2, 2, 2, 2])),
    Rules(dice=Dice([0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0])),
], ids=str)  # fmt: skip
def test_each_roll_comes_as_often_as_the_dice_say(rules: Rules) -> None:
    n, chance = 20_000, Fortune(rules, np.random.default_rng(1))
    thrown = Counter(chance.throw() for _ in range(n))
    kept = {
        (a, b): rules.dice.first[a - 1] * rules.dice.second[b - 1]
        for a in range(1, 7)
        for b in range(1, 7)
        if Outcome.from_dice(a, b) not in rules.variant.rethrown
    }
    assert set(thrown) <= {roll for roll, weight in kept.items() if weight}
    for roll, weight in kept.items():
        p = float(Fraction(weight, sum(kept.values())))
        assert within(thrown[roll], n * p, n * p * (1 - p), errors=5)


def test_a_roll_that_never_comes_is_never_thrown() -> None:
    """Also where the random number is the largest that there is."""

    class Highest:
        def random(self) -> float:
            return float(np.nextafter(1, 0))

    dice = Dice([1, 1, 1, 1, 1, 0])
    assert Fortune(Rules(dice=dice), Highest()).throw() == (5, 5)  # type: ignore[arg-type]
    assert Fortune(Rules(), Highest()).throw() == (6, 6)  # type: ignore[arg-type]


def test_each_seat_opens_the_game_as_often_as_another() -> None:
    chance = Fortune(Rules(), np.random.default_rng(1))
    opened = Counter(chance.starter(3) for _ in range(3000))
    assert all(within(opened[seat], 1000, 3000 * 2 / 9) for seat in range(3))


@pytest.mark.parametrize(
    ("rules", "acts", "words"),
    [
        (Rules(), [], "a call of 31 or more"),
        (Rules(), [66, "believe"], "a call of 21"),
        (Rules("points"), [7, "believe"], "a call of 8 (62=53) or more"),
        (Rules(second_throw="blind"), [], "a call of 31 or more, or 'again'"),
        (Rules(), [54], "'doubt', or 'believe'"),
        (Rules(), [21], "'look', or 'fold'"),
        (Rules(mia_fold=None), [21], "'look'"),
        (Rules(mia_equalled=True), [21], "'look', or 'fold', or 'believe'"),
        (Rules(mia_equalled=True), [21, "believe"], "a call of 21"),
        (Rules(unseen_pass="free"), [54], "'doubt', or 'believe', or to hand the cup on with 54"),
        (Rules(unseen_pass="liable"), [54],
         "'doubt', or 'believe', or to hand the cup on with 54 or more"),
        (Rules(unseen_pass="liable"), [54, 61], "'doubt', or 'believe'"),
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


def test_nothing_is_retold_after_the_end() -> None:
    position = Position(Rules(), (6, 6), 0, phase="over")
    with pytest.raises(ValueError, match="the game is over"):
        retell(position, Event("toast"), public=False)


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_who_opens_is_in_where_that_is_drawn(seat: int | None) -> None:
    rules = Rules(next_starter="random", ending="last_standing", dice=FAIR)
    position = Position(rules, (3, 0), 0, round=4)
    with pytest.raises(ValueError, match="a seat that is in"):
        retell(position, Event("round", seat), public=True)
    retell(position, Event("round", 0), public=True)
    assert (position.opener, position.round) == (0, 5)
