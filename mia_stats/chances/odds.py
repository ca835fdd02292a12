"""Exact chances of each outcome and of beating it, for every variant and any dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from mia_stats.chances.dice import FAIR, Dice, loaded_words
from mia_stats.ranking.catalogue import STANDARD, VARIANTS, VariantLike, find_variant, find_variants
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.ranking.table import columns_for_people, ranking_columns, rethrown_words
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import UnknownNameError, shown, true_or_false, whole_number
from mia_stats.utils.tables import Cell, Table, as_html, counted

__all__ = [
    "Odds",
    "OddsByVariant",
    "OddsRow",
    "beat_probability",
    "chances_by_tier",
    "kept_weight",
    "odds",
    "odds_by_variant",
    "tier_chances",
]

_MOST_ROLLS = 100


class OddsRow(NamedTuple):
    """The chances of one outcome: `p` to throw it, and what later rolls do to a call of it.

    Against several later rolls it is the best of them that beats a call, ties or is worse.

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
        The chance that one later roll, or the best of several, is *strictly* better.
    tied : Fraction
        The chance that it is in the same tier.
    beats : Fraction
        The chance that it is *strictly* worse.

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
        """The chance that one later roll, or the best of several, is *at least* as good."""
        return self.beaten + self.tied

    def _repr_html_(self) -> str:
        """Return the row for notebooks."""
        cells = self._asdict() | {"met_or_beaten": self.met_or_beaten}
        tied = [outcome.label for outcome in self.tied_with]
        if self.ways == self.outcome.ways:
            cells["tied_with"] = " ".join(tied)
        else:  # it is the row of the whole tier
            del cells["tied_with"]
            cells["outcome"] = "=".join([self.outcome.label, *tied])
        return as_html("Odds", {name: [cell] for name, cell in cells.items()})


@dataclass(frozen=True, repr=False)
class Odds(Table):
    """The odds of every outcome of a variant, best first; made by `odds`.

    Look a row up by anything that `Outcome.parse` takes; iterate over all rows. Where players call
    the sum of the dice, that finds a row too: that of the whole tier, with the ways and the chance
    to throw any outcome of it.

    Parameters
    ----------
    variant : Variant
        The order of the outcomes.
    dice : Dice
        The dice that are thrown.
    rows : tuple of OddsRow
        One for each outcome, best first.
    rolls : int
        How many later rolls a call is up against; the best of them counts.

    Examples
    --------
    >>> table = odds()
    >>> table["54"] is table[(4, 5)]
    True
    >>> [str(row.outcome) for row in table if row.beaten == row.beats]
    []
    >>> odds("points")[62].p, odds("points")[8].p
    (Fraction(1, 18), Fraction(1, 9))
    """

    variant: Variant
    dice: Dice
    rows: tuple[OddsRow, ...]
    rolls: int = 1

    @cached_property
    def _by_outcome(self) -> dict[Outcome, OddsRow]:
        return {row.outcome: row for row in self.rows}

    def __getitem__(self, outcome: OutcomeLike) -> OddsRow:
        meant = self.variant.meant(outcome)
        return self._row(meant[0]) if len(meant) == 1 else self._together(meant)

    def _together(self, outcomes: Sequence[Outcome]) -> OddsRow:
        """Return the row of a whole tier: to throw any of them counts."""
        rows = [self._row(outcome) for outcome in outcomes]
        ways, p = sum(row.ways for row in rows), sum((row.p for row in rows), Fraction(0))
        return rows[0]._replace(ways=ways, p=p)

    def _row(self, outcome: Outcome) -> OddsRow:
        row = self._by_outcome.get(outcome)
        if row is None:
            self.variant.rank(outcome)  # says so where the outcome is rethrown
            raise UnknownNameError(f"{outcome} is none of the calls that this table is about")
        return row

    def __contains__(self, item: object) -> bool:
        """Return whether it is a row of the table, or what is looked up in it."""
        asked: Any = item
        try:
            if not isinstance(item, OddsRow):
                return all(found in self._by_outcome for found in self.variant.meant(asked))
            return item in self.rows or item == self._together((item.outcome, *item.tied_with))
        except (TypeError, ValueError):
            return False

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
            If a call is rethrown in the variant, or there is none.

        Examples
        --------
        >>> [str(row.outcome) for row in odds().only(54, 62)]
        ['62', '54']
        >>> [str(row.outcome) for row in odds("points").only(8)]
        ['62', '53']
        """
        chosen = {self[o].outcome for call in calls for o in self.variant.outcomes_of(call)}
        if not chosen:
            raise ValueError("only() needs a call or more, such as only(54)")
        return replace(self, rows=tuple(row for row in self.rows if row.outcome in chosen))

    def __iter__(self) -> Iterator[OddsRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def caption(self) -> str:
        """The variant, the later rolls, the dice where they are not fair, and what is rethrown."""
        against = _against(self.rolls, self.dice)
        return f"{self.variant.title}: odds {against}{rethrown_words(self.variant)}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """The rows by column, best outcome first."""
        return {
            **ranking_columns(self.variant, [row.outcome for row in self.rows]),
            "p": [row.p for row in self.rows],
            "beaten": [row.beaten for row in self.rows],
            "met_or_beaten": [row.met_or_beaten for row in self.rows],
            "tied": [row.tied for row in self.rows],
            "beats": [row.beats for row in self.rows],
        }

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """How each tier is called, where outcomes tie; nothing that the outcome says already."""
        return columns_for_people(self.columns, [self.variant] * len(self))

    def _ipython_key_completions_(self) -> list[str]:
        """Return what a notebook completes between the brackets."""
        return [row.outcome.label for row in self]


@dataclass(frozen=True, repr=False)
class OddsByVariant(Table):
    """The odds of several variants below each other; made by `odds_by_variant`.

    Parameters
    ----------
    tables : tuple of Odds
        One for each variant, all of the same dice and the same number of later rolls.

    Examples
    --------
    >>> odds_by_variant(["standard", "meyer"]).tables[1][31].beaten
    Fraction(1, 18)
    """

    tables: tuple[Odds, ...]

    @property
    def caption(self) -> str:
        """How many variants, the later rolls, and the dice where they are not fair."""
        first = self.tables[0]
        return f"{counted(len(self.tables), 'variant')}: odds {_against(first.rolls, first.dice)}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """The columns of `Odds` after the key of the variant; outcomes are texts, of no order."""
        parts = [table.columns for table in self.tables]
        return {
            "variant": [table.variant.key for table in self.tables for _ in table],
            **{name: [cell for part in parts for cell in part[name]] for name in parts[0]},
            "outcome": [row.outcome.label for table in self.tables for row in table],
        }

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """As in the table of one variant."""
        return columns_for_people(self.columns, [o.variant for o in self.tables for _ in o])


def _against(rolls: int, dice: Dice) -> str:
    later = "one later roll" if rolls == 1 else f"the best of {rolls} later rolls"
    return f"against {later}{loaded_words(dice)}"


def _check_dice(dice: object) -> None:
    if not isinstance(dice, Dice):
        raise TypeError(f"dice must be Dice, such as Dice([1, 1, 2, 2, 2, 2]), not {shown(dice)}")


def kept_weight(variant: Variant, dice: Dice) -> int:
    """Return the weight of all outcomes that are not rethrown: 36 for fair dice, all kept.

    Raises
    ------
    TypeError
        If `dice` are no `Dice`.
    ValueError
        If these dice make rethrown outcomes only, so that no roll would end.
    """
    _check_dice(dice)
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
    return chances_by_tier(find_variant(variant), dice)


def chances_by_tier(
    variant: Variant, dice: Dice, without: Collection[Outcome] = ()
) -> tuple[Fraction, ...]:
    """Return the chance of each tier, worst first, without that of some outcomes."""
    total, weights = kept_weight(variant, dice), dice.outcome_weights
    return tuple(
        Fraction(sum(weights[outcome] for outcome in tier if outcome not in without), total)
        for tier in reversed(variant.tiers)
    )


def odds(variant: VariantLike = STANDARD, *, dice: Dice = FAIR, rolls: int = 1) -> Odds:
    """Return the exact odds of every outcome of a variant.

    Parameters
    ----------
    variant : VariantLike
        A variant, or its key or alias; chances are taken over the rolls that it keeps.
    dice : Dice
        The dice that are thrown.
    rolls : int
        How many later rolls a call is up against, from 1 to 100; the best of them counts.

    Returns
    -------
    Odds
        A table with a row for each outcome, best first.

    Raises
    ------
    ValueError
        If there is no such variant, every roll is rethrown, or `rolls` is out of range.

    Examples
    --------
    >>> odds()[54].beaten, odds()[61].met_or_beaten, odds("meyer")[31].p
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 18))
    >>> odds(rolls=3)[54].beaten
    Fraction(7, 8)

    A frame of it joins a sample of labels by `label`, which keeps the order of the sample:

    >>> import pandas as pd
    >>> from mia_stats import sample_outcomes
    >>> sample = pd.Series(sample_outcomes(5, rng=1), name="label")
    >>> list(odds().to_frame().merge(sample, how="right")["label"]) == list(sample)
    True
    """
    variant = find_variant(variant)
    rolls = whole_number(rolls, "rolls", 1, _MOST_ROLLS)
    _check_dice(dice)
    return _odds(variant, variant.said, dice, rolls)


@lru_cache(maxsize=64)
def _odds(variant: Variant, _said: object, dice: Dice, rolls: int) -> Odds:
    """Make a table once, for nobody can change it; equal variants by other names get their own."""
    total = kept_weight(variant, dice)
    weights = dice.outcome_weights
    rows: list[OddsRow] = []
    better, whole = 0, total**rolls
    unbeaten = whole  # the weight of all that leaves a call unbeaten, among `whole`
    for rank, tier in enumerate(variant.tiers, 1):
        better += sum(weights[outcome] for outcome in tier)
        below = (total - better) ** rolls
        beaten, tied = Fraction(whole - unbeaten, whole), Fraction(unbeaten - below, whole)
        beats = Fraction(below, whole)
        for outcome in tier:
            others = tuple(other for other in tier if other is not outcome)
            alone = not others and rolls == 1
            p = tied if alone else Fraction(weights[outcome], total)
            rows.append(OddsRow(outcome, rank, others, outcome.ways, p, beaten, tied, beats))
        unbeaten = below
    return Odds(variant, dice, tuple(rows), rolls)


def odds_by_variant(
    variants: Sequence[VariantLike] = tuple(VARIANTS), *, dice: Dice = FAIR, rolls: int = 1
) -> OddsByVariant:
    """Return the exact odds of several variants as one long table.

    Parameters
    ----------
    variants : sequence of VariantLike
        Variants, or their keys or aliases; all published ones where none are given.
    dice : Dice
        The dice that are thrown.
    rolls : int
        How many later rolls a call is up against, from 1 to 100; the best of them counts.

    Returns
    -------
    OddsByVariant
        A table with a row for each outcome of each variant, best first; the variants in the order
        given, each once.

    Raises
    ------
    ValueError
        If there is no variant, or two different ones have the same key.

    Examples
    --------
    >>> frame = odds_by_variant(["standard", "meyer", "points"]).to_frame()
    >>> frame.loc[frame["label"] == 54, ["variant", "rank", "beaten_exact"]]
           variant  rank beaten_exact
    12    standard    13          1/2
    34  little-mia    14          5/9
    52      points    10          1/3
    """
    tables: dict[str, Odds] = {}
    for variant in find_variants(variants):
        table = odds(variant, dice=dice, rolls=rolls)
        key = table.variant.key
        if tables.setdefault(key, table).variant != table.variant:
            raise ValueError(f"two different variants have the key {shown(key)}")
    if not tables:
        raise ValueError("variants must be one variant or more, not []")
    return OddsByVariant(tuple(tables.values()))


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
    row = odds(variant, dice=dice, rolls=rolls)[call]
    return row.met_or_beaten if or_tie else row.beaten
