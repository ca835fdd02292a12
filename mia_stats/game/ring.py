"""A round among players in a ring whose chances are given, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import CAUSES, Rules, holds
from mia_stats.game.said import Answers, spoken
from mia_stats.game.table_strategy import TableStrategy

__all__ = [
    "ENDS",
    "FALSE",
    "FOLDED",
    "MIA",
    "SEEN",
    "TRUE",
    "End",
    "Habits",
    "Ring",
    "Turns",
    "Worth",
    "dice_over",
    "ends_seen",
    "habits_of",
    "possible_ends",
    "repeated",
    "shown_end",
    "together",
    "zeros",
]

_Array: TypeAlias = NDArray[Any]

FALSE, TRUE, MIA, _TOAST = range(4)
"""What lies under a call: dice that make it false, or true, those of Mia, or a toast."""

SEEN: Final = slice(_TOAST)
"""What is an end of the round where it is seen: all but a toast."""

FOLDED: Final = CAUSES.index("mia_folded")
_LOOKED_AT: Final = CAUSES.index("mia_looked_at")

ENDS: Final = (*((cause, False) for cause in range(len(CAUSES))), (_LOOKED_AT, True))
"""How a round may end: a place in `CAUSES`, and whether all others than the caller pay."""

_CLOSE = 1e-12  # what floats may miss


class End(NamedTuple):
    """How a round ends."""

    caller: int
    """Who answers for the call, or has shown a Mia."""
    doubter: int
    """Who doubts, looks or folds."""
    cause: int
    """A place in `CAUSES`."""
    others: bool
    """Whether all others than the caller pay."""


def zeros(shape: tuple[int, ...], *, exact: bool) -> _Array:
    """Return an array of Fractions or of floats."""
    return np.full(shape, Fraction(0), object) if exact else np.zeros(shape)


@lru_cache(maxsize=64)
def dice_over(rules: Rules) -> NDArray[np.intp]:
    """Return by throw and call what the dice make of the call: FALSE, TRUE or MIA."""
    tiers = np.arange(rules.tier_count)
    dice = np.where(holds(rules, tiers[:, None], tiers), TRUE, FALSE)
    dice[rules.top] = MIA
    return dice


@lru_cache(maxsize=64)
def ends_seen(rules: Rules) -> NDArray[np.intp]:
    """Return by call, and by dice that are FALSE, TRUE or MIA, which of `ENDS` a doubt leads to."""
    calls = np.arange(rules.tier_count)
    truth = {FALSE: False * calls, TRUE: True + 0 * calls, MIA: holds(rules, rules.top, calls)}
    ends = np.empty((len(calls), len(truth)), np.intp)
    for dice, true in truth.items():
        mia = calls < (len(calls) if dice == MIA else 0)
        cause = rules.cause(calls, seen=True, true=true.astype(bool), mia=mia)
        ends[:, dice] = np.where(rules.others_pay(calls, cause), len(CAUSES), cause)
    return ends


def repeated(rules: Rules, state: int) -> int | None:
    """Return the call that leads from a state to itself, for the next player."""
    return state - 1 if rules.lowest_call(state) < state else None


def shown_end(rules: Rules) -> int:
    """Return which of `ENDS` it is that a thrown Mia is shown, where it is."""
    return ENDS.index((_LOOKED_AT, rules.shown_to_others))


@lru_cache(maxsize=64)
def possible_ends(rules: Rules) -> tuple[int, ...]:
    """Return which of `ENDS` a round may have by the rules."""
    shown = {shown_end(rules)} if rules.shown_at_all else set()
    folded = {FOLDED} if rules.may_fold else set()
    return tuple(sorted({*ends_seen(rules).ravel().tolist(), *shown, *folded}))


class Worth(NamedTuple):
    """What the ends of a round are worth to one player: by game, and by who has called."""

    doubted: _Array
    """Where a call is doubted: by call, and by dice that are FALSE, TRUE or MIA too."""
    folded: _Array
    shown: _Array

    @classmethod
    def of(cls, rules: Rules, ends: _Array) -> Worth:
        """Return it by what each of `ENDS` is worth, the last axis."""
        return cls(ends[..., ends_seen(rules)], ends[..., FOLDED], ends[..., shown_end(rules)])


@dataclass(frozen=True, eq=False)
class Habits:
    """How a table plays, by whether its dice were seen or thrown blind, by state and call.

    Parameters
    ----------
    made : array, shape (..., kinds, states, K, 4)
        How often it makes a call over dice that are FALSE, TRUE, MIA or a toast.
    doubts, onward, folds : array, shape (..., kinds, states, K)
        How it answers calls over such dice.
    """

    made: _Array
    doubts: _Array
    onward: _Array
    folds: _Array

    @cached_property
    def often(self) -> _Array:
        """How often it makes a call, over whatever dice."""
        often: _Array = self.made.sum(axis=-1)
        return often

    @property
    def exact(self) -> bool:
        """Whether all are Fractions."""
        return bool(self.made.dtype == object)

    def places(self, which: slice) -> Habits:
        """Return the habits of some of the players."""
        parts = (self.made, self.doubts, self.onward, self.folds)
        return Habits(*(part[:, which] for part in parts))

    def lies(self, rules: Rules) -> _Array:
        """Return how often a call is made that the dice under it make false."""
        top = rules.top
        false_over_mia = ~holds(rules, top, np.arange(top + 1))
        lies: _Array = self.made[..., FALSE] + self.made[..., MIA] * false_over_mia
        return lies


@lru_cache(maxsize=512)
def habits_of(table: TableStrategy, rules: Rules, exact: bool) -> Habits:
    """Return how a table plays, in Fractions, as those of the table must be then, or in floats."""
    blind_or_not = (False, True) if rules.may_throw_again else (False,)
    states, k = rules.last_state + 1, rules.tier_count
    made = zeros((len(blind_or_not), states, k, 4), exact=exact)
    over = np.concatenate([dice_over(rules), np.full((1, k), _TOAST)])
    answers = []
    for kind, blind in enumerate(blind_or_not):
        state, rolled, call, chances = spoken(table, rules, exact=exact, blind=blind)
        np.add.at(made[kind], (state, call, over[rolled, call]), chances)
        answers.append(Answers(table, rules, blind=blind, exact=exact))
    dtype = made.dtype
    return Habits(
        made,
        np.array([answer.doubts for answer in answers], dtype),
        np.array([answer.onward for answer in answers], dtype),
        np.array([answer.folds for answer in answers], dtype),
    )


def together(games: Sequence[Sequence[Habits]]) -> Habits:
    """Return the habits of all players of some games, by game and by place."""
    names = ("made", "doubts", "onward", "folds")
    return Habits(*(np.array([[getattr(p, n) for p in game] for game in games]) for n in names))


class Turns:
    """What throws lead to, by game, by who throws, and by state.

    Parameters
    ----------
    callers, answerers : Habits
        Who throws, and who answers each of them, by game and by place.
    rules : Rules
        The house rules; nobody hands a cup on.
    """

    def __init__(self, callers: Habits, answerers: Habits, rules: Rules) -> None:
        self.rules, self.exact, self.n = rules, callers.exact, callers.made.shape[1]
        self.callers = callers
        self.doubted = (callers.made * answerers.doubts[..., None]).sum(axis=2)
        """The chance that a call over some dice is doubted, by state, call and dice."""
        self.folded = (callers.often * answerers.folds).sum(axis=2)[..., -1]
        """The chance of a call of Mia that is folded to, by state."""
        self.onward = (callers.often * answerers.onward).sum(axis=2)
        """The chance of a call after which the next player throws, by state and call."""
        shown = rules.throw_chances[rules.top] if rules.shown_at_all else Fraction(0)
        self.shown: Any = shown if self.exact else float(shown)

    @cached_property
    def calls(self) -> _Array:
        """How many calls are made."""
        calls: _Array = self.callers.often.sum(axis=(2, -1))
        return calls

    @cached_property
    def lies(self) -> _Array:
        """How many lies are told."""
        lies: _Array = self.callers.lies(self.rules).sum(axis=(2, -1))
        return lies

    @cached_property
    def ends(self) -> _Array:
        """How likely each of `ENDS` is."""
        ends = zeros((*self.folded.shape, len(ENDS)), exact=self.exact)
        seen = ends_seen(self.rules)
        for end in set(seen.ravel().tolist()):
            ends[..., end] = self.doubted[..., SEEN][..., seen == end].sum(axis=-1)
        ends[..., FOLDED] += self.folded
        ends[..., shown_end(self.rules)] += self.shown
        return ends

    @cached_property
    def toasts(self) -> _Array:
        """How often a toast is thrown or found."""
        thrown = self.rules.toast_chance
        found: _Array = self.doubted[..., _TOAST].sum(axis=-1)
        return found + (thrown if self.exact else float(thrown))

    def ended(self, worth: Worth) -> _Array:
        """Return what is to be expected of the ends that come before another throw."""
        ended = (self.doubted[..., SEEN] * worth.doubted[:, :, None]).sum(axis=(-2, -1))
        ended = ended + self.folded * worth.folded[..., None]
        all_of_them: _Array = ended + self.shown * worth.shown[..., None]
        return all_of_them


class Ring(Turns):
    """Throws that go round among players, each of whom answers the one before.

    Parameters
    ----------
    habits : Habits
        By game, and by place in the ring.
    rules : Rules
        The house rules; nobody hands a cup on.
    """

    def __init__(self, habits: Habits, rules: Rules) -> None:
        parts = (habits.made, habits.doubts, habits.onward, habits.folds)
        super().__init__(habits, Habits(*(np.roll(part, -1, axis=1) for part in parts)), rules)

    def visits(self, openers: Sequence[int]) -> _Array:
        """Return how often a player throws in a state, by game, opener, player and state.

        Raises
        ------
        ValueError
            If they come to where a call is repeated for ever.
        """
        games, n, states, k = self.onward.shape
        came = zeros((games, len(openers), n, k + 1), exact=self.exact)
        came[:, range(len(openers)), openers, 0] += 1
        for state in range(states):
            call = repeated(self.rules, state)
            if call is not None:
                there = np.moveaxis(came[..., state], -1, 0)
                again = np.moveaxis(self.onward[:, None, :, state, call], -1, 0)
                # who comes to a throw comes from the one before, the other way round the ring
                shares = np.roll(again, 1, axis=0)[::-1]
                solved = self._round(call, there[::-1], shares, reached=True)
                came[..., state] = np.moveaxis(solved[::-1], 0, -1)
            onward = self.onward[:, None, :, state, state:]
            came[..., state + 1 :] += np.roll(came[..., state, None] * onward, 1, axis=2)
        return came[..., :states]

    def values(self, worth: Worth) -> _Array:
        """Return what to expect of the round, by game, by who throws, and by state.

        Raises
        ------
        ValueError
            If a call may be repeated for ever.
        """
        _, n, states, k = self.onward.shape
        ended = self.ended(worth)
        values = zeros((len(ended), n, k + 1), exact=self.exact)
        for state in range(states - 1, -1, -1):
            call = repeated(self.rules, state)
            then = np.roll(values[..., state + 1 :], -1, axis=1)
            value = ended[..., state] + (self.onward[..., state, state:] * then).sum(axis=-1)
            if call is not None:
                again = np.moveaxis(self.onward[..., state, call], 1, 0)
                solved = self._round(call, np.moveaxis(value, 1, 0), again)
                value = np.moveaxis(solved, 0, 1)
            values[..., state] = value
        return values

    def _round(self, call: int, first: _Array, share: _Array, *, reached: bool = False) -> _Array:
        """Return x with x[i] = first[i] + share[i] · x[i + 1], the last one followed by the first.

        Where all is repeated that is nothing, if it only matters once it is reached.
        """
        total, through = first[-1], share[-1]
        for own, part in zip(first[-2::-1], share[-2::-1], strict=True):
            total, through = own + part * total, through * part
        ends = 1 - through > (0 if self.exact else _CLOSE)
        if not (ends | (reached & (total == 0))).all():
            name = self.rules.tier_words(call)
            raise ValueError(f"a round between these players never ends: they repeat {name}")
        found = [total / np.where(ends, 1 - through, 1)]
        for own, part in zip(first[:0:-1], share[:0:-1], strict=True):
            found.append(own + part * found[-1])
        return np.array([found[0], *found[:0:-1]])
