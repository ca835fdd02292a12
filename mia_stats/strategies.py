"""Strategies: what a player sees, and what it may answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mia_stats.rules import Rules

__all__ = [
    "BELIEVE",
    "DOUBT",
    "FOLD",
    "LOOK",
    "AnswerSituation",
    "CallSituation",
    "Strategy",
    "Tiers",
]

BELIEVE: Final = -1
"""The answer to throw the dice anew and call higher."""

FOLD: Final = BELIEVE
"""The same answer to a call of Mia: give up without looking."""

DOUBT: Final = -2
"""The answer to see the dice. An answer of 0 or more hands the cup on unseen with that call."""

LOOK: Final = DOUBT
"""The same answer to a call of Mia."""

Tiers: TypeAlias = NDArray[np.integer[Any]]
"""Tiers, states or seats in many games at once: an array of whole numbers."""


@dataclass(frozen=True)
class _Situation:
    """What any player sees: the rules, the state of the round and the lives, in n games at once."""

    rules: Rules
    state: Tiers
    seat: Tiers
    seat_lives: NDArray[np.int8]

    @property
    def lives(self) -> NDArray[np.int8]:
        """The lives of all seats, shape (n, seats): the player's own first, then to its left."""
        seats = self.seat_lives.shape[1]
        order = (self.seat[:, None] + np.arange(seats)) % seats
        return np.take_along_axis(self.seat_lives, order, axis=1)


@dataclass(frozen=True)
class CallSituation(_Situation):
    """What a player sees who must call, in n games at once: arrays of length n.

    Tiers are numbered from 0, the worst, to K − 1, which the rules call Mia.

    Parameters
    ----------
    rules : Rules
        The house rules.
    state : array of int, shape (n,)
        0 before the first call of the round, else one more than the tier of the last call.
    seat : array of int, shape (n,)
        Where the player sits.
    seat_lives : array of int8, shape (n, seats)
        The lives by seat; `lives` has the player's own first.
    rolled : array of int, shape (n,)
        The tier that the player threw; nobody else sees it.

    Examples
    --------
    >>> rules, nobody = Rules(call="at_least"), np.zeros(2, int)
    >>> seen = CallSituation(rules, np.array([0, 9]), nobody, np.ones((2, 3), np.int8), nobody)
    >>> seen.lowest.tolist()
    [0, 8]
    """

    rolled: Tiers

    @property
    def lowest(self) -> Tiers:
        """The lowest tier that may be called."""
        if self.rules.call == "at_least":
            return np.maximum(self.state - 1, 0)
        return self.state


@dataclass(frozen=True)
class AnswerSituation(_Situation):
    """What a player sees who must answer a call, in n games at once: arrays of length n.

    Parameters
    ----------
    rules : Rules
        The house rules.
    state : array of int, shape (n,)
        The state in which the call was made.
    seat : array of int, shape (n,)
        Where the player sits.
    seat_lives : array of int8, shape (n, seats)
        The lives by seat; `lives` has the player's own first.
    call : array of int, shape (n,)
        The tier that was called.
    may_pass : array of bool, shape (n,)
        Whether the cup may be handed on unseen.

    Examples
    --------
    >>> lives = np.array([[6, 1, 3]], np.int8)
    >>> seen = AnswerSituation(Rules(), np.array([0]), np.array([1]), lives, np.array([8]), lives)
    >>> seen.lives.tolist()
    [[1, 3, 6]]
    """

    call: Tiers
    may_pass: NDArray[np.bool_]


@runtime_checkable
class Strategy(Protocol):
    """How a player plays: answers for many games at once, chance only from the generator given.

    Examples
    --------
    >>> class Timid:
    ...     name = "timid"
    ...     def choose_call(self, seen, rng):
    ...         return seen.lowest
    ...     def answer(self, seen, rng):
    ...         return np.full(len(seen.call), DOUBT)
    >>> isinstance(Timid(), Strategy)
    True
    """

    @property
    def name(self) -> str:
        """What tables and errors call the player."""

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
        """Return the tier to call in each game.

        Parameters
        ----------
        seen : CallSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            At least `seen.lowest`.
        """

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:
        """Return BELIEVE or DOUBT (for Mia: FOLD or LOOK) in each game.

        Parameters
        ----------
        seen : AnswerSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            A tier instead hands the cup on unseen with that call, where `seen.may_pass`.
        """
