"""Published numbers about Mia as data: what is stated, by whom, and how to compute the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, Literal, TypeAlias

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import beat_probability, odds
from mia_stats.ranking.catalogue import LITTLE_MIA, POINTS, STANDARD, VARIANTS, VariantLike
from mia_stats.ranking.outcomes import OUTCOMES, ROLLS, Outcome, OutcomeLike

__all__ = ["CLAIMS", "Claim", "Fact", "Verdict"]

Fact: TypeAlias = Fraction | int | str
Verdict: TypeAlias = Literal["true", "false", "only with the convention"]


@dataclass(frozen=True)
class Claim:
    """A published statement and how to compute what it states.

    Parameters
    ----------
    text, source : str
        What is claimed and who published it.
    convention : str
        The reading of the words under which it is computed.
    stated : Fraction, int or str
        The value that is claimed.
    compute : callable
        Returns the true value under the convention.
    otherwise : callable, optional
        Returns the value under the other usual reading, where there is one.
    verdict : Verdict
        The verdict on record.
    """

    text: str
    source: str
    convention: str
    stated: Fact
    compute: Callable[[], Fact]
    otherwise: Callable[[], Fact] | None = None
    verdict: Verdict = "true"


def _labels(outcomes: Sequence[Outcome]) -> str:
    return " ".join(outcome.label for outcome in outcomes) or "none"


def _whole_percent(call: OutcomeLike) -> int:
    return round(100 * beat_probability(call))


def _chance_of(chosen: Callable[[Outcome], bool], dice: Dice = FAIR) -> Fraction:
    return sum((dice.chance(outcome) for outcome in OUTCOMES if chosen(outcome)), Fraction(0))


def _worse_or_equal(call: OutcomeLike, variant: VariantLike = STANDARD) -> Fraction:
    row = odds(variant)[call]
    return row.tied + row.beats


def _neighbours(call: OutcomeLike) -> str:
    """Return the tier of a call by points between the next worse and the next better one."""
    rank = POINTS.rank(call)
    return " < ".join(_labels(POINTS.tiers[place - 1]) for place in (rank + 1, rank, rank - 1))


_WIKIPEDIA = 'Wikipedia, "Mia (game)"'
_JORGENSEN = 'M. Jørgensen, "Meyer" (2016)'
_STATISTICIAN = "a median has half of all rolls at or above it and half at or below"
_STRICT = "beaten means strictly beaten"
_EQUALLED = "a call may be equalled: met or beaten"
_TOAST = VARIANTS["meyer-toast"]
_OBLONG = Dice([1, 1, 2, 2, 2, 2])

_PERCENTAGES = {
    21: 0, 66: 6, 55: 8, 44: 11, 33: 14, 22: 17, 11: 19, 65: 22, 64: 28, 63: 33, 62: 39,
    61: 44, 54: 50, 53: 56, 52: 61, 51: 67, 43: 72, 42: 78, 41: 83, 32: 89, 31: 94,
}  # fmt: skip

CLAIMS: Final = (
    Claim("two dice give 36 ordered rolls", _WIKIPEDIA, "", 36, lambda: len(ROLLS)),
    Claim("they give 21 outcomes", _WIKIPEDIA, "", 21, lambda: len(OUTCOMES)),
    Claim(
        "15 outcomes are made by two rolls each",
        _WIKIPEDIA,
        "",
        15,
        lambda: sum(outcome.ways == 2 for outcome in OUTCOMES),
    ),
    Claim(
        "6 outcomes, the doubles, are made by one roll each",
        _WIKIPEDIA,
        "",
        6,
        lambda: sum(outcome.ways == 1 and outcome.is_double for outcome in OUTCOMES),
    ),
    *(
        Claim(
            f"{call} is beaten {stated} % of the time",
            _WIKIPEDIA,
            f"{_STRICT}; whole percent",
            stated,
            partial(_whole_percent, call),
        )
        for call, stated in _PERCENTAGES.items()
    ),
    Claim(
        "beating or tying 55 has chance 4/36",
        _WIKIPEDIA,
        "at least as good",
        Fraction(4, 36),
        lambda: beat_probability(55, or_tie=True),
    ),
    Claim(
        "62 is beaten by 14/36 of all rolls",
        _WIKIPEDIA,
        _STRICT,
        Fraction(14, 36),
        lambda: beat_probability(62),
    ),
    Claim(
        "a call of 54 is beaten by exactly half of all rolls",
        _WIKIPEDIA,
        _STRICT,
        Fraction(1, 2),
        lambda: beat_probability(54),
        lambda: beat_probability(54, or_tie=True),
        "only with the convention",
    ),
    Claim(
        "54 is the median roll, and no other is",
        _WIKIPEDIA,
        "the outcome that is strictly beaten exactly half the time",
        "54",
        lambda: _labels(medians().even),
        lambda: _labels(medians().upper + medians().lower),
        "only with the convention",
    ),
    Claim(
        "the medians are 61 and 54",
        "this library",
        _STATISTICIAN,
        "61 54",
        lambda: _labels(medians().upper + medians().lower),
    ),
    Claim(
        "half of all rolls are 61 or better",
        "this library",
        "at least as good",
        Fraction(1, 2),
        lambda: beat_probability(61, or_tie=True),
    ),
    Claim(
        "half of all rolls are 54 or worse",
        "this library",
        "at most as good",
        Fraction(1, 2),
        lambda: _worse_or_equal(54),
    ),
    Claim(
        "62 is the middle of the list",
        _WIKIPEDIA,
        "the list of 21 outcomes, whatever their chances",
        "62",
        lambda: _labels(medians().middle),
    ),
    Claim(
        "ten outcomes stand above 62",
        _WIKIPEDIA,
        "standard order",
        10,
        lambda: STANDARD.rank(62) - 1,
    ),
    Claim(
        "ten outcomes stand below 62",
        _WIKIPEDIA,
        "standard order",
        10,
        lambda: len(STANDARD.tiers) - STANDARD.rank(62),
    ),
    Claim(
        "twelve outcomes stand above 54",
        _WIKIPEDIA,
        "standard order",
        12,
        lambda: STANDARD.rank(54) - 1,
    ),
    Claim(
        "eight outcomes stand below 54",
        _WIKIPEDIA,
        "standard order",
        8,
        lambda: len(STANDARD.tiers) - STANDARD.rank(54),
    ),
    Claim(
        "in Danish Meyer the average roll is 62",
        _WIKIPEDIA,
        _EQUALLED,
        "62",
        lambda: _labels(medians(LITTLE_MIA).even_or_tie),
        lambda: _labels(medians(LITTLE_MIA).even),
        "only with the convention",
    ),
    Claim(
        "the Meyer median lies between 62 and 61",
        _JORGENSEN,
        _STATISTICIAN,
        "62 61",
        lambda: _labels(medians(LITTLE_MIA).upper + medians(LITTLE_MIA).lower),
    ),
    Claim(
        "with 32 rethrown, 62 is the only median of Meyer",
        "this library",
        _STATISTICIAN,
        "62",
        lambda: _labels(tuple(dict.fromkeys(medians(_TOAST).upper + medians(_TOAST).lower))),
    ),
    Claim(
        "with 32 rethrown, 16 of 34 rolls are above 62",
        "this library",
        "chances over the rolls that are kept",
        Fraction(16, 34),
        lambda: odds(_TOAST)[62].beaten,
    ),
    Claim(
        "with 32 rethrown, 16 of 34 rolls are below 62",
        "this library",
        "chances over the rolls that are kept",
        Fraction(16, 34),
        lambda: odds(_TOAST)[62].beats,
    ),
    Claim(
        "with 32 rethrown, no outcome is beaten exactly half the time",
        "this library",
        _STRICT,
        "none",
        lambda: _labels(medians(_TOAST).even),
    ),
    Claim(
        "by points, 62 and 53 tie between 7 (61, 52, 43) and 9 (63, 54)",
        _WIKIPEDIA,
        "the sums variant",
        "61 52 43 < 62 53 < 63 54",
        lambda: _neighbours(62),
    ),
    Claim(
        "on oblong dice a 21 stays twice as likely as an 11",
        "this library",
        "the faces 1 and 2 equally rare, here half as likely as the others",
        2,
        lambda: _OBLONG.chance(21) / _OBLONG.chance(11),
    ),
    Claim(
        "a roll is a double with chance 6/21",
        "a German school page",
        "21 outcomes are not equally likely",
        Fraction(6, 21),
        lambda: _chance_of(lambda outcome: outcome.is_double),
        verdict="false",
    ),
    Claim(
        "21 has odds of 1/36",
        "a bot's report",
        "two of the 36 rolls make 21",
        Fraction(1, 36),
        lambda: FAIR.chance(21),
        verdict="false",
    ),
    Claim(
        "55 is the second highest outcome",
        "a project page",
        "its rank in the standard order",
        2,
        lambda: STANDARD.rank(55),
        verdict="false",
    ),
)
"""Every published number that the library checks, with the verdict on record."""
