"""The outcomes of a variant by rank, as a table, and the columns that tables of outcomes share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mia_stats.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.outcomes import Outcome
from mia_stats.tables import Cell, Table
from mia_stats.variants import Variant

__all__ = ["Ranking", "ranking_columns", "ranking_table", "rethrown_words"]


@dataclass(frozen=True, repr=False)
class Ranking(Table):
    """The outcomes of a variant by rank; made by `ranking_table`.

    Parameters
    ----------
    variant : Variant
        The order of the outcomes.

    Examples
    --------
    >>> ranking_table("mexen").caption
    'Mexen: the order of the outcomes; 31 thrown again'
    """

    variant: Variant

    @property
    def caption(self) -> str:
        """The variant and what is rethrown."""
        return f"{self.variant.title}: the order of the outcomes{rethrown_words(self.variant)}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """Rank, outcome, the outcomes that tie with it, its kind and its ways."""
        outcomes = self.variant.outcomes
        return {
            **ranking_columns(self.variant, outcomes),
            "kind": [outcome.kind for outcome in outcomes],
            "ways": [outcome.ways for outcome in outcomes],
        }


def ranking_table(variant: VariantLike = STANDARD) -> Ranking:
    """Return the outcomes of a variant by rank, as a table.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.

    Returns
    -------
    Ranking
        A table with a row for each outcome, best first.

    Raises
    ------
    ValueError
        If there is no such variant.

    Examples
    --------
    >>> ranking_table("kiriki").to_frame().head(2)
       rank outcome       tied_with    kind  ways
    0     1      21                     Mia     2
    1     2      66  55 44 33 22 11  double     1
    """
    return Ranking(find_variant(variant))


def ranking_columns(variant: Variant, outcomes: Sequence[Outcome]) -> dict[str, Sequence[Cell]]:
    """Return rank and outcome, and in a variant with ties the outcomes that each one ties with."""
    ranks = [variant.rank(outcome) for outcome in outcomes]
    columns: dict[str, Sequence[Cell]] = {"rank": ranks, "outcome": outcomes}
    if any(len(tier) > 1 for tier in variant.tiers):
        columns["tied_with"] = [
            " ".join(other.label for other in variant.tiers[rank - 1] if other != outcome)
            for rank, outcome in zip(ranks, outcomes, strict=True)
        ]
    return columns


def rethrown_words(variant: Variant) -> str:
    """Return which outcomes are thrown again, to go on a caption."""
    labels = " and ".join(outcome.label for outcome in variant.rethrown)
    return f"; {labels} thrown again" if labels else ""
