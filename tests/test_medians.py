"""Facts about the middle of the order, and about the claims that are made of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from mia_stats import LITTLE_MIA, Dice, Medians, Variant, check_claims, medians, odds
from mia_stats.chances import claims
from mia_stats.chances.claims import published_claims
from scripts import check_median
from tests.conftest import dice, orders

SCRIPTS = Path(__file__).parent.parent / "scripts"


def labels(found: Medians) -> dict[str, str]:
    return {
        name: " ".join(str(outcome) for outcome in getattr(found, name))
        for name in ("lower", "upper", "even", "even_or_tie", "middle")
    }


def test_the_standard_order_has_two_medians() -> None:
    """Of 36 rolls, 18 are 61 or better and 18 are 54 or worse."""
    assert labels(medians()) == {
        "lower": "54", "upper": "61", "even": "54", "even_or_tie": "61", "middle": "62",
    }  # fmt: skip


def test_danish_meyer_has_61_and_62() -> None:
    assert labels(medians("meyer")) == {
        "lower": "61", "upper": "62", "even": "61", "even_or_tie": "62", "middle": "63",
    }  # fmt: skip


def test_with_32_rethrown_62_is_the_only_median() -> None:
    """16 of the 34 kept rolls are above 62 and 16 below; 20 outcomes have two in the middle."""
    assert labels(medians("meyer-toast")) == {
        "lower": "62", "upper": "62", "even": "", "even_or_tie": "", "middle": "64 63",
    }  # fmt: skip
    row = odds("meyer-toast")[62]
    assert row.beaten == row.beats == Fraction(16, 34)


def test_tied_outcomes_are_medians_together() -> None:
    found = labels(medians("points"))
    assert found["lower"] == found["upper"] == "62 53"
    assert found["even"] == ""
    assert found["middle"] == "63 54"


@given(orders(), dice)
def test_medians_bracket_one_half(variant: Variant, dice: Dice) -> None:
    found = medians(variant, dice=dice)
    table = odds(variant, dice=dice)
    half = Fraction(1, 2)
    for tier in (found.lower, found.upper):
        row = table[tier[0]]
        assert row.met_or_beaten >= half
        assert row.tied + row.beats >= half
        assert row.tied > 0
    upper, lower = table[found.upper[0]], table[found.lower[0]]
    assert upper.rank <= lower.rank
    if upper.rank < lower.rank:
        assert upper.met_or_beaten == lower.beaten == half
    assert all(table[outcome].beaten == half for outcome in found.even)
    assert all(table[outcome].met_or_beaten == half for outcome in found.even_or_tie)
    assert found.middle


def test_an_outcome_that_never_comes_can_be_even_too() -> None:
    """Without sixes on one die and with sixes only on the other, doubles but 66 have no chance."""
    found = medians(dice=Dice([1, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]))
    assert labels(found)["even"] == "55 44 33 22 11 65 64 63 62 61"
    assert labels(found)["even_or_tie"] == "66 55 44 33 22 11 65 64 63 62"
    assert labels(found)["upper"] == "66"
    assert labels(found)["lower"] == "61"


def test_the_caption_tells_dice_that_are_not_fair() -> None:
    assert "dice 1,1,2,2,2,2" in medians(dice=Dice([1, 1, 2, 2, 2, 2])).caption


def test_the_script_checks_both_claims() -> None:
    run = subprocess.run(
        [sys.executable, SCRIPTS / "check_median.py"], capture_output=True, text=True, check=True
    )
    assert '"54 is the median roll"' in run.stdout
    assert '"in Danish Meyer the average roll is 62"' in run.stdout
    assert run.stdout.count("Verdict: true") == 2


def test_the_script_fails_when_the_facts_are_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check_median.main() == 0
    monkeypatch.setitem(check_median.EXPECTED[LITTLE_MIA], "even", [62])
    assert check_median.main() == 1
    assert "not the recorded facts" in capsys.readouterr().err


class TestClaims:
    """Facts about what others have published."""

    def test_each_verdict_is_the_recorded_one(self) -> None:
        checked = check_claims()
        assert checked.as_recorded
        assert all(claim.source for claim in checked)
        assert len(checked) == len(published_claims()) == 48

    def test_the_false_claims(self) -> None:
        false = {
            claim.text: (claim.stated, claim.computed)
            for claim in check_claims()
            if not claim.holds
        }
        assert false == {
            "a roll is a double with chance 6/21": (Fraction(6, 21), Fraction(6, 36)),
            "21 has odds of 1/36": (Fraction(1, 36), Fraction(1, 18)),
            "55 is the second highest outcome": (2, 3),
        }

    def test_the_claims_that_need_a_convention(self) -> None:
        conditional = [c for c in check_claims() if c.verdict == "only with the convention"]
        assert [claim.text for claim in conditional] == [
            "a call of 54 is beaten by exactly half of all rolls",
            "54 is the median roll, and no other is",
            "in Danish Meyer the average roll is 62",
        ]
        assert all(claim.holds and claim.convention for claim in conditional)

    def test_a_verdict_that_differs_is_noticed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first, *others = published_claims()
        wrong = (replace(first, stated=35), *others)
        monkeypatch.setattr(claims, "published_claims", lambda: wrong)
        checked = check_claims()
        assert checked[0].verdict == "false"
        assert not checked.as_recorded

    def test_a_claim_holds_only_with_its_convention(self) -> None:
        frame = check_claims().to_frame().set_index("claim")
        assert frame.loc["62 is beaten by 14/36 of all rolls", "computed"] == "7/18"
        assert frame.loc["beating or tying 55 has chance 4/36", "verdict"] == "true"
