"""Ask the players of many games at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.legal import legal_answers, legal_calls
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import UNSEEN, AnswerSituation, CallSituation, Strategy, Tiers
from mia_stats.game.table_play import TablePlayers, Tables
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.seating import Sitting
from mia_stats.solve.match_strategy import MatchStrategy

__all__ = ["Asked", "Heard", "Players", "Thrown", "joined"]

Asked: TypeAlias = Strategy | TablePlayers
"""Who sits at the table: strategies in code, and all tables together."""

_Bools: TypeAlias = NDArray[np.bool_]


def joined(players: Sequence[Sitting], rules: Rules) -> tuple[Asked, ...]:
    """Return who is asked at each seat: all who have tables of chances are one."""
    tables = tuple(map(_tables, players))
    together: Any = _together(tables, rules) if any(tables) else None
    asked: list[Any] = [
        player if held is None else together for player, held in zip(players, tables, strict=True)
    ]
    return tuple(asked)


def _tables(player: Sitting) -> Tables | None:
    """Return the tables by which somebody plays; None for a strategy in code."""
    if type(player) is MatchStrategy:  # one derived from it may play otherwise
        return player.tables
    return (player,) if isinstance(player, TableStrategy) else None


@lru_cache(maxsize=8)
def _together(tables: tuple[Tables | None, ...], rules: Rules) -> TablePlayers:
    return TablePlayers(tables, rules)


def _part(of: Thrown | Heard, slot: Tiers | slice) -> Any:
    for part in vars(of).values():
        if part is None or isinstance(slot, slice):
            yield part  # a slice is all
        else:
            yield part.take(slot, axis=0)


@dataclass
class Thrown:
    """A throw after which somebody must call, in each game."""

    state: Tiers
    seat: Tiers
    lives: NDArray[np.int8]
    rolled: Tiers
    made: Any
    """How many calls the round has had; None where nobody at the table is a strategy in code."""
    caller: Any
    """The seat that made the last one; likewise."""

    def at(self, slot: Tiers | slice) -> Thrown:
        """Return the part that is about some games."""
        return Thrown(*_part(self, slot))


@dataclass
class Heard:
    """A call that somebody must answer, in each game."""

    state: Tiers
    """The state in which it was made."""
    call: Tiers
    rolled: Tiers
    liable: Tiers
    """The seat that answers for it."""
    responder: Tiers
    lives: NDArray[np.int8]
    passed: NDArray[np.int8]
    """How often the cup was handed on unseen since the throw."""
    dice: NDArray[np.int8]
    """How they came to lie there: `LOOKED_AT`, `THROWN_BLIND` or `HANDED_ON`."""
    made: Any
    """How many calls the round has had, this one included; as in `Thrown`."""

    def at(self, slot: Tiers | slice) -> Heard:
        """Return the part that is about some games."""
        return Heard(*_part(self, slot))


class Players:
    """Those at the table.

    Parameters
    ----------
    seated : sequence of Asked
        By seat; one that sits in several is asked once for all of them.
    rules : Rules
        The house rules.
    rng : numpy.random.Generator
        Where their chance comes from.
    """

    def __init__(self, seated: Sequence[Asked], rules: Rules, rng: np.random.Generator) -> None:
        self.rules, self.rng = rules, rng
        distinct = {id(player): player for player in seated}  # equal ones may play differently
        self.strategies = list(distinct.values())
        self.strategy_of = np.array([list(distinct).index(id(player)) for player in seated])

        self.follows = any(not isinstance(player, TablePlayers) for player in self.strategies)
        """Whether somebody may look at what the round was like so far."""

    def calls(self, thrown: Thrown) -> Tiers:
        """Return what the seat that threw calls, in each game, or AGAIN."""

        def ask(player: Asked, slot: Tiers | slice) -> Tiers:
            t = thrown.at(slot)
            if isinstance(player, TablePlayers):
                return player.calls(t.state, t.rolled, t.seat, t.lives, self.rng)
            may_throw_again = np.full(len(t.state), self.rules.may_throw_again)
            return legal_calls(player, self._seen(t, t.rolled, may_throw_again), self.rng)

        return self._asked(thrown.seat, ask)

    def blind_calls(self, thrown: Thrown) -> Tiers:
        """Return what the seat that threw again, without looking, calls in each game."""

        def ask(player: Asked, slot: Tiers | slice) -> Tiers:
            t = thrown.at(slot)
            if isinstance(player, TablePlayers):
                return player.blind_calls(t.state, t.seat, t.lives, self.rng)
            n = len(t.state)
            seen = self._seen(t, np.full(n, UNSEEN), np.zeros(n, np.bool_))
            return legal_calls(player, seen, self.rng)

        return self._asked(thrown.seat, ask)

    def _seen(self, t: Thrown, rolled: Tiers, may_throw_again: _Bools) -> CallSituation:
        return CallSituation(
            self.rules, t.state, t.seat, t.lives, rolled, may_throw_again,
            calls_made=t.made, last_caller=_from(t.seat, t.caller, t.lives),
        )  # fmt: skip

    def answers(self, heard: Heard, may_pass: _Bools) -> Tiers:
        """Return how the responder answers, in each game."""

        def ask(player: Asked, slot: Tiers | slice) -> Tiers:
            h, may = heard.at(slot), may_pass[slot]
            if isinstance(player, TablePlayers):
                return player.answers(h.state, h.call, may, h.responder, h.lives, h.dice, self.rng)
            seen = AnswerSituation(
                self.rules, h.state, h.responder, h.lives, h.call, may,
                calls_made=h.made, last_caller=_from(h.responder, h.liable, h.lives), dice=h.dice,
            )  # fmt: skip
            return legal_answers(player, seen, self.rng)

        return self._asked(heard.responder, ask)

    def _asked(self, seat: Tiers, ask: Callable[[Asked, Tiers | slice], Tiers]) -> Tiers:
        """Ask each strategy about the games in which it sits in `seat`."""
        if len(self.strategies) == 1 and isinstance(self.strategies[0], TablePlayers):
            return ask(self.strategies[0], slice(None))  # others get copies, theirs to change
        which = self.strategy_of[seat]
        said = np.empty(len(seat), np.int8)
        for number, player in enumerate(self.strategies):
            slot = np.flatnonzero(which == number)
            if len(slot):
                said[slot] = ask(player, slot)
        return said


def _from(seat: Tiers, other: Any, lives: NDArray[np.int8]) -> Any:
    """Return another seat as it is counted from one's own, to the left."""
    return None if other is None else (other - seat) % lives.shape[1]
