"""Facts about all states of a round, solved from the last one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mia_stats import VARIANTS
from mia_stats.game.stakes import Stakes
from mia_stats.solve.stacks import solve_stacks


@pytest.mark.parametrize(
    ("faces", "value"),
    [
        (2, Fraction(5, 8)),
        (3, Fraction(11, 30)),
        (4, Fraction(275293, 823680)),
        (5, Fraction(125412171, 404153750)),
    ],
)
def test_dice_with_fewer_faces(faces: int, value: Fraction) -> None:
    """The same order of the outcomes that such dice make, and Mia doubled."""
    left = [o for o in VARIANTS["standard"].outcomes[::-1] if o.high <= faces]
    chances = [Fraction(outcome.ways, faces**2) for outcome in left]
    one, top = Fraction(1), len(left) - 1
    stakes = Stakes([one] * top + [2 * one], [-one] * (top + 1), one)
    (states,) = solve_stacks(chances, [stakes], Fraction(0))
    assert states[0].value == value
