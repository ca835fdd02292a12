"""Equilibria of three and more with one life each, put together by hand, in Fractions.

With one life each, a round ends with somebody out. A stage is what is done in one state by who
throws and who answers; each of the stages below has its own reason, and `gains` of the oracle
of table replies certifies what they make together:

- "doubted": every call is doubted for certain. Who can, calls the dice; all others spread their
  lies so that no call is true too often to be doubted.
- "lies" down to t: who has more than t calls the dice; the others lie, on the calls above t just
  so often that who answers does not care, and for the rest call t, which is believed.
- "tuned": all lies are carried just so that who answers does not care, as many of those who can
  tell the truth call the lowest; the calls are doubted with any one chance. It needs that who
  called and is believed never loses, nor who tells the truth and is doubted.
- "unseen" t: everybody calls t and is believed, as is the lowest call of all, which can't be a
  lie; other calls are doubted.

Several equilibria are made of these, with different chances to lose: with three or more there is
no value of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from tests.oracles.table_reply import At, Table

__all__ = ["Plan", "Stage", "duel", "equilibrium", "planned"]

Losses: TypeAlias = list[Fraction]
"""The chance of each seat to lose, from who throws on to the left."""


class Stage(NamedTuple):
    """What is played; the call is t, and a doubt that may be any is named."""

    kind: Literal["doubted", "lies", "tuned", "unseen"]
    call: int = 0
    doubt: Fraction = Fraction(1)


Plan: TypeAlias = Callable[[int], Stage]
"""What is played in each state: 0 before the first call, b + 1 after a call of tier b."""


class _Round(NamedTuple):
    """What is to be played in a round, and how it ends, by state."""

    table: Table
    loses: Mapping[int, Losses]


def equilibrium(p: Sequence[Fraction], seats: int, plan: Plan, *, last_standing: bool) -> At:
    """Return what all play who follow a plan; p are the chances of the tiers, the worst first.

    With "last_standing" they are three at most, and the two that are left play the duel.
    """
    assert seats <= 3 or not last_standing
    two = duel(p)
    if not last_standing:
        caught, wrong = _out(seats, 0), _out(seats, 1)
    else:
        opens, hears = two.loses[0]
        caught, wrong = [Fraction(1), opens, hears], [hears, Fraction(1), opens]
    tables = {2: two.table, seats: planned(p, plan, caught, wrong).table}
    return lambda lives: tables[sum(left > 0 for left in lives)]


def duel(p: Sequence[Fraction]) -> _Round:
    """Return the duel with one life each: lies down to the highest tier that takes them all."""
    return planned(p, None, _out(2, 0), _out(2, 1))


def _out(seats: int, seat: int) -> Losses:
    return [Fraction(seat == other) for other in range(seats)]


def planned(p: Sequence[Fraction], plan: Plan | None, caught: Losses, wrong: Losses) -> _Round:
    """Return a round of these stages; `caught` and `wrong` are the ends for all seats."""
    k = len(p)
    calls = [[[Fraction(0)] * k for _ in range(k)] for _ in range(k)]
    doubts = [[Fraction(call >= state) for call in range(k)] for state in range(k)]
    loses: dict[int, Losses] = {}
    for state in reversed(range(k)):
        # Who believes throws next, and who called is then the last to throw.
        believed = {b: [*loses[b + 1][-1:], *loses[b + 1][:-1]] for b in range(state, k - 1)}
        believed[k - 1] = wrong  # a fold
        if plan is None:
            stages = [Stage("lies", t) for t in reversed(range(state, k - 1))]
            stages.append(Stage("doubted"))
        else:
            stages = [plan(state)]
        for stage in stages:
            played = _play(p, state, stage, believed, caught, wrong)
            if played is not None:
                break
        assert played is not None, f"{stages} can't be played in state {state}"
        calls[state], answers = played
        for call, doubt in answers.items():
            doubts[state][call] = doubt
        loses[state] = [
            sum(
                (
                    p[dice]
                    * share
                    * (
                        doubts[state][call] * (wrong if dice >= call else caught)[seat]
                        + (1 - doubts[state][call]) * believed[call][seat]
                    )
                    for dice in range(k)
                    for call, share in enumerate(calls[state][dice])
                    if share
                ),
                Fraction(0),
            )
            for seat in range(len(wrong))
        ]
    return _Round((calls, doubts), loses)


def _play(
    p: Sequence[Fraction],
    state: int,
    stage: Stage,
    believed: Mapping[int, Losses],
    caught: Losses,
    wrong: Losses,
) -> tuple[list[list[Fraction]], dict[int, Fraction]] | None:
    """Return the calls and the doubts of a stage, if its lies are not too few or too many."""
    k, t = len(p), stage.call
    calls = [[Fraction(0)] * k for _ in range(k)]
    if stage.kind == "unseen":
        for row in calls:
            row[t] = Fraction(1)
        return calls, {t: Fraction(0)} if state else {t: Fraction(0), 0: Fraction(0)}

    # How many lies a call carries where who answers does not care whether to doubt it.
    carries = {
        b: p[b] * (wrong[1] - believed[b][1]) / (believed[b][1] - caught[1])
        for b in range(state, k - 1)
        if caught[1] < believed[b][1] < wrong[1]
    }
    lowest = t + 1 if stage.kind == "lies" else state
    lies = {b: often for b, often in carries.items() if b >= lowest}
    for dice in range(lowest, k):
        calls[dice][dice] = Fraction(1)
    carried, liars = sum(lies.values(), Fraction(0)), sum(p[:lowest], Fraction(0))
    if stage.kind == "doubted":
        if carried > liars:
            return None
        for dice in range(lowest):
            for b, often in (lies or {k - 1: Fraction(1)}).items():
                calls[dice][b] = often / (carried or 1)
        return calls, {}

    if stage.kind == "tuned":
        return _tuned(p, state, carries, stage.doubt)

    cannot = sum(p[:t], Fraction(0))
    too_many = believed[t][1] > caught[1] and cannot - carried > carries.get(t, Fraction(0))
    if carried > liars or too_many:
        return None
    # Who has thrown t calls it, but for those lies above it that the others are too few for.
    above = min(carried, cannot)
    for dice in range(lowest):
        share = above / cannot if dice < t else (carried - above) / p[t]
        for b, often in lies.items():
            calls[dice][b] = share * often / carried
        calls[dice][t] += 1 - share
    mu = believed[t][0]
    doubts = {b: max(Fraction(0), mu - believed[b][0]) for b in range(state, k - 1)}
    for b in doubts:
        if doubts[b]:
            doubts[b] /= caught[0] - believed[b][0]
        if b > t and believed[b][1] >= wrong[1]:
            doubts[b] = Fraction(1)
    return calls, doubts


def _tuned(
    p: Sequence[Fraction], state: int, carries: Mapping[int, Fraction], doubt: Fraction
) -> tuple[list[list[Fraction]], dict[int, Fraction]] | None:
    """Return the calls and the doubts where so many call the lowest that all lies are carried."""
    k, liars = len(p), sum(p[:state], Fraction(0))
    carried, able = sum(carries.values(), Fraction(0)), sum(p[state:], Fraction(0))
    pooled = carries[state] / p[state] * able
    if not carried <= liars <= pooled:
        return None
    share = (liars - carried) / (pooled - carried)
    lies = {b: (1 - share) * often for b, often in carries.items()}
    lies[state] += share * pooled
    calls = [[Fraction(0)] * k for _ in range(k)]
    for dice in range(k):
        if dice < state:
            for b, often in lies.items():
                calls[dice][b] = often / liars
        else:
            calls[dice][state] = share
            calls[dice][dice] += 1 - share
    return calls, dict.fromkeys(carries, doubt)
