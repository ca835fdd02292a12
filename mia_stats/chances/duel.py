"""One partly known roll against another: the chances to win, tie and lose, by enumeration."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import kept_weight
from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown, whole_number
from mia_stats.utils.tables import as_html

__all__ = ["DuelOdds", "PartlyKnown", "duel_odds"]


class DuelOdds(NamedTuple):
    """The chances that my roll is better than, as good as, or worse than theirs.

    Parameters
    ----------
    win, tie, lose : Fraction
        They add up to 1.

    Examples
    --------
    >>> duel_odds(54, "* *").lose
    Fraction(1, 2)
    """

    win: Fraction
    tie: Fraction
    lose: Fraction

    def _repr_html_(self) -> str:
        """Return the chances for notebooks."""
        return as_html("My roll against theirs", {k: [v] for k, v in self._asdict().items()})


PartlyKnown: TypeAlias = OutcomeLike | tuple[int | None, int | None]
"""A roll of which a die may be unknown: "1 *", (1, None), "* *", or a whole outcome."""

_PARTLY = re.compile(r"([1-6*])(?:\s*,\s*|\s*)([1-6*])")


def duel_odds(
    mine: PartlyKnown,
    theirs: PartlyKnown,
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
) -> DuelOdds:
    """Return how my roll fares against theirs when some of the dice are unknown.

    Parameters
    ----------
    mine, theirs : PartlyKnown
        The first and the second die, `*` where it is unknown: "1 *" or (1, None). Whole
        outcomes are welcome.
    variant : VariantLike
        A variant, or its key or alias. A roll stands, so unknown dice never complete an outcome
        that is rethrown.
    dice : Dice
        The dice that are thrown.

    Returns
    -------
    DuelOdds
        The chances to win, tie and lose; they add up to 1.

    Raises
    ------
    TypeError, ValueError
        If a roll is not of this form, or can only be an outcome that is rethrown.

    Examples
    --------
    >>> duel_odds("1 *", "* *")
    DuelOdds(win=Fraction(47, 108), tie=Fraction(11, 216), lose=Fraction(37, 72))
    >>> duel_odds("* *", "* *").tie
    Fraction(11, 216)
    """
    variant = find_variant(variant)
    kept_weight(variant, dice)
    ours = _rank_weights(mine, variant, dice)
    others = _rank_weights(theirs, variant, dice)
    total = sum(ours.values()) * sum(others.values())
    won = sum(ours[a] * others[b] for a in ours for b in others if a < b)
    tied = sum(ours[a] * others[a] for a in ours)
    return DuelOdds(
        Fraction(won, total), Fraction(tied, total), Fraction(total - won - tied, total)
    )


def _rank_weights(roll: PartlyKnown, variant: Variant, dice: Dice) -> Counter[int]:
    """Return the weight of each rank that a partly known roll can still have."""
    known = _known_dice(roll)
    if known is None:
        try:
            return Counter({variant.rank(roll): 1})  # type: ignore[arg-type]  # a whole outcome
        except (TypeError, ValueError) as error:
            unknown = roll is None or (isinstance(roll, str) and not roll.strip().isdigit())
            hint = "; an unknown die is written *, as in '1 *'" if unknown else ""
            raise type(error)(f"{error}{hint}") from None
    faces = [
        list(enumerate(weights, 1)) if die is None else [(die, 1)]
        for die, weights in zip(known, (dice.first, dice.second), strict=True)
    ]
    ranks: Counter[int] = Counter()
    for (first, first_weight), (second, second_weight) in product(*faces):
        outcome = Outcome.from_dice(first, second)
        if outcome not in variant.rethrown:
            ranks[variant.rank(outcome)] += first_weight * second_weight
    if not any(ranks.values()):
        raise ValueError(f"{shown(roll)} can only be rethrown in {variant.key} with these dice")
    return ranks


def _known_dice(roll: PartlyKnown) -> tuple[int | None, int | None] | None:
    """Return the two dice of a roll, None for an unknown one; nothing where both are known."""
    if isinstance(roll, str) and "*" in roll:
        dice = _PARTLY.fullmatch(roll.strip())
        if dice is None:
            raise ValueError(f"{shown(roll)} is no roll: write two dice, each 1 to 6 or *: '1 *'")
        first, second = (None if die == "*" else int(die) for die in dice.groups())
        return first, second
    if isinstance(roll, tuple | list) and len(roll) == 2 and any(die is None for die in roll):
        first, second = (None if die is None else whole_number(die, "a die", 1, 6) for die in roll)
        return first, second
    return None
