"""What a table of chances says, true and false, and the best reply to it between two."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules, holds
from mia_stats.game.stakes import Stakes
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["respond", "round_wins", "spoken", "truths_and_lies"]


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


def truths_and_lies(table: TableStrategy, rules: Rules) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how often a player makes each call truthfully, and how often as a lie.

    Parameters
    ----------
    table : TableStrategy
        The player.
    rules : Rules
        The house rules.

    Returns
    -------
    true, false : array, shape (K, K)
        By state and call; Fractions where the table is exact.

    Examples
    --------
    After 54, who is honest calls 61 with it, or with anything that is less:

    >>> from mia_stats import HONEST
    >>> true, false = truths_and_lies(HONEST.table(Rules()), Rules())
    >>> true[9, 9], false[9, 9]
    (Fraction(1, 18), Fraction(1, 2))
    """
    zero = Fraction(0) if table.exact else 0.0
    true, false = np.full((2, rules.tier_count, rules.tier_count), zero)
    state, rolled, call, chances = spoken(table, rules, exact=table.exact)
    honest = holds(rules, rolled, call)
    for part, which in ((true, honest), (false, ~honest)):
        np.add.at(part, (state[which], call[which]), chances[which])
    return true, false


def round_wins(table: TableStrategy, rules: Rules) -> list[Fraction]:
    """Return the chance that who throws in each state wins the round, when both play by a table."""
    true, false = truths_and_lies(table, rules)
    wins = [Fraction(0)] * (rules.tier_count + 1)  # nobody throws after Mia, which is folded to
    for state in range(rules.top, -1, -1):
        lowest, doubts = rules.lowest_call(state), table.doubts[state]
        believed = (true[state] + false[state]) * (1 - doubts)
        onward = sum(believed[call] * (1 - wins[call + 1]) for call in range(state, rules.top + 1))
        again = believed[lowest] if lowest < state else 0  # comes back, the other way round
        wins[state] = (sum(doubts * true[state]) + onward + again) / (1 + again)
    return wins


def respond(
    table: TableStrategy,
    rules: Rules,
    mine: Stakes[Any],
    theirs: Stakes[Any],
) -> tuple[list[Any], list[Any], TableStrategy]:
    """Weigh every answer to a table, from the last state to the first.

    Parameters
    ----------
    table : TableStrategy
    rules : Rules
        The house rules.
    mine, theirs : Stakes
        What the responding player gets when it has called itself, and when the table has.

    Returns
    -------
    opening, answering : list of numbers, by state
        What the responder expects when it must call next, and when the table must.
    reply : TableStrategy
        A best response without chance.
    """
    response = _Response(table, rules, mine, theirs)
    for state in range(rules.top, -1, -1):
        response.weigh(state)
    return response.opening, response.answering, response.reply()


class _Response:
    """The best play against a table, on the way from the last state to the first."""

    def __init__(
        self, table: TableStrategy, rules: Rules, mine: Stakes[Any], theirs: Stakes[Any]
    ) -> None:
        self.table, self.rules, self.mine, self.theirs = table, rules, mine, theirs
        k = self.k = rules.tier_count
        self.chances: list[Any] = [p if table.exact else float(p) for p in rules.throw_chances]
        self.zero = self.chances[0] * 0
        true, false = truths_and_lies(table, rules)
        self.often = (true + false).tolist()
        self.seen = (true * np.array(theirs.true) + false * np.array(theirs.lie)).tolist()
        self.opening, self.answering = [self.zero] * (k + 1), [self.zero] * (k + 1)
        self.chosen = [[-1] * k for _ in range(k)]  # nothing yet
        self.doubted = [[False] * k for _ in range(k)]

    def weigh(self, state: int) -> None:
        """Weigh a state; where the last call may be repeated, it leads to itself.

        Two numbers are coupled then: what the response gets when it calls, and when it hears a
        call. Each policy is valued exactly and then bettered, until it can't be.
        """
        lowest = self.rules.lowest_call(state)
        repeats = lowest + 1 == state  # a call of `lowest` leads to this very state
        settled = self.zero  # by all calls heard but a repeated one
        for call in range(lowest + repeats, self.k):
            seen = self.seen[state][call]
            onward = self._onward(call, self.theirs.fold, self.opening)
            believed = seen if onward is None else self.often[state][call] * onward
            self.doubted[state][call] = onward is None or seen > believed
            settled += max(seen, believed)
        if not repeats:
            self.answering[state] = settled
            self.opening[state], _ = self._call(state, lowest)
            return
        often, seen = self.often[state][lowest], self.seen[state][lowest]
        believes, valued = False, None
        self.answering[state] = settled + seen
        while True:
            value, again = self._call(state, lowest)
            policy = (believes, *self.chosen[state])
            if policy == valued:  # the values are its own, and no choice is better
                break
            valued = policy
            if believes and often * again < 1:
                base = value - again * self.answering[state]
                value = (base + again * settled) / (1 - again * often)
                self.answering[state] = settled + often * value
            self.opening[state] = value
            # who believes once goes on believing, since the other values only rise from here
            believes = believes or often * value > seen + (0 if self.table.exact else _CLOSE)
        self.doubted[state][lowest] = not believes

    def _onward(self, call: int, fold: Any, values: list[Any]) -> Any:
        """Return what follows a call that is believed or folded to; None where it must be seen."""
        return fold if call == self.rules.top else values[call + 1]

    def _call(self, state: int, lowest: int) -> tuple[Any, Any]:
        """Choose a call for each throw; return what they bring, and how often one is repeated."""
        true, false = {}, {}
        for call in range(lowest, self.k):
            doubt = self.table.doubts[state, call]
            onward = self._onward(call, self.mine.fold, self.answering)
            if onward is None:
                doubt, onward = 1, self.zero
            kept = (1 - doubt) * onward
            true[call] = kept + doubt * self.mine.true[call]
            false[call] = kept + doubt * self.mine.lie[call]
        value = again = self.zero
        for rolled, chance in enumerate(self.chances):
            offers = {
                call: true[call] if holds(self.rules, rolled, call) else false[call]
                for call in true
            }
            best = max(offers.values())
            close = best if self.table.exact else best - _CLOSE
            for call in (self.chosen[state][rolled], rolled):  # no change for nothing, then truth
                if offers.get(call, close - 1) >= close:
                    break
            else:
                call = max(offers, key=offers.__getitem__)
            self.chosen[state][rolled] = call
            value += chance * offers[call]
            if call + 1 == state:
                again += chance * (1 - self.table.doubts[state, call])
        return value, again

    def reply(self) -> TableStrategy:
        """Return the choices as a table."""
        k = self.k
        calls = np.full((k, k, k), Fraction(0), object)
        doubts = np.full((k, k), Fraction(0), object)
        for state in range(k):
            for rolled, call in enumerate(self.chosen[state]):
                calls[state, rolled, call] = Fraction(1)
            for call, doubted in enumerate(self.doubted[state]):
                doubts[state, call] = Fraction(int(doubted))
        name = f"best response to {self.table.name}"[:200]
        return TableStrategy(name, calls, doubts, rules=self.rules)


_CLOSE = 1e-15  # a gain so small in floats is none
