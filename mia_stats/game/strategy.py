"""Strategies: what a player sees, and what it may answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES
from mia_stats.utils.checks import shown

__all__ = [
    "AGAIN",
    "BELIEVE",
    "DOUBT",
    "EQUAL",
    "FOLD",
    "HANDED_ON",
    "LOOK",
    "LOOKED_AT",
    "TABLES",
    "THROWN_BLIND",
    "UNSEEN",
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

AGAIN: Final = -3
"""Said instead of a call: to throw once more, without looking."""

EQUAL: Final = -4
"""The answer to believe a call of Mia, where it may be equalled: throw, and call Mia too."""

UNSEEN: Final = -1
"""What stands for the tier of a blind throw."""

LOOKED_AT: Final = 0
"""How the dice came to lie there: who threw them has looked."""

THROWN_BLIND: Final = 1
"""How the dice came to lie there: nobody has looked."""

HANDED_ON: Final = 2
"""How the dice came to lie there: who got them has handed them on unseen, however thrown."""

TABLES: Final = {
    "calls": 3, "doubts": 2, "passes": 3, "again": 2, "blind": 2, "doubts_blind": 2, "equals": 1,
}  # fmt: skip
"""The tables that a strategy may be made of, and the dimensions of each, K long."""

Tiers: TypeAlias = NDArray[np.integer[Any]]
"""Tiers, states or seats in many games at once: an array of whole numbers."""


_MOST_CALLS = 10**9
_NOT_GIVEN: Any = None


@dataclass(frozen=True)
class _Situation:
    """What any player sees: the rules, the state of the round and the lives, in n games at once.

    Numbers are as wide as an index, whatever is given, so that arithmetic with them never wraps.
    """

    rules: Rules
    state: Tiers
    seat: Tiers
    seat_lives: Tiers
    calls_made: Tiers = field(default=_NOT_GIVEN, kw_only=True)
    last_caller: Tiers = field(default=_NOT_GIVEN, kw_only=True)
    dice: Tiers = field(default=_NOT_GIVEN, kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules must be Rules, not {shown(self.rules)}")
        self._set("state", (None,), self.rules.last_state)
        n = len(self.state)
        self._set("seat_lives", (n, None), MOST_LIVES)
        right = self.seat_lives.shape[1] - 1  # the seat to one's right, counted to the left
        self._set("seat", (n,), right)
        made = (self.state > 0) + self._own_calls
        self._set("calls_made", (n,), _MOST_CALLS, made)
        self._set("last_caller", (n,), right, (made > 0) * right)
        self._set("dice", (n,), HANDED_ON, 0 * self.state)

    @property
    def _own_calls(self) -> int:
        """How many calls there must have been beside the one that made the state."""
        return 0

    def _set(
        self, name: str, shape: tuple[int | None, ...], most: int, otherwise: Tiers | None = None
    ) -> None:
        """Keep an array of whole numbers from 0 to `most`; None is a length of any size."""
        if otherwise is not None and getattr(self, name) is None:
            object.__setattr__(self, name, otherwise)
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

    def _set_truth(self, name: str) -> None:
        """Keep an array of bools; none are given where it does not matter."""
        if getattr(self, name) is None:
            object.__setattr__(self, name, np.zeros(self.state.shape, np.bool_))
        object.__setattr__(self, name, self._array(name, self.state.shape, "b", "bools"))

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
        The tier that the player threw; nobody else sees it. `UNSEEN` where it threw again, blind.
    may_throw_again : array of bool, shape (n,), optional
        Whether it may say `AGAIN` instead of a call.
    calls_made : array of int, shape (n,), optional
        How many calls the round has had; as few as there can be where it is not given.
    last_caller : array of int, shape (n,), optional
        Which seat made the last call, counted to the left from the player's own: a place in
        `lives`. 0 before the first call; the seat to the right where it is not given.
    dice : array of int, shape (n,), optional
        `LOOKED_AT`, or `THROWN_BLIND` where `rolled` is `UNSEEN`.

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
    may_throw_again: NDArray[np.bool_] = _NOT_GIVEN

    def __post_init__(self) -> None:
        given = self.dice is not None
        super().__post_init__()
        self._set_rolled()
        self._set_truth("may_throw_again")
        if not self.rules.may_throw_again:
            if self.may_throw_again.any():
                raise ValueError("may_throw_again must be False: these rules know no second throw")
            return
        lie = np.where(self.rolled == UNSEEN, THROWN_BLIND, LOOKED_AT)
        if given and not np.array_equal(lie, self.dice):
            raise ValueError(
                f"dice must be {THROWN_BLIND} where rolled is UNSEEN, and else {LOOKED_AT}"
            )
        object.__setattr__(self, "dice", lie)

    def _set_rolled(self) -> None:
        """Keep the throws; those that nobody has seen are checked as the lowest tier."""
        if not self.rules.may_throw_again:
            self._set("rolled", self.state.shape, self.rules.top)
            return
        allowed = f"whole numbers from 0 to {self.rules.top}"
        blind = self._array("rolled", self.state.shape, "iu", allowed) == UNSEEN
        if not blind.any():
            self._set("rolled", self.state.shape, self.rules.top)
            return
        given = np.asarray(self.rolled)
        object.__setattr__(self, "rolled", np.where(blind, 0, given))
        self._set("rolled", self.state.shape, self.rules.top)
        object.__setattr__(self, "rolled", np.where(blind, UNSEEN, self.rolled))

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
    calls_made : array of int, shape (n,), optional
        How many calls the round has had, this one included; as few as there can be where it is not
        given.
    last_caller : array of int, shape (n,), optional
        Which seat made the call, counted to the left from the player's own: a place in `lives`.
        The seat to the right where it is not given.
    dice : array of int, shape (n,), optional
        How the dice came to lie there: `LOOKED_AT`, `THROWN_BLIND` or `HANDED_ON`.

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
        self._set_truth("may_pass")

    @property
    def _own_calls(self) -> int:
        return 1


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
        """Return the tier to call in each game, or AGAIN where `seen.may_throw_again`.

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
        """Return BELIEVE or DOUBT (for Mia: FOLD, LOOK, or EQUAL where it may be) in each game.

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
