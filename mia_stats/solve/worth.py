"""What each call is worth in a state, to who makes it and to who answers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Generic, NamedTuple

from mia_stats.game.stakes import Number
from mia_stats.solve.state import StateGame

__all__ = ["Calls", "Kind", "OverMia"]


class Kind(Enum):
    """What the answerer does about a call whatever the caller does."""

    DOUBTED = 1
    BELIEVED = 2
    FREE = 3


class OverMia(NamedTuple, Generic[Number]):
    """What a call over Mia brings: a straight line by the level; and how many lies it bears."""

    call: int | None
    """None where nothing brings more than the level, at which any call is believed."""
    steady: Number
    slope: Number
    room: Number


class Calls(Generic[Number]):
    """The calls that may be made in a state.

    Parameters
    ----------
    game : StateGame
        The state.
    below : Kind, optional
        What is done about the call below Mia, where Mia is called so too.
    """

    def __init__(self, game: StateGame[Number], below: Kind | None = None) -> None:
        self.game: StateGame[Number] = game
        self.top = game.top
        self.zero: Number = game.zero
        self.one: Number = game.zero + 1
        self.kinds = {call: self._kind(call) for call in game.legal}
        if below is not None:
            self.kinds[self.top - 1] = below
        self.usual = self.top if below is None else self.top - 1
        """What is called over Mia where nothing brings more."""
        self.worth: dict[int, Number] = {}
        """What a true call brings at best: believed, or seen where that is certain."""
        self.after: dict[int, Number] = {}
        """What that brings the next player."""
        self.bears: dict[int, Number] = {}
        """How many lies a truth bears: as many as make it doubtful."""
        for call, kind in self.kinds.items():
            gets, theirs = game.believed[call], game.their_believed[call]
            seen, lie = game.theirs.true[call], game.theirs.lie[call]
            if kind is Kind.DOUBTED or gets is None or theirs is None:
                gets, theirs = game.mine.true[call], seen
            free = kind is Kind.FREE
            self.worth[call], self.after[call] = gets, theirs
            self.bears[call] = (theirs - seen) / (lie - theirs) if free else self.zero
        lies = [game.mine.lie[b] for b, kind in self.kinds.items() if kind is not Kind.BELIEVED]
        self.caught: Number = max(lies) if lies else min(self.worth.values()) - 1
        self.floor: Number = max(game.blind.values(), default=self.caught)
        self.floor = max(self.floor, self.caught)
        """What liars get at least: by a lie that is caught, or by another throw."""
        self.order = self._in_order()
        self.throws_mia = self.top in game.throws and not self._is_mia_like_others()
        """Whether Mia is thrown, and true or priced otherwise than other throws would be."""

    def _kind(self, call: int) -> Kind:
        gets, theirs = self.game.their_believed[call], self.game.theirs
        if gets is None:
            return Kind.DOUBTED
        if gets >= theirs.lie[call]:
            return Kind.BELIEVED
        if call == self.top and theirs.is_surely_a_lie:
            return Kind.DOUBTED
        return Kind.DOUBTED if gets <= theirs.true[call] else Kind.FREE

    def _is_mia_like_others(self) -> bool:
        """Return whether Mia makes a lie of any other call, at the price of any other lie."""
        sides = self.game.mine, self.game.theirs
        return self.game.exact_truth and all(
            side.of(self.top, call, true=False) == side.lie[call]
            for side in sides
            for call in self.game.legal[:-1]
        )

    def _in_order(self) -> list[int]:
        """Return the calls as the caller likes them: by its gain, then the next player's loss."""
        worth, after = self.worth, self.after
        if self.game.close:
            worth, after = (_merged(part, self.game.close) for part in (worth, after))
        return sorted(self.kinds, key=lambda call: (-worth[call], after[call], -call))

    def over_mia(self, call: int) -> OverMia[Number]:
        """Return what a call over Mia brings, and bears."""
        game, top, zero = self.game, self.top, self.zero
        true = game.holds(top, call)
        seen = game.mine.of(top, call, true=true)
        gets, theirs = self._believed(call)
        if not (self.throws_mia and true and self.kinds[call] is Kind.FREE):
            return OverMia(call, seen, zero, zero)
        lie = game.mine.lie[call]
        worse = theirs - game.theirs.of(top, call, true=True)
        room = game.chances[top] * worse / (game.theirs.lie[call] - theirs)
        if gets <= lie:  # it is doubted for certain, or not at all
            return OverMia(call, seen, zero, room)
        slope = (gets - seen) / (gets - lie)
        return OverMia(call, gets * (1 - slope), slope, room)

    def _believed(self, call: int) -> tuple[Number, Number]:
        """Return what a call brings both where it is believed; nothing where it must be seen."""
        gets, theirs = self.game.believed[call], self.game.their_believed[call]
        return (self.zero if gets is None else gets), (self.zero if theirs is None else theirs)

    def is_truth_better(self, sign: int) -> bool:
        """Return whether to be doubted in vain is better than to be caught, below Mia.

        With a sign of -1, whether it is worse.
        """
        stakes = self.game.mine
        return any(
            sign * (stakes.true[call] - stakes.lie[call]) > self.game.close
            for call, kind in self.kinds.items()
            if kind is not Kind.BELIEVED and call != self.top
        )

    def doubts(self, level: Number) -> list[Number]:
        """Return how often each call is doubted: so often that all lies bring the level."""
        game, doubts = self.game, [self.zero] * (self.top + 1)
        for call, kind in self.kinds.items():
            gets = game.believed[call]
            if kind is Kind.DOUBTED:
                doubts[call] = self.one
            elif kind is Kind.FREE and gets is not None and gets > level:
                doubts[call] = (gets - level) / (gets - game.mine.lie[call])
        return doubts


def _merged(values: Mapping[int, Number], close: float) -> dict[int, Number]:
    """Return values in which those that floats can't tell apart are the same."""
    merged: dict[int, Number] = {}
    first: Number | None = None
    for call in sorted(values, key=values.__getitem__):
        if first is None or values[call] - first > close:
            first = values[call]
        merged[call] = first
    return merged
