"""Play from tables of chances: all players who have one at once, whoever sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules
from mia_stats.game.strategy import AGAIN, BELIEVE, DOUBT, EQUAL, THROWN_BLIND, Tiers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.sampling import AliasTable, ChanceTable

__all__ = ["TablePlayers", "Tables", "TablesByLives"]


@dataclass(frozen=True, eq=False)
class TablesByLives:
    """How somebody plays by the lives of all.

    Parameters
    ----------
    tables : tuple of TableStrategy
        All that there are.
    places : array of int, shape (most lives + 1, ...)
        The place of a table by the lives of all seats, its own first, then to its left.
    """

    tables: tuple[TableStrategy, ...]
    places: NDArray[np.intp]


Tables: TypeAlias = tuple[TableStrategy] | TablesByLives
"""How somebody plays: by one table whatever the lives are, or by the lives of all."""


class TablePlayers:
    """Answers for several players: for each seat from the tables of who sits there.

    Unlike a `Strategy` it is trusted: what it is told is not checked, and numbers stay narrow.

    Parameters
    ----------
    seats : sequence of (Tables or None)
        None where the seat is somebody else's, who is never asked here.
    rules : Rules
        The house rules.
    """

    def __init__(self, seats: Sequence[Tables | None], rules: Rules) -> None:
        self._rules, self._may_equal = rules, rules.may_equal_mia
        held = {_key(own): own for own in seats if own is not None}
        tables: list[TableStrategy] = []
        first = {}
        for key, own in held.items():
            first[key] = len(tables)
            tables += own.tables if isinstance(own, TablesByLives) else own
        k = self._tiers = tables[0].tier_count
        self._first = np.array([0 if own is None else first[_key(own)] for own in seats]) * k * k
        self._several = len(held) > 1
        self._by_lives = [
            (own.places, np.array([own is other for other in seats]))
            for own in held.values()
            if isinstance(own, TablesByLives)
        ]
        self._calls = AliasTable(row for t in tables for row in t.calls.reshape(-1, k).tolist())
        doubts = [doubt for table in tables for doubt in self._doubted(table, blind=False)]
        self._blind_rows = 0  # the first of those of calls over a blind throw
        if any(table.doubts_blind is not None for table in tables):
            self._blind_rows = len(doubts)
            doubts += [doubt for table in tables for doubt in self._doubted(table, blind=True)]
        self._doubts = ChanceTable(doubts)
        self._again = self._blind = None
        if any(table.again is not None and table.again.any() for table in tables):
            never, certainly = np.zeros((k, k), int), np.eye(k, dtype=int)
            again = (never if t.again is None else t.again for t in tables)
            blind = (certainly if t.blind is None else t.blind for t in tables)
            self._again = ChanceTable(
                chance for those in again for chance in those.ravel().tolist()
            )
            self._blind = AliasTable(row for those in blind for row in those.tolist())
        self._answers = None
        others = self._beside_doubts(tables)
        if others:
            values, rows = others
            rows *= 1 + bool(self._blind_rows)
            self._answers = AliasTable(
                (
                    [max(0, 1 - doubt - sum(chances)), doubt, *chances]
                    for doubt, chances in zip(doubts, rows, strict=True)
                ),
                [BELIEVE, DOUBT, *values],
            )

    def _doubted(self, table: TableStrategy, *, blind: bool) -> list[Any]:
        """Return the chance to doubt by state and call; who may not fold looks at Mia instead."""
        doubts = (table.over_blind if blind else table.doubts).tolist()
        looks, _, _ = table.to_mia(self._rules, blind=blind)
        return [
            doubt for row, look in zip(doubts, looks, strict=True) for doubt in (*row[:-1], look)
        ]

    def _beside_doubts(self, tables: Sequence[TableStrategy]) -> tuple[list[int], list[Any]] | None:
        """Return what else than doubt and belief is answered, and its chances by state and call."""
        k = self._tiers
        values: list[int] = []
        parts = []
        if any(table.passes is not None for table in tables):
            never = np.zeros((k, k, k), int)
            values += range(k)
            passes = [never if t.passes is None else t.passes for t in tables]
            parts.append(np.concatenate(passes).reshape(-1, k))
        if any(table.equals is not None for table in tables):
            values.append(EQUAL)
            equals = np.zeros((len(tables), k, k), object)
            for number, table in enumerate(tables):
                if table.equals is not None:
                    equals[number, :, k - 1] = table.equals
            parts.append(equals.reshape(-1, 1))
        return (values, np.hstack(parts).tolist()) if values else None

    def _row(self, state: Tiers, tier: Tiers, seat: Tiers, lives: Tiers) -> NDArray[np.intp]:
        """Return the row of the tables for each game, by seat, lives, state and tier.

        The state after a call of Mia that was believed reads the row of the one before.
        """
        if self._may_equal:
            state = np.minimum(state, self._tiers - 1)
        row = state * self._tiers + tier
        if self._several:
            row += self._first.take(seat)
        for places, theirs in self._by_lives:
            game = np.flatnonzero(theirs.take(seat))
            own_first = (seat[game, None] + np.arange(lives.shape[1])) % lives.shape[1]
            row[game] += places[tuple(lives[game[:, None], own_first].T)] * self._tiers**2
        return row

    def calls(
        self, state: Tiers, rolled: Tiers, seat: Tiers, lives: Tiers, rng: np.random.Generator
    ) -> NDArray[np.int8]:
        """Return a call for each game, drawn from the tables, or AGAIN."""
        row = self._row(state, rolled, seat, lives)
        calls = self._after_mia(state, self._calls.draw(rng, row))
        if self._again is None:
            return calls
        return np.where(self._again.draw(rng, row), np.int8(AGAIN), calls)

    def blind_calls(
        self, state: Tiers, seat: Tiers, lives: Tiers, rng: np.random.Generator
    ) -> NDArray[np.int8]:
        """Return a call over a blind throw for each game, drawn from the tables."""
        assert self._blind is not None  # somebody has thrown again
        row: NDArray[np.intp] = self._row(state, 0 * state, seat, lives) // self._tiers
        return self._after_mia(state, self._blind.draw(rng, row))

    def _after_mia(self, state: Tiers, calls: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return the calls, but Mia where that was called before."""
        if not self._may_equal:
            return calls
        return np.where(state == self._tiers, np.int8(self._tiers - 1), calls)

    def answers(
        self,
        state: Tiers,
        call: Tiers,
        may_pass: NDArray[np.bool_],
        seat: Tiers,
        lives: Tiers,
        dice: Tiers,
        rng: np.random.Generator,
    ) -> NDArray[np.int8]:
        """Return an answer for each game, drawn from the tables."""
        row = self._row(state, call, seat, lives)
        if self._blind_rows:
            row += self._blind_rows * (dice == THROWN_BLIND)
        if self._answers is not None:
            answers = self._answers.draw(rng, row)
            answers = np.where((answers >= 0) & ~may_pass, np.int8(BELIEVE), answers)
        else:
            doubted = self._doubts.draw(rng, row)
            answers = np.subtract(BELIEVE, doubted, dtype=np.int8)  # DOUBT is one less
        return answers


def _key(own: Tables) -> tuple[int, ...]:
    """Return what tells different ones apart; equal tables may have other names."""
    return tuple(map(id, own)) if isinstance(own, tuple) else (id(own),)
