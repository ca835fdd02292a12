"""Facts about optimal play after one last call: known values, and what nobody can better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from mia_stats import RULES, Dice, Rules, solve_round
from mia_stats.game.stakes import Stakes
from mia_stats.solve.state import StateSolution
from tests.solve.helpers import penalised, solve_for_two


class TestProof:
    """Linear programs, which know nothing of a closed form, find the values of states."""

    @pytest.mark.parametrize(
        "rules",
        [
            penalised("standard", 2, 2, 1),
            penalised("standard", 1, 3, None),
            penalised("points", 2, 2, 1),
            penalised("kinito-void", 3, 2, 2),
            penalised("mexico-us", 2, 2, 1, dice=Dice([1, 2, 3, 4, 5, 6])),
        ],
        ids=str,
    )
    def test_a_linear_program_finds_the_same_values(self, rules: Rules) -> None:
        """Each state alone, from the last: how to spread the throws over the calls."""
        k, p = rules.tier_count, [float(chance) for chance in rules.throw_chances]
        values = np.zeros(k + 1)
        for state in range(k - 1, -1, -1):
            values[state] = self.value_of_state(rules, state, p, values)
            assert values[state] == pytest.approx(float(solve_round(rules).states[state].value))

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(call="at_least"),
            penalised("points", 2, 2, 1, call="at_least"),
            penalised("meyer-toast", 1, 1, None, call="at_least"),
        ],
        ids=str,
    )
    def test_a_linear_program_agrees_where_calls_may_be_equalled(self, rules: Rules) -> None:
        """A state may lead to itself: at its own value a linear program finds that value again."""
        k, p = rules.tier_count, [float(chance) for chance in rules.throw_chances]
        values = np.array([float(state.value) for state in solve_round(rules).states] + [0.0])
        for state in range(k):
            found = self.value_of_state(rules, state, p, values)
            assert found == pytest.approx(values[state], abs=1e-8)

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(lie_penalty=3, mia_lie_penalty=2),  # to be caught at Mia is cheaper
            Rules(doubt_penalty=3),  # some who throw Mia call 66
            Rules("points", doubt_penalty=4, mia_fold=3, call="at_least"),
            Rules("points", thrown_mia="next"),
            Rules("meyer", thrown_mia="others", call="at_least", mia_fold=None),
            Rules("points", mia_by="dice", lie_penalty=2, mia_lie_penalty=4),
            Rules("mexico-us", mia_by="either", truth="exact", call="at_least"),
            Rules(mia_equalled=True),
            RULES["meyer"],
            Rules(second_throw="blind"),
            Rules("kiriki", second_throw="blind", thrown_mia="next", mia_by="either"),
        ],
        ids=str,
    )
    def test_a_linear_program_agrees_by_other_house_rules(self, rules: Rules) -> None:
        """With what follows a believed call as it was found, each state is worth what was found."""
        k, p = rules.tier_count, [float(chance) for chance in rules.throw_chances]
        values = np.array([float(state.value) for state in solve_round(rules).states] + [0.0])
        for state in range(len(values) - 1):
            found = self.value_of_state(rules, state, p, values)
            assert found == pytest.approx(values[state], abs=1e-8), (state, k)

    def value_of_state(self, rules: Rules, state: int, p: list[float], values: Any) -> float:
        """Return the most that some shares of throws and calls bring, by the words of the rules.

        Each call is answered by what leaves the caller least; one over a blind throw by itself.
        """
        k, top = rules.tier_count, rules.top
        calls = range(min(rules.lowest_call(state), top), k)
        shown = rules.thrown_mia != "hidden"
        throws = range(k - shown)
        kinds = (False, True) if rules.second_throw == "blind" else (False,)
        x = {key: i for i, key in enumerate(product(kinds, throws, calls))}
        y = {key: len(x) + i for i, key in enumerate(product(kinds, calls))}  # brought at least
        limits, bounds = [], len(x) + len(y)
        for blind, b in y:
            answers: list[list[float]] = [[price(rules, r, b) for r in range(k)]]
            if blind:
                answers = [[float(np.dot(p, answers[0]))] * k]
            if b < top:
                answers.append([-values[b + 1]] * k)
            elif rules.mia_fold is not None:
                answers.append([rules.mia_fold] * k)
            if b == top and rules.mia_equalled:
                answers.append([-values[k]] * k)
            for answer in answers:
                row = np.zeros(bounds)
                for r in throws:
                    row[x[blind, r, b]] = -answer[r]
                row[y[blind, b]] = 1
                limits.append(row)
        thrown = np.zeros((len(throws), bounds))
        for (_, r, _), i in x.items():
            thrown[r, i] = 1
        cost = np.zeros(bounds)
        cost[list(y.values())] = -1
        free = [(0, None)] * len(x) + [(None, None)] * len(y)
        found = linprog(
            cost, A_ub=limits, b_ub=np.zeros(len(limits)), A_eq=thrown, b_eq=p[: len(throws)],
            bounds=free,
        )  # fmt: skip
        assert found.success
        return -float(found.fun or 0) + shown * p[top] * rules.mia_penalty


def price(rules: Rules, rolled: int, call: int) -> int:
    """Return what a doubted call over a throw brings who made it."""
    true = rolled == call if rules.truth == "exact" else rolled >= call
    by_call, by_dice = call == rules.top, rolled == rules.top
    if {"call": by_call, "dice": by_dice, "either": by_call or by_dice}[rules.mia_by]:
        return rules.mia_penalty if true else -rules.mia_lie_penalty
    return rules.doubt_penalty if true else -rules.lie_penalty


def stakes(tiers: int, mia: int = 2, caught: int = 1, fold: int | None = 1) -> Stakes[Fraction]:
    """Return the stakes of so many tiers, in lives; those of Mia may be others."""
    one = Fraction(1)
    return Stakes(
        [one] * (tiers - 1) + [mia * one],
        [-one] * (tiers - 1) + [-caught * one],
        None if fold is None else fold * one,
    )


class TestOneState:
    """States that are small enough for paper."""

    @pytest.mark.parametrize("n", range(13))
    def test_who_must_call_the_top_tier(self, n: int) -> None:
        """It is true with the chance to throw it, t: worth 2t − (1 − t) where it is looked at.

        Who answers folds for a life where that is cheaper, so from t = 2/3 on; the caller has no
        choice.
        """
        t = Fraction(n, 12)
        for fold, value in ((1, min(3 * t - 1, 1)), (None, 3 * t - 1)):
            prices = stakes(2, fold=fold)
            state = solve_for_two(1, [1 - t, t], prices, [None, prices.fold])
            assert state.value == value
            assert [row[1] for row in state.calls] == [1, 1]
            if fold is None or t < Fraction(2, 3):
                assert state.doubts[1] == 1
        assert (
            solve_for_two(1, [1 - t, t], stakes(2, fold=2), [None, Fraction(2)]).value == 3 * t - 1
        )

    @pytest.mark.parametrize("n", range(1, 8))
    def test_who_opens_in_an_order_of_two_tiers(self, n: int) -> None:
        """Mia comes with t, at most 2/3, and anything else is called "no Mia", which is true.

        That is believed, and the other must call Mia: it brings 1 − 3t. To lie instead must bring
        as much: Mia is looked at with the chance q, for which 1 − 2q = 1 − 3t. So a true Mia brings
        1 + q = 1 + 3t/2, and the opener (1 − t)(1 − 3t) + t(1 + 3t/2). With x lies, a look brings
        2t − x and a fold t + x, which is the same for x = t/2.
        """
        t = Fraction(n, 12)
        state = solve_for_two(0, [1 - t, t], stakes(2), [1 - 3 * t, Fraction(1)])
        assert state.value == 1 - 3 * t + Fraction(9, 2) * t**2
        assert state.threshold == 0
        assert list(state.doubts) == [Fraction(0), 3 * t / 2]
        lied = t / 2 / (1 - t)
        assert [list(row) for row in state.calls] == [[1 - lied, lied], [Fraction(0), Fraction(1)]]


PRICES = [(2, 1, 1), (1, 1, 1), (3, 2, 2), (2, 1, None), (1, 3, 2)]


def solved(
    seed: int, prices: Sequence[int | None]
) -> Iterator[tuple[int, list[Fraction], Stakes[Fraction], list[Any], StateSolution[Fraction]]]:
    """Solve the states of a random order of 2 to 6 tiers, from the last to the first."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(1, 20, int(rng.integers(2, 7))).tolist()
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    given = stakes(len(chances), *prices)  # type: ignore[arg-type]  # only a fold is None
    believed: list[Fraction | None] = [*[None] * (len(chances) - 1), given.fold]
    for lowest in range(len(chances) - 1, -1, -1):
        state = solve_for_two(lowest, chances, given, believed)
        yield lowest, chances, given, list(believed), state
        if lowest:
            believed[lowest - 1] = -state.value


@pytest.mark.parametrize("prices", PRICES, ids=str)
class TestBalance:
    """Nobody can better the solution of a state, in random small orders."""

    @pytest.mark.parametrize("seed", range(12))
    def test_neither_player_gains_by_another_choice(
        self, prices: Sequence[int | None], seed: int
    ) -> None:
        """Against its calls the best answers leave the value, against its doubts the best calls."""
        for lowest, chances, given, believed, state in solved(seed, prices):
            left = most = Fraction(0)
            k = len(chances)
            for call in range(lowest, k):
                seen, gets = looked_at(chances, given, state, call), believed[call]
                said = sum(p * row[call] for p, row in zip(chances, state.calls, strict=True))
                left += seen if gets is None else min(seen, said * gets)
            for rolled, chance in enumerate(chances):
                most += chance * max(
                    brings(given, believed, state, rolled, call) for call in range(lowest, k)
                )
            assert left == state.value == most
            for row in state.calls:
                assert sum(row) == 1
                assert not any(row[:lowest])

    @pytest.mark.parametrize("seed", range(12))
    def test_every_lie_brings_the_same(self, prices: Sequence[int | None], seed: int) -> None:
        """With the solution's doubts; and no call that is not made would bring a liar more."""
        for lowest, chances, given, believed, state in solved(seed, prices):
            for rolled, row in enumerate(state.calls):
                lies = range(max(lowest, rolled + 1), len(chances))
                worth = {call: brings(given, believed, state, rolled, call) for call in lies}
                told = {worth[call] for call in lies if row[call]}
                assert len(told) <= 1
                assert all(max(worth.values()) == value for value in told)

    def test_doubting_is_worth_as_much_as_believing(self, prices: Sequence[int | None]) -> None:
        """With the solution's lies, for every call that is sometimes doubted and sometimes not."""
        found = 0
        for seed in range(12):
            for lowest, chances, given, believed, state in solved(seed, prices):
                for call in range(lowest, len(chances)):
                    gets = believed[call]
                    if gets is not None and 0 < state.doubts[call] < 1:
                        assert looked_at(chances, given, state, call) == gets * sum(
                            p * row[call] for p, row in zip(chances, state.calls, strict=True)
                        )
                        found += 1
        assert found > 20


def looked_at(
    chances: Sequence[Fraction], given: Stakes[Fraction], state: StateSolution[Fraction], call: int
) -> Fraction:
    """Return what a call brings who makes it, by all throws, where it is always doubted."""
    return sum(
        (
            chance * row[call] * (given.true if rolled >= call else given.lie)[call]
            for rolled, (chance, row) in enumerate(zip(chances, state.calls, strict=True))
        ),
        Fraction(0),
    )


def brings(
    given: Stakes[Fraction],
    believed: Sequence[Fraction | None],
    state: StateSolution[Fraction],
    rolled: int,
    call: int,
) -> Fraction:
    """Return what a call over a throw brings who makes it, by the doubts of a solution."""
    seen, gets = (given.true if rolled >= call else given.lie)[call], believed[call]
    return seen if gets is None else gets + state.doubts[call] * (seen - gets)
