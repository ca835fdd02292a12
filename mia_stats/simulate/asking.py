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
from mia_stats.game.strategy import AnswerSituation, CallSituation, Strategy, Tiers
from mia_stats.game.table_play import TablePlayers, Tables
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.seating import Sitting
from mia_stats.solve.match import MatchStrategy

__all__ = ["Asked", "Heard", "Players", "joined"]

Asked: TypeAlias = Strategy | TablePlayers
"""Who sits at the table: strategies in code, and all tables together."""

_Bools: TypeAlias = NDArray[np.bool_]


def joined(players: Sequence[Sitting]) -> tuple[Asked, ...]:
    """Return who is asked at each seat: all who have tables of chances are one."""
    tables = tuple(map(_tables, players))
    together: Any = _together(tables) if any(tables) else None
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
def _together(tables: tuple[Tables | None, ...]) -> TablePlayers:
    return TablePlayers(tables)


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

    def at(self, slot: Tiers) -> Heard:
        """Return the part that is about some games."""
        return Heard(
            self.state[slot],
            self.call[slot],
            self.rolled[slot],
            self.liable[slot],
            self.responder[slot],
            self.lives[slot],
            self.passed[slot],
        )


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

    def calls(self, state: Tiers, seat: Tiers, lives: NDArray[np.int8], rolled: Tiers) -> Tiers:
        """Return what the seat that threw calls, in each game."""

        def ask(player: Asked, slot: Tiers | slice) -> Tiers:
            if isinstance(player, TablePlayers):
                return player.calls(state[slot], rolled[slot], seat[slot], lives[slot], self.rng)
            seen = CallSituation(self.rules, state[slot], seat[slot], lives[slot], rolled[slot])
            return legal_calls(player, seen, self.rng)

        return self._asked(seat, ask)

    def answers(self, heard: Heard, may_pass: _Bools) -> Tiers:
        """Return how the responder answers, in each game."""

        def ask(player: Asked, slot: Tiers | slice) -> Tiers:
            state, seat, call = heard.state[slot], heard.responder[slot], heard.call[slot]
            lives, may = heard.lives[slot], may_pass[slot]
            if isinstance(player, TablePlayers):
                return player.answers(state, call, may, seat, lives, self.rng)
            seen = AnswerSituation(self.rules, state, seat, lives, call, may)
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
