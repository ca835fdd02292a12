"""One round between table strategies, weighed without chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from mia_stats.exact.handed_on import HandedOn
from mia_stats.game.ring import ENDS, End, Ring, habits_of, together
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["End", "RoundOdds", "weigh_round", "weigh_rounds"]


@dataclass(frozen=True)
class RoundOdds:
    """What is to be expected of a round that the first of the players opens.

    Parameters
    ----------
    ends : dict of End to number
        The chance of each end; they add up to 1.
    calls, lies : list of numbers
        How many calls, and how many false ones, each player makes.
    toasts : number
        How often all drink.
    """

    ends: dict[End, Any]
    calls: list[Any]
    lies: list[Any]
    toasts: Any


def weigh_round(tables: Sequence[TableStrategy], rules: Rules, *, exact: bool = True) -> RoundOdds:
    """Return the odds of a round among some players in a ring, opened by the first.

    Parameters
    ----------
    tables : sequence of TableStrategy
        The players who are still in, in the order in which the cup goes round.
    rules : Rules
        The house rules.
    exact : bool
        Whether to use Fractions where all tables are exact; a game of many rounds needs none.

    Returns
    -------
    RoundOdds
        In Fractions or in floats.

    Raises
    ------
    ValueError
        If the round may never end.
    """
    return _odds(tables, rules, exact, [0])[0]


def weigh_rounds(
    tables: Sequence[TableStrategy], rules: Rules, *, exact: bool = True
) -> tuple[RoundOdds, ...]:
    """Return the odds of a round among some players in a ring, by who opens it.

    Parameters
    ----------
    tables : sequence of TableStrategy
        The players who are still in, in the order in which the cup goes round.
    rules : Rules
        The house rules.
    exact : bool
        As for `weigh_round`.

    Returns
    -------
    tuple of RoundOdds
        The players are numbered as they are given, whoever opens.

    Raises
    ------
    ValueError
        If the round may never end, whoever opens it.
    """
    return _odds(tables, rules, exact, range(len(tables)))


def _odds(
    tables: Sequence[TableStrategy], rules: Rules, exact: bool, openers: Sequence[int]
) -> tuple[RoundOdds, ...]:
    exact, n = exact and all(table.exact for table in tables), len(tables)
    if rules.most_passes(n) and any(table.passes is not None for table in tables):
        followed = HandedOn(tables, rules, exact)
        return tuple(_settled(*followed.from_opener(opener)) for opener in openers)
    ring = Ring(together([[habits_of(table, rules, exact) for table in tables]]), rules)
    return tuple(_odds_by_visits(ring, visits) for visits in ring.visits(openers)[0])


def _odds_by_visits(ring: Ring, visits: NDArray[Any]) -> RoundOdds:
    """Return the odds of a round by how often each player throws in each state."""
    n = ring.n
    ends = (ring.ends[0] * visits[..., None]).sum(axis=1)
    calls, lies = ((part[0] * visits).sum(axis=1).tolist() for part in (ring.calls, ring.lies))
    found = {
        End(caller, (caller + 1) % n, *ENDS[end]): chance
        for caller, chances in enumerate(ends.tolist())
        for end, chance in enumerate(chances)
    }
    return _settled(found, calls, lies, sum((ring.toasts[0] * visits).ravel().tolist()))


def _settled(ends: dict[End, Any], calls: list[Any], lies: list[Any], toasts: Any) -> RoundOdds:
    """Return the odds once somebody has lost: after a toast the same player opens again.

    So all that happens in a round happens that much more often.
    """
    settled = sum(ends.values())
    if not settled:
        raise ValueError("a round between these players never ends: nobody ever doubts")
    return RoundOdds(
        {end: chance / settled for end, chance in ends.items() if chance},
        [count / settled for count in calls],
        [count / settled for count in lies],
        toasts / settled,
    )
