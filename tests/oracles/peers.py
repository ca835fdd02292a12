"""The odds table as users of other dice libraries make it.

The benchmark compares their speed, and the tests their numbers: none of them shares code with the
odds of this library but the order of the outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import dyce
import icepool  # type: ignore[import-untyped]  # it has annotations, but no py.typed

__all__ = ["Row", "with_dyce", "with_icepool"]

Row: TypeAlias = tuple[Fraction, Fraction, Fraction, Fraction]
"""The chance to throw an outcome, and that the next roll beats it, ties with it and is worse."""


def _places(order: list[list[int]]) -> dict[int, tuple[int, int]]:
    """Return the rank of each label, and its place in its tier."""
    return {
        label: (rank, place) for rank, tier in enumerate(order) for place, label in enumerate(tier)
    }


def with_icepool(order: list[list[int]]) -> Mapping[int, Row]:
    """Return the odds of an order with icepool: a die of places, and a die of ranks."""
    places = _places(order)

    def place(a: int, b: int) -> tuple[int, int]:
        return places[10 * max(a, b) + min(a, b)]

    rolls = icepool.map(place, icepool.d6, icepool.d6)
    ranks = rolls.map(lambda rank, _: rank)
    columns = zip(
        ranks.probabilities("<"), ranks.probabilities("=="), ranks.probabilities(">"), strict=True
    )
    by_rank = dict(zip(ranks.outcomes(), columns, strict=True))
    chances = dict(zip(rolls.outcomes(), rolls.probabilities("=="), strict=True))
    return {label: (chances[where], *by_rank[where[0]]) for label, where in places.items()}


def with_dyce(order: list[list[int]]) -> Mapping[int, Row]:
    """Return the odds of an order with dyce: a histogram of places, added up from the best."""
    places = _places(order)

    def place(a: int, b: int) -> tuple[int, int]:
        return places[10 * max(a, b) + min(a, b)]

    die = dyce.H(6)
    rolls = die.apply(place, die)
    chances = dict(rolls.probability_items())
    tied = dict(rolls.apply(lambda where: where[0]).probability_items())
    beaten, better = {}, Fraction(0)
    for rank in sorted(tied):
        beaten[rank] = better
        better += tied[rank]
    return {
        label: (
            chances[rank, number], beaten[rank], tied[rank], 1 - beaten[rank] - tied[rank]
        )
        for label, (rank, number) in places.items()
    }  # fmt: skip
