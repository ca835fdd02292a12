"""Exact chances of each outcome and of beating it, for every variant and any dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from mia_stats.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.checks import shown, true_or_false, whole_number
from mia_stats.dice import FAIR, Dice
from mia_stats.outcomes import Outcome, OutcomeLike
from mia_stats.ranking import ranking_columns, rethrown_words
from mia_stats.tables import Cell, Table
from mia_stats.variants import Variant

__all__ = [
    "Odds",
    "OddsRow",
    "beat_probability",
    "kept_weight",
    "odds",
    "tier_chances",
]

_MOST_ROLLS = 100


class OddsRow(NamedTuple):
    """The chances of one outcome: `p` to throw it, and what one later roll does to a call of it.

    Parameters
    ----------
    outcome : Outcome
        What is thrown or called.
    rank : int
        Its rank, 1 is best.
    tied_with : tuple of Outcome
        The others of its tier.
    ways : int
        How many of the 36 ordered rolls make it.
    p : Fraction
        The chance to throw it, among the rolls that are kept.
    beaten : Fraction
        The chance that one later roll is *strictly* better.
    tied : Fraction
        The chance that one later roll is in the same tier.
    beats : Fraction
        The chance that one later roll is *strictly* worse.

    Examples
    --------
    >>> row = odds()[54]
    >>> row.rank, row.p, row.beaten, row.met_or_beaten
    (13, Fraction(1, 18), Fraction(1, 2), Fraction(5, 9))
    """

    outcome: Outcome
    rank: int
    tied_with: tuple[Outcome, ...]
    ways: int
    p: Fraction
    beaten: Fraction
    tied: Fraction
    beats: Fraction

    @property
    def met_or_beaten(self) -> Fraction:
        """The chance that one later roll is *at least* as good."""
        return self.beaten + self.tied


@dataclass(frozen=True, repr=False)
class Odds(Table):
    """The odds of every outcome of a variant, best first; made by `odds`.

    Look a row up by anything that `Outcome.parse` takes; iterate over all rows.

    Parameters
    ----------
    variant : Variant
        The order of the outcomes.
    dice : Dice
        The dice that are thrown.
    rows : tuple of OddsRow
        One for each outcome, best first.

    Examples
    --------
    >>> table = odds()
    >>> table["54"] is table[(4, 5)]
    True
    >>> [str(row.outcome) for row in table if row.beaten == row.beats]
    []
    """

    variant: Variant
    dice: Dice
    rows: tuple[OddsRow, ...]

    @cached_property
    def _by_outcome(self) -> dict[Outcome, OddsRow]:
        return {row.outcome: row for row in self.rows}

    def __getitem__(self, outcome: OutcomeLike) -> OddsRow:
        outcome = Outcome.parse(outcome)
        self.variant.rank(outcome)  # says so where the outcome is rethrown
        return self._by_outcome[outcome]

    def __contains__(self, outcome: OutcomeLike) -> bool:
        return Outcome.parse(outcome) in self._by_outcome

    def only(self, *calls: OutcomeLike) -> Odds:
        """Return the odds of some calls only, best first and each once.

        Parameters
        ----------
        *calls : OutcomeLike
            Those to keep.

        Returns
        -------
        Odds
            The rows of these calls.

        Raises
        ------
        ValueError
            If a call is rethrown in the variant.

        Examples
        --------
        >>> [str(row.outcome) for row in odds().only(54, 62)]
        ['62', '54']
        """
        chosen = {self[call].outcome for call in calls}
        rows = tuple(row for row in self.rows if row.outcome in chosen)
        return Odds(self.variant, self.dice, rows)

    def __iter__(self) -> Iterator[OddsRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def caption(self) -> str:
        """The variant, the dice where they are not fair, and what is rethrown."""
        dice = "" if self.dice == FAIR else f", dice {self.dice}"
        return (
            f"{self.variant.title}: odds against one later roll{dice}{rethrown_words(self.variant)}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """The rows by column, best outcome first."""
        return {
            **ranking_columns(self.variant, [row.outcome for row in self.rows]),
            "ways": [row.ways for row in self.rows],
            "p": [row.p for row in self.rows],
            "beaten": [row.beaten for row in self.rows],
            "met_or_beaten": [row.met_or_beaten for row in self.rows],
            "tied": [row.tied for row in self.rows],
            "beats": [row.beats for row in self.rows],
        }


def kept_weight(variant: Variant, dice: Dice) -> int:
    """Return the weight of all outcomes that are not rethrown: 36 for fair dice, all kept.

    Raises
    ------
    TypeError
        If `dice` are no `Dice`.
    ValueError
        If these dice make rethrown outcomes only, so that no roll would end.
    """
    if not isinstance(dice, Dice):
        raise TypeError(f"dice must be Dice, such as Dice([1, 1, 2, 2, 2, 2]), not {shown(dice)}")
    total = dice.total_weight - sum(dice.outcome_weights[outcome] for outcome in variant.rethrown)
    if total == 0:
        raise ValueError(f"every roll of the dice {dice} is rethrown in {variant.key}")
    return total


def tier_chances(variant: VariantLike = STANDARD, *, dice: Dice = FAIR) -> tuple[Fraction, ...]:
    """Return the chance that a kept roll is in each tier, from the worst tier to the best.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown.

    Returns
    -------
    tuple of Fraction, length the number of tiers
        They add up to 1.

    Raises
    ------
    ValueError
        If there is no such variant, or every roll is rethrown.

    Examples
    --------
    >>> tier_chances("kiriki")[-2:]
    (Fraction(1, 6), Fraction(1, 18))
    """
    variant = find_variant(variant)
    total = kept_weight(variant, dice)
    return tuple(
        Fraction(sum(dice.outcome_weights[outcome] for outcome in tier), total)
        for tier in reversed(variant.tiers)
    )


def odds(variant: VariantLike = STANDARD, *, dice: Dice = FAIR) -> Odds:
    """Return the exact odds of every outcome of a variant.

    Parameters
    ----------
    variant : VariantLike
        A variant, or its key or alias; chances are taken over the rolls that it keeps.
    dice : Dice
        The dice that are thrown.

    Returns
    -------
    Odds
        A table with a row for each outcome, best first.

    Raises
    ------
    ValueError
        If there is no such variant, or every roll is rethrown.

    Examples
    --------
    >>> odds()[54].beaten, odds()[61].met_or_beaten, odds("meyer")[31].p
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 18))
    """
    variant = find_variant(variant)
    total = kept_weight(variant, dice)
    weights = dice.outcome_weights
    rows: list[OddsRow] = []
    better = 0
    for rank, tier in enumerate(variant.tiers, 1):
        weight = sum(weights[outcome] for outcome in tier)
        beaten, tied = Fraction(better, total), Fraction(weight, total)
        beats = Fraction(total - better - weight, total)
        for outcome in tier:
            others = tuple(other for other in tier if other is not outcome)
            p = Fraction(weights[outcome], total) if others else tied
            rows.append(OddsRow(outcome, rank, others, outcome.ways, p, beaten, tied, beats))
        better += weight
    return Odds(variant, dice, tuple(rows))


def beat_probability(
    call: OutcomeLike,
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    or_tie: bool = False,
    rolls: int = 1,
) -> Fraction:
    """Return the chance that at least one later roll is *strictly* better than a call.

    Parameters
    ----------
    call : OutcomeLike
        The call that is to be beaten.
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown.
    or_tie : bool
        Count rolls that are *at least* as good.
    rolls : int
        The number of later rolls, from 1 to 100.

    Returns
    -------
    Fraction
        From 0 to 1.

    Raises
    ------
    ValueError
        If the call is rethrown in this variant or an argument is out of range.

    Examples
    --------
    >>> beat_probability(54), beat_probability(54, or_tie=True), beat_probability(54, rolls=2)
    (Fraction(1, 2), Fraction(5, 9), Fraction(3, 4))
    """
    or_tie = true_or_false(or_tie, "or_tie")
    rolls = whole_number(rolls, "rolls", 1, _MOST_ROLLS)
    row = odds(variant, dice=dice)[call]
    return 1 - (1 - (row.met_or_beaten if or_tie else row.beaten)) ** rolls
