"""The closed form: optimal play after each last call, from the top call down.

Believing throws the old dice away, so all that matters of the past is the last call. That makes a
round a stack of small games, one for each last call. In each one there is a threshold: who throws
it or better tells the truth, who throws worse lies, and the lies are spread over all calls above
so that each is exactly believable enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from mia_stats.game.stakes import Number, Stakes

__all__ = ["StateSolution", "balance", "solve_state"]


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        return f"<StateSolution: value {float(self.value):.4f}, threshold {self.threshold}>"


def solve_state(
    lowest: int,
    chances: Sequence[Number],
    stakes: Stakes[Number],
    believed: Sequence[Number | None],
) -> StateSolution[Number]:
    """Solve the game of who must call tier `lowest` or higher, and who answers.

    Parameters
    ----------
    lowest : int
    chances : sequence of Number
        The chance to throw each tier, from the worst.
    stakes : Stakes
        What the ends bring the caller.
    believed : sequence of (Number or None)
        What the caller gets when each call is believed, or folded to; None where it must be seen.

    Returns
    -------
    StateSolution
    """
    return _State(lowest, chances, stakes, believed).solved()


def balance(chance: Number, true: Number, lie: Number, gets: Number | None) -> Number:
    """Return how many lies make doubting a call worth as much as believing it.

    None are needed where it is seen whatever the caller does, and as many as there are do not
    suffice where a caught lie is no worse than being believed.
    """
    if gets is None:
        return chance * 0
    if gets <= lie:
        return chance * 0 + 1
    if true <= gets:
        return chance * 0
    return chance * (true - gets) / (gets - lie)


class _State(Generic[Number]):
    """The game after one last call, on the way to its solution."""

    def __init__(
        self,
        state: int,
        chances: Sequence[Number],
        stakes: Stakes[Number],
        believed: Sequence[Number | None],
    ) -> None:
        self.chances: Sequence[Number] = chances
        self.true: Sequence[Number] = stakes.true
        self.lie: Sequence[Number] = stakes.lie
        true, lie = self.true, self.lie
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
            balance(chances[call], true[call], lie[call], believed[call])
            if call in self.legal else self.zero
            for call in range(self.k)
        ]  # fmt: skip

    def _gets(self, call: int) -> Number:
        """Return what the caller gets when a call is believed; it is not one that must be seen."""
        gets = self.believed[call]
        assert gets is not None
        return gets

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
