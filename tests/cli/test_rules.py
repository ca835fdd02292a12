"""Facts about the house rules as options, and about the rules of strategy files that are given."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from mia_stats import RULES, Dice, Rules, load_strategy, save_strategy, strategy_to_json
from mia_stats.cli import _parser, main
from mia_stats.cli.rules import rules_of
from tests.cli.helpers import error
from tests.players.helpers import MALFORMED


def test_every_house_rule_has_an_option() -> None:
    """A new field of `Rules` that nobody can give on the command line is noticed here."""
    (commands,) = (
        action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    for command in ("simulate", "evaluate", "solve", "advise", "play"):
        options = {action.dest for action in commands.choices[command]._actions}
        assert {rule.name for rule in fields(Rules)} <= options


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--variant points", Rules("points")),
        ("--dice 1,1,2,2,2,2", Rules(dice=Dice([1, 1, 2, 2, 2, 2]))),
        ("--lives 3", Rules(lives=3)),
        ("--call at_least", Rules(call="at_least")),
        ("--truth exact", Rules(truth="exact")),
        ("--unseen-pass free", Rules(unseen_pass="free")),
        ("--mia-penalty 1", Rules(mia_penalty=1)),
        ("--mia-fold none", Rules(mia_fold=None)),
        ("--mia-fold 2", Rules(mia_fold=2)),
        ("--mia-lie-penalty 2", Rules(mia_lie_penalty=2)),
        ("--toast 32,31", Rules(toast=[32, 31])),
        ("--next-starter loser", Rules(next_starter="loser")),
        ("--ending last_standing", Rules(ending="last_standing")),
        (
            "--forfeit sip --ending rounds --rounds 5",
            Rules(forfeit="sip", ending="rounds", rounds=5),
        ),
        ("--rules meyer", RULES["meyer"]),
        ("--rules meyer --mia-fold 1 --lives 2", replace(RULES["meyer"], mia_fold=1, lives=2)),
        ("--lives 3,2", Rules()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_option_changes_its_rule_and_no_other(option: str, value: Rules) -> None:
    args = _parser().parse_args(["simulate", "honest", "liar", *option.split()])
    assert rules_of(args) == value


@pytest.mark.parametrize(("change", "shown"), MALFORMED)
def test_a_malformed_file_is_an_error(
    change: dict[str, Any], shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(json.loads(strategy_to_json("honest")) | change))
    assert re.search(shown, error(capsys, "evaluate", str(path), "honest"))


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
        assert "Meyer, 6 lives:" in capsys.readouterr().out
        assert main(["simulate", path, "honest", "--games", "10", "--lives", "3"]) == 0
        assert "of Meyer, 3 lives:" in capsys.readouterr().out

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
            (["--rules", "meyer"], "call, mia_fold, mia_equalled can't be others"),
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
