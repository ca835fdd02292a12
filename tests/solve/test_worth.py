"""Facts about what calls are worth in a state, on paper."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mia_stats.game.stakes import Stakes
from mia_stats.solve.state import StateGame
from mia_stats.solve.worth import Calls, Kind

ONE = Fraction(1)
THIRDS = [ONE / 3] * 3


def calls(*believed: Fraction | None, fold: Fraction | None = ONE) -> Calls[Fraction]:
    """Return three tiers, by what a call brings that is believed; Mia costs 2 to look at."""
    stakes = Stakes([ONE, ONE, 2 * ONE], [-ONE] * 3, fold)
    return Calls(StateGame.for_two(0, THIRDS, stakes, [*believed, fold]))


def test_what_is_done_whatever_the_caller_does() -> None:
    """A caught lie brings −1 and a true call 1: believed, calls bring the caller −1, 0 and 1."""
    assert calls(-ONE, 0 * ONE).kinds == {0: Kind.BELIEVED, 1: Kind.FREE, 2: Kind.FREE}
    assert calls(ONE, 2 * ONE).kinds == {0: Kind.DOUBTED, 1: Kind.DOUBTED, 2: Kind.FREE}
    assert calls(0 * ONE, 0 * ONE, fold=None).kinds[2] is Kind.DOUBTED  # it must be seen


@pytest.mark.parametrize("g", [Fraction(-1, 2), Fraction(0), Fraction(1, 2)])
def test_how_many_lies_a_truth_bears(g: Fraction) -> None:
    """Doubted, a truth brings +1 and x lies −1 each; believed, each of them brings g.

    Both are worth the same where 1 − x = (1 + x)g, so for x = (1 − g)/(1 + g). Of Mia: a look
    brings 2 − x and a fold 1 + x, for x = 1/2.
    """
    found = calls(g, g)
    x = found.bears[0]
    assert x == (1 - g) / (1 + g)
    assert 1 - x == (1 + x) * g
    assert found.bears[2] == Fraction(1, 2)
    assert found.over_mia(2).room == Fraction(1, 6)  # a third of the throws
    assert calls(-ONE, ONE).bears[0] == calls(-ONE, ONE).bears[1] == 0


def test_the_caller_takes_what_brings_most_and_then_what_hurts_the_next_player() -> None:
    """With two calls that are as good for the caller the next player loses more by the other."""
    stakes = Stakes([ONE] * 3, [-ONE] * 3, ONE)
    theirs = Stakes([-ONE] * 3, [ONE] * 3, -ONE)
    half = ONE / 2
    game = StateGame(0, THIRDS, stakes, theirs, [half, half, 0 * ONE], [0 * ONE, -half, 0 * ONE])
    assert Calls(game).order == [1, 0, 2]
    floats = [float(chance) for chance in THIRDS]
    near = StateGame(
        0, floats, Stakes([1.0] * 3, [-1.0] * 3, 1.0), Stakes([-1.0] * 3, [1.0] * 3, -1.0),
        [0.5, 0.5 - 1e-15, 0.0], [0.0, -0.5, 0.0],
    )  # fmt: skip
    assert Calls(near).order == [1, 0, 2]  # floats that are so near are the same


def test_what_liars_get_at_least() -> None:
    """To be caught where that costs least, which is no choice where all is believed."""
    assert calls(0 * ONE, 0 * ONE).floor == -1
    stakes = Stakes([ONE] * 3, [-3 * ONE, -2 * ONE, -ONE], -2 * ONE)
    believed = StateGame.for_two(0, THIRDS, stakes, [-4 * ONE] * 3)
    assert set(Calls(believed).kinds.values()) == {Kind.BELIEVED}
    assert Calls(believed).floor < -4
