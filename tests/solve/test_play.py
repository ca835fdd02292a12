"""Facts about who calls what, by how many lies go where."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from mia_stats.game.stakes import Stakes
from mia_stats.solve.play import play_of
from mia_stats.solve.state import StateGame

ONE = Fraction(1)
STAKES = Stakes([ONE] * 4, [-ONE] * 4, ONE)


def play(*chances: int, **more: Any) -> Any:
    """Return play of four tiers; a quarter of the lies go to tier 2, the others to tier 3."""
    total = sum(chances)
    game = StateGame.for_two(1, [Fraction(c, total) for c in chances], STAKES, [0 * ONE] * 4)
    given: dict[str, Any] = {
        "truths": {1: 1, 2: 2},
        "upward": {1: ONE / 2},
        "told": {3: ONE},
        **more,
    }
    spread = {2: Fraction(1, 16), 3: Fraction(3, 16)}
    return play_of(game, 1, spread, doubts=[0 * ONE] * 4, **given)


def test_liars_spread_their_calls_alike() -> None:
    lying = (0, 0, ONE / 4, 3 * ONE / 4)
    assert play(1, 1, 1, 1).calls == (
        lying,
        (0, ONE / 2, ONE / 8, 3 * ONE / 8),  # half of them tell the truth
        (0, 0, 1, 0),
        (0, 0, 0, 1),
    )


def test_what_is_never_thrown_would_be_told() -> None:
    never = play(1, 1, 0, 1, truths={1: 1}).calls
    assert never[2] == (0, 0, 1, 0)
    assert play(0, 1, 1, 1).calls[0][0] == 0  # where the truth is not legal it would be a lie


def test_mia_may_be_a_throw_like_others() -> None:
    assert play(1, 1, 1, 1, told={}).calls[3] == play(1, 1, 1, 1).calls[0]
    half = {2: ONE / 2, 3: ONE / 2}
    assert play(1, 1, 1, 1, told=half).calls[3] == (0, 0, ONE / 2, ONE / 2)
