"""Simulate rolls: counts of a billion in an instant, or the rolls themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mia_stats.chances.dice import FAIR, Dice, loaded_words
from mia_stats.chances.odds import Odds, odds
from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant, is_variant
from mia_stats.ranking.outcomes import OUTCOMES, Outcome, OutcomeLike
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown, whole_number
from mia_stats.utils.sampling import AliasTable, RandomLike, generator
from mia_stats.utils.tables import Cell, Table, counted

__all__ = ["SimulatedRolls", "sample_outcomes", "simulate_rolls"]

_MOST_ROLLS = 10**18
_AT_ONCE = 1 << 16


@dataclass(frozen=True, repr=False)
class SimulatedRolls(Table):
    """How often each outcome came in simulated rolls; made by `simulate_rolls`.

    Parameters
    ----------
    odds : Odds
        The exact chances.
    counts : dict of Outcome to int
        How often each outcome came.

    Examples
    --------
    >>> rolls = simulate_rolls(36_000, rng=1)
    >>> rolls.total, rolls.expected(21)
    (36000, Fraction(2000, 1))
    """

    odds: Odds
    counts: dict[Outcome, int]

    @property
    def total(self) -> int:
        """The number of rolls that were kept."""
        return sum(self.counts.values())

    def expected(self, outcome: OutcomeLike) -> Fraction:
        """Return the exact expectation of the count of an outcome.

        Parameters
        ----------
        outcome : OutcomeLike
            Which outcome: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        Fraction
            How often it comes on average in so many rolls.

        Examples
        --------
        >>> simulate_rolls(100, rng=1).expected(66)
        Fraction(25, 9)
        """
        return self.total * self.odds[outcome].p

    def __getitem__(self, outcome: OutcomeLike) -> int:
        self.odds[outcome]  # says so where it is rethrown
        return sum(self.counts[meant] for meant in self.odds.variant.outcomes_of(outcome))

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.odds

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def caption(self) -> str:
        """The variant and the number of rolls."""
        rolls = f"{counted(self.total, 'simulated roll')}{loaded_words(self.odds.dice)}"
        return f"{self.odds.variant.title}: {rolls}"

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """Without the label, which repeats the outcome as a number."""
        return {name: cells for name, cells in self.columns.items() if name != "label"}

    def _ipython_key_completions_(self) -> list[str]:
        """Return what a notebook completes between the brackets."""
        return [outcome.label for outcome in self]

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each outcome: its count, what is expected, and both as shares."""
        return {
            "outcome": list(self.counts),
            "label": [int(outcome.label) for outcome in self.counts],
            "count": list(self.counts.values()),
            "expected": [float(self.expected(outcome)) for outcome in self.counts],
            "share": [count / self.total for count in self.counts.values()],
            "p": [row.p for row in self.odds],
        }


def simulate_rolls(
    n: int, variant: VariantLike = STANDARD, *, dice: Dice = FAIR, rng: RandomLike = None
) -> SimulatedRolls:
    """Return how often each outcome comes in `n` rolls, beside the exact expectation.

    The counts are drawn at once, from their multinomial distribution, so that a billion rolls take
    no longer than ten.

    Parameters
    ----------
    n : int
        The number of rolls that are kept, from 1 to 10**18.
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown.
    rng : None, int, SeedSequence or Generator
        The seed, or the generator to draw from; None is a new seed each time.

    Returns
    -------
    SimulatedRolls
        A table with a row for each outcome, best first.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, or every roll is rethrown.

    Examples
    --------
    >>> rolls = simulate_rolls(10**9, rng=2)
    >>> round(rolls[54] / 10**9, 4)
    0.0556
    """
    n = _number_of_rolls(n, 1, _MOST_ROLLS)
    table = odds(variant, dice=dice)
    possible = [row for row in table if row.p]  # what is left of rounding goes to one of them
    drawn = generator(rng).multinomial(n, [float(row.p) for row in possible]).tolist()
    counts = dict.fromkeys((row.outcome for row in table), 0)
    counts.update(zip((row.outcome for row in possible), drawn, strict=True))
    return SimulatedRolls(table, counts)


def _number_of_rolls(n: object, least: int, most: int) -> int:
    if isinstance(n, Variant) or (isinstance(n, str) and is_variant(n)):
        raise TypeError(f"the number of rolls comes first, then the variant, not {shown(n)}")
    return whole_number(n, "n", least, most)


@overload
def sample_outcomes(
    n: int, variant: VariantLike = STANDARD, *, dice: Dice = FAIR, rng: RandomLike = None
) -> NDArray[np.intp]: ...


@overload
def sample_outcomes(
    n: int,
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    rng: RandomLike = None,
    dtype: DTypeLike,
) -> NDArray[Any]: ...


def sample_outcomes(
    n: int,
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    rng: RandomLike = None,
    dtype: DTypeLike = np.intp,
) -> NDArray[Any]:
    """Return `n` rolls as labels such as 54; rethrown outcomes do not come.

    Parameters
    ----------
    n : int
        How many.
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown.
    rng : None, int, SeedSequence or Generator
        The seed, or the generator to draw from; None is a new seed each time.
    dtype : numpy dtype
        The type of the labels. As wide as an index, so that arithmetic never wraps; numpy.int8
        keeps a large sample small. It changes no label.

    Returns
    -------
    numpy.ndarray, shape (n,)
        Two digits each, the larger die first.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, or every roll is rethrown.

    Examples
    --------
    >>> sample_outcomes(5, rng=1).shape, sample_outcomes(5, rng=1, dtype="int8").nbytes
    ((5,), 5)

    As a column it merges with the frame of the odds, whose rows have such labels too:

    >>> import pandas as pd
    >>> rolls = pd.merge(pd.Series(sample_outcomes(5, rng=1), name="label"), odds().to_frame())
    >>> len(rolls)
    5
    """
    n = _number_of_rolls(n, 0, 10**9)
    sampler = _labels(find_variant(variant), dice)
    random = generator(rng)
    sample = np.empty(n, _label_type(dtype))
    for start in range(0, n, _AT_ONCE):  # what is at work stays in the cache
        part = sample[start : start + _AT_ONCE]
        part[:] = sampler.draw_first(random, len(part))
    return sample


def _label_type(dtype: DTypeLike) -> np.dtype[Any]:
    """Return a type that is an integer or a float and so holds every label, 11 to 66."""
    try:
        found = np.dtype(dtype)
    except Exception as error:  # whatever numpy says of an object that is no type
        raise TypeError(f"dtype must be a numpy type of numbers, not {shown(dtype)}") from error
    if found.kind not in "iuf" or dtype is None:
        raise TypeError(f"dtype must be a numpy type of numbers, not {shown(dtype)}")
    return found


@lru_cache(maxsize=32)
def _labels(variant: Variant, dice: Dice) -> AliasTable:
    table = odds(variant, dice=dice)
    chances = [table[outcome].p if outcome in table else Fraction(0) for outcome in OUTCOMES]
    return AliasTable([chances], [int(outcome.label) for outcome in OUTCOMES])
