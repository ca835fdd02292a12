"""The mean of several tables of chances: how somebody plays who is one of several players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.ring import zeros
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["mean_table"]


def mean_table(
    name: str,
    tables: Sequence[TableStrategy],
    chances: Sequence[Fraction | float],
    rules: Rules,
) -> TableStrategy:
    """Return how somebody plays on average who is each of several players with some chance.

    Parameters
    ----------
    name : str
        What tables and errors call it.
    tables : sequence of TableStrategy
        How each of them plays; all suit the rules.
    chances : sequence of Fraction or float
        How likely it is each of them; they add up to 1.
    rules : Rules
        The house rules that the table is for.

    Returns
    -------
    TableStrategy
        Each decision as the first of a round: what was seen before changes the chances. In
        Fractions where all chances are.

    Examples
    --------
    >>> from mia_stats import HONEST, LIAR
    >>> tables, half = [player.table(Rules()) for player in (HONEST, LIAR)], Fraction(1, 2)
    >>> mean_table("either", tables, [half, half], Rules()).doubts[0, 8]
    Fraction(1, 4)
    """
    exact = all(table.exact for table in tables) and not any(
        isinstance(chance, float) for chance in chances
    )
    mean = _Mean(tables, chances, exact=exact)
    k = rules.tier_count
    found: dict[str, NDArray[Any]] = {
        "calls": mean.of([table.calls for table in tables], (k, k, k)),
        "doubts": mean.of([table.doubts for table in tables], (k, k)),
    }
    for part, shape in (("passes", (k, k, k)), ("equals", (k,))):
        if any(getattr(table, part) is not None for table in tables):
            found[part] = mean.of([getattr(table, part) for table in tables], shape)
    if any(table.doubts_blind is not None for table in tables):
        found["doubts_blind"] = mean.of([table.over_blind for table in tables], (k, k))
    if any(table.blind is not None for table in tables):
        found |= _second_throw(mean, rules, found["calls"])
    return TableStrategy(name, **found, rules=rules)


class _Mean:
    """A weighted mean of arrays, one of each of several tables."""

    def __init__(
        self, tables: Sequence[TableStrategy], chances: Sequence[Fraction | float], *, exact: bool
    ) -> None:
        self.tables, self.exact = tables, exact
        self.chances: list[Any] = list(chances)
        if not exact:  # what floats miss of certainty
            total = math.fsum(map(float, chances))
            self.chances = [float(chance) / total for chance in chances]

    def of(
        self,
        arrays: Sequence[NDArray[Any] | None],
        shape: tuple[int, ...],
        weights: Sequence[NDArray[Any]] | None = None,
    ) -> NDArray[Any]:
        """Return the sum of arrays, each times its chance, or times weights that have its shape.

        Nothing is 0; most of what is summed is 0 too, and left alone.
        """
        total = zeros(shape, exact=self.exact)
        for number, array in enumerate(arrays):
            if array is not None:
                some = np.nonzero(array)
                own = self.chances[number] if weights is None else weights[number][some]
                total[some] += own * array[some].astype(total.dtype)
        return total if self.exact else np.minimum(total, 1.0)


def _second_throw(mean: _Mean, rules: Rules, calls_of_all: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Return how often it throws again, and what it calls over either throw.

    Who throws again is rather one than another, and so is who does not.
    """
    tables, k = mean.tables, rules.tier_count
    throws = np.array(rules.throw_chances, object if mean.exact else np.float64)
    seen = np.where(rules.shows(np.arange(k)), 0 * throws, throws)
    nobody = zeros((k, k), exact=mean.exact)
    again = [
        nobody if table.again is None or table.blind is None else table.again.astype(throws.dtype)
        for table in tables
    ]
    keeps, gives_away = [], []
    for chance, own in zip(mean.chances, again, strict=True):
        keeps.append(np.repeat(chance * (1 - own), k, axis=-1).reshape(k, k, k))
        gives_away.append(np.repeat(chance * (own @ seen), k).reshape(k, k))
    calls = mean.of([table.calls for table in tables], (k, k, k), keeps)
    blind = mean.of([table.blind for table in tables], (k, k), gives_away)
    certain = next(table.blind for table in tables if table.blind is not None)
    return {
        "again": mean.of(again, (k, k)),
        "calls": _shares(calls, calls_of_all),
        "blind": _shares(blind, certain),
    }


def _shares(parts: NDArray[Any], otherwise: NDArray[Any]) -> NDArray[Any]:
    """Return the share of each part in its row; other rows where there is nothing to share."""
    total = parts.sum(axis=-1, keepdims=True)
    shares = parts / np.where(total > 0, total, 1)
    return np.where(total > 0, shares, otherwise.astype(parts.dtype))
