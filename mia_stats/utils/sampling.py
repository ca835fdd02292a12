"""Draw from many small distributions at once: one random number and one look-up for each draw.

Walker's alias method in whole numbers: a row of chances becomes 32 columns of equal size, each
shared by two values at most. The upper 5 bits of a 32-bit number choose the column, the lower 27
bits one of its two values, so draws are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from mia_stats.utils.checks import integer, shown

__all__ = ["AliasTable", "ChanceTable", "RandomLike", "bits", "block_seeds", "generator"]

_COLUMN_BITS = 5
_COLUMNS = 1 << _COLUMN_BITS
_SHARE_BITS = 32 - _COLUMN_BITS
_FULL = 1 << _SHARE_BITS
_SEED_BITS = 4096


RandomLike: TypeAlias = Union[int, "np.random.SeedSequence", "np.random.Generator", None]
"""A seed, or a generator; None is a new seed each time. The quotes load `numpy.random` later."""


def generator(rng: RandomLike) -> np.random.Generator:
    """Return the generator that a seed stands for; a generator is returned as it is.

    Raises
    ------
    TypeError, ValueError
        If `rng` is no seed.

    Examples
    --------
    >>> int(generator(1).integers(100)), int(generator(1).integers(100))
    (47, 47)
    """
    if rng is not None and not isinstance(rng, np.random.SeedSequence | np.random.Generator):
        try:
            rng = integer(rng, "rng, the seed,")
        except TypeError as error:
            raise TypeError(f"{error}; numpy's Generator and SeedSequence will do too") from None
        if not 0 <= rng < 1 << _SEED_BITS:
            raise ValueError(
                f"rng, the seed, must be 0 or more and below 2**{_SEED_BITS}, not {shown(rng)}"
            )
    return np.random.default_rng(rng)


def block_seeds(rng: np.random.Generator) -> Iterator[np.random.SeedSequence]:
    """Yield a seed for each block of work; a generator counts by its state, and is moved on.

    Spawning would count how often the generator was spawned from instead, which is no part of its
    state, and not every generator can.

    Examples
    --------
    >>> seeds = block_seeds(generator(7))
    >>> next(seeds).spawn_key, next(seeds).spawn_key
    ((0,), (1,))
    """
    entropy = rng.integers(0, 1 << 64, 4, dtype=np.uint64).tolist()
    return (np.random.SeedSequence(entropy, spawn_key=(block,)) for block in count())


def bits(rng: np.random.Generator, n: int) -> NDArray[np.uint32]:
    """Return `n` random numbers of 32 bits."""
    words = rng.integers(0, 1 << 64, (n + 1) // 2, dtype=np.uint64)
    return words.astype("<u8", copy=False).view("<u4")[:n]


class AliasTable:
    """Rows of chances over at most 32 values, ready to draw from.

    Parameters
    ----------
    rows : iterable of sequences of Fraction or float
        The chances of the values 0, 1, 2, … in each row. They are taken to 32 bits; a chance of 0
        stays 0. A row without chances can't be drawn from.
    values : sequence of int, optional
        What the columns of the rows stand for, -128 to 127; their number where not given.
    """

    def __init__(
        self, rows: Iterable[Sequence[Fraction | float]], values: Sequence[int] | None = None
    ) -> None:
        thresholds: list[int] = []
        drawn: list[int] = []
        made: dict[object, tuple[list[int], list[int]]] = {}  # many rows are the same
        for row in rows:
            key = tuple((value, chance) for value, chance in enumerate(row) if chance)
            if key not in made:
                made[key] = _columns(_whole(row))
            shares, pairs = made[key]
            thresholds += shares
            drawn += pairs
        found = np.array(drawn, np.int8)
        self._values = found if values is None else np.array(values, np.int8)[found]
        self._thresholds = np.array(thresholds, np.uint32)
        self._certain = None  # the value of each row, where none leaves a choice
        if (self._values[:: 2 * _COLUMNS] == self._values.reshape(-1, 2 * _COLUMNS).T).all():
            self._certain = self._values[:: 2 * _COLUMNS]

    def draw(self, rng: np.random.Generator, row: NDArray[np.intp]) -> NDArray[np.int8]:
        """Return a value from each of the rows listed; certain ones take no random number.

        Parameters
        ----------
        rng : numpy.random.Generator
        row : array of intp
            The number of the row for each draw.

        Returns
        -------
        array of int8
        """
        if self._certain is not None:
            return self._certain.take(row)
        return self._drawn(row * _COLUMNS, bits(rng, len(row)))

    def draw_first(self, rng: np.random.Generator, n: int) -> NDArray[np.int8]:
        """Return `n` values from the first row.

        Parameters
        ----------
        rng : numpy.random.Generator
        n : int
            How many.

        Returns
        -------
        array of int8
        """
        return self._drawn(0, bits(rng, n))

    def _drawn(
        self, offset: NDArray[np.intp] | int, random: NDArray[np.uint32]
    ) -> NDArray[np.int8]:
        column = (random >> _SHARE_BITS) + offset
        second = (random & (_FULL - 1)) >= self._thresholds.take(column)
        return self._values.take(2 * column + second)


class ChanceTable:
    """Chances that something happens, ready to draw from.

    Parameters
    ----------
    chances : iterable of Fraction or float
        They are taken to 31 bits; chances of 0 and 1 stay so.
    """

    def __init__(self, chances: Iterable[Fraction | float]) -> None:
        given = list(chances)
        self._shares = np.array([int(chance * (1 << 31)) for chance in given], np.uint32)
        self._certain = None
        if all(chance in (0, 1) for chance in given):
            self._certain = np.array([int(chance) for chance in given], np.int8)

    def draw(self, rng: np.random.Generator, row: NDArray[np.intp]) -> NDArray[np.int8]:
        """Return 1 or 0 for each of the chances listed; certain ones take no random number.

        Parameters
        ----------
        rng : numpy.random.Generator
        row : array of intp
            The number of the chance for each draw.

        Returns
        -------
        array of int8
        """
        if self._certain is not None:
            return self._certain.take(row)
        return ((bits(rng, len(row)) >> 1) < self._shares.take(row)).view(np.int8)


def _whole(row: Sequence[Fraction | float]) -> list[int]:
    """Return chances as whole numbers that add up to 2**32; the largest takes the rounding."""
    total = 1 << 32
    whole = [int(chance * total) if chance else 0 for chance in row]
    if any(whole):
        whole[whole.index(max(whole))] += total - sum(whole)
    return whole


def _columns(weights: list[int]) -> tuple[list[int], list[int]]:
    """Return for each column the share of its first value, and the two values one after another."""
    left = dict(enumerate(weights))
    small = [value for value, weight in left.items() if 0 < weight < _FULL]
    large = [value for value, weight in left.items() if weight >= _FULL]
    shares: list[int] = []
    pairs: list[int] = []
    while small or large:
        value = small.pop() if small else large[-1]
        share = min(left[value], _FULL)
        left[value] -= share
        other = value
        if share < _FULL:
            other = large[-1]
            left[other] -= _FULL - share
        shares.append(share)
        pairs += [value, other]
        if large and left[large[-1]] < _FULL:
            last = large.pop()
            if left[last]:
                small.append(last)
    missing = _COLUMNS - len(shares)  # all columns of a row without chances
    return shares + [_FULL] * missing, pairs + [0] * 2 * missing
