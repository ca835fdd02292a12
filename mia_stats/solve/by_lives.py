"""Every round of a match among any number of seats, from the last lives up.

Seats count from the caller: 0 calls, 1 answers, and on to the left. To lose is to be the first one
out, or where the others play on, not to be the last one in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Generic, TypeAlias

from mia_stats.game.rules import Rules
from mia_stats.game.stakes import Number, Stakes, stakes_of
from mia_stats.solve.stacks import solve_stacks
from mia_stats.solve.stage import solve_state
from mia_stats.solve.state import StateGame, StateSolution, Weighed, check_digits, expected

__all__ = [
    "Lives",
    "Loses",
    "lives_of_match",
    "seats_of_rounds",
    "solve_pairs",
    "solve_rounds",
]

_MOST_DIGITS = 12_000  # some seconds

Lives: TypeAlias = tuple[int, ...]
"""Those of the seats that are in, in their order."""
Loses: TypeAlias = tuple[Number, ...]
"""The chance of each of these seats to lose."""


def solve_rounds(
    rules: Rules, seats: int, one: Number
) -> tuple[dict[Lives, Loses[Number]], dict[Lives, list[StateSolution[Number]]]]:
    """Solve the rounds with all lives that a match may come to, where calls must be higher.

    Parameters
    ----------
    rules : Rules
        The house rules, with the most lives.
    seats : int
        How many begin; where they play on, fewer are solved as well.
    one : Number
        The number 1 as it is to be used.

    Returns
    -------
    loses : dict of lives to tuple of Number
        By the lives from who opens on.
    stacks : dict of lives to list of StateSolution
        The play by the lives from who calls on, and by state.

    Raises
    ------
    ValueError
        If a state is not solved.
    """
    loses: dict[Lives, Loses[Number]] = {}
    stacks: dict[Lives, list[StateSolution[Number]]] = {}
    chances = [one * chance for chance in rules.throw_chances]
    for ring in _rings(rules, seats):
        callers = {
            lives: _Caller(rules, lives, chances, _ends(rules, lives, loses, one)) for lives in ring
        }
        for state in range(rules.top, -1, -1):
            for caller in callers.values():
                caller.solve(state)
            for lives, caller in callers.items() if state else ():
                caller.is_believed(state - 1, callers[lives[1:] + lives[:1]].loses)
        for lives, caller in callers.items():
            loses[lives], stacks[lives] = caller.loses, caller.stack[::-1]
    return loses, stacks


def solve_pairs(
    rules: Rules, one: Number
) -> tuple[dict[Lives, Loses[Number]], dict[Lives, list[StateSolution[Number]]]]:
    """Solve the rounds of a match between two where calls may be equalled, as `solve_rounds`."""
    loses: dict[Lives, Loses[Number]] = {}
    stacks: dict[Lives, list[StateSolution[Number]]] = {}
    chances = [one * chance for chance in rules.throw_chances]
    for ring in _rings(rules, 2):
        ends = [_ends(rules, lives, loses, one) for lives in ring]
        stakes = [stakes_of(rules, _brings(end, 0)) for end in ends]
        both = -one  # one of the two loses
        for lives, stack in zip(ring, solve_stacks(chances, stakes, both, equal=True), strict=True):
            stacks[lives] = [replace(state, value=1 + state.value) for state in stack]
            loses[lives] = -stack[0].value, 1 + stack[0].value
    return loses, stacks


def _brings(ends: Callable[[int, bool], Loses[Number]], seat: int) -> Callable[[int, bool], Number]:
    """Return what each end brings a seat: minus its chance to lose."""
    return lambda cause, others: -ends(cause, others)[seat]


def seats_of_rounds(rules: Rules, seats: int) -> range:
    """Return among how many the rounds of a match may be."""
    return range(2 if rules.plays_on else seats, seats + 1)


def lives_of_match(rules: Rules, seats: int) -> set[Lives]:
    """Return the lives, of those who are in, that a match may come to.

    Examples
    --------
    >>> sorted(lives_of_match(Rules(lives=1, ending="last_standing"), 3))
    [(1, 1), (1, 1, 1)]
    """
    each = range(1, rules.lives + 1)
    sizes = seats_of_rounds(rules, seats)
    return {lives for size in sizes for lives in product(each, repeat=size)}


def _rings(rules: Rules, seats: int) -> Iterator[list[Lives]]:
    """Yield the lives that a match may come to, with all whom one cup may go round together."""
    found = lives_of_match(rules, seats)
    for lives in sorted(found, key=lambda lives: (sum(lives), lives)):
        if lives in found:
            ring = list(dict.fromkeys(lives[at:] + lives[:at] for at in range(len(lives))))
            found -= set(ring)
            yield ring


def _ends(
    rules: Rules, lives: Lives, loses: dict[Lives, Loses[Number]], one: Number
) -> Callable[[int, bool], Loses[Number]]:
    """Return what the ends of a round come to for all seats, by the cause and by who pays.

    Parameters
    ----------
    rules : Rules
    lives : tuple of int
        From who calls on.
    loses : dict of lives to tuple of Number
        What the next rounds come to.
    one : Number
        The number 1 as it is to be used.
    """

    @cache
    def end(cause: int, others: bool) -> Loses[Number]:
        n: int = len(lives)
        cost = rules.lives_lost(cause)
        pays = rules.payers(cause, 0, 1, others, lives)
        left = [max(had - cost * bool(paid), 0) for had, paid in zip(lives, pays, strict=True)]
        inside = [seat for seat in range(n) if left[seat]]
        if len(inside) < n and rules.is_over(len(inside), n):
            return tuple(one * (not had) for had in left)
        openers: list[int] = inside if rules.draws_opener else [rules.opener(cause, 0, 1, left)]
        total = [one * 0 if had else one * len(openers) for had in left]
        for first in openers:
            order = [(first + step) % n for step in range(n)]
            order = [seat for seat in order if left[seat]]
            then = loses[tuple(left[seat] for seat in order)]
            for seat, chance in zip(order, then, strict=True):
                total[seat] += chance
        return tuple(chance / len(openers) for chance in total)

    return end


class _Caller(Generic[Number]):
    """Who calls with some lives, on the way down from the top call."""

    def __init__(
        self,
        rules: Rules,
        lives: Lives,
        chances: Sequence[Number],
        ends: Callable[[int, bool], Loses[Number]],
    ) -> None:
        self.rules = rules
        self.chances: Sequence[Number] = chances
        self.zero: Number = chances[0] * 0
        self.stakes: list[Stakes[Number]] = [
            stakes_of(rules, _brings(ends, seat)) for seat in range(len(lives))
        ]
        self.stack: list[StateSolution[Number]] = []
        self.loses: Loses[Number] = ()
        k = len(chances)
        self.gets: list[list[Number | None]] = [[None] * k for _ in lives]
        """What each seat gets where a call is believed, or folded to."""
        for seat, stakes in enumerate(self.stakes):
            self.gets[seat][-1] = stakes.fold

    def is_believed(self, call: int, loses: Loses[Number]) -> None:
        """Note what a call comes to that is believed, as the next caller counts the seats."""
        for seat, chance in enumerate(loses[-1:] + loses[:-1]):
            self.gets[seat][call] = -chance

    def solve(self, state: int) -> None:
        """Solve a state when all that may follow is known."""
        (mine, theirs, *_), (gets, their_gets, *_) = self.stakes, self.gets
        exact = self.rules.truth == "exact"
        game = StateGame(state, self.chances, mine, theirs, gets, their_gets, exact)
        solution, weighed = solve_state(game)
        check_digits(solution.value, "solve_match works in floats", _MOST_DIGITS)
        self.loses = tuple(
            self.zero - self._seat_gets(weighed, solution, seat) for seat in range(len(self.stakes))
        )
        self.stack.append(replace(solution, value=1 + solution.value))

    def _seat_gets(
        self, weighed: Weighed[Number], solution: StateSolution[Number], seat: int
    ) -> Number:
        if not seat:
            return weighed.value
        stakes = self.stakes[seat]
        brings: Number = expected(weighed, solution.doubts, stakes, self.gets[seat])
        if stakes.shown is None:
            return brings
        return brings + self.chances[-1] * stakes.shown
