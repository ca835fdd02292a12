"""Facts about what others have published."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from mia_stats import check_claims
from mia_stats.chances import claims
from mia_stats.chances.claims import published_claims


def test_each_verdict_is_the_recorded_one() -> None:
    checked = check_claims()
    assert checked.as_recorded
    assert all(claim.source for claim in checked)
    assert len(checked) == len(published_claims()) == 48


def test_the_false_claims() -> None:
    false = {
        claim.text: (claim.stated, claim.computed) for claim in check_claims() if not claim.holds
    }
    assert false == {
        "a roll is a double with chance 6/21": (Fraction(6, 21), Fraction(6, 36)),
        "21 has odds of 1/36": (Fraction(1, 36), Fraction(1, 18)),
        "55 is the second highest outcome": (2, 3),
    }


def test_the_claims_that_need_a_convention() -> None:
    conditional = [c for c in check_claims() if c.verdict == "only with the convention"]
    assert [claim.text for claim in conditional] == [
        "a call of 54 is beaten by exactly half of all rolls",
        "54 is the median roll, and no other is",
        "in Danish Meyer the average roll is 62",
    ]
    assert all(claim.holds and claim.convention for claim in conditional)


def test_a_verdict_that_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = published_claims()
    wrong = (replace(first, stated=35), *others)
    monkeypatch.setattr(claims, "published_claims", lambda: wrong)
    checked = check_claims()
    assert checked[0].verdict == "false"
    assert not checked.as_recorded


def test_a_claim_holds_only_with_its_convention() -> None:
    frame = check_claims().to_frame().set_index("claim")
    assert frame.loc["62 is beaten by 14/36 of all rolls", "computed"] == "7/18"
    assert frame.loc["beating or tying 55 has chance 4/36", "verdict"] == "true"
