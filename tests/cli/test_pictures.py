"""Facts about the commands that draw: charts, and the page for a phone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mia_stats.cli import main
from mia_stats.report.page import report_html
from tests.cli.helpers import output


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
