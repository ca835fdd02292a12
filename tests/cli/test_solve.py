"""Facts about the commands that solve and advise."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mia_stats import (
    Rules,
    TableStrategy,
    advise,
    load_strategy,
    plan,
    solve_match,
    solve_round,
    strategy_from_json,
)
from mia_stats.cli import main
from tests.cli.helpers import error, output, shell


class TestSolve:
    """The plan that `solve` prints, and the strategy that it saves."""

    def test_the_command_prints_it_and_saves_the_strategy(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "optimal.json"
        assert main(["solve", "--variant", "points", "--save", str(path)]) == 0
        assert capsys.readouterr().out == f"{plan(rules=Rules('points'))}\n"
        table, rules = load_strategy(path)
        assert isinstance(table, TableStrategy)
        assert np.array_equal(table.calls, solve_round(Rules("points")).strategy.calls)
        assert rules == Rules("points")
        assert main(["evaluate", str(path), "honest", "--variant", "points"]) == 0
        assert main(["simulate", str(path), "honest", "--variant", "points", "--games", "10"]) == 0
        assert main(["solve", "--match", "--lives", "2"]) == 0
        assert main(["evaluate", "--exploit", "honest"]) == 0

    def test_a_match_is_saved_and_plays(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(tmp_path / "match.json")
        solved = solve_match(Rules(lives=2))
        assert main(["solve", "--match", "--lives", "2", "--save", path]) == 0
        assert capsys.readouterr().out == f"{solved}\n"
        assert load_strategy(path)[0].name == "optimal"
        assert main(["simulate", path, "honest", "--games", "10", "--seed", "1"]) == 0
        assert main(["evaluate", path, "honest", "--lives", "1,2"]) == 0
        assert main(["evaluate", path, "honest", "--tournament"]) == 0
        assert "of Mia, 2 lives" in capsys.readouterr().out
        for argv, why in (
            (["evaluate", path, "liar", "--exploit"], "--exploit weighs the play of a single"),
            (["evaluate", path, "liar", "lucky"], "plays matches of 2 players, not of 3"),
            (["simulate", path, "liar", "--lives", "3"], "solved for 1 to 2 lives, not for 3"),
            (["evaluate", path, "liar", "--mia-penalty", "1"], "mia_penalty can't be another"),
            (["solve", "--match", "--save", "x.csv"], "--save writes JSON"),
            (["solve", "54", "--match", "--save", path], "--match prints whole matches"),
        ):
            assert why in error(capsys, *argv)

    def test_the_strategy_and_the_table_are_two_files(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "optimal.json"
        assert main(["solve", "--save", str(path), "-o", f"{tmp_path}/./optimal.json"]) == 2
        assert f"two files, not {path} for both" in capsys.readouterr().err
        assert not path.exists()
        assert main(["solve", "--save", "-"]) == 2  # the table is on the standard output already
        assert "two files, not - for both" in capsys.readouterr().err
        path = tmp_path / "plan.txt"
        assert main(["solve", "--save", "-", "-o", str(path)]) == 0
        table, _ = strategy_from_json(capsys.readouterr().out)
        assert isinstance(table, TableStrategy)
        assert np.array_equal(table.calls, solve_round().strategy.calls)
        assert path.read_text() == f"{plan()}\n"

    def test_a_strategy_is_not_saved_to_the_file_that_the_shell_puts_the_table_in(
        self, tmp_path: Path
    ) -> None:
        """It would replace that file, and the table would go to one that has no name any more."""
        run = shell(f"mia-stats solve --save {tmp_path}/x > {tmp_path}/x")
        assert run.returncode == 2
        assert "must be two files" in run.stderr

    def test_a_plan_that_fails_saves_nothing(self, tmp_path: Path) -> None:
        assert main(["solve", "--last", "21", "--save", str(tmp_path / "x.json")]) == 2
        assert not list(tmp_path.iterdir())


class TestAdvise:
    """What `advise` says after a call of 54."""

    def test_a_bot_gets_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["advise", "--last", "54", "--roll", "65", "--format", "json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [(row["action"], row["chance_exact"]) for row in rows] == [
            ("doubt", "4/17"), ("believe", "13/17"), ("call 65", "1"),
        ]  # fmt: skip

    def test_a_player_gets_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        argv = ["advise", "--last", "54", "--previous", "42", "--roll", "43", "--lives", "3,2"]
        assert main(argv) == 0
        out = capsys.readouterr().out
        assert out.startswith("Call 61 (23.1 %), 62 (18.4 %), ")
        assert "You have 43, which must be called above 54. Each wins the match 42.3 % " in out

    def test_against_others_it_is_the_best_reply(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = output(capsys, "advise", "54", "--players", "honest", "liar", "--lives", "3,2,4")
        advice = advise(54, players=["honest", "liar"], lives=(3, 2, 4))
        assert " ".join(out.split()).startswith(advice.text)

    def test_somebody_may_be_one_of_several(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = output(capsys, "advise", "65", "--players", "honest:2/3,liar:1/3")
        said = " ".join(out.split())
        assert "The mean of honest (66.7 %) and liar (33.3 %) opens with 65" in said
        assert "write each name once" in error(capsys, "advise", "65", "--players", "honest:1,")

    def test_a_strategy_file_may_sit_there(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "own.json"
        assert main(["solve", "--match", "--lives", "2", "--save", str(file)]) == 0
        capsys.readouterr()
        out = output(capsys, "advise", "54", "--players", str(file), "--lives", "2,2")
        assert "the best reply to optimal, with lives 2, 2, yours first." in " ".join(out.split())

    def test_lives_are_those_of_all(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "two numbers here or more" in error(capsys, "advise", "54", "--lives", "3")
        assert "a list of 3 numbers" in error(
            capsys, "advise", "54", "--players", "honest", "liar", "--lives", "3,2"
        )
        each = ["advise", "54", "--players", "honest", "liar", "--lives"]
        assert output(capsys, *each, "2") == output(capsys, *each, "2,2,2")


class TestTheLastCall:
    """It is a word of its own, or the value of --last."""

    def test_both_ways_are_one(self, capsys: pytest.CaptureFixture[str]) -> None:
        for command in ("advise", "solve"):
            said = output(capsys, command, "54")
            assert said == output(capsys, command, "--last", "54")
            assert said == output(capsys, command, "54", "--last", "54")
            assert said != output(capsys, command, "61")

    def test_there_is_only_one(self, capsys: pytest.CaptureFixture[str]) -> None:
        for command in ("advise", "solve"):
            said = error(capsys, command, "54", "--last", "61")
            assert "there is one last call, not 54 and --last 61" in said


@pytest.mark.parametrize(
    "command", ["advise 8", "advise --last 8", "solve 8", "advise 8 --last 62"]
)
def test_the_command_reads_sums_where_players_call_them(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--variant", "points"]) == 0
    assert "8 (62=53)" in capsys.readouterr().out


def test_one_tier_is_one_last_call_and_two_are_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "62", "--last", "53", "--variant", "points"]) == 0
    assert main(["solve", "62", "--last", "53"]) == 2
    assert "there is one last call, not 62 and --last 53" in capsys.readouterr().err
