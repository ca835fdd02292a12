"""Dice with any six exact face weights, and the chance of each outcome that they give."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Final

from mia_stats.ranking.outcomes import OUTCOMES, ROLLS, Outcome, OutcomeLike
from mia_stats.utils.checks import integer, listed, shown
from mia_stats.utils.tables import as_html

__all__ = ["FAIR", "Dice", "loaded_words"]

_MOST = 10**18
_LONGEST = 1000  # bits of a weight as it is given, before all six are reduced
_WEIGHTS = re.compile(r"\s*[0-9]{1,30}\s*(,\s*[0-9]{1,30}\s*){5}")


@dataclass(frozen=True, init=False)
class Dice:
    """Two dice whose faces 1 to 6 come up in proportion to exact weights.

    Parameters
    ----------
    first : sequence of int or Fraction, shape (6,)
        The weights of the faces 1 to 6, none negative and not all 0. They are kept as the smallest
        whole numbers in the same proportion, so dice that behave the same are equal.
    second : sequence of int or Fraction, shape (6,), optional
        The weights of the second die; the same as the first where it is not given.

    Raises
    ------
    TypeError
        If a weight is no int or Fraction: a float is not exact.
    ValueError
        If there are not six weights, one is negative or beyond 10**18, or all are 0.

    Examples
    --------
    Oblong dice whose ends carry 1 and 2:

    >>> oblong = Dice([1, 1, 2, 2, 2, 2])
    >>> oblong.chance(21), oblong.chance(11)
    (Fraction(1, 50), Fraction(1, 100))
    """

    first: tuple[int, ...]
    second: tuple[int, ...]

    def __init__(
        self, first: Sequence[int | Fraction], second: Sequence[int | Fraction] | None = None
    ) -> None:
        whole = _proportions(first)
        object.__setattr__(self, "first", whole)
        object.__setattr__(self, "second", whole if second is None else _proportions(second))

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Return the dice that a text such as "1,1,2,2,2,2" stands for.

        Parameters
        ----------
        text : str
            Six whole weights with commas; those of a different second die after a slash.

        Returns
        -------
        Dice

        Raises
        ------
        TypeError
            If `text` is no string.
        ValueError
            If it is not of this form.

        Examples
        --------
        >>> Dice.parse("2,2,2,2,2,2") == FAIR
        True
        >>> print(Dice.parse("1,1,1,1,1,1/0,1,1,1,1,1"))
        1,1,1,1,1,1/0,1,1,1,1,1
        """
        if not isinstance(text, str):
            raise TypeError(f"dice are written as text such as '1,1,2,2,2,2', not {shown(text)}")
        sets = text.split("/")
        if len(sets) > 2 or not all(_WEIGHTS.fullmatch(part) for part in sets):
            raise ValueError(
                f"{shown(text)} are no dice: write six whole weights such as 1,1,2,2,2,2, "
                "and after a slash those of a different second die"
            )
        return cls(*([int(weight) for weight in part.split(",")] for part in sets))

    @cached_property
    def outcome_weights(self) -> Mapping[Outcome, int]:
        """The weight of each of the 21 outcomes; they add up to `total_weight`."""
        weights = dict.fromkeys(OUTCOMES, 0)
        for first, second in ROLLS:
            weight = self.first[first - 1] * self.second[second - 1]
            weights[Outcome.from_dice(first, second)] += weight
        return MappingProxyType(weights)

    @property
    def total_weight(self) -> int:
        """The weight of all outcomes together: 36 for fair dice."""
        return sum(self.first) * sum(self.second)

    def chance(self, outcome: OutcomeLike) -> Fraction:
        """Return the chance that one roll makes `outcome`.

        Parameters
        ----------
        outcome : OutcomeLike
            Which outcome: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        Fraction
            From 0 to 1, over all 36 rolls.

        Raises
        ------
        TypeError, ValueError
            If `outcome` is none; see `Outcome.parse`.

        Examples
        --------
        >>> FAIR.chance(21), FAIR.chance(66)
        (Fraction(1, 18), Fraction(1, 36))
        """
        return Fraction(self.outcome_weights[Outcome.parse(outcome)], self.total_weight)

    def __reduce__(self) -> tuple[type[Dice], tuple[tuple[int, ...], tuple[int, ...]]]:
        return Dice, (self.first, self.second)

    def _repr_html_(self) -> str:
        """Return the weights for notebooks."""
        columns = {"face": range(1, 7), "first die": self.first, "second die": self.second}
        return as_html("Weights of the faces", columns)

    def __repr__(self) -> str:
        second = "" if self.first == self.second else f", {list(self.second)}"
        return f"Dice({list(self.first)}{second})"

    def __str__(self) -> str:
        first, second = (",".join(map(str, weights)) for weights in (self.first, self.second))
        return first if first == second else f"{first}/{second}"


def loaded_words(dice: Dice) -> str:
    """Return what a caption adds of dice that are not fair.

    Examples
    --------
    >>> loaded_words(FAIR), loaded_words(Dice([1, 1, 2, 2, 2, 2]))
    ('', ', dice 1,1,2,2,2,2')
    """
    return "" if dice == FAIR else f", dice {dice}"


def _proportions(weights: Sequence[int | Fraction]) -> tuple[int, ...]:
    """Return six weights as the smallest whole numbers in the same proportion."""
    weights = listed(weights, "the weights of a die")
    if len(weights) != 6:
        raise ValueError(f"a die has six weights, not {len(weights)}: {shown(weights)}")
    exact = [_weight(weight) for weight in weights]
    scale = math.lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * scale) for weight in exact]
    divisor = math.gcd(*whole)
    if divisor == 0:
        raise ValueError(f"one of the weights of a die must be above 0, not {shown(weights)}")
    if max(whole) // divisor > _MOST:
        raise ValueError(f"the weights of a die may be 10**18 at most: {shown(weights)}")
    return tuple(weight // divisor for weight in whole)


def _weight(value: object) -> int | Fraction:
    if isinstance(value, float):
        raise TypeError(
            f"a weight must be exact, not the float {float(value)}: "
            "give whole weights, such as 1, 1, 1, 1, 1, 5, or a Fraction, such as Fraction('0.1')"
        )
    if isinstance(value, Fraction):
        weight: int | Fraction = value
    else:
        weight = integer(value, "a weight that is no Fraction")
    longest = max(abs(weight.numerator), weight.denominator).bit_length()
    if longest > _LONGEST:
        raise ValueError(f"a weight may have {_LONGEST} bits at most, not {longest}")
    if weight < 0:
        raise ValueError(f"a weight must be 0 or more, not {shown(value)}")
    return weight


FAIR: Final = Dice((1, 1, 1, 1, 1, 1))
"""Two fair dice: each of the 36 rolls is equally likely."""
