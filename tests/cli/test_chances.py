"""Facts about the commands that print chances."""

from __future__ import annotations

import json

import pytest

from mia_stats import VARIANTS, check_claims, medians, odds, ranking_table
from mia_stats.cli import main
from tests.cli.helpers import output


def test_each_command_prints_the_table_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "variants") == f"{VARIANTS.to_text()}\n"
    assert output(capsys, "ranking", "--variant", "meyer") == f"{ranking_table('meyer')}\n"
    assert output(capsys, "odds", "--format", "csv") == odds().to_csv()
    assert output(capsys, "median", "--format", "json") == medians().to_json()
    assert output(capsys, "claims", "--format", "markdown") == f"{check_claims().to_markdown()}\n"


def test_the_odds_of_one_call(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = json.loads(output(capsys, "odds", "54", "--format", "json"))
    assert row["outcome"] == "54"
    assert row["beaten_exact"] == "1/2"
    rows = json.loads(output(capsys, "odds", "54", "4 5", "61", "--format=json"))
    assert [row["outcome"] for row in rows] == ["61", "54"]


def test_variants_derive_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "63 54" in output(
        capsys, "odds", "--variant", "meyer+points", "--format", "csv"
    ).replace(",", " ")


def test_dice_with_weights(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["odds", "21", "--format", "json", "--dice"]
    assert json.loads(output(capsys, *argv, "1,1,2,2,2,2"))[0]["p_exact"] == "1/50"
    assert json.loads(output(capsys, *argv, "1,0,0,0,0,0/0,1,0,0,0,0"))[0]["p"] == 1


def test_claims_fail_when_a_verdict_is_not_the_recorded_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from mia_stats.chances import claims
    from mia_stats.chances.claims import CheckedClaim, published_claims

    right = published_claims()[:1] * 2
    monkeypatch.setattr(claims, "published_claims", lambda: right)
    assert main(["claims"]) == 0
    wrong = CheckedClaim("two dice give 35 rolls", "nobody", "", 35, 36)
    monkeypatch.setattr(claims, "published_claims", lambda: (wrong,))
    assert main(["claims"]) == 1
    assert "two dice give 35 rolls" in capsys.readouterr().out
