"""Play from tables of chances: all players who have one at once, whoever sits where."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.strategy import BELIEVE, DOUBT, Tiers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.sampling import AliasTable, ChanceTable

__all__ = ["TablePlayers", "Tables"]

Tables: TypeAlias = tuple[TableStrategy, ...]
"""How somebody plays: one table whatever the lives are, or one for each pair of lives of two.

Those by lives are in the order of the player's own, from 1, and then of the other's.
"""


class TablePlayers:
    """Answers for several players: for each seat from the tables of who sits there.

    Unlike a `Strategy` it is trusted: what it is told is not checked, and numbers stay narrow.

    Parameters
    ----------
    seats : sequence of (Tables or None)
        None where the seat is somebody else's, who is never asked here.
    """

    def __init__(self, seats: Sequence[Tables | None]) -> None:
        keys = [() if own is None else tuple(map(id, own)) for own in seats]
        held = {key: own for key, own in zip(keys, seats, strict=True) if own is not None}
        tables = [table for those in held.values() for table in those]
        k = self._tiers = tables[0].tier_count
        first, start = {}, 0
        for key in held:
            first[key] = start
            start += len(key) * k * k
        self._first = np.array([first.get(key, 0) for key in keys])
        self._most_lives = np.array([isqrt(len(key)) if len(key) > 1 else 0 for key in keys])
        self._several, self._by_lives = len(held) > 1, bool(self._most_lives.any())
        self._calls = AliasTable(row for t in tables for row in t.calls.reshape(-1, k).tolist())
        doubts = [doubt for table in tables for doubt in table.doubts.ravel().tolist()]
        self._doubts = ChanceTable(doubts)
        self._answers = None
        if any(table.passes is not None for table in tables):
            never = np.zeros((k, k, k), int)
            passes = (never if t.passes is None else t.passes for t in tables)
            rows = (row for those in passes for row in those.reshape(-1, k).tolist())
            self._answers = AliasTable(
                (
                    [max(0, 1 - doubt - sum(chances)), doubt, *chances]
                    for doubt, chances in zip(doubts, rows, strict=True)
                ),
                [BELIEVE, DOUBT, *range(k)],
            )

    def _row(self, state: Tiers, tier: Tiers, seat: Tiers, lives: Tiers) -> NDArray[np.intp]:
        """Return the row of the tables for each game, by seat, lives, state and tier."""
        row = state * self._tiers + tier
        if self._several:
            row += self._first.take(seat)
        if self._by_lives:
            most, game = self._most_lives.take(seat), np.arange(len(seat))
            mine, theirs = lives[game, seat].astype(np.intp), lives[game, 1 - seat]
            row += ((mine - 1) * most + theirs - 1) * (most > 0) * self._tiers**2
        return row

    def calls(
        self, state: Tiers, rolled: Tiers, seat: Tiers, lives: Tiers, rng: np.random.Generator
    ) -> NDArray[np.int8]:
        """Return a call for each game, drawn from the tables."""
        return self._calls.draw(rng, self._row(state, rolled, seat, lives))

    def answers(
        self,
        state: Tiers,
        call: Tiers,
        may_pass: NDArray[np.bool_],
        seat: Tiers,
        lives: Tiers,
        rng: np.random.Generator,
    ) -> NDArray[np.int8]:
        """Return an answer for each game, drawn from the tables."""
        row = self._row(state, call, seat, lives)
        if self._answers is not None:
            answers = self._answers.draw(rng, row)
            return np.where((answers >= 0) & ~may_pass, np.int8(BELIEVE), answers)
        doubted = self._doubts.draw(rng, row)
        return np.subtract(BELIEVE, doubted, dtype=np.int8)  # DOUBT is one less
