"""The outcomes of a variant by rank, as a table, and the columns that tables of outcomes share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant
from mia_stats.utils.tables import Cell, Table

__all__ = ["Ranking", "hidden_columns", "ranking_columns", "ranking_table", "rethrown_words"]


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
        """What all tables of outcomes begin with."""
        return ranking_columns(self.variant, self.variant.outcomes)

    @property
    def hidden(self) -> Collection[str]:
        """The label, which the outcome says already, and an empty column of ties."""
        return hidden_columns(self.variant) - {"kind"}


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
       rank outcome  label       tied_with    kind  ways
    0     1      21     21                     Mia     2
    1     2      66     66  55 44 33 22 11  double     1
    """
    return Ranking(find_variant(variant))


def ranking_columns(variant: Variant, outcomes: Sequence[Outcome]) -> dict[str, Sequence[Cell]]:
    """Return what all tables of outcomes begin with, the same columns for every variant."""
    ranks = [variant.rank(outcome) for outcome in outcomes]
    return {
        "rank": ranks,
        "outcome": outcomes,
        "label": [int(outcome.label) for outcome in outcomes],
        "tied_with": [
            " ".join(other.label for other in variant.tiers[rank - 1] if other != outcome)
            for rank, outcome in zip(ranks, outcomes, strict=True)
        ],
        "kind": [outcome.kind for outcome in outcomes],
        "ways": [outcome.ways for outcome in outcomes],
    }


def hidden_columns(*variants: Variant) -> set[str]:
    """Return which of these columns tell people nothing more: that of ties, where nothing ties."""
    ties = any(len(tier) > 1 for variant in variants for tier in variant.tiers)
    return {"label", "kind"} if ties else {"label", "kind", "tied_with"}


def rethrown_words(variant: Variant) -> str:
    """Return which outcomes are thrown again, to go on a caption."""
    labels = " and ".join(outcome.label for outcome in variant.rethrown)
    return f"; {labels} thrown again" if labels else ""
