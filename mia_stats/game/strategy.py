"""Strategies: what a player sees, and what it may answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES
from mia_stats.utils.checks import shown

__all__ = [
    "BELIEVE",
    "DOUBT",
    "FOLD",
    "LOOK",
    "AnswerSituation",
    "CallSituation",
    "Strategy",
    "Tiers",
    "lacking",
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
    """What any player sees: the rules, the state of the round and the lives, in n games at once.

    Numbers are as wide as an index, whatever is given, so that arithmetic with them never wraps.
    """

    rules: Rules
    state: Tiers
    seat: Tiers
    seat_lives: Tiers

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules must be Rules, not {shown(self.rules)}")
        self._set("state", (None,), self.rules.top)
        self._set("seat_lives", (len(self.state), None), MOST_LIVES)
        self._set("seat", (len(self.state),), self.seat_lives.shape[1] - 1)

    def _set(self, name: str, shape: tuple[int | None, ...], most: int) -> None:
        """Keep an array of whole numbers from 0 to `most`; None is a length of any size."""
        array = self._array(name, shape, "iu", f"whole numbers from 0 to {most}")
        wide = array.astype(np.intp, copy=False)
        if wide.size and wide.view(np.uintp).max() > most:  # what is negative is huge there
            wrong = array.flat[wide.view(np.uintp).argmax()]
            raise ValueError(f"{name} must be from 0 to {most}, not {shown(int(wrong))}")
        object.__setattr__(self, name, wide)

    def _array(self, name: str, shape: tuple[int | None, ...], kinds: str, of: str) -> NDArray[Any]:
        given = getattr(self, name)
        words = "n" if len(shape) == 1 else "n, seats"
        try:
            array: NDArray[Any] = np.asarray(given)
            if isinstance(given, np.ma.MaskedArray):
                raise TypeError("what is masked is no number")
        except Exception as error:  # ragged lists, or whatever somebody's own class raises
            raise TypeError(f"{name} must be an array of {of}, not {shown(given)}") from error
        if array.dtype.kind not in kinds and array.size:
            raise TypeError(f"{name} must be an array of {of}, not {shown(given)}")
        if array.ndim != len(shape) or any(
            wanted not in (None, found) for wanted, found in zip(shape, array.shape, strict=True)
        ):
            raise ValueError(
                f"{name} must have shape ({words}), the same n in all, not {array.shape}"
            )
        return array

    @property
    def lives(self) -> Tiers:
        """The lives of all seats, shape (n, seats): the player's own first, then to its left."""
        seats = self.seat_lives.shape[1]
        order = (self.seat[:, None] + np.arange(seats)) % seats
        return np.take_along_axis(self.seat_lives, order, axis=1)


@dataclass(frozen=True)
class CallSituation(_Situation):
    """What a player sees who must call, in n games at once: arrays of length n.

    `Rules` says what tiers and states are.

    Parameters
    ----------
    rules : Rules
        The house rules.
    state : array of int, shape (n,)
        The state of the round.
    seat : array of int, shape (n,)
        Where the player sits.
    seat_lives : array of int, shape (n, seats)
        The lives by seat; `lives` has the player's own first.
    rolled : array of int, shape (n,)
        The tier that the player threw; nobody else sees it.

    Raises
    ------
    TypeError, ValueError
        If something is no state, no seat, no lives or no tier of these rules.

    Examples
    --------
    >>> rules, nobody = Rules(call="at_least"), np.zeros(2, int)
    >>> seen = CallSituation(rules, np.array([0, 9]), nobody, np.ones((2, 3), int), nobody)
    >>> seen.lowest.tolist()
    [0, 8]
    """

    rolled: Tiers

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set("rolled", self.state.shape, self.rules.top)

    @property
    def lowest(self) -> Tiers:
        """The lowest tier that may be called."""
        lowest: Tiers = self.rules.lowest_call(self.state)
        return lowest


@dataclass(frozen=True)
class AnswerSituation(_Situation):
    """What a player sees who must answer a call, in n games at once: arrays of length n.

    `Rules` says what tiers and states are.

    Parameters
    ----------
    rules : Rules
        The house rules.
    state : array of int, shape (n,)
        The state in which the call was made.
    seat : array of int, shape (n,)
        Where the player sits.
    seat_lives : array of int, shape (n, seats)
        The lives by seat; `lives` has the player's own first.
    call : array of int, shape (n,)
        The tier that was called.
    may_pass : array of bool, shape (n,)
        Whether the cup may be handed on unseen.

    Raises
    ------
    TypeError, ValueError
        If something is no state, no seat, no lives, no tier of these rules, or no bool.

    Examples
    --------
    >>> seen = AnswerSituation(
    ...     Rules(), state=[0], seat=[1], seat_lives=[[6, 1, 3]], call=[8], may_pass=[False])
    >>> seen.lives.tolist()
    [[1, 3, 6]]
    """

    call: Tiers
    may_pass: NDArray[np.bool_]

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set("call", self.state.shape, self.rules.top)
        impossible = np.flatnonzero(self.call < self.rules.lowest_heard(self.state))
        if len(impossible):
            call, state = int(self.call[impossible[0]]), int(self.state[impossible[0]])
            raise ValueError(f"call must be one that can be made in state {state}, not {call}")
        may_pass = self._array("may_pass", self.state.shape, "b", "bools")
        object.__setattr__(self, "may_pass", may_pass)


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


def lacking(player: object) -> list[str]:
    """Return what somebody lacks to be a strategy.

    Examples
    --------
    >>> lacking(54)
    ['name', 'choose_call', 'answer']
    """
    return [part for part in ("name", "choose_call", "answer") if not hasattr(player, part)]
