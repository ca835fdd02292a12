"""Facts about the commands that play: how they end, and the rules of a strategy's file."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from mia_stats import RULES, Rules, load_strategy, save_strategy
from mia_stats.cli import main
from tests.cli.helpers import shell


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
    assert "of 1000000000000 games" in out


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
    assert re.fullmatch(r"mia-stats: a worker has died after \d+ of 1000000000 games\n", err)
    assert "interrupted after" in out


def test_a_progress_bar_that_nobody_can_see_is_left_out() -> None:
    run = shell("mia-stats simulate honest liar --games 100 --progress 2>&-")
    assert run.returncode == 0
    assert "honest" in run.stdout


class TestFilesInTheCommand:
    """The rules of a strategy's file count, and options that contradict them are refused."""

    def test_the_rules_of_the_file_count(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(tmp_path / "m.json")
        assert main(["solve", "--variant", "meyer", "--save", path]) == 0
        capsys.readouterr()
        assert main(["evaluate", "--exploit", path, "--format", "json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        assert row["exploitability"] == 0
        assert main(["evaluate", path, "honest"]) == 0
        assert "by Rules(variant='little-mia'):" in capsys.readouterr().out
        assert main(["simulate", path, "honest", "--games", "10", "--lives", "3"]) == 0
        assert "by Rules(variant='little-mia', lives=3)," in capsys.readouterr().out

    def test_what_was_solved_by_a_set_plays_by_it(self, tmp_path: Path) -> None:
        path = str(tmp_path / "g.json")
        assert main(["solve", "--rules", "gamerules", "--save", path]) == 0
        assert load_strategy(path)[1] == RULES["gamerules"]
        assert main(["evaluate", path, "honest", "--rules", "gamerules"]) == 0
        assert main(["solve", "--unseen-pass", "liable", "--save", path]) == 0
        assert load_strategy(path)[1] == Rules()  # a duel has no pass

    def test_options_that_contradict_a_file_are_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(tmp_path / "m.json")
        save_strategy(path, "honest", Rules("meyer", mia_penalty=1))
        for options, named in (
            (["--variant", "standard"], "variant can't be another"),
            (["--rules", "meyer"], "call, mia_fold can't be others"),
            (["--mia-penalty", "2"], "mia_penalty can't be another"),
            (["--unseen-pass", "free"], "unseen_pass can't be another"),
        ):
            for command in ("evaluate", "simulate"):
                assert main([command, path, "liar", *options]) == 2
                err = capsys.readouterr().err
                assert "holds a strategy for Rules(variant='little-mia', mia_penalty=1)" in err
                assert named in err
        same = ["--variant", "meyer", "--mia-penalty", "1", "--next-starter", "loser"]
        assert main(["evaluate", path, "liar", *same]) == 0

    def test_files_for_different_rules_do_not_sit_at_one_table(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name, rules in (("a", Rules()), ("b", Rules(mia_penalty=1)), ("c", Rules(lives=2))):
            save_strategy(tmp_path / f"{name}.json", "liar", rules)
        a, b, c = (str(tmp_path / f"{name}.json") for name in "abc")
        for other in (b, c):
            assert main(["evaluate", a, other]) == 2
            assert "are for different rules: Rules() and Rules(" in capsys.readouterr().err
        assert main(["evaluate", a, c, "--lives", "1"]) == 0  # a table knows nothing of lives
