"""Tell a game again by its log, event by event, and refuse what can't have happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mia_stats.game.rules import Rules
from mia_stats.simulate.game_chance import Ended, Fortune, kept_rolls
from mia_stats.simulate.game_events import Event, Roll
from mia_stats.simulate.game_state import Act, Position
from mia_stats.utils.checks import shown

__all__ = ["retell"]


class _Told(Fortune):
    """What chance has decided, as the next event of a log says."""

    def __init__(self, rules: Rules, event: Event, *, public: bool) -> None:
        self.rules, self.event, self.public = rules, event, public

    def throw(self) -> Roll:
        if self.event.what != "throw":
            raise ValueError(f"{self.event!r} can't happen here, but a throw")
        if not self.public:
            return self.thrown(self.event.dice)
        if self.event.dice is not None:
            raise ValueError("dice: a public log does not say what was thrown")
        return None  # type: ignore[return-value]  # nobody knows it

    def thrown(self, dice: Roll | None) -> Roll:
        """Return dice that can have been thrown."""
        if dice is None or dice not in kept_rolls(self.rules)[0]:
            raise ValueError(f"dice must be a roll that counts, not {shown(dice)}")
        return dice

    def starter(self, seats: int) -> int:
        return self._drawn((1,) * seats)

    def opener(self, ended: Ended, lives: Sequence[int]) -> int:
        if self.rules.draws_opener:
            return self._drawn(lives)
        return int(self.rules.opener(*ended, lives))

    def _drawn(self, lives: Sequence[int]) -> int:
        seat = self.event.seat
        if self.event.what != "round":
            raise ValueError(f"{self.event!r} can't happen here, but a new round")
        if seat is None or seat >= len(lives) or not lives[seat]:
            raise ValueError(f"who opens must be a seat that is in, not {shown(seat)}")
        return seat


def retell(position: Position, event: Event, *, public: bool) -> None:
    """Let an event of a log happen, if it can.

    Raises
    ------
    ValueError
        If it can't, by the rules and what has happened before.
    """
    told = _Told(position.rules, event, public=public)
    expected = position.following(told)
    if expected is None:
        expected = _decided(position, event, told)
    elif expected.what == event.what == "show" and position.dice is None:
        expected = replace(expected, dice=told.thrown(event.dice))
        if position.looked and not position.blind and position.is_shown_at_once(event):
            raise ValueError(f"{event!r} can't happen: this throw would have been shown at once")
    if event != expected:
        raise ValueError(f"{event!r} can't happen here, but {expected!r}")
    position.apply(event)


def _decided(position: Position, event: Event, told: _Told) -> Event:
    """Return the event that a decision of a log is, or of which only its dice show that it came."""
    if position.phase == "over":
        raise ValueError(f"{event!r} can't happen: the game is over")
    hidden = position.phase == "call" and position.dice is None and not position.blind
    if hidden and event.what == "show" and position.is_shown_at_once(event):
        return Event("show", position.seat, told.thrown(event.dice))
    act: Act | None = "again" if event.what == "throw" else event.answer or event.call
    if act is None or act not in position.legal():
        raise ValueError(f"{event!r} can't happen here: legal is {position.legal_words()}")
    return position.decided(act, told)
