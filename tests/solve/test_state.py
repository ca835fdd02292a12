"""Facts about the solution of one state, and what it takes for nobody to better it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mia_stats.game.stakes import Stakes
from mia_stats.solve.stage import solve_state
from mia_stats.solve.state import StateGame, StateSolution, expected, weigh
from tests.solve.helpers import solve_for_two

ONE = Fraction(1)
CHANCES = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
STAKES = Stakes([ONE, ONE, 2 * ONE], [-ONE] * 3, ONE)
BELIEVED = [Fraction(1, 4), Fraction(3, 4), ONE]


def solved(stakes: Stakes[Fraction] = STAKES) -> StateSolution[Fraction]:
    return solve_for_two(0, CHANCES, stakes, BELIEVED)


def gain(solution: StateSolution[Fraction], stakes: Stakes[Fraction] = STAKES) -> Fraction:
    """Return what both together could gain by other calls and answers."""
    return weigh(StateGame.for_two(0, CHANCES, stakes, BELIEVED), solution).gain


class TestProof:
    """A solution leaves neither the caller nor the answerer anything to gain."""

    def test_what_is_solved_leaves_nothing(self) -> None:
        assert gain(solved()) == 0
        floats = [float(chance) for chance in CHANCES]
        game = StateGame.for_two(0, floats, in_floats(STAKES), [0.25, 0.75, 1.0])
        solution, weighed = solve_state(game)
        assert weighed.gain < 1e-15
        assert solution.value == pytest.approx(float(solved().value), abs=1e-15)

    @pytest.mark.parametrize("call", [1, 2])
    @pytest.mark.parametrize("more", [Fraction(1, 9), Fraction(-1, 9)])
    def test_other_doubts_leave_the_caller_something(self, call: int, more: Fraction) -> None:
        doubts = list(solved().doubts)
        doubts[call] += more
        assert gain(replace(solved(), doubts=tuple(doubts))) > 0

    def test_who_never_lies_leaves_the_answerer_something(self) -> None:
        truth = tuple(tuple(ONE * (call == rolled) for call in range(3)) for rolled in range(3))
        assert gain(replace(solved(), calls=truth)) > 0

    def test_what_is_no_chance_gains_anything(self) -> None:
        doubts = (*solved().doubts[:2], Fraction(3, 2))
        assert gain(replace(solved(), doubts=doubts)) >= 1
        rows = ((Fraction(-1), Fraction(1), Fraction(1)), *solved().calls[1:])
        assert gain(replace(solved(), calls=rows)) >= 1

    def test_other_prices_are_another_state(self) -> None:
        for stakes in (
            replace(STAKES, shown=2 * ONE),
            replace(STAKES, over_mia=[3 * ONE, 3 * ONE, 2 * ONE]),
            replace(STAKES, lie=[-2 * ONE, -2 * ONE, -ONE]),
        ):
            assert gain(solved(), stakes) > 0
            assert gain(solved(stakes), stakes) == 0

    def test_who_could_throw_again_must_not_gain_by_it(self) -> None:
        """A blind call of the lowest tier is always true: believed, it brings a quarter."""
        stakes = replace(STAKES, over_blind=[ONE, Fraction(0), Fraction(-1, 2)])
        state = solved(stakes)
        assert gain(state, stakes) == 0
        assert gain(replace(state, doubts_blind=(Fraction(0),) * 3), stakes) > 0

    def test_what_all_expect_adds_up(self) -> None:
        """One wins what the other loses, and who only looks on gets what both of them get."""
        game = StateGame.for_two(0, CHANCES, STAKES, BELIEVED)
        solution, weighed = solve_state(game)
        mine = expected(weighed, solution.doubts, game.mine, game.believed)
        theirs = expected(weighed, solution.doubts, game.theirs, game.their_believed)
        assert mine == weighed.value == -theirs
        even = Stakes([ONE] * 3, [ONE] * 3, ONE)
        assert expected(weighed, solution.doubts, even, [ONE] * 3) == 1


def in_floats(stakes: Stakes[Fraction]) -> Stakes[float]:
    true, lie = (np.array(part, float).tolist() for part in (stakes.true, stakes.lie))
    return Stakes(true, lie, None if stakes.fold is None else float(stakes.fold))


def test_a_solution_in_one_line() -> None:
    assert repr(solved()) == f"<StateSolution: value {float(solved().value):.4f}, threshold 0>"
