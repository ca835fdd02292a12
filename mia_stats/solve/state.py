"""One state of a round: the game after one last call, its solution, and what proves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Generic

from mia_stats.game.stakes import Number, Stakes, opposite

__all__ = ["StateGame", "StateSolution", "Weighed", "check_digits", "expected", "weigh"]

_CLOSE = 1e-12  # floats are wrong by less
_BITS_OF_A_DIGIT = 10 / 3


@dataclass(frozen=True, repr=False)
class StateSolution(Generic[Number]):
    """Play after one last call, by tiers from the worst."""

    value: Number
    """What the caller expects."""
    threshold: int | None
    """The lowest tier that is ever called, where lies can be spread so that none is too many."""
    calls: tuple[tuple[Number, ...], ...]
    """The chance to call each tier, by the tier thrown."""
    doubts: tuple[Number, ...]
    """The chance to doubt each call."""
    again: tuple[Number, ...] = ()
    """The chance to throw again, blind, by the tier thrown; none where that is forbidden."""
    blind: tuple[Number, ...] = ()
    """The chance to call each tier then."""
    doubts_blind: tuple[Number, ...] = ()
    """The chance to doubt each call then."""
    equals: Number | None = None
    """The chance to answer a call of Mia with Mia; None where that is forbidden."""

    def __repr__(self) -> str:
        return f"<StateSolution: value {float(self.value):.4f}, threshold {self.threshold}>"


@dataclass(frozen=True, eq=False)
class StateGame(Generic[Number]):
    """The game of who must call tier `lowest` or higher, and of who answers.

    Parameters
    ----------
    lowest : int
    chances : sequence of Number
        The chance to throw each tier, from the worst.
    mine, theirs : Stakes
        What the ends bring the caller, and the answerer.
    believed, their_believed : sequence of (Number or None)
        What they get when each call is believed, or folded to; None where it must be seen.
    exact_truth : bool
        Whether better dice make a call a lie too.
    """

    lowest: int
    chances: Sequence[Number]
    mine: Stakes[Number]
    theirs: Stakes[Number]
    believed: Sequence[Number | None]
    their_believed: Sequence[Number | None]
    exact_truth: bool = False

    @classmethod
    def for_two(
        cls,
        lowest: int,
        chances: Sequence[Number],
        stakes: Stakes[Number],
        believed: Sequence[Number | None],
    ) -> StateGame[Number]:
        """Return a game in which one wins what the other loses."""
        lost = [None if gets is None else -gets for gets in believed]
        return cls(lowest, chances, stakes, opposite(stakes), believed, lost)

    @cached_property
    def zero(self) -> Number:
        """Nothing, in the numbers of this game."""
        return self.chances[0] * 0

    @cached_property
    def close(self) -> float:
        """The difference that is none."""
        return _CLOSE if isinstance(self.chances[0], float) else 0

    @property
    def top(self) -> int:
        """The top tier."""
        return len(self.chances) - 1

    @property
    def legal(self) -> range:
        """The calls that may be made."""
        return range(self.lowest, len(self.chances))

    @cached_property
    def throws(self) -> list[int]:
        """What is thrown with some chance, and called; a Mia that is shown is not."""
        shown = self.mine.shown is not None
        return [r for r, p in enumerate(self.chances) if p and not (shown and r == self.top)]

    def holds(self, rolled: int, call: int) -> bool:
        """Return whether a call is true over a throw."""
        return rolled == call if self.exact_truth else rolled >= call

    @cached_property
    def blind(self) -> dict[int, Number]:
        """What each call over a blind throw brings: whichever is worse, doubt or belief."""
        seen = self.mine.over_blind
        if seen is None:
            return {}
        worth = {}
        for call in self.legal:
            gets = self.believed[call]
            worth[call] = seen[call] if gets is None else min(seen[call], gets)
        return worth


@dataclass(frozen=True)
class Weighed(Generic[Number]):
    """What a solution of a state comes to.

    Parameters
    ----------
    value : Number
        What the caller gets.
    gain : Number
        What the caller and the answerer would gain by their best calls and answers, together.
    true, lies, mia : list of Number, by call
        How often it is made over dice of lower tiers truthfully and not, and over dice of Mia.
    exact_truth : bool
        Whether better dice make a call a lie too.
    """

    value: Number
    gain: Number
    true: list[Number] = field(repr=False)
    lies: list[Number] = field(repr=False)
    mia: list[Number] = field(repr=False)
    exact_truth: bool = False

    def is_mia_true(self, call: int) -> bool:
        """Return whether a call is true over Mia."""
        return not self.exact_truth or call == len(self.true) - 1


def weigh(game: StateGame[Number], solution: StateSolution[Number]) -> Weighed[Number]:
    """Weigh every call and every answer against the solution of a state.

    It uses nothing of how the solution was found.
    """
    zero, top, mine, theirs = game.zero, game.top, game.mine, game.theirs
    legal, doubts, close = game.legal, solution.doubts, game.close
    true, lies, mia = ([zero] * (top + 1) for _ in range(3))
    again = zero
    wrong = min(doubts) < -close or max(doubts) > 1 + close
    shares: dict[int, list[tuple[int, Number]]] = {}  # by row, for many throws have the same
    for rolled in game.throws:
        chance, row = game.chances[rolled], solution.calls[rolled]
        if solution.again:
            again += chance * solution.again[rolled]
            chance = chance * (1 - solution.again[rolled])
        if id(row) not in shares:
            shares[id(row)] = [(call, share) for call, share in enumerate(row) if share]
            wrong = wrong or min(row) < -close
        for call, share in shares[id(row)]:
            honest = rolled == call if game.exact_truth else rolled >= call
            over = mia if rolled == top else true if honest else lies
            over[call] += chance * share

    # the calls, against the doubts
    told, lied = (
        [
            brings if gets is None else gets + doubt * (brings - gets)
            for brings, gets, doubt in zip(seen, game.believed, doubts, strict=True)
        ]
        for seen in (mine.true, mine.lie)
    )
    by_mia = told
    if game.exact_truth or mine.over_mia is not None:
        by_mia = [zero] * game.lowest
        for call in legal:
            seen, gets = mine.of(top, call, true=game.holds(top, call)), game.believed[call]
            by_mia.append(seen if gets is None else gets + doubts[call] * (seen - gets))
    value = zero
    for call in legal:
        value += true[call] * told[call] + lies[call] * lied[call] + mia[call] * by_mia[call]
    unseen = _over_blind(game, solution)
    best = _best_calls(game, told, lied, by_mia, max(unseen.values()) if unseen else None)
    for call, brings in unseen.items():
        value += again * solution.blind[call] * brings

    # the answers, against the calls
    gain = best - value
    for call, brings in unseen.items():
        gain += again * solution.blind[call] * (brings - game.blind[call])
    for call in legal:
        gets = game.their_believed[call]
        made = true[call] + lies[call] + mia[call]
        if gets is None or not made:
            continue
        more = true[call] * theirs.true[call] + lies[call] * theirs.lie[call] - made * gets
        if mia[call]:
            more += mia[call] * theirs.of(top, call, true=game.holds(top, call))
        # `more` is what a doubt brings over belief
        gain += more * (1 - doubts[call]) if more > 0 else -more * doubts[call]
    if wrong:  # what is no chance can't be played, and so gains anything
        gain += 1
    if mine.shown is not None:
        value += game.chances[top] * mine.shown
    return Weighed(value, gain, true, lies, mia, game.exact_truth)


def check_digits(value: Number, works: str, most: int = 3_000) -> None:
    """Raise where a value has so many digits that the next ones would take very long.

    Raises
    ------
    ValueError
        If it is a Fraction of more digits than `most`; the message says what works instead.
    """
    if isinstance(value, Fraction) and value.denominator.bit_length() > most * _BITS_OF_A_DIGIT:
        raise ValueError(
            "the exact value of such a round is a fraction of too many digits: they double with "
            f"each call that is sometimes doubted whatever is thrown; {works}"
        )


def expected(
    weighed: Weighed[Number],
    doubts: Sequence[Number],
    stakes: Stakes[Number],
    gets: Sequence[Number | None],
) -> Number:
    """Return what anybody at the table expects of a state, a Mia that is shown aside.

    Parameters
    ----------
    weighed : Weighed
        How often each call is made.
    doubts : sequence of Number
        How often it is doubted.
    stakes : Stakes
        What the ends bring who is asked about.
    gets : sequence of (Number or None)
        What a believed call brings that seat, or a fold; None where it must be seen.
    """
    top, total = len(doubts) - 1, weighed.value * 0
    for call, doubt in enumerate(doubts):
        true, lies, mia = weighed.true[call], weighed.lies[call], weighed.mia[call]
        made, believed = true + lies + mia, gets[call]
        if not made:
            continue
        if doubt or believed is None:
            seen = true * stakes.true[call] + lies * stakes.lie[call]
            if mia:
                seen += mia * stakes.of(top, call, true=weighed.is_mia_true(call))
            if believed is None:
                total += seen
                continue
            total += doubt * seen
        total += made * (1 - doubt) * believed
    return total


def _over_blind(game: StateGame[Number], solution: StateSolution[Number]) -> dict[int, Number]:
    """Return what each call over a blind throw brings against the doubts of a solution."""
    if game.mine.over_blind is None:
        return {}
    brings = {}
    for call in game.legal:
        seen, gets = game.mine.over_blind[call], game.believed[call]
        brings[call] = seen if gets is None else gets + solution.doubts_blind[call] * (seen - gets)
    return brings


def _best_calls(
    game: StateGame[Number],
    told: list[Number],
    lied: list[Number],
    by_mia: list[Number],
    blind: Number | None,
) -> Number:
    """Return what the best call for each throw brings; `blind` is what another throw does."""
    lowest, top = game.lowest, game.top
    truths: list[Number] = list(accumulate(told[lowest:], max))
    rest: list[Number] = list(accumulate(lied[lowest:][::-1], max))[::-1]
    best = game.zero
    for rolled in game.throws:
        if rolled == top:
            most = max(by_mia[lowest:])
        elif rolled < lowest:
            most = rest[0]
        elif game.exact_truth:
            most = max(told[b] if b == rolled else lied[b] for b in game.legal)
        else:
            most = max(truths[rolled - lowest], rest[rolled - lowest + 1])
        best += game.chances[rolled] * (most if blind is None else max(most, blind))
    return best
