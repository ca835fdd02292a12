"""With three and more there are several equilibria, and none of their chances is a value."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from mia_stats import OUTCOMES, STANDARD, Rules, Variant
from tests.oracles.small_equilibria import Plan, Stage, duel, equilibrium, planned
from tests.oracles.table_reply import At, gains, table_loses

LABELS = [str(tier[0]) for tier in reversed(STANDARD.tiers)]
CHANCES = [Fraction(tier[0].ways, 36) for tier in reversed(STANDARD.tiers)]
DOUBTED = Stage("doubted")


def tier(label: int) -> int:
    return LABELS.index(str(label))


def above(label: int, stage: Stage) -> Plan:
    """Return what doubts all calls after this one or a higher one; before, a stage is played."""
    return lambda state: DOUBTED if state > tier(label) else stage


def one_life(ending: Any, variant: Variant = STANDARD) -> Rules:
    return Rules(variant, lives=1, ending=ending)


def certified(at: At, seats: int, rules: Rules) -> list[Fraction]:
    """Return the chances to lose, from the opener on, of what is an equilibrium exactly."""
    lives = (1,) * seats
    assert gains(at, rules, lives) == 0
    losses: list[Fraction] = table_loses([at] * seats, rules, lives)[0]
    return losses


OPENER_WINS = Fraction(4078225781, 6294150720)


def test_duel() -> None:
    table = duel(CHANCES).table
    losses = certified(lambda _lives: table, 2, one_life("first_out"))
    assert losses == [1 - OPENER_WINS, OPENER_WINS]


@pytest.mark.parametrize("seats", [3, *(pytest.param(n, marks=pytest.mark.long) for n in (4, 5))])
def test_opener_is_safe_and_the_next_one_as_badly_off_as_in_a_duel(seats: int) -> None:
    plan = above(52, Stage("lies", tier(52)))
    at = equilibrium(CHANCES, seats, plan, last_standing=False)
    losses = certified(at, seats, one_life("first_out"))
    assert losses == [0, OPENER_WINS, 1 - OPENER_WINS, *[0] * (seats - 3)]


def test_who_must_beat_a_call_in_that_equilibrium() -> None:
    out = [[Fraction(seat == other) for other in range(3)] for seat in range(2)]
    loses = planned(CHANCES, above(52, Stage("lies", tier(52))), *out).loses
    assert {label: loses[tier(label) + 1] for label in (52, 53, 54, 66)} == {
        52: [Fraction(7, 18), Fraction(11, 18), 0],
        53: [Fraction(4, 9), Fraction(5, 9), 0],
        54: [Fraction(1, 2), Fraction(1, 2), 0],
        66: [Fraction(17, 18), Fraction(1, 18), 0],
    }


@pytest.mark.parametrize(
    ("label", "losses"),
    [
        (52, [0, Fraction(7, 18), Fraction(11, 18)]),
        (53, [0, Fraction(4, 9), Fraction(5, 9)]),
        (54, [0, Fraction(1, 2), Fraction(1, 2)]),
    ],
)
def test_opener_who_is_safe_may_spare_the_next_one(label: int, losses: list[Fraction]) -> None:
    plan = above(label, Stage("unseen", tier(label)))
    at = equilibrium(CHANCES, 3, plan, last_standing=False)
    assert certified(at, 3, one_life("first_out")) == losses


def test_opener_of_three_may_be_in_danger() -> None:
    """A call of 53 or less is passed on as an unseen 54, which comes back to the opener."""

    def plan(state: int) -> Stage:
        if state > tier(54):
            return DOUBTED
        return Stage("unseen", tier(54)) if state else Stage("lies", tier(53))

    at = equilibrium(CHANCES, 3, plan, last_standing=False)
    assert certified(at, 3, one_life("first_out")) == [
        Fraction(2, 9),
        Fraction(5, 9),
        Fraction(2, 9),
    ]


def test_opener_of_four_may_be_in_danger() -> None:
    def plan(state: int) -> Stage:
        if state > tier(54):
            return DOUBTED
        tuned = {tier(54): Fraction(2, 3), tier(53): Fraction(1, 5)}
        if state in tuned:
            return Stage("tuned", doubt=tuned[state])
        return Stage("lies", tier(52))

    at = equilibrium(CHANCES, 4, plan, last_standing=False)
    losses = certified(at, 4, one_life("first_out"))
    assert losses[0] == Fraction(24273905117, 2170415753010)
    assert sum(losses) == 1


@pytest.mark.parametrize("doubt", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_who_must_beat_53_may_be_doubted_by_any_chance(doubt: Fraction) -> None:
    """Who must beat 53 loses any part of 4/9, and the third the rest of it."""

    def plan(state: int) -> Stage:
        if state > tier(54):
            return DOUBTED
        return Stage("tuned", doubt=doubt) if state == tier(54) else Stage("unseen", tier(54))

    at = equilibrium(CHANCES, 3, plan, last_standing=False)
    assert certified(at, 3, one_life("first_out")) == [0, Fraction(1, 2), Fraction(1, 2)]
    out = [[Fraction(seat == other) for other in range(3)] for seat in range(2)]
    lost = planned(CHANCES, plan, *out).loses[tier(53) + 1]
    assert lost == [Fraction(4, 9) * doubt, Fraction(5, 9), Fraction(4, 9) * (1 - doubt)]


@pytest.mark.parametrize(
    ("label", "losses"),
    [
        (51, ["8510075659/18882452160", "7225301141/9441226080", "14804226379/18882452160"]),
        (43, ["6149769139/14161839120", "6499052981/8714977920", "18580716811/22658942592"]),
    ],
)
def test_last_of_three_to_stand(label: int, losses: list[str]) -> None:
    plan = above(label, Stage("unseen", tier(label)))
    at = equilibrium(CHANCES, 3, plan, last_standing=True)
    found = certified(at, 3, one_life("last_standing"))
    assert found == [Fraction(chance) for chance in losses]


def small_order(ways: Sequence[int]) -> Variant:
    """Return an order with so many ways of each tier, the worst first."""
    twice = [outcome for outcome in OUTCOMES if not outcome.is_double]
    once = [outcome for outcome in OUTCOMES if outcome.is_double]
    tiers = []
    for many in ways:
        taken = min(many // 2, len(twice))
        outcomes = [twice.pop() for _ in range(taken)]
        tiers.append((*outcomes, *(once.pop() for _ in range(many - 2 * taken))))
    return Variant.from_order("small", tiers[::-1])


LIES, UNSEEN_0, UNSEEN_1 = Stage("lies", 0), Stage("unseen", 0), Stage("unseen", 1)


@pytest.mark.parametrize(
    ("ways", "ending", "stages", "losses"),
    [
        ((18, 18), "first_out", [UNSEEN_0, DOUBTED], "0 1/2 1/2"),
        ((18, 18), "first_out", [LIES, DOUBTED], "0 3/4 1/4"),
        ((12, 12, 12), "first_out", [UNSEEN_0, DOUBTED, DOUBTED], "0 1/3 2/3"),
        ((12, 12, 12), "first_out", [LIES, UNSEEN_1, DOUBTED], "1/9 2/3 2/9"),
        ((6, 12, 18), "last_standing", [UNSEEN_0, DOUBTED, DOUBTED], "1/3 19/24 7/8"),
        ((6, 12, 18), "last_standing", [UNSEEN_1, UNSEEN_1, DOUBTED], "1/2 7/8 5/8"),
        ((6, 12, 18), "last_standing", [UNSEEN_0, UNSEEN_1, DOUBTED], "5/8 1/2 7/8"),
    ],
)
def test_small_orders_have_several(
    ways: Sequence[int], ending: str, stages: list[Stage], losses: str
) -> None:
    """Two tiers are enough: who has the better one and can't lose may call either."""
    p = [Fraction(many, 36) for many in ways]
    last_standing = ending == "last_standing"
    at = equilibrium(p, 3, stages.__getitem__, last_standing=last_standing)
    found = certified(at, 3, one_life(ending, small_order(ways)))
    assert found == [Fraction(chance) for chance in losses.split()]


def test_a_bit_more_doubt_is_no_equilibrium() -> None:
    plan = above(52, Stage("lies", tier(52)))
    at = equilibrium(CHANCES, 3, plan, last_standing=False)
    calls, doubts = deepcopy(at((1, 1, 1)))
    doubts[0][tier(52)] += Fraction(1, 100)
    assert gains(lambda _lives: (calls, doubts), one_life("first_out"), (1, 1, 1)) > 0
