"""What happens in one game, event by event."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from mia_stats.game.decision import Answer
from mia_stats.game.rules import CAUSES, Cause
from mia_stats.ranking.outcomes import Outcome
from mia_stats.utils.checks import choices, shown, whole_number
from mia_stats.utils.tables import as_html

__all__ = ["WORDS", "Event", "EventKind", "Roll", "document_of", "event_of"]

Roll: TypeAlias = tuple[int, int]
"""Two dice in the order in which they lie."""

EventKind: TypeAlias = Literal[
    "round", "throw", "show", "toast", "call", "pass", "answer", "forfeit", "end"
]
"""What may happen in a game."""

WORDS: Final[tuple[Answer, ...]] = get_args(Answer)
"""What may be said to a call."""


@dataclass(frozen=True)
class Event:
    """Something that has happened in a `Game`; what does not belong to its kind is None.

    Parameters
    ----------
    what : {"round", "throw", "show", "toast", "call", "pass", "answer", "forfeit", "end"}
        A round is opened; the dice are thrown, shown to all, or drunk to, whereupon the same seat
        opens again; a call is made, the cup handed on unseen, or a call answered; somebody pays;
        the game is over.
    seat : int, optional
        Who does it, or pays: dice are shown by who doubts or looks, or has thrown a Mia that is
        shown at once. Nobody where all drink or the game ends.
    dice : pair of ints, optional
        What was thrown, which others learn only where it is shown, or what is shown.
    blind : bool
        Whether the dice were thrown without a look at them.
    call : Outcome, optional
        The call that is made, with which the cup is handed on, or for which dice are shown; of
        outcomes that tie the first.
    caller : int, optional
        The seat that answers for the call for which dice are shown.
    answer : {"doubt", "believe", "look", "fold"}, optional
        What is said to the last call. Who believes throws; Mia is looked at, folded to, or where it
        may be equalled believed.
    cause : Cause, optional
        Why somebody pays.
    lost : int, optional
        How many lives that has cost; none in a game of sips.
    winners : tuple of int, optional
        Who is in when the game ends; nobody has won a game of sips.
    places : tuple of int, optional
        The place of each seat where the last one standing wins; who goes out together shares one.

    Examples
    --------
    >>> from mia_stats import Game
    >>> game = Game(["honest", "honest"], rng=1, starter=0)
    >>> game.step()
    (Event('call', seat=0, call=41),)
    """

    what: EventKind
    seat: int | None = None
    dice: tuple[int, int] | None = None
    blind: bool = False
    call: Outcome | None = None
    caller: int | None = None
    answer: Answer | None = None
    cause: Cause | None = None
    lost: int | None = None
    winners: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as a seat learns of it: of throws, only its own that it looks at.

        Parameters
        ----------
        seat : int or None
            Who; None is somebody who looks on.

        Returns
        -------
        Event
            This very event, or one without the dice.

        Examples
        --------
        >>> throw = Event("throw", 0, (2, 1))
        >>> throw.seen_by(0).dice, throw.seen_by(1).dice
        ((2, 1), None)
        """
        hidden = self.what == "throw" and (self.blind or self.seat != seat)
        return replace(self, dice=None) if hidden else self

    def __repr__(self) -> str:
        told = (
            f"{name}={value if isinstance(value, Outcome) else repr(value)}"
            for name, value in self._told().items()
        )
        return f"Event({', '.join([repr(self.what), *told])})"

    def _repr_html_(self) -> str:
        """Return what happened for notebooks."""
        told = {name: str(value) for name, value in self._told().items()}
        columns = {name: [value] for name, value in {"event": self.what, **told}.items()}
        return as_html("What happened in a game", columns)

    def _told(self) -> dict[str, Any]:
        """Return what belongs to the event, and is not as always."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)[1:]}
        usual = (None, False)
        return {name: value for name, value in parts.items() if not any(value is u for u in usual)}


def document_of(event: Event) -> dict[str, Any]:
    """Return an event as JSON has it: an outcome as its label, dice and seats as lists.

    Examples
    --------
    >>> document_of(Event("call", 1, call=Outcome.parse(54)))
    {'event': 'call', 'seat': 1, 'call': 54}
    """
    told = {name: int(value) if name == "call" else value for name, value in event._told().items()}
    return {"event": event.what, **told}


def event_of(document: Any) -> Event:
    """Return the event that `document_of` has written.

    Raises
    ------
    TypeError, ValueError
        If it is none; whether it can happen is not asked.

    Examples
    --------
    >>> event_of({"event": "throw", "seat": 1, "dice": [2, 1]})
    Event('throw', seat=1, dice=(2, 1))
    """
    if not isinstance(document, dict):
        raise ValueError(f"an event is an object, not {shown(document)}")
    parts = dict(document)
    what = _one_of(get_args(EventKind), parts.pop("event", None), "event")
    unknown = set(parts) - set(_READ)
    if unknown:
        raise ValueError(f"{shown(sorted(unknown)[0])}: an event has no such field")
    return Event(what, **{name: _READ[name](value, name) for name, value in parts.items()})


def _one_of(words: tuple[str, ...], value: Any, name: str) -> Any:
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} must be {choices(words)}, not {shown(value)}")
    return value


def _true(value: Any, name: str) -> bool:
    if value is not True:
        raise ValueError(f"{name} is true or left out, not {shown(value)}")
    return True


def _numbers(value: Any, name: str, low: int = 0, high: int = 100) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{name} must be a list of numbers, not {shown(value)}")
    return tuple(whole_number(number, name, low, high) for number in value)


def _dice(value: Any, name: str) -> Roll:
    dice = _numbers(value, name, 1, 6)
    if len(dice) != 2:
        raise ValueError(f"{name} must be two numbers, not {shown(value)}")
    return dice[0], dice[1]


def _number(value: Any, name: str) -> int:
    return whole_number(value, name, 0, 100)


_READ: Final[dict[str, Any]] = {
    "seat": _number,
    "dice": _dice,
    "blind": _true,
    "call": lambda value, name: Outcome.parse(whole_number(value, name, 11, 66)),
    "caller": _number,
    "answer": lambda value, name: _one_of(WORDS, value, name),
    "cause": lambda value, name: _one_of(CAUSES, value, name),
    "lost": _number,
    "winners": _numbers,
    "places": _numbers,
}
