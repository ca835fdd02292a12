"""Play from tables of chances: all players who have one at once, whoever sits where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.strategy import BELIEVE, DOUBT, Tiers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.sampling import AliasTable, ChanceTable

__all__ = ["TablePlayers"]


class TablePlayers:
    """Answers for several tables: for each seat from the table of who sits there.

    Unlike a `Strategy` it is trusted: what it is told is not checked, and numbers stay narrow.

    Parameters
    ----------
    tables : sequence of (TableStrategy or None), one for each seat
        None where the seat is somebody else's, who is never asked here.
    """

    def __init__(self, tables: Sequence[TableStrategy | None]) -> None:
        numbered = {id(table): table for table in tables if table is not None}
        distinct = list(numbered.values())
        k = self._tiers = distinct[0].tier_count
        self.name = " and ".join(table.name for table in distinct)
        self._several = len(distinct) > 1
        self._offset = np.array(
            [0 if table is None else list(numbered).index(id(table)) * k * k for table in tables]
        )
        self._calls = AliasTable(
            row for table in distinct for row in table.calls.reshape(-1, k).tolist()
        )
        doubts = [doubt for table in distinct for doubt in table.doubts.ravel().tolist()]
        self._doubts = ChanceTable(doubts)
        self._answers = None
        if any(table.passes is not None for table in distinct):
            passes = [
                chances
                for table in distinct
                for chances in (
                    [[0] * k] * k * k
                    if table.passes is None
                    else table.passes.reshape(-1, k).tolist()
                )
            ]
            self._answers = AliasTable(
                (
                    [max(0, 1 - doubt - sum(chances)), doubt, *chances]
                    for doubt, chances in zip(doubts, passes, strict=True)
                ),
                [BELIEVE, DOUBT, *range(k)],
            )

    def calls(
        self, state: Tiers, seat: Tiers, rolled: Tiers, rng: np.random.Generator
    ) -> NDArray[np.int8]:
        """Return a call for each game, drawn from the tables."""
        return self._calls.draw(rng, self._row(state, seat, rolled))

    def _row(self, state: Tiers, seat: Tiers, tier: Tiers) -> NDArray[np.intp]:
        """Return the row of the tables for each game, by seat, state and tier."""
        row = state * self._tiers + tier
        return row + self._offset.take(seat) if self._several else row

    def answers(
        self,
        state: Tiers,
        seat: Tiers,
        call: Tiers,
        may_pass: NDArray[np.bool_],
        rng: np.random.Generator,
    ) -> NDArray[np.int8]:
        """Return an answer for each game, drawn from the tables."""
        row = self._row(state, seat, call)
        if self._answers is not None:
            answers = self._answers.draw(rng, row)
            return np.where((answers >= 0) & ~may_pass, np.int8(BELIEVE), answers)
        doubted = self._doubts.draw(rng, row)
        return np.subtract(BELIEVE, doubted, dtype=np.int8)  # DOUBT is one less
