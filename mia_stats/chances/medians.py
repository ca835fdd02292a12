"""The middle of a variant in every sense that is meant when somebody says "median"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mia_stats.chances.dice import FAIR, Dice, loaded_words
from mia_stats.chances.odds import Odds, OddsRow, odds
from mia_stats.ranking.catalogue import STANDARD, VariantLike
from mia_stats.ranking.outcomes import Outcome, Outcomes
from mia_stats.utils.tables import Cell, Table

__all__ = ["Medians", "labels", "medians"]

_HALF = Fraction(1, 2)
_MEANINGS = {
    "lower": "the worst median: at least half of all rolls are this or worse",
    "upper": "the best median: at least half of all rolls are this or better",
    "even": "a strictly better roll comes exactly half the time",
    "even_or_tie": "met or beaten exactly half the time",
    "middle": "the middle of the list, which says nothing of chances",
}


@dataclass(frozen=True, repr=False)
class Medians(Table):
    """The medians of a variant; made by `medians`. Each is a tuple of outcomes, best first.

    An outcome is a median when at least half of all rolls are as good or better and at least half
    are as good or worse. There may be several.

    Parameters
    ----------
    odds : Odds
        The chances by which they are found.

    Examples
    --------
    >>> [str(outcome) for outcome in medians("points").lower]
    ['62', '53']
    """

    odds: Odds

    def _where(self, holds: Callable[[OddsRow], bool]) -> Outcomes:
        found = (row.outcome for row in self.odds if holds(row))
        return Outcomes(found, self.odds.variant.meant)

    @property
    def lower(self) -> Outcomes:
        """The worst tier that is a median."""
        return self._of_rank(self._median_ranks()[-1])

    @property
    def upper(self) -> Outcomes:
        """The best tier that is a median."""
        return self._of_rank(self._median_ranks()[0])

    def _of_rank(self, rank: int) -> Outcomes:
        return self._where(lambda row: row.rank == rank)

    def _median_ranks(self) -> list[int]:
        return [row.rank for row in self.odds if row.beaten <= _HALF and row.beats <= _HALF]

    @property
    def even(self) -> Outcomes:
        """The outcomes that a *strictly* better roll beats exactly half the time."""
        return self._where(lambda row: row.beaten == _HALF)

    @property
    def even_or_tie(self) -> Outcomes:
        """The outcomes that are met or beaten by exactly half of all rolls."""
        return self._where(lambda row: row.met_or_beaten == _HALF)

    @property
    def middle(self) -> Outcomes:
        """The tiers in the middle of the list of outcomes, however likely each one is.

        Two tiers where the list has an even number of outcomes that stand apart.
        """
        n = len(self.odds)
        ranks = {self.odds.rows[place].rank for place in ((n - 1) // 2, n // 2)}
        return self._where(lambda row: row.rank in ranks)

    @property
    def caption(self) -> str:
        """The variant, and the dice where they are not fair."""
        return f"{self.odds.variant.title}: the medians{loaded_words(self.odds.dice)}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each sense of "median": its name, the outcomes, what it means."""
        return {
            "median": list(_MEANINGS),
            "outcomes": [labels(getattr(self, name)) for name in _MEANINGS],
            "meaning": list(_MEANINGS.values()),
        }


def medians(variant: VariantLike = STANDARD, *, dice: Dice = FAIR) -> Medians:
    """Return the medians of a variant, and the outcomes that are beaten exactly half the time.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown.

    Returns
    -------
    Medians
        A table with a row for each sense of the word.

    Raises
    ------
    ValueError
        If there is no such variant, or every roll is rethrown.

    Examples
    --------
    >>> print(medians())
    Mia: the medians
    <BLANKLINE>
    median       outcomes  meaning
    -----------  --------  --------------------------------------------------------------
    lower        54        the worst median: at least half of all rolls are this or worse
    upper        61        the best median: at least half of all rolls are this or better
    even         54        a strictly better roll comes exactly half the time
    even_or_tie  61        met or beaten exactly half the time
    middle       62        the middle of the list, which says nothing of chances
    """
    return Medians(odds(variant, dice=dice))


def labels(outcomes: Iterable[Outcome]) -> str:
    """Return outcomes as a text such as "61 54", or "none"."""
    return " ".join(outcome.label for outcome in outcomes) or "none"
