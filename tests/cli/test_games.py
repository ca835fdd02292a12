"""Facts about the commands that play and weigh games: how they end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from mia_stats import (
    OUTCOMES,
    Outcome,
    SimulationInterrupted,
    sample_outcomes,
    simulate_games,
    simulate_rolls,
)
from mia_stats.cli import main
from tests.cli.helpers import error, output, shell


def test_ctrl_c_in_the_command_prints_the_partial_result() -> None:
    """The command exits 130 and says how many games it has played."""
    command = [sys.executable, "-m", "mia_stats", "simulate", "random", "random", "random"]
    with subprocess.Popen(
        [*command, "--games", "1e12", "--seed", "1", "--progress"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # a shell may ignore it
    ) as run:  # fmt: skip
        try:
            assert run.stderr is not None
            shown = ""
            while "k/1.00T" not in shown and "M/1.00T" not in shown:
                read = run.stderr.read(1)
                assert read, f"the command has ended: {shown}"
                shown += read
            run.send_signal(signal.SIGINT)
            out, _ = run.communicate()
        finally:
            run.kill()
    assert run.returncode == 130
    assert "interrupted after" in out
    assert "of 1,000,000,000,000 games" in out


def test_a_worker_that_is_killed_is_one_line() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "mia_stats", "simulate", "honest", "liar", "--games", "1e9",
         "--workers", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        children: list[int] = []
        while not children and process.poll() is None:
            listing = subprocess.run(
                ["ps", "--ppid", str(process.pid), "-o", "pid="],
                capture_output=True, text=True, check=False,
            ).stdout  # fmt: skip
            children = [int(pid) for pid in listing.split()]
        subprocess.run(["kill", f"-{signal.SIGKILL.value}", str(children[0])], check=True)
        out, err = process.communicate()
    assert process.returncode == 2
    assert re.fullmatch(r"mia-stats: a worker has died after [\d,]+ of 1,000,000,000 games\n", err)
    assert "interrupted after" in out


def test_a_progress_bar_that_nobody_can_see_is_left_out() -> None:
    run = shell("mia-stats simulate honest liar --games 100 --progress 2>&-")
    assert run.returncode == 0
    assert "honest" in run.stdout


class TestRoll:
    """Bare rolls, one a line, or what many of them come out as."""

    def test_a_roll_is_one_outcome(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert Outcome.parse(output(capsys, "roll").strip()) in OUTCOMES

    def test_a_seed_gives_the_rolls_of_the_library(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rolls = output(capsys, "roll", "1e5", "--seed", "3").split()
        assert rolls == sample_outcomes(100_000, rng=3).astype(str).tolist()

    def test_dice_and_rethrown_outcomes_count(self, capsys: pytest.CaptureFixture[str]) -> None:
        ones = output(capsys, "roll", "9", "--dice", "1,0,0,0,0,0")
        assert ones == "11\n" * 9
        assert "31" not in output(capsys, "roll", "1000", "--rethrown", "31").split()

    def test_many_are_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        counted = output(capsys, "roll", "1e9", "--count", "--seed", "2", "--format", "csv")
        assert counted == simulate_rolls(10**9, rng=2).to_csv()

    def test_what_makes_no_sense_is_one_line(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        assert "see --count" in error(capsys, "roll", "1e7")
        assert "from 1 to" in error(capsys, "roll", "0")
        assert "csv is for --count" in error(capsys, "roll", "--format", "csv")
        assert "csv is for --count" in error(capsys, "roll", "-o", str(tmp_path / "rolls.csv"))
        assert output(capsys, "roll", "4", "-o", str(tmp_path / "rolls.txt")) == ""
        assert len((tmp_path / "rolls.txt").read_text().split()) == 4


def test_an_interruption_is_said_where_the_format_has_no_room_for_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = simulate_games(["honest", "liar"], games=10, rng=1)

    def interrupted(*_: object, **__: object) -> None:
        raise SimulationInterrupted(replace(result, requested=99))

    monkeypatch.setattr("mia_stats.cli.games.simulate_games", interrupted)
    assert main(["simulate", "honest", "liar", "--format", "csv"]) == 130
    printed = capsys.readouterr()
    assert printed.out.startswith("seat,player,")
    assert printed.err == "mia-stats: interrupted after 10 of 99 games\n"


def test_numbers_may_be_written_as_they_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "honest", "liar", "--games", "1,000", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("1,000 games of Mia, 6 lives: ")
    assert main(["simulate", "honest", "liar", "--games", "10,00"]) == 2
