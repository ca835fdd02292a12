"""Facts about the `mia-stats` command as people use it from the shell."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from mia_stats import medians, odds
from mia_stats.cli import main
from tests.cli.helpers import LOG, error, output, shell

COMMANDS = (
    "variants", "ranking", "odds", "duel", "median", "claims", "roll", "strategies", "rules",
    "simulate", "evaluate", "solve", "advise", "play", "recognise", "figures", "report",
    "completion", "help",
)  # fmt: skip


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
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_errors_are_one_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], part: str
) -> None:
    assert part in error(capsys, *argv)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_runs(
    capsys: pytest.CaptureFixture[str],
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = " ".join(output(capsys, command, "--help").split())
    example = shlex.split(text.split("example: mia-stats ")[1])
    assert example[0] == command
    if command == "completion":
        pytest.importorskip("argcomplete")
    monkeypatch.chdir(tmp_path)
    shutil.copy(LOG, LOG.name)
    assert output(capsys, *example)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--version", "-V"):
        assert output(capsys, option) == f"mia-stats {version('mia-stats')}\n"


def test_alone_it_shows_a_map_of_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys)
    assert shown == output(capsys, "help") == output(capsys, "--help")
    first_words = [line.split()[0] for line in shown.splitlines() if line.startswith("  ")]
    assert first_words[: len(COMMANDS)] == list(COMMANDS)


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


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["evaluate", "--tournament", "--starter", "1"], "single game"),
        (["evaluate", "--exploit", "--lives", "3,2"], "single game"),
        (["solve", "--match", "--last", "54"], "54 is a last call, which is for a round"),
        (["solve", "--lives", "3,2"], "one number"),
        (["solve", "--save", ""], "Is a directory"),
        (["advise", "--last", "54", "--lives", "3"], "two numbers"),
        (["evaluate", "honest", "liar", "--starter", "9" * 5000], "no whole number"),
        (["simulate", "honest", "liar", "--workers", "0"], "workers"),
        (["simulate", "honest", "liar", "--mia-fold", "x"], "no whole number"),
        (["simulate", "honest", "liar", "--toast", "45"], "write 54"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_options_are_never_ignored(
    argv: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1


def test_control_characters_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "-o", "/nowhere/\x1b[31m/x"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_an_error_that_nobody_can_read_has_a_status() -> None:
    for stderr in ("2>&-", "2>/dev/full"):
        run = shell(f"mia-stats odds --variant poker {stderr}")
        assert (run.returncode, run.stdout) == (2, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["odds", "--help", "median --format json"])
def test_a_full_disk_is_one_line(command: str) -> None:
    run = shell(f"mia-stats {command} > /dev/full")
    assert run.returncode == 2
    assert run.stderr == "mia-stats: standard output: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_seen_by_the_parser_too() -> None:
    """It swallows what it can't print, where nothing waits in a buffer."""
    run = shell("mia-stats --version > /dev/full", PYTHONUNBUFFERED="1")
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)


def test_a_closed_standard_output_is_an_error_where_it_is_needed(tmp_path: Path) -> None:
    run = shell("mia-stats odds >&-")
    assert (run.returncode, run.stderr) == (2, "mia-stats: standard output: it is closed\n")
    run = shell(f"mia-stats odds -o {tmp_path}/x.csv >&-")
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "x.csv").read_text() == odds().to_csv()


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        (["--help"], 2),
        (["--version"], 2),
        (["median", "--format", "json"], 2),
        (["solve", "--save", "-", "-o", "plan.csv"], 2),
        (["claims", "-o", "claims.csv"], 0),
        (["odds", "--variant", "poker"], 2),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_nothing_goes_to_a_closed_standard_output_unheard(
    argv: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        assert main(argv) == status
        assert sys.stdout is None
    assert capsys.readouterr().err.count("\n") == status // 2
