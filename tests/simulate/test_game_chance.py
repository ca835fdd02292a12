"""Facts about the dice of one game, and who opens it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from mia_stats import Dice, Outcome, Rules
from mia_stats.simulate.game_chance import Fortune
from tests.helpers import within


@pytest.mark.parametrize("rules", [
    Rules(), Rules("mexen"), Rules(dice=Dice([1, 1, 2, 2, 2, 2])),
    Rules(dice=Dice([0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0])),
], ids=str)  # fmt: skip
def test_each_roll_comes_as_often_as_the_dice_say(rules: Rules) -> None:
    n, chance = 20_000, Fortune.of(rules, 1)
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
    assert Fortune(Rules(dice=dice), Highest(), Highest()).throw() == (5, 5)  # type: ignore[arg-type]
    assert Fortune(Rules(), Highest(), Highest()).throw() == (6, 6)  # type: ignore[arg-type]


def test_each_seat_opens_the_game_as_often_as_another() -> None:
    chance = Fortune.of(Rules(), 1)
    opened = Counter(chance.starter(3) for _ in range(3000))
    assert all(within(opened[seat], 1000, 3000 * 2 / 9) for seat in range(3))
