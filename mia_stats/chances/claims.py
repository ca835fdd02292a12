"""Published numbers about Mia, checked: whether each holds when it is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.medians import labels, medians
from mia_stats.chances.odds import odds
from mia_stats.ranking.catalogue import LITTLE_MIA, POINTS, STANDARD
from mia_stats.ranking.outcomes import OUTCOMES, ROLLS
from mia_stats.utils.tables import Cell, Table

__all__ = ["CheckedClaim", "Claims", "Fact", "Verdict", "check_claims", "published_claims"]

Fact: TypeAlias = Fraction | int | str
"""What a claim is about: a chance, a number, or outcomes as a text."""
Verdict: TypeAlias = Literal["true", "false", "only with the convention"]
"""What is to be said of a claim."""


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with the value that was computed for it.

    Parameters
    ----------
    text, source, convention : str
        What is claimed, who published it, and the reading under which it is computed.
    stated, computed : Fraction, int or str
        The value that is claimed, and the true one.
    otherwise : Fraction, int or str, optional
        The true value under the other usual reading, where there is one.
    recorded : Verdict
        The verdict on record; another one means that the library or the record is wrong.

    Examples
    --------
    >>> claim = check_claims()[0]
    >>> claim.text, claim.computed, claim.holds
    ('two dice give 36 ordered rolls', 36, True)
    """

    text: str
    source: str
    convention: str
    stated: Fact
    computed: Fact
    otherwise: Fact | None = None
    recorded: Verdict = "true"

    @property
    def holds(self) -> bool:
        """Whether the value that is claimed is the true one."""
        return self.computed == self.stated

    @property
    def verdict(self) -> Verdict:
        """Whether it holds: "only with the convention" where the other reading makes it false."""
        if not self.holds:
            return "false"
        other_holds = self.otherwise is None or self.otherwise == self.stated
        return "true" if other_holds else "only with the convention"


@dataclass(frozen=True, repr=False)
class Claims(Table):
    """The checked claims, a sequence and a table; made by `check_claims`.

    Parameters
    ----------
    checked : tuple of CheckedClaim
        In the order of the record.

    Examples
    --------
    >>> check_claims().caption
    'Claims about Mia: 45 of 48 hold'
    """

    checked: tuple[CheckedClaim, ...]

    @property
    def as_recorded(self) -> bool:
        """Whether each verdict is the one on record."""
        return all(claim.verdict == claim.recorded for claim in self)

    def __getitem__(self, place: int) -> CheckedClaim:
        return self.checked[place]

    def __len__(self) -> int:
        return len(self.checked)

    def __iter__(self) -> Iterator[CheckedClaim]:
        return iter(self.checked)

    @property
    def caption(self) -> str:
        """How many claims there are, and how many hold."""
        holding = sum(claim.holds for claim in self)
        return f"Claims about Mia: {holding} of {len(self)} hold"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each claim; values are text, since they are chances, counts or outcomes."""
        return {
            "claim": [claim.text for claim in self],
            "stated": [str(claim.stated) for claim in self],
            "computed": [str(claim.computed) for claim in self],
            "verdict": [claim.verdict for claim in self],
            "convention": [claim.convention for claim in self],
            "source": [claim.source for claim in self],
        }


def check_claims() -> Claims:
    """Compute what each published claim states, and compare.

    Returns
    -------
    Claims
        A table that is also a sequence of `CheckedClaim`.

    Examples
    --------
    >>> claims = check_claims()
    >>> claims.as_recorded
    True
    >>> [claim.text for claim in claims if claim.verdict == "false"][0]
    'a roll is a double with chance 6/21'
    """
    return Claims(published_claims())


_LIBRARY = "this library"
_WIKIPEDIA = 'Wikipedia, "Mia (game)"'
_STATISTICIAN = "a median has half of all rolls at or above it and half at or below"
_STRICT = "beaten means strictly beaten"
_KEPT = "chances over the rolls that are kept"
_CONDITIONAL: Verdict = "only with the convention"

_PERCENTAGES = {
    21: 0, 66: 6, 55: 8, 44: 11, 33: 14, 22: 17, 11: 19, 65: 22, 64: 28, 63: 33, 62: 39,
    61: 44, 54: 50, 53: 56, 52: 61, 51: 67, 43: 72, 42: 78, 41: 83, 32: 89, 31: 94,
}  # fmt: skip


def published_claims() -> tuple[CheckedClaim, ...]:
    """Return every published number that the library checks, in the order of the record."""
    return _rolls() + _percentages() + _median() + _places() + _meyer() + _other_orders() + _false()


def _rolls() -> tuple[CheckedClaim, ...]:
    twofold = sum(outcome.ways == 2 for outcome in OUTCOMES)
    single = sum(outcome.ways == 1 and outcome.is_double for outcome in OUTCOMES)
    return (
        CheckedClaim("two dice give 36 ordered rolls", _WIKIPEDIA, "", 36, len(ROLLS)),
        CheckedClaim("they give 21 outcomes", _WIKIPEDIA, "", 21, len(OUTCOMES)),
        CheckedClaim("15 outcomes are made by two rolls each", _WIKIPEDIA, "", 15, twofold),
        CheckedClaim("6 outcomes, the doubles, are made by one roll each", _WIKIPEDIA, "",
                     6, single),
    )  # fmt: skip


def _percentages() -> tuple[CheckedClaim, ...]:
    table = odds()
    return tuple(
        CheckedClaim(f"{call} is beaten {stated} % of the time", _WIKIPEDIA,
                     f"{_STRICT}; whole percent", stated, round(100 * table[call].beaten))
        for call, stated in _PERCENTAGES.items()
    )  # fmt: skip


def _median() -> tuple[CheckedClaim, ...]:
    table, found = odds(), medians()
    half = Fraction(1, 2)
    return (
        CheckedClaim("beating or tying 55 has chance 4/36", _WIKIPEDIA, "at least as good",
                     Fraction(4, 36), table[55].met_or_beaten),
        CheckedClaim("62 is beaten by 14/36 of all rolls", _WIKIPEDIA, _STRICT,
                     Fraction(14, 36), table[62].beaten),
        CheckedClaim("a call of 54 is beaten by exactly half of all rolls", _WIKIPEDIA, _STRICT,
                     half, table[54].beaten, table[54].met_or_beaten, _CONDITIONAL),
        CheckedClaim("54 is the median roll, and no other is", _WIKIPEDIA,
                     "the outcome that is strictly beaten exactly half the time",
                     "54", labels(found.even), labels(found.upper + found.lower), _CONDITIONAL),
        CheckedClaim("the medians are 61 and 54", _LIBRARY, _STATISTICIAN,
                     "61 54", labels(found.upper + found.lower)),
        CheckedClaim("half of all rolls are 61 or better", _LIBRARY, "at least as good",
                     half, table[61].met_or_beaten),
        CheckedClaim("half of all rolls are 54 or worse", _LIBRARY, "at most as good",
                     half, table[54].tied + table[54].beats),
        CheckedClaim("62 is the middle of the list", _WIKIPEDIA,
                     "the list of 21 outcomes, whatever their chances",
                     "62", labels(found.middle)),
    )  # fmt: skip


def _places() -> tuple[CheckedClaim, ...]:
    convention, last = "standard order", len(STANDARD.tiers)
    return (
        CheckedClaim("ten outcomes stand above 62", _WIKIPEDIA, convention,
                     10, STANDARD.rank(62) - 1),
        CheckedClaim("ten outcomes stand below 62", _WIKIPEDIA, convention,
                     10, last - STANDARD.rank(62)),
        CheckedClaim("twelve outcomes stand above 54", _WIKIPEDIA, convention,
                     12, STANDARD.rank(54) - 1),
        CheckedClaim("eight outcomes stand below 54", _WIKIPEDIA, convention,
                     8, last - STANDARD.rank(54)),
    )  # fmt: skip


def _meyer() -> tuple[CheckedClaim, ...]:
    meyer, toast = medians(LITTLE_MIA), medians("meyer-toast")
    row = toast.odds[62]
    return (
        CheckedClaim("in Danish Meyer the average roll is 62", _WIKIPEDIA,
                     "a call may be equalled: met or beaten",
                     "62", labels(meyer.even_or_tie), labels(meyer.even), _CONDITIONAL),
        CheckedClaim("the Meyer median lies between 62 and 61", 'M. Jørgensen, "Meyer" (2016)',
                     _STATISTICIAN, "62 61", labels(meyer.upper + meyer.lower)),
        CheckedClaim("with 32 rethrown, 62 is the only median of Meyer", _LIBRARY, _STATISTICIAN,
                     "62", labels(dict.fromkeys(toast.upper + toast.lower))),
        CheckedClaim("with 32 rethrown, 16 of 34 rolls are above 62", _LIBRARY, _KEPT,
                     Fraction(16, 34), row.beaten),
        CheckedClaim("with 32 rethrown, 16 of 34 rolls are below 62", _LIBRARY, _KEPT,
                     Fraction(16, 34), row.beats),
        CheckedClaim("with 32 rethrown, no outcome is beaten exactly half the time", _LIBRARY,
                     _STRICT, "none", labels(toast.even)),
    )  # fmt: skip


def _other_orders() -> tuple[CheckedClaim, ...]:
    rank, oblong = POINTS.rank(62), Dice([1, 1, 2, 2, 2, 2])
    upwards = POINTS.tiers[rank], POINTS.tiers[rank - 1], POINTS.tiers[rank - 2]
    return (
        CheckedClaim("by points, 62 and 53 tie between 7 (61, 52, 43) and 9 (63, 54)", _WIKIPEDIA,
                     "the sums variant", "61 52 43 < 62 53 < 63 54",
                     " < ".join(map(labels, upwards))),
        CheckedClaim("on oblong dice a 21 stays twice as likely as an 11", _LIBRARY,
                     "the faces 1 and 2 equally rare, here half as likely as the others",
                     2, oblong.chance(21) / oblong.chance(11)),
    )  # fmt: skip


def _false() -> tuple[CheckedClaim, ...]:
    doubles = sum(FAIR.chance(outcome) for outcome in OUTCOMES if outcome.is_double)
    return (
        CheckedClaim("a roll is a double with chance 6/21", "a German school page",
                     "21 outcomes are not equally likely", Fraction(6, 21), doubles,
                     recorded="false"),
        CheckedClaim("21 has odds of 1/36", "a bot's report", "two of the 36 rolls make 21",
                     Fraction(1, 36), FAIR.chance(21), recorded="false"),
        CheckedClaim("55 is the second highest outcome", "a project page",
                     "its rank in the standard order", 2, STANDARD.rank(55), recorded="false"),
    )  # fmt: skip
