"""Facts about the commands that print chances."""

from __future__ import annotations

import json

import pytest

from mia_stats import VARIANTS, check_claims, medians, odds, ranking_table
from mia_stats.cli import main
from tests.cli.helpers import error, output


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


def test_a_call_against_the_best_of_three_rolls(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = json.loads(output(capsys, "odds", "54", "--rolls", "3", "--format", "json"))
    assert row["beaten_exact"] == "7/8"
    assert output(capsys, "odds", "--rolls", "3") == f"{odds(rolls=3)}\n"
    assert "rolls must be from 1 to 100, not 0" in error(capsys, "odds", "--rolls", "0")


class TestDuel:
    """One roll against another, as a table."""

    def test_only_a_2_beside_the_1_saves_me_from_66(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (row,) = json.loads(output(capsys, "duel", "1 *", "66", "--format", "json"))
        assert (row["mine"], row["theirs"]) == ("1 *", "66")
        assert (row["win_exact"], row["tie_exact"], row["lose_exact"]) == ("1/6", "0", "5/6")

    def test_variants_and_dice_count(self, capsys: pytest.CaptureFixture[str]) -> None:
        """In Meyer 31 beats 66 too; and dice without a 2 never show 21."""
        meyer = output(capsys, "duel", "1 *", "66", "--variant", "meyer", "--format", "csv")
        assert ",1/3," in meyer
        ones = output(capsys, "duel", "1 *", "66", "--dice", "1,0,1,1,1,1", "--format", "csv")
        assert ",0,0.0,0,0.0,1,1.0" in ones

    def test_a_roll_that_is_none_is_one_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "'7 *'" in error(capsys, "duel", "7 *", "66")
        assert "THEIRS" in error(capsys, "duel", "66")
