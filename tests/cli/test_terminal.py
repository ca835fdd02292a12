"""Facts about the command on a terminal of 80 columns, and in a pipe."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from mia_stats import CHARACTERS, VARIANTS, odds
from mia_stats.cli import options
from mia_stats.cli.terminal import is_terminal, width_of
from tests.cli.helpers import LOG, output, shell
from tests.cli.test_init import COMMANDS

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

TABLES = [
    "variants", "ranking", "ranking --variant points", "odds", "odds --variant kiriki", "median",
    "odds 54 --rolls 3", "claims", "duel 1* 66", "roll 1e9 --count --seed 1", "strategies", "rules",
    "simulate honest liar lucky --games 1000 --seed 1",
    "simulate honest liar --rules drinking --games 1000 --seed 1",
    "simulate honest liar lucky --ending last_standing --games 1000 --seed 1",
    "evaluate honest liar optimal", "evaluate --tournament", "evaluate --exploit", "solve",
    "solve 54", "solve --match", "advise 54 --previous 42 --roll 43 --lives 3,2",
    f"recognise {LOG} --seat 0",
]  # fmt: skip


def on_terminal(
    line: str, columns: int = 80, stdout: int | None = None, **env: str
) -> tuple[str, int]:
    """Return what a terminal of some columns shows of a command, and the status."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    plain = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "mia_stats", *line.split()], stdin=theirs,
        stdout=theirs if stdout is None else stdout, stderr=theirs,
        env=plain | {"PYTHONIOENCODING": "utf-8"} | env,
    )  # fmt: skip
    os.close(theirs)
    shown = bytearray()
    with process:
        try:
            while part := os.read(ours, 1 << 16):
                shown += part
        except OSError:  # on Linux the end of a terminal is an error
            pass
        finally:
            os.close(ours)
    return shown.decode().replace("\r\n", "\n"), process.returncode


def longest(text: str) -> int:
    return max(map(len, text.splitlines()))


def header(text: str) -> list[str]:
    """Return the words in the line above the rule."""
    lines = text.splitlines()
    rule = next(i for i, line in enumerate(lines) if line and not line.strip("- "))
    return lines[rule - 1].split()


@pytest.mark.parametrize("line", TABLES)
def test_no_line_is_longer_than_the_terminal_is_wide(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left out is said by name, and a pipe holds every column."""
    shown, status = on_terminal(line)
    assert status == 0
    assert longest(shown) <= 80
    piped = output(capsys, *line.split())
    assert "not shown" not in piped
    if longest(piped) <= 80:
        assert shown == piped
    for word in header(piped):  # stands above a column, or in the last line
        assert word in shown, word
    for columns in (40, 57, 100):
        monkeypatch.setattr(options, "width_of", lambda _, n=columns: n)
        assert longest(output(capsys, *line.split())) <= columns


def test_every_command_that_prints_a_table_is_tried() -> None:
    others = {"play", "figures", "report", "completion", "help"}
    assert {line.split()[0] for line in TABLES} == set(COMMANDS) - others


def test_what_has_no_room_is_said() -> None:
    """Of a tournament it is the players at the end, and never the mean, which says who is best."""
    shown, _ = on_terminal("evaluate --tournament")
    names = header(shown)
    *_, said = shown.split("\n\n")
    assert (names[0], names[-1]) == ("player", "mean")
    left_out = [name for name in CHARACTERS if name not in names]
    assert left_out
    assert f"not shown: {', '.join(left_out)} (" in " ".join(said.split())
    assert "a pipe or -o FILE" in " ".join(said.split())


def test_a_wide_terminal_shows_the_whole_table() -> None:
    shown, _ = on_terminal("variants", columns=300)
    assert shown == f"{VARIANTS.to_text()}\n"


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_narrower_and_wider_terminals(columns: int) -> None:
    shown, _ = on_terminal("odds", columns)
    assert shown == f"{odds().to_text(columns)}\n"
    assert longest(shown) <= columns


def test_the_variable_columns_counts_as_for_other_programs() -> None:
    shown, _ = on_terminal("odds", COLUMNS="40")
    assert shown == f"{odds().to_text(40)}\n"


def test_files_and_other_formats_stay_whole(tmp_path: Path) -> None:
    on_terminal(f"odds -o {tmp_path}/odds.txt", columns=40)
    assert (tmp_path / "odds.txt").read_text() == f"{odds()}\n"
    shown, _ = on_terminal("odds --format markdown", columns=40)
    assert shown == f"{odds().to_markdown()}\n"


@pytest.mark.parametrize("command", ["", "simulate", "play"])
def test_help_fits(command: str) -> None:
    shown, status = on_terminal(f"{command} --help" if command else "")
    assert status == 0
    assert longest(shown) <= 80
    assert "\x1b" not in shown


class TestProgress:
    """A bar where somebody waits and watches, and nowhere else."""

    LONG = "simulate lucky lucky --lives 1 --games 1e6 --seed 1"

    def test_a_long_run_shows_it_without_being_asked(self, tmp_path: Path) -> None:
        """It goes to the standard error, so that a file holds the table alone."""
        with (tmp_path / "table").open("w") as file:
            shown, _ = on_terminal(self.LONG, stdout=file.fileno())
        assert "1.00M/1.00M" in shown
        table = (tmp_path / "table").read_text()
        assert table == shell(f"mia-stats {self.LONG}").stdout
        assert "M/1.00M" not in table

    def test_it_can_be_left_out(self) -> None:
        shown, _ = on_terminal(f"{self.LONG} --no-progress")
        assert "M/1.00M" not in shown

    def test_a_short_run_shows_it_on_request(self) -> None:
        short = "simulate honest liar --games 100 --seed 1"
        assert "100/100" not in on_terminal(short)[0]
        assert "100/100" in on_terminal(f"{short} --progress")[0]

    def test_a_pipe_gets_none(self) -> None:
        run = shell(f"mia-stats {self.LONG}")
        assert (run.returncode, run.stderr) == (0, "")


def test_who_watches() -> None:
    assert not is_terminal(None)
    assert width_of(None) is None
    with Path(os.devnull).open() as file:
        assert width_of(file) is None
