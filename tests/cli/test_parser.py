"""Facts about the arguments of the command: what is meant by a word that is nearly right."""

from __future__ import annotations

import argparse

import pytest

from mia_stats.cli import _parser, main
from mia_stats.cli.parser import one_line
from tests.cli.helpers import error, output
from tests.cli.test_init import COMMANDS


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("odss", "'odss' is no command (did you mean 'odds'?); known are variants, ranking, "),
        ("help odss", "'odss' is no command (did you mean 'odds'?)"),
        ("poker", "'poker' is no command; known are "),
        ("odds --varient meyer", "no option '--varient' (did you mean '--variant'?)"),
        ("odds 54 --varient=meyer", "no option '--varient' (did you mean '--variant'?)"),
        ("simulate honest liar --gmaes 5", "no option '--gmaes' (did you mean '--games'?)"),
        ("odds --xyzzy", "no option '--xyzzy' (see mia-stats odds --help)"),
        ("odds --format jsn", "--format: 'jsn' is not known (did you mean 'json'?); known are "),
        ("advise --truth exakt", "(did you mean 'exact'?); known are at_least, exact"),
        ("figures --picture survivl", "(did you mean 'survival'?)"),
        ("completion zhs", "(did you mean 'zsh'?); known are bash, zsh, fish"),
        ("--versoin", "no option '--versoin' (did you mean '--version'?)"),
        ("--variant meyer odds", "--variant is an option of a command, and follows its name"),
        ("odds --mia", "no option '--mia'"),
        ("solve --mia 2", "--mia-penalty"),
        ("odds 54 --rolls 2 62", "'62' is one word too many"),
        ("variants meyer", "'meyer' is one word too many"),
    ],
)
def test_who_mistypes_is_told_what_was_meant(
    line: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each Python words its own hints otherwise; these are the same in all."""
    assert part in error(capsys, *line.split())


def test_the_beginning_of_an_option_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "odds", "--var", "meyer") == output(capsys, "odds", "--variant", "meyer")
    assert output(capsys, "--vers") == output(capsys, "--version")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_terminal_of_80_columns(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = output(capsys, command, "--help")
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert text == output(capsys, "help", command)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_the_default_of_every_option_that_has_one(command: str) -> None:
    """An option that chooses what is done, such as --match, has none."""
    (commands,) = (a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction))
    for action in commands.choices[command]._actions:
        said = action.help or ""
        if action.default not in (None, False, argparse.SUPPRESS):
            assert "(default: " in said, action.option_strings
        for choice in action.choices or () if action.metavar != "COMMAND" else ():
            assert said.count(str(choice)) >= 1, action.option_strings
        assert action.nargs == 0 or action.metavar, action.option_strings


def test_help_colours_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in output(capsys, "--help") + output(capsys, "odds", "--help")


def test_a_message_is_one_short_line_that_a_terminal_only_shows() -> None:
    assert one_line("no\nodds \x1b[31m here") == "no odds ?[31m here"
    assert len(one_line("x" * 10**5)) < 700


def test_an_error_of_a_command_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--dice", "1"]) == 2
    assert capsys.readouterr().err.startswith("mia-stats odds: argument --dice: ")
