"""Published numbers about Mia, checked: whether each holds when it is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mia_stats.chances.published_claims import CLAIMS, Claim, Fact, Verdict
from mia_stats.utils.tables import Cell, Table

__all__ = ["CheckedClaim", "Claims", "check_claims"]


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with the value that was computed for it.

    Parameters
    ----------
    text, source, convention : str
        What is claimed, who published it, and the reading under which it is computed.
    stated, computed : Fraction, int or str
        The value that is claimed, and the true one.
    holds : bool
        Whether the two are equal.
    verdict : Verdict
        "only with the convention" where it holds, but not under the other usual reading.
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
    holds: bool
    verdict: Verdict
    recorded: Verdict


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
    return Claims(tuple(_checked(claim) for claim in CLAIMS))


def _checked(claim: Claim) -> CheckedClaim:
    computed = claim.compute()
    holds = computed == claim.stated
    verdict: Verdict = "true" if holds else "false"
    if holds and claim.otherwise is not None and claim.otherwise() != claim.stated:
        verdict = "only with the convention"
    return CheckedClaim(
        claim.text,
        claim.source,
        claim.convention,
        claim.stated,
        computed,
        holds,
        verdict,
        claim.verdict,
    )
