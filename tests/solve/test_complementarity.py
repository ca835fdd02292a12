"""Facts about states that are solved as linear problems of complementarity."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from mia_stats import Dice, Rules
from mia_stats.game.stakes import Stakes, round_stakes
from mia_stats.solve.complementarity import complement
from mia_stats.solve.stage import solve_state
from mia_stats.solve.state import StateGame, weigh


def games(rules: Rules) -> list[StateGame[float]]:
    """Return the states of a round between two, with what belief comes to in each."""
    chances = [float(chance) for chance in rules.throw_chances]
    stakes = round_stakes(rules, 1.0)
    believed: list[float | None] = [*[None] * rules.top, stakes.fold]
    states = []
    for lowest in range(rules.top, -1, -1):
        states.append(StateGame.for_two(lowest, chances, stakes, list(believed)))
        solution, _ = solve_state(states[-1])
        if lowest:
            believed[lowest - 1] = -solution.value
    return states


@pytest.mark.parametrize(
    "rules",
    [Rules("kiriki"), Rules("kinito-void", doubt_penalty=3, dice=Dice([1, 2, 3, 4, 5, 6]))],
    ids=str,
)
def test_between_two_there_is_one_value(rules: Rules) -> None:
    """Whichever way it is found: of what one wins the other loses there is only one."""
    for game in games(rules):
        found = complement(game)
        assert found is not None
        weighed = weigh(game, found)
        assert weighed.gain < 1e-12
        assert weighed.value == pytest.approx(solve_state(game)[0].value, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_nobody_gains_whatever_the_numbers_are(seed: int) -> None:
    """Also where one does not lose what the other wins."""
    rng = np.random.default_rng(seed)
    k = 4
    chances = rng.dirichlet(np.ones(k)).tolist()
    mine, theirs = (
        Stakes(true, lie, None, over_mia)
        for true, lie, over_mia in rng.uniform(-1, 1, (2, 3, k)).tolist()
    )
    believed, their_believed = rng.uniform(-1, 1, (2, k)).tolist()
    game = StateGame(int(rng.integers(k)), chances, mine, theirs, believed, their_believed)
    found = complement(game)
    assert found is not None
    assert weigh(game, found).gain < 1e-10


def test_fractions_are_left_alone() -> None:
    half = Fraction(1, 2)
    stakes = Stakes([half] * 2, [-half] * 2, half)
    assert complement(StateGame.for_two(0, [half, half], stakes, [half, half])) is None
