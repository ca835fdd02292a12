"""What all have seen of one seat in a game: its calls, the dice that were shown, its answers."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace

from mia_stats.game.seen import Seen
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game_events import Event
from mia_stats.simulate.game_state import Position

__all__ = ["seen_of"]


def seen_of(start: Position, events: Iterable[Event], seat: int) -> tuple[Seen, ...]:
    """Return what all have seen of a seat, in the order of its decisions.

    Parameters
    ----------
    start : Position
        The game before its first event.
    events : iterable of Event
        What has happened; dice count only where they were shown.
    seat : int
        Whose decisions.
    """
    position, found = copy.copy(start), list[Seen]()
    under: int | None = None  # which call of the seat the dice lie under
    for event in events:
        if event.what == "throw":
            under = None
        elif event.what == "show" and under is not None and event.dice is not None:
            found[under] = replace(found[under], shown=Outcome.from_dice(*event.dice))
        elif event.what in ("call", "pass", "answer") and event.seat == seat:
            if event.what == "call":
                under = len(found)
            found.append(_decision(position, event, seat))
        position.apply(event)
    return tuple(found)


def _decision(at: Position, event: Event, seat: int) -> Seen:
    """Return what a seat has decided where a game stands."""
    lives = None if at.rules.for_sips else at.lives[seat:] + at.lives[:seat]
    last, blind = at.outcome(at.call), at.blind and not at.passed
    if event.what == "call":
        return Seen(last, call=event.call, blind=blind, lives=lives, round=at.round)
    previous = at.outcome(at.made_in - 1 if at.made_in else None)
    answer = event.answer or event.call
    return Seen(
        previous, heard=last, answer=answer, blind=blind, may_pass=at.may_pass,
        lives=lives, round=at.round,
    )  # fmt: skip
