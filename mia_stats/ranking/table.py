"""The outcomes of a variant by rank, as a table, and the columns that tables of outcomes share."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant
from mia_stats.utils.tables import Cell, Table

__all__ = ["Ranking", "columns_for_people", "ranking_columns", "ranking_table", "rethrown_words"]


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
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """How each tier is called, where outcomes tie; nothing that the outcome says already."""
        variants = [self.variant] * len(self.variant)
        return columns_for_people(self.columns, variants, without={"label", "tied_with"})


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


def columns_for_people(
    columns: Mapping[str, Sequence[Cell]],
    variants: Sequence[Variant],
    without: Container[str] = ("label", "kind", "tied_with"),
) -> dict[str, Sequence[Cell]]:
    """Return the columns of outcomes as people are shown them; `variants` are those of the rows.

    Where outcomes tie it is said how players call the tier.
    """
    said = {name: columns[name] for name in columns if name in ("variant", "rank", "outcome")}
    if any(len(variant.tiers) < len(variant) for variant in dict.fromkeys(variants)):
        rows = zip(variants, columns["label"], strict=True)
        said["call"] = [variant.in_words(str(label)) for variant, label in rows]
    kept = (name for name in columns if name not in without)
    return said | {name: columns[name] for name in kept}


def rethrown_words(variant: Variant) -> str:
    """Return which outcomes are thrown again, to go on a caption."""
    labels = " and ".join(outcome.label for outcome in variant.rethrown)
    return f"; {labels} thrown again" if labels else ""
