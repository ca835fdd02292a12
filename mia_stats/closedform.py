"""The closed form: optimal play after each last call, from the top call down.

Believing throws the old dice away, so all that matters of the past is the last call. That makes a
round a stack of small games, one for each last call. In each one there is a threshold: who throws
it or better tells the truth, who throws worse lies, and the lies are spread over all calls above
so that each is exactly believable enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

__all__ = ["Number", "StateSolution", "solve_stack", "solve_state"]

Number = TypeVar("Number", Fraction, float)
"""Fractions where the answer is exact, floats in whole matches."""


@dataclass(frozen=True)
class StateSolution(Generic[Number]):
    """Optimal play after one last call, by tiers from the worst."""

    value: Number
    """What the caller expects."""
    threshold: int | None
    """The lowest tier that is ever called, where lies can be spread so that none is too many."""
    calls: tuple[tuple[Number, ...], ...]
    """The chance to call each tier, by the tier thrown."""
    doubts: tuple[Number, ...]
    """The chance to doubt each call."""


def solve_stack(
    chances: Sequence[Number],
    true: Sequence[Number],
    lie: Sequence[Number],
    fold: Number | None,
) -> list[StateSolution[Number]]:
    """Solve the states of a round from the top call down.

    Parameters
    ----------
    chances : sequence of Number
        The chance to throw each tier, from the worst.
    true, lie : sequence of Number
        What the caller gets when a call of each tier is doubted, and true or false.
    fold : Number or None
        What the caller gets when a call of the top tier is folded to; None where it must be seen.

    Returns
    -------
    list of StateSolution
        By state: 0 is the start, a + 1 comes after a call of tier a.
    """
    top: int = len(chances) - 1
    believed: list[Number | None] = [*([None] * top), fold]
    solved: list[StateSolution[Number]] = []
    for state in range(top, -1, -1):
        if state < top:
            believed[state] = -solved[-1].value
        solved.append(solve_state(state, chances, true, lie, believed))
    return solved[::-1]


def solve_state(
    state: int,
    chances: Sequence[Number],
    true: Sequence[Number],
    lie: Sequence[Number],
    believed: Sequence[Number | None],
) -> StateSolution[Number]:
    """Solve the game of who must call tier `state` or higher, and who answers.

    Parameters
    ----------
    state : int
    chances, true, lie : sequence of Number
        As in `solve_stack`.
    believed : sequence of (Number or None)
        What the caller gets when each call is believed, or folded to; None where it must be seen.

    Returns
    -------
    StateSolution
    """
    return _State(state, chances, true, lie, believed).solved()


class _State(Generic[Number]):
    """The game after one last call, on the way to its solution."""

    def __init__(
        self,
        state: int,
        chances: Sequence[Number],
        true: Sequence[Number],
        lie: Sequence[Number],
        believed: Sequence[Number | None],
    ) -> None:
        self.chances: Sequence[Number] = chances
        self.true: Sequence[Number] = true
        self.lie: Sequence[Number] = lie
        self.believed: Sequence[Number | None] = believed
        self.k = len(chances)
        self.zero: Number = chances[0] * 0
        self.one: Number = self.zero + 1
        self.below: list[Number] = [self.zero]  # the chance to throw less than each tier
        for chance in chances:
            self.below.append(self.below[-1] + chance)
        # A call that is worse to have believed than doubted is never doubted. Where something
        # higher is at least as good even when it is caught, nobody makes it.
        self.harmless = [gets is not None and gets <= lie[c] for c, gets in enumerate(believed)]
        caught = max(lie[call] for call in range(state, self.k) if not self.harmless[call])
        self.lowest = next(
            call for call in range(state, self.k)
            if not (self.harmless[call] and self._gets(call) <= caught)
        )  # fmt: skip
        self.legal = range(self.lowest, self.k)
        # A call that is seen whatever the caller does needs no lies to be believable.
        self.certain = [
            call in self.legal
            and (gets is None or (not self.harmless[call] and true[call] <= gets))
            for call, gets in enumerate(believed)
        ]
        self.lies: list[Number] = [
            self._balance(call) if call in self.legal else self.zero for call in range(self.k)
        ]

    def _gets(self, call: int) -> Number:
        """Return what the caller gets when a call is believed; it is not one that must be seen."""
        gets = self.believed[call]
        assert gets is not None
        return gets

    def _balance(self, call: int) -> Number:
        """Return how many lies make doubting a call worth as much as believing it."""
        if self.certain[call]:
            return self.zero
        if self.harmless[call]:
            return self.one  # as many as there are
        gets = self._gets(call)
        return self.chances[call] * (self.true[call] - gets) / (gets - self.lie[call])

    def threshold(self) -> int | None:
        """Return the highest call above which there is room for the lies of all who throw less."""
        room = self.zero
        for call in reversed(self.legal):
            room += self.lies[call]
            if room >= self.below[call]:
                return call
        return None

    def solved(self) -> StateSolution[Number]:
        threshold = self.threshold()
        # Who throws less than the call `liars` lies, evenly by `spread`, and gets `liar_gets`.
        if threshold is None:
            liars, liar_gets = self.lowest, max(self.lie[call] for call in self.legal)
            spread = self._spread_over_the_doubted(liar_gets)
            surplus = self.zero
        else:
            liars = threshold
            liar_gets = self.true[liars] if self.certain[liars] else self._gets(liars)
            spread = [self.zero] * (liars + 1) + self.lies[liars + 1 :]
            rest = self.below[liars] - sum(spread, self.zero)
            spread[liars] = max(rest, self.zero)
            surplus = max(-rest, self.zero)  # too few liars: some who throw `liars` lie upward too
        calls = self._calls(liars, spread, surplus)
        doubts = self._doubts(threshold, liar_gets)
        value = self.below[liars] * liar_gets
        for rolled in range(liars, self.k):
            value += self.chances[rolled] * self._told(rolled, doubts[rolled])
        return StateSolution(value, threshold, tuple(map(tuple, calls)), tuple(doubts))

    def _told(self, rolled: int, doubt: Number) -> Number:
        """Return what the truth brings, by how often it is doubted."""
        if self.believed[rolled] is None:
            return self.true[rolled]
        gets = self._gets(rolled)
        return gets + doubt * (self.true[rolled] - gets)

    def _calls(self, liars: int, spread: list[Number], surplus: Number) -> list[list[Number]]:
        """Return the chance of each call by the tier thrown."""
        truth = [
            [self.one * (call == rolled) for call in range(self.k)] for rolled in range(self.k)
        ]
        total = sum(spread, self.zero)
        if not total:  # nobody throws less, so it does not matter what they would call
            return [truth[max(rolled, liars)] for rolled in range(self.k)]
        lying = [part / total for part in spread]
        calls = [lying] * liars + truth[liars:]
        if surplus:
            share = surplus / self.chances[liars]
            calls[liars] = [share * part for part in lying]
            calls[liars][liars] += 1 - share
        return calls

    def _doubts(self, threshold: int | None, liar_gets: Number) -> list[Number]:
        """Return how often each call is doubted: so often that all lies bring the same."""
        doubts = [self.one * certain for certain in self.certain]
        first = self.lowest if threshold is None else threshold + 1
        for call in range(first, self.k):
            if not self.certain[call]:
                gets = self._gets(call)
                doubts[call] = (gets - liar_gets) / (gets - self.lie[call])
        return doubts

    def _spread_over_the_doubted(self, liar_gets: Number) -> list[Number]:
        """Return how many liars make each call when there are more than can be believed."""
        spread = [self.zero] * self.k
        top = self.k - 1
        if self.lie[top] != liar_gets:  # to be caught there costs more
            spread[top] = self.lies[top]
        doubted = [call for call in self.legal if self.lie[call] == liar_gets]
        rest = self.below[self.lowest] - spread[top]
        total = sum((self.lies[call] for call in doubted), self.zero)
        for call in doubted:
            spread[call] = rest * (self.lies[call] / total if total else self.one / len(doubted))
        return spread
