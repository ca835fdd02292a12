"""What a table of chances says, true and false, and how it answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules, holds
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["Answers", "over_mia", "round_wins", "spoken", "truths_and_lies"]


def spoken(
    table: TableStrategy, rules: Rules, *, exact: bool
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

    Returns
    -------
    states, throws, calls, chances : array, shape (n,)
        One after another, without chances of 0.
    """
    kind = object if exact else np.float64
    state, rolled, call = np.nonzero(table.calls)
    chances = table.calls[state, rolled, call].astype(kind)
    chances *= np.array(rules.throw_chances, kind)[rolled]
    some = np.flatnonzero(chances)
    return state[some], rolled[some], call[some], chances[some]


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
    state, rolled, call, chances = (_said_blind if blind else _said)(table, rules)
    honest = holds(rules, rolled, call)
    true, false = (_total(table, rules, state, call, chances, which) for which in (honest, ~honest))
    return true, false


def over_mia(table: TableStrategy, rules: Rules, *, blind: bool = False) -> NDArray[Any]:
    """Return how often a player makes each call over dice of Mia, as `truths_and_lies` does."""
    state, rolled, call, chances = (_said_blind if blind else _said)(table, rules)
    return _total(table, rules, state, call, chances, rolled == rules.top)


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


def _throws_seen(table: TableStrategy, rules: Rules) -> NDArray[Any]:
    """Return the chance of each throw that its thrower sees and nobody is shown."""
    chances = np.array(rules.throw_chances, object if table.exact else np.float64)
    return np.where(rules.shows(np.arange(rules.tier_count)), chances[0] * 0, chances)


def _said(table: TableStrategy, rules: Rules) -> tuple[Any, Any, Any, Any]:
    """Return as `spoken` does what is said over throws that are seen, after any last call."""
    state, rolled, call, chances = spoken(table, rules, exact=table.exact)
    if rules.may_equal_mia:
        throws = np.arange(rules.tier_count)
        ends = [0 * throws + rules.last_state, throws, 0 * throws + rules.top]
        state, rolled, call = (
            np.concatenate(both) for both in zip((state, rolled, call), ends, strict=True)
        )
        chances = np.concatenate([chances, _throws_seen(table, rules)])
    if table.again is not None:
        again = table.again if table.exact else table.again.astype(np.float64)
        chances = chances * (1 - _by_state(again, rules)[state, rolled])
    some = np.flatnonzero(~rules.shows(rolled) & (chances != 0))
    return state[some], rolled[some], call[some], chances[some]


def _said_blind(table: TableStrategy, rules: Rules) -> tuple[Any, Any, Any, Any]:
    """Return the same of what is said over blind throws."""
    if table.again is None or table.blind is None:
        nothing = np.zeros(0, np.intp)
        return nothing, nothing, nothing, np.zeros(0, object if table.exact else np.float64)
    kind = object if table.exact else np.float64
    again = _by_state(table.again.astype(kind), rules) @ _throws_seen(table, rules)
    call = _by_state(table.blind.astype(kind), rules)
    if rules.may_equal_mia:
        call[-1] = [0] * rules.top + [1]
    throws = np.array(rules.throw_chances, kind)
    chances = again[:, None, None] * throws[:, None] * call[:, None, :]
    state, rolled, called = np.nonzero(chances)
    return state, rolled, called, chances[state, rolled, called]


def round_wins(table: TableStrategy, rules: Rules) -> list[Fraction]:
    """Return the chance that who throws in each state wins the round, when both play by a table.

    The last state is the one after a call of Mia; where that may not be equalled, nobody throws.
    """
    wins = [Fraction(0)] * (rules.tier_count + 1)
    answers = [
        (*truths_and_lies(table, rules, blind=blind), Answers(table, rules, blind=blind))
        for blind in (False, True)
    ]
    shown = 1 - sum(_throws_seen(table, rules)) if rules.shows(rules.top) else 0
    for state in range(rules.last_state, -1, -1):
        lowest = rules.lowest_call(state)
        won, again = shown, Fraction(0)
        for true, false, answer in answers:
            for call in range(lowest, rules.tier_count):
                made = true[state, call] + false[state, call]
                onward = made * answer.onward[state][call]
                won += answer.doubts[state][call] * true[state, call]
                won += made * answer.folds[state][call] + onward * (1 - wins[call + 1])
                if call + 1 == state:  # comes back, the other way round
                    again += onward
        wins[state] = won / (1 + again)
    return wins


class Answers:
    """How a table answers each call in each state, where its dice were seen or thrown blind.

    It doubts, folds, or goes on to throw itself; the three add up to 1.
    """

    def __init__(self, table: TableStrategy, rules: Rules, *, blind: bool) -> None:
        doubts = table.over_blind if blind else table.doubts
        if not table.exact:
            doubts = doubts.astype(np.float64)
        self.doubts: list[list[Any]] = _by_state(doubts, rules).tolist()
        zero = self.doubts[0][0] * 0
        equals = [zero] * rules.tier_count if table.equals is None else table.equals.tolist()
        equals = _by_state(np.array(equals, object), rules).tolist()
        self.onward = [[1 - doubt for doubt in row] for row in self.doubts]
        self.folds = [[zero] * rules.tier_count for _ in self.doubts]
        for state, equal in enumerate(equals):
            doubt = self.doubts[state][rules.top]
            self.onward[state][rules.top] = equal
            self.folds[state][rules.top] = 1 - doubt - equal
            if not rules.may_fold:
                self.doubts[state][rules.top] = 1 - equal
                self.folds[state][rules.top] = zero
