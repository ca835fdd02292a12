"""The closed form: optimal play after each last call, from the top call down.

Believing throws the old dice away, so all that matters of the past is the last call. That makes a
round a stack of small games, one for each last call. In each one there is a threshold: who throws
it or better tells the truth, who throws worse lies, and the lies are spread over all calls above
so that each is exactly believable enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from mia_stats.game.stakes import Number, Stakes
from mia_stats.solve.state import StateSolution, is_saddle

__all__ = ["balance", "solve_state"]


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

    Raises
    ------
    ValueError
        If the closed form does not reach.
    """
    state = _State(lowest, chances, stakes, believed)
    solution = state.solved()
    if _is_usual(stakes, believed[-1]):
        return solution
    if is_saddle(solution, lowest, chances, stakes, believed):
        return solution
    for share, level in state.splits():
        solution = _State(lowest, chances, stakes, believed, share).solved(level)
        if is_saddle(solution, lowest, chances, stakes, believed):
            return solution
    raise ValueError(
        "there is no closed form at such chances and prices; simulate_games and evaluate weigh "
        "given strategies under any rules"
    )


def _is_usual(stakes: Stakes[Number], folded: Number | None) -> bool:
    """Return whether a true Mia costs the most, and a false one too, as the closed form needs it.

    It is proved there; elsewhere each solution is proved by itself.
    """
    true, lie, over = stakes.true, stakes.lie, stakes.over_mia
    return (
        stakes.over_blind is None
        and stakes.shown is None
        and true[0] <= true[-1]
        and lie[-1] <= lie[0]
        and (folded is None or true[0] <= folded)
        and (over is None or over[0] == lie[0])
    )


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
        share: Number | None = None,
    ) -> None:
        self.k = len(chances)
        self.zero: Number = chances[0] * 0
        self.one: Number = self.zero + 1
        self.share: Number = self.zero if share is None else share
        self.stakes: Stakes[Number] = stakes
        self.true: Sequence[Number] = stakes.true
        self.lie: Sequence[Number] = stakes.lie
        true, lie = self.true, self.lie
        self.bonus: Number = self.zero
        if stakes.shown is not None:  # who throws Mia calls nothing
            self.bonus = chances[-1] * stakes.shown
            seen: list[Number] = list(chances)
            seen[-1] = self.zero
            chances = seen
        self.chances: Sequence[Number] = chances
        self.believed: Sequence[Number | None] = believed
        self.below: list[Number] = [self.zero]  # the chance to throw less than each tier
        for chance in chances:
            self.below.append(self.below[-1] + chance)
        # A call that is worse to have believed than doubted is never doubted. Where something
        # higher is at least as good even when it is caught, nobody makes it.
        self.harmless = [gets is not None and gets <= lie[c] for c, gets in enumerate(believed)]
        caught = max(lie[call] for call in range(state, self.k) if not self.harmless[call])
        blind = range(state, self.k) if stakes.over_blind is not None else ()
        self.blind: dict[int, Number] = {call: self._blind(call) for call in blind}
        # What who throws little gets at least: by a lie that is caught, or by another throw.
        self.floor: Number = caught
        for worth in self.blind.values():
            self.floor = max(self.floor, worth)
        self.throws_again = self.floor > caught
        self.lowest = next(
            (call for call in range(state, self.k) if not self._is_too_low(call)), self.k
        )
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
        if share is not None:
            self._split()

    def _gets(self, call: int) -> Number:
        """Return what the caller gets when a call is believed; it is not one that must be seen."""
        gets = self.believed[call]
        assert gets is not None
        return gets

    def _blind(self, call: int) -> Number:
        """Return what a call over a blind throw brings: whichever is worse, doubt or belief."""
        assert self.stakes.over_blind is not None
        seen, gets = self.stakes.over_blind[call], self.believed[call]
        return seen if gets is None else min(seen, gets)

    def _is_too_low(self, call: int) -> bool:
        """Return whether a call brings no more, believed, than liars get anyhow."""
        gets = self.believed[call]
        return gets is not None and gets <= self.floor

    def _split(self) -> None:
        """Let some who throw Mia call what is just below it, where that pays better."""
        call = self.k - 2
        self.lies[-1] *= 1 - self.share
        gets = self.believed[call]
        if gets is not None and not self.harmless[call]:
            self.lies[call] = max(self._lies_below_mia(self.share), self.zero)
            self.certain[call] = not self.lies[call]

    def _lies_below_mia(self, share: Number) -> Number:
        """Return how many lies the call below Mia can bear with a share of those who throw Mia."""
        top, call = self.k - 1, self.k - 2
        gets = self._gets(call)
        truths = self.chances[call] * (self.true[call] - gets)
        mias = self.chances[top] * share * (self.stakes.of(top, call, true=True) - gets)
        return (truths + mias) / (gets - self.lie[call])

    def threshold(self) -> int | None:
        """Return the highest call above which there is room for the lies of all who throw less."""
        room = self.zero
        for call in reversed(self.legal):
            room += self.lies[call]
            if room >= self.below[call]:
                return call
        return None

    def splits(self) -> Iterator[tuple[Number, Number | None]]:
        """Yield which share of those who throw Mia may call what is just below it.

        With it comes what liars get then, where it is known: all of them do, or so many that Mia
        is worth the same either way.
        """
        call, top = self.k - 2, self.k - 1
        if call not in self.legal:
            return
        yield self.one, None
        gets, fold = self.believed[call], self.believed[top]
        if gets is None or self.harmless[call]:
            return
        # Doubted so often that liars get `level`, a call brings gets + slope * (gets - level).
        slope = (self.stakes.of(top, call, true=True) - gets) / (gets - self.lie[call])
        worth, top_slope = self.true[top], self.zero
        if fold is not None and not self.certain[top] and not self.harmless[top]:
            worth, top_slope = fold, (self.true[top] - fold) / (fold - self.lie[top])
        if slope == top_slope:
            return
        level = (gets * (1 + slope) - worth * (1 + top_slope)) / (slope - top_slope)
        liars = self._lowest_above(level)
        # The room for lies grows evenly with the share.
        bare = sum(self.lies[liars:call], self.zero) + self._lies_below_mia(self.zero)
        change = self._lies_below_mia(self.one) - self._lies_below_mia(self.zero) - self.lies[top]
        if change:
            yield (self.below[liars] - bare - self.lies[top]) / change, level

    def _lowest_above(self, level: Number) -> int:
        """Return the lowest call that brings more, believed, than what liars get; Mia if none."""
        for call in self.legal:
            gets = self.believed[call]
            if gets is None or gets > level:
                return call
        return self.k - 1

    def solved(self, level: Number | None = None) -> StateSolution[Number]:
        """Return the solution; `level` is what liars get, where it is known."""
        threshold = self.threshold()
        # Who throws less than the call `liars` lies, evenly by `spread`, and gets `liar_gets`.
        surplus = again = self.zero
        if level is not None:
            threshold = liars = self._lowest_above(level)
            liar_gets = level
            spread = [self.zero] * liars + self.lies[liars:]
        elif threshold is None:
            liars, liar_gets = self.lowest, self.floor
            spread = self._spread_over_the_doubted()
            if self.throws_again:
                threshold = self._blind_call()
                again = self.below[liars] - sum(spread, self.zero)
        else:
            liars = threshold
            liar_gets = self.true[liars] if self.certain[liars] else self._gets(liars)
            spread = [self.zero] * (liars + 1) + self.lies[liars + 1 :]
            rest = self.below[liars] - sum(spread, self.zero)
            spread[liars] = max(rest, self.zero)
            surplus = max(-rest, self.zero)  # too few liars: some who throw `liars` lie upward too
        calls = self._calls(liars, spread, surplus)
        doubts = self._doubts(liar_gets)
        value = self.below[liars] * liar_gets + self.bonus
        for rolled in range(liars, self.k - 1):
            value += self.chances[rolled] * self._seen_or_not(rolled, doubts, self.true[rolled])
        if liars < self.k:
            value += self.chances[-1] * self._told_by_mia(doubts)
        blind = self._blind_tables(liars, again) if self.blind else ()
        return StateSolution(value, threshold, tuple(map(tuple, calls)), tuple(doubts), *blind)

    def _told_by_mia(self, doubts: Sequence[Number]) -> Number:
        """Return what Mia brings, called so or as what is just below it."""
        top, call = self.k - 1, self.k - 2
        told = self._seen_or_not(top, doubts, self.true[top])
        if not self.share:
            return told
        less = self._seen_or_not(call, doubts, self.stakes.of(top, call, true=True))
        return less + (1 - self.share) * (told - less)

    def _seen_or_not(self, call: int, doubts: Sequence[Number], seen: Number) -> Number:
        """Return what a call brings, by what it does when it is doubted."""
        gets = self.believed[call]
        return seen if gets is None else gets + doubts[call] * (seen - gets)

    def _calls(self, liars: int, spread: list[Number], surplus: Number) -> list[list[Number]]:
        """Return the chance of each call by the tier thrown."""
        truth = [
            [self.one * (call == rolled) for call in range(self.k)] for rolled in range(self.k)
        ]
        if self.share:
            truth[-1][-2:] = [self.share, 1 - self.share]
        total = sum(spread, self.zero)
        if not total:  # nobody throws less, so it does not matter what they would call
            return [truth[min(max(rolled, liars), self.k - 1)] for rolled in range(self.k)]
        lying = [part / total for part in spread]
        calls = [lying] * liars + truth[liars:]
        if surplus:
            share = surplus / self.chances[liars]
            calls[liars] = [share * part for part in lying]
            calls[liars][liars] += 1 - share
        return calls

    def _doubts(self, liar_gets: Number) -> list[Number]:
        """Return how often each call is doubted: so often that all lies bring the same."""
        doubts = [self.one * certain for certain in self.certain]
        for call in self.legal:
            gets = self.believed[call]
            if gets is not None and not self.certain[call] and gets > liar_gets:
                doubts[call] = (gets - liar_gets) / (gets - self.lie[call])
        return doubts

    def _blind_call(self) -> int:
        """Return what is called over a blind throw."""
        return max(self.blind, key=self.blind.__getitem__)

    def _blind_tables(
        self, liars: int, often: Number
    ) -> tuple[tuple[Number, ...], tuple[Number, ...], tuple[Number, ...]]:
        """Return how often each throw is followed by a blind one, what is called then, and doubted.

        So many throw again in all, evenly, of those who throw less than `liars`.
        """
        assert self.stakes.over_blind is not None
        share = often / self.below[liars] if self.below[liars] else self.zero
        best = self._blind_call()
        doubts = [self.zero] * self.k
        for call in self.blind:
            gets = self.believed[call]
            doubts[call] = self.one * (gets is None or self.stakes.over_blind[call] < gets)
        return (
            tuple(share * (rolled < liars) for rolled in range(self.k)),
            tuple(self.one * (call == best) for call in range(self.k)),
            tuple(doubts),
        )

    def _spread_over_the_doubted(self) -> list[Number]:
        """Return how many liars make each call when there are more than can be believed."""
        doubted = [call for call in self.legal if self.lie[call] == self.floor]
        # where to be caught costs more, as many lie as are believed
        spread = [lies * (call not in doubted) for call, lies in enumerate(self.lies)]
        rest = self.below[self.lowest] - sum(spread, self.zero)
        total = sum((self.lies[call] for call in doubted), self.zero)
        for call in doubted:
            spread[call] = rest * (self.lies[call] / total if total else self.one / len(doubted))
        return spread
