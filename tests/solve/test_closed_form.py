"""Facts about optimal play after one last call: known values, and what nobody can better."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from mia_stats import Dice, Rules, solve_round
from tests.solve.helpers import penalised


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

    def value_of_state(self, rules: Rules, state: int, p: list[float], values: Any) -> float:
        k, top = rules.tier_count, rules.top
        calls = range(rules.lowest_call(state), k)
        x = {(r, b): i for i, (r, b) in enumerate((r, b) for r in range(k) for b in calls)}
        y = {b: len(x) + i for i, b in enumerate(calls)}  # what each call brings at least
        limits, bounds = [], len(x) + len(y)
        for b in calls:
            doubted, believed = np.zeros(bounds), np.zeros(bounds)
            for r in range(k):
                true = rules.mia_penalty if b == top else 1
                false = -rules.mia_lie_penalty if b == top else -1
                doubted[x[r, b]] = -(true if r >= b else false)
                believed[x[r, b]] = -((rules.mia_fold or 0) if b == top else -values[b + 1])
            doubted[y[b]] = believed[y[b]] = 1
            limits.append(doubted)
            if not (b == top and rules.mia_fold is None):
                limits.append(believed)
        throws = np.zeros((k, bounds))
        for (r, _), i in x.items():
            throws[r, i] = 1
        cost = np.zeros(bounds)
        cost[list(y.values())] = -1
        free = [(0, None)] * len(x) + [(None, None)] * len(y)
        found = linprog(
            cost, A_ub=limits, b_ub=np.zeros(len(limits)), A_eq=throws, b_eq=p, bounds=free
        )
        assert found.success
        return -float(found.fun or 0)
