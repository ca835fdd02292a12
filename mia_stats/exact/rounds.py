"""One round between table strategies, weighed without chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from mia_stats.game.reply import spoken
from mia_stats.game.rules import Rules, holds
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["End", "RoundOdds", "weigh_round"]

End: TypeAlias = tuple[int, int, int]
"""How a round ends: who answers for the call, who doubts or folds, and the place in `CAUSES`."""
_CLOSE = 1e-12  # what floats may miss


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
    exact = exact and all(table.exact for table in tables)
    return _Round(tables, rules, exact).odds()


class _Round:
    """Follows the chance to come to each throw: who throws, and the state of the round."""

    def __init__(self, tables: Sequence[TableStrategy], rules: Rules, exact: bool) -> None:
        self.rules = rules
        self.one: Any = Fraction(1) if exact else 1.0
        self.n = len(tables)
        calls = np.arange(rules.tier_count)
        self.caught = rules.cause(calls, seen=True, true=False).tolist()
        self.wrong = rules.cause(calls, seen=True, true=True).tolist()
        self.folded = rules.cause(rules.top, seen=False, true=True)
        self.said = [_said(table, rules, exact) for table in tables]
        self.doubts = [_numbers(table, "doubts", exact) for table in tables]
        self.passes = [_numbers(table, "passes", exact) for table in tables]
        self.ends: dict[End, Any] = defaultdict(lambda: self.one * 0)
        self.calls = [self.one * 0] * self.n
        self.lies = [self.one * 0] * self.n
        self.visits = [[self.one * 0] * (rules.tier_count + 1) for _ in tables]

    def odds(self) -> RoundOdds:
        self.visits[0][0] = self.one
        thrown = self.one * 0
        for state in range(self.rules.tier_count):
            if self.rules.may_equal and state:
                self._return_to(state)
            for seat in range(self.n):
                if self.visits[seat][state]:
                    thrown += self.visits[seat][state]
                    self._throw(seat, state)
        # After a toast the same player opens again, so what follows happens that much more often.
        toasted = thrown * (self.rules.toast_chance * self.one)
        settled = sum(self.ends.values())
        if not settled:
            raise ValueError("a round between these players never ends: nobody ever doubts")
        return RoundOdds(
            {end: chance / settled for end, chance in self.ends.items() if chance},
            [count / settled for count in self.calls],
            [count / settled for count in self.lies],
            toasted / settled,
        )

    def _return_to(self, state: int) -> None:
        """Add up how often each player throws in a state that equal calls lead back to."""
        call, n = state - 1, self.n
        onward = []
        for seat in range(n):
            called = sum((mass for _, mass in self.said[seat][state].get(call, ())), self.one * 0)
            onward.append(called * (1 - self.doubts[(seat + 1) % n][state][call]))
        around = self.one
        for chance in onward:
            around *= chance
        first = [row[state] for row in self.visits]
        never_leaves = around == 1 if isinstance(around, Fraction) else around > 1 - _CLOSE
        if never_leaves and any(first):
            name = self.rules.tier_words(call)
            raise ValueError(f"a round between these players never ends: they repeat {name}")
        for seat in range(n):
            total, chance = first[seat], self.one
            for back in range(1, n):
                chance *= onward[(seat - back) % n]
                total += first[(seat - back) % n] * chance
            self.visits[seat][state] = total / (1 - around) if total else total

    def _throw(self, seat: int, state: int) -> None:
        """Follow a throw in a state to its ends, or to the next throw."""
        visits = self.visits[seat][state]
        held = {
            (state, call, seat): {rolled: visits * mass for rolled, mass in masses}
            for call, masses in self.said[seat][state].items()
        }
        for (_, call, _), dice in held.items():
            self._count_call(seat, call, dice)
        for passed in range(self.rules.most_passes(self.n) + 1):
            held = self._answer(held, state, (seat + 1 + passed) % self.n, passed)

    def _count_call(self, seat: int, call: int, dice: Dice) -> None:
        self.calls[seat] += sum(dice.values())
        self.lies[seat] += sum(
            mass for rolled, mass in dice.items() if not holds(self.rules, rolled, call)
        )

    def _answer(self, held: Held, thrown_in: int, responder: int, passed: int) -> Held:
        """Let a player answer all that is held, and return what it hands on unseen."""
        rules = self.rules
        handed_on: Held = {}
        for (state, call, liable), dice in held.items():
            total = sum(dice.values())
            true = sum(mass for rolled, mass in dice.items() if holds(rules, rolled, call))
            doubt = self.doubts[responder][state][call]
            if doubt:
                self.ends[liable, responder, self.caught[call]] += (total - true) * doubt
                self.ends[liable, responder, self.wrong[call]] += true * doubt
            kept = 1 - doubt
            if call == rules.top:
                self.ends[liable, responder, self.folded] += total * kept
                continue
            passes = self.passes[responder]
            if passes is not None and rules.may_hand_on(call, passed, self.n):
                for onward, chance in enumerate(passes[state][call]):
                    if chance:
                        kept -= chance
                        part = {rolled: mass * chance for rolled, mass in dice.items()}
                        if rules.passer_is_liable:
                            self._count_call(responder, onward, part)
                        key = rules.after_pass(state, call, onward, liable, responder)
                        there = handed_on.setdefault(key, {})
                        for rolled, mass in part.items():
                            there[rolled] = there.get(rolled, self.one * 0) + mass
            if kept and call + 1 > thrown_in:  # a repeated call is in the visits already
                self.visits[responder][call + 1] += total * kept
        return handed_on


Dice: TypeAlias = dict[int, Any]
"""The chance of each throw that lies under the cup."""
Held: TypeAlias = dict[tuple[int, int, int], Dice]
"""What is to be answered: by the state of a call, the call, and who answers for it."""
Said: TypeAlias = list[dict[int, list[tuple[int, Any]]]]
"""For each state, by call, the throws behind it and their chances, without zeros."""


@lru_cache(maxsize=256)
def _said(table: TableStrategy, rules: Rules, exact: bool) -> Said:
    said: Said = [{} for _ in range(rules.tier_count)]
    columns = (column.tolist() for column in spoken(table, rules, exact=exact))
    for state, rolled, call, chance in zip(*columns, strict=True):
        said[state].setdefault(call, []).append((rolled, chance))
    return said


@lru_cache(maxsize=512)
def _numbers(table: TableStrategy, field: str, exact: bool) -> Any:
    array = getattr(table, field)
    if array is None:
        return None
    return array.tolist() if exact else array.astype(float).tolist()
