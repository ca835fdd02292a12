"""Facts about the `mia-stats` command as people use it from the shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from mia_stats import VARIANTS, check_claims, medians, odds, ranking_table
from mia_stats.cli import main

COMMANDS = (
    "variants", "ranking", "odds", "median", "claims", "figures", "strategies", "rules", "simulate",
    "evaluate", "solve", "advise", "report",
)  # fmt: skip


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return what a command prints when all is well."""
    assert main(argv) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return the one line that a command says when all is not well."""
    status = main(argv)
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert captured.err.startswith("mia-stats")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 700
    return captured.err


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


def test_output_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "odds.csv"
    assert output(capsys, "odds", "--format", "csv", "-o", str(path)) == ""
    assert path.read_text() == odds().to_csv()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("odds.csv", odds().to_csv()),
        ("ODDS.CSV", odds().to_csv()),
        ("odds.json", odds().to_json()),
        ("odds.md", f"{odds().to_markdown()}\n"),
        ("odds.markdown", f"{odds().to_markdown()}\n"),
        ("odds.html", odds().to_html()),
        ("odds.htm", odds().to_html()),
        ("odds.tex", odds().to_latex()),
        ("odds.txt", f"{odds()}\n"),
        ("odds", f"{odds()}\n"),
    ],
)
def test_the_suffix_of_a_file_says_its_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, written: str
) -> None:
    assert output(capsys, "odds", "-o", str(tmp_path / name)) == ""
    assert (tmp_path / name).read_text(encoding="utf-8") == written


def test_a_format_may_not_contradict_the_suffix(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "odds.Md"
    for form in ("csv", "json", "table", "html", "latex"):
        said = error(capsys, "odds", "--format", form, "-o", str(path))
        assert f"--format {form} contradicts the suffix of {path}, which says markdown" in said
    slow = ["simulate", "honest", "liar", "--games", "1e12", "--format", "csv", "-o", str(path)]
    assert "contradicts" in error(capsys, *slow)  # before a game is played
    assert not list(tmp_path.iterdir())
    for name in ("odds.txt", "odds.dat", "odds.md"):
        argv = ["odds", "--format", "markdown", "-o", str(tmp_path / name)]
        assert output(capsys, *argv) == ""
        assert (tmp_path / name).read_text() == f"{odds().to_markdown()}\n"


def test_all_formats_go_to_the_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "odds", "--format", "html") == odds().to_html()
    assert output(capsys, "odds", "--format", "latex") == odds().to_latex()


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


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["odds", "45"], "write 54"),
        (["odds", "x" * 10**5], "is no outcome"),
        (["odds", "31", "--variant", "mexen"], "31 is rethrown"),
        (["odds", "--variant", "standrd"], "did you mean 'standard'"),
        (["ranking", "--variant", ""], "'' is no variant"),
        (["odds", "--dice", "1,2"], "'1,2' are no dice"),
        (["odds", "--dice", "0,0,0,0,0,0"], "above 0"),
        (["odds", "--format", "xml"], "'xml'"),
        (["figures", "--variant", "meyer+", "."], "derives no variant"),
        (["odds", "-o", "/nowhere/odds.csv"], "/nowhere/"),
        (["odds", "-o", "/"], "/: Is a directory"),
        (["figures", "/dev/null/charts"], "/dev/null"),
        (["figures", "/dev/null"], "/dev/null"),
        (["poker"], "'poker'"),
        ([], "COMMAND"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_errors_are_one_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], part: str
) -> None:
    assert part in error(capsys, *argv)


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


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_runs(
    capsys: pytest.CaptureFixture[str],
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = " ".join(output(capsys, command, "--help").split())
    example = text.split("example: mia-stats ")[1].split()
    assert example[0] == command
    monkeypatch.chdir(tmp_path)
    assert output(capsys, *example)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version") == f"mia-stats {version('mia-stats')}\n"


def test_python_m_mia_stats_is_the_same_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mia_stats", "median"], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"{medians()}\n"


def test_output_can_be_cut_off_by_head() -> None:
    command = f"set -o pipefail; {sys.executable} -m mia_stats odds | head -n 1"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "Mia: odds against one later roll\n"


def test_a_closed_pipe_is_no_error() -> None:
    """The reader is gone before the first byte is written."""
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [sys.executable, "-m", "mia_stats", "claims"],
        stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_terminal_without_umlauts_still_gets_a_table() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mia_stats", "variants"],
        capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert b"M?xchen" in run.stdout
