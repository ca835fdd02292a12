"""What a table of chances says, true and false, and how it answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules, holds
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["Answers", "behind", "spoken", "truths_and_lies"]


def spoken(
    table: TableStrategy, rules: Rules, *, exact: bool, blind: bool = False
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
    """Return all that a player says: states, throws, calls, and the chance of both in the state.

    Parameters
    ----------
    table : TableStrategy
        The player.
    rules : Rules
        The house rules.
    exact : bool
        Whether the chances are Fractions, as those of the table must be then, or floats.
    blind : bool
        Whether the calls over a blind throw are meant, or those over a throw that the player saw.

    Returns
    -------
    states, throws, calls, chances : array, shape (n,)
        One after another, without chances of 0. There are K states, and one more after a call of
        Mia that may be equalled. A Mia that is shown is no call; K is a toast, thrown blind.
    """
    kind = object if exact else np.float64
    throws = np.array(rules.throw_chances, kind)
    seen = np.where(rules.shows(np.arange(rules.tier_count)), throws[0] * 0, throws)
    again = None
    if table.again is not None and table.blind is not None:
        again = _by_state(table.again.astype(kind), rules)
    if not blind:
        return _said(table, rules, seen, again)
    if again is None or table.blind is None:
        nothing = np.zeros(0, np.intp)
        return nothing, nothing, nothing, np.zeros(0, kind)
    call = _by_state(table.blind.astype(kind), rules)
    if rules.may_equal_mia:
        call[-1] = [0] * rules.top + [1]
    throws = np.array([*rules.throw_chances, rules.toast_chance], kind)
    chances = (again @ seen)[:, None, None] * throws[:, None] * call[:, None, :]
    state, rolled, called = np.nonzero(chances)
    return state, rolled, called, chances[state, rolled, called]


def _said(
    table: TableStrategy, rules: Rules, seen: NDArray[Any], again: NDArray[Any] | None
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
    """Return what is said over throws that are seen, unless they are given away."""
    state, rolled, call = np.nonzero(table.calls)
    chances = table.calls[state, rolled, call].astype(seen.dtype) * seen[rolled]
    if rules.may_equal_mia:
        tiers = np.arange(rules.tier_count)
        ends = (0 * tiers + rules.last_state, tiers, 0 * tiers + rules.top)
        state, rolled, call = (
            np.concatenate(both) for both in zip((state, rolled, call), ends, strict=True)
        )
        chances = np.concatenate([chances, seen])
    if again is not None:
        chances = chances * (1 - again[state, rolled])
    some = np.flatnonzero(chances)
    return state[some], rolled[some], call[some], chances[some]


@lru_cache(maxsize=512)
def behind(
    table: TableStrategy, rules: Rules, *, blind: bool
) -> Mapping[tuple[int, int], Mapping[int, Fraction | float]]:
    """Return by state and call the throws over which a player makes it, and how often each.

    Parameters
    ----------
    table : TableStrategy
        The player.
    rules : Rules
        The house rules.
    blind : bool
        Whether the calls over a blind throw are meant, or those over a throw that the player saw.

    Returns
    -------
    mapping of pair of int to mapping of int to number
        The chance of both throw and call in the state, as `spoken` has them; without what the
        player never does.
    """
    columns = spoken(table, rules, exact=table.exact, blind=blind)
    found: dict[tuple[int, int], dict[int, Fraction | float]] = {}
    for state, rolled, call, chance in zip(*(c.tolist() for c in columns), strict=True):
        throws = found.setdefault((state, call), {})
        throws[rolled] = throws.get(rolled, 0) + chance
    return found


def truths_and_lies(
    table: TableStrategy, rules: Rules, *, blind: bool = False
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how often a player makes each call truthfully, and how often as a lie.

    Parameters
    ----------
    table : TableStrategy
        The player.
    rules : Rules
        The house rules.
    blind : bool
        Whether the calls over a blind throw are meant, or those over a throw that the player saw.

    Returns
    -------
    true, false : array, shape (states, K)
        By state and call; Fractions where the table is exact. There are K states, and one more
        after a call of Mia that may be equalled. A Mia that is shown is no call.

    Examples
    --------
    After 54, who is honest calls 61 with it, or with anything that is less:

    >>> from mia_stats import HONEST
    >>> true, false = truths_and_lies(HONEST.table(Rules()), Rules())
    >>> true[9, 9], false[9, 9]
    (Fraction(1, 18), Fraction(1, 2))
    """
    state, rolled, call, chances = spoken(table, rules, exact=table.exact, blind=blind)
    honest = holds(rules, rolled, call)
    true, false = (_total(table, rules, state, call, chances, which) for which in (honest, ~honest))
    return true, false


def _total(
    table: TableStrategy, rules: Rules, state: Any, call: Any, chances: Any, which: Any
) -> NDArray[Any]:
    """Return the sum of some chances by state and call."""
    shape = rules.last_state + 1, rules.tier_count
    total = np.full(shape, Fraction(0) if table.exact else 0.0)
    np.add.at(total, (state[which], call[which]), chances[which])
    return total


def _by_state(table: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """Return a row for each state: the one after a call of Mia reads the row before it."""
    return np.concatenate([table, table[-1:]]) if rules.may_equal_mia else table


class Answers:
    """How a table answers each call in each state, where its dice were seen or thrown blind.

    It doubts, folds, or goes on to throw itself; the three add up to 1.
    """

    def __init__(
        self, table: TableStrategy, rules: Rules, *, blind: bool, exact: bool | None = None
    ) -> None:
        kind = object if (table.exact if exact is None else exact) else np.float64
        doubts = (table.over_blind if blind else table.doubts).astype(kind)
        looks, equals, folds = (part.astype(kind) for part in table.to_mia(rules, blind=blind))
        doubts[:, -1] = looks
        self.doubts: list[list[Any]] = _by_state(doubts, rules).tolist()
        onward = 1 - doubts
        onward[:, -1] = equals
        self.onward: list[list[Any]] = _by_state(onward, rules).tolist()
        folded = doubts * 0
        folded[:, -1] = folds
        self.folds: list[list[Any]] = _by_state(folded, rules).tolist()
