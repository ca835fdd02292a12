"""Tiers that players call by the sum of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from mia_stats.ranking.outcomes import Outcome

__all__ = ["called_sums", "points_of"]


def points_of(outcome: Outcome) -> int:
    """Return the sum of the dice of an outcome."""
    return outcome.high + outcome.low


def called_sums(tiers: Sequence[tuple[Outcome, ...]]) -> dict[str, tuple[Outcome, ...]]:
    """Return the tiers that players call by the sum of the dice, by that sum.

    Sums are called where all mixed outcomes below the doubles stand by their sums, and some of them
    tie. No sum can be taken for a label: 11 is a double.

    Examples
    --------
    >>> from mia_stats import POINTS, STANDARD
    >>> sorted(called_sums(POINTS.tiers)), called_sums(STANDARD.tiers)
    (['10', '4', '5', '6', '7', '8', '9'], {})
    """
    ranks = {outcome: rank for rank, tier in enumerate(tiers) for outcome in tier}
    lowest_double = max((rank for o, rank in ranks.items() if o.is_double), default=-1)
    below = [o for o, rank in ranks.items() if rank > lowest_double and o.kind == "mixed"]
    below.sort(key=points_of)
    by_sum = {total: frozenset(group) for total, group in groupby(below, points_of)}
    placed = {frozenset(tier): rank for rank, tier in enumerate(tiers)}
    places = [placed.get(group, -1) for group in by_sum.values()]  # -1 is no tier
    falling = all(worse > better for worse, better in pairwise([*places, -1]))
    if len(by_sum) == len(below) or not falling:
        return {}
    return {str(total): tiers[placed[group]] for total, group in by_sum.items() if total != 11}
