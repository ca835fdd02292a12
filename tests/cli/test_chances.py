"""Facts about the commands that print and draw chances, and about the page."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from mia_stats import VARIANTS, check_claims, medians, odds, ranking_table
from mia_stats.cli import main
from mia_stats.report.page import report_html
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


def test_figures_are_drawn_where_the_command_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "charts"
    printed = output(capsys, "figures", str(folder), "--variant", "meyer", "points")
    paths = [Path(line) for line in printed.splitlines()]
    assert sorted(paths) == sorted(folder.iterdir())
    assert len(paths) == 4


def test_figures_go_to_figures_by_default(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "figures/beat-probability-standard.svg" in output(capsys, "figures")
    assert len(list(Path("figures").iterdir())) == 2


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


class TestReport:
    """The page for phones, as `report` makes it."""

    def test_the_command_writes_it(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "out.html"
        assert main(["report", "-o", str(path), "--variant", "meyer"]) == 0
        assert capsys.readouterr().out == f"{path}\n"
        assert '<option value="little-mia" selected>' in path.read_text(encoding="utf-8")
        assert main(["report", "-o", str(path), "--variant", "poker"]) == 2

    def test_the_command_prints_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["report", "-o", "-"]) == 0
        assert capsys.readouterr().out == report_html()

    def test_without_jinja_the_error_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "jinja2", None)
        assert main(["report"]) == 2
        assert 'pip install "mia-stats[report]"' in capsys.readouterr().err
