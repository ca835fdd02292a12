"""Facts about the solution of one state, and what it takes for nobody to better it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mia_stats.game.stakes import Stakes
from mia_stats.solve.closed_form import solve_state
from mia_stats.solve.state import StateSolution, is_saddle

ONE = Fraction(1)
CHANCES = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
STAKES = Stakes([ONE, ONE, 2 * ONE], [-ONE] * 3, ONE)
BELIEVED = [Fraction(1, 4), Fraction(3, 4), ONE]


def solved(stakes: Stakes[Fraction] = STAKES) -> StateSolution[Fraction]:
    return solve_state(0, CHANCES, stakes, BELIEVED)


class TestSaddle:
    """A solution leaves neither the caller nor the answerer anything to gain."""

    def test_what_is_solved_is_one(self) -> None:
        assert is_saddle(solved(), 0, CHANCES, STAKES, BELIEVED)
        floats = [float(chance) for chance in CHANCES]
        assert is_saddle(solve_state(0, floats, in_floats(STAKES), [0.25, 0.75, 1.0]), 0, floats,
                         in_floats(STAKES), [0.25, 0.75, 1.0])  # fmt: skip

    def test_another_value_is_none(self) -> None:
        for more in (Fraction(1, 10**9), Fraction(-1, 10**9)):
            wrong = replace(solved(), value=solved().value + more)
            assert not is_saddle(wrong, 0, CHANCES, STAKES, BELIEVED)

    @pytest.mark.parametrize("call", [1, 2])
    @pytest.mark.parametrize("more", [Fraction(1, 9), Fraction(-1, 9)])
    def test_other_doubts_leave_the_caller_something(self, call: int, more: Fraction) -> None:
        doubts = list(solved().doubts)
        doubts[call] += more
        wrong = replace(solved(), doubts=tuple(doubts))
        assert not is_saddle(wrong, 0, CHANCES, STAKES, BELIEVED)

    def test_who_never_lies_leaves_the_answerer_something(self) -> None:
        truth = tuple(tuple(ONE * (call == rolled) for call in range(3)) for rolled in range(3))
        assert not is_saddle(replace(solved(), calls=truth), 0, CHANCES, STAKES, BELIEVED)

    def test_what_is_no_chance_is_none(self) -> None:
        doubts = (*solved().doubts[:2], Fraction(3, 2))
        assert not is_saddle(replace(solved(), doubts=doubts), 0, CHANCES, STAKES, BELIEVED)

    def test_other_prices_are_another_state(self) -> None:
        for stakes in (
            replace(STAKES, shown=2 * ONE),
            replace(STAKES, over_mia=[3 * ONE, 3 * ONE, 2 * ONE]),
            replace(STAKES, lie=[-2 * ONE, -2 * ONE, -ONE]),
        ):
            assert not is_saddle(solved(), 0, CHANCES, stakes, BELIEVED)
            assert is_saddle(solved(stakes), 0, CHANCES, stakes, BELIEVED)

    def test_who_could_throw_again_must_not_gain_by_it(self) -> None:
        """A blind call of the lowest tier is always true: believed, it brings a quarter."""
        stakes = replace(STAKES, over_blind=[ONE, Fraction(0), Fraction(-1, 2)])
        state = solved(stakes)
        assert is_saddle(state, 0, CHANCES, stakes, BELIEVED)
        never = replace(state, doubts_blind=(Fraction(0),) * 3)
        assert not is_saddle(never, 0, CHANCES, stakes, BELIEVED)


def in_floats(stakes: Stakes[Fraction]) -> Stakes[float]:
    true, lie = (np.array(part, float).tolist() for part in (stakes.true, stakes.lie))
    return Stakes(true, lie, None if stakes.fold is None else float(stakes.fold))


def test_a_solution_in_one_line() -> None:
    assert repr(solved()) == f"<StateSolution: value {float(solved().value):.4f}, threshold 0>"
