"""Facts about the command that plays: at a terminal, in a pipe, and what it leaves in its log."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import struct
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mia_stats import RULES, Game, save_strategy
from mia_stats.cli import main
from tests.cli.helpers import error, shell

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

PROMPT = "\n> "
IN_CHARGE = """
import fcntl, sys, termios
from mia_stats.cli import main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.exit(main(sys.argv[1:]))
"""  # a terminal sends Ctrl-C to those that it is in charge of


class Terminal:
    """A pseudo-terminal in which the command plays."""

    def __init__(self, line: str, columns: int = 80) -> None:
        import fcntl
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        plain = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_CHARGE, "play", *line.split()],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env=plain | {"PYTHONIOENCODING": "utf-8", "TERM": "dumb"},
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def read(self, mark: str | None = None) -> str:
        """Return what is shown next, up to a mark or else to the end."""
        found = ""
        while mark is None or not found.endswith(mark):
            try:
                part = os.read(self.ours, 1 << 16).decode()
            except OSError:  # on Linux the end of a terminal is an error
                part = ""
            if not part:
                break
            found += part.replace("\r\n", "\n")
        self.shown += found
        return found

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def end(self) -> int:
        """Return the exit status, after all that is left was shown."""
        self.read()
        os.close(self.ours)
        return self.process.wait()


def play(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    typed: Sequence[str],
) -> str:
    """Return what the command shows to whom it can't see."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{word}\n" for word in typed)))
    assert main(["play", *line.split()]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def answers(shown: str) -> str:
    """Return something legal to say to what is shown last."""
    asked = shown.rstrip("> \n").splitlines()[-1]
    if "Call" in (text := " ".join(shown.splitlines()[-4:])):
        return str(re.findall(r"Call (\d+)", text)[-1])
    return "look" if "ook" in asked else "doubt"


class TestAtATerminal:
    """What people do and see."""

    def test_a_whole_game(self, tmp_path: Path) -> None:
        log = tmp_path / "game.jsonl"
        terminal = Terminal(f"liar honest --seed 7 --lives 2 --log {log}")
        while (shown := terminal.read(PROMPT)).endswith(PROMPT):
            terminal.type(answers(shown) + "\n")
        assert terminal.end() == 0
        assert "The game is over: " in terminal.shown
        assert max(map(len, terminal.shown.splitlines())) <= 80
        assert "\x1b" not in terminal.shown
        game = Game.replay(log.read_text())
        assert game.over
        assert game.players == ("you", "liar", "honest")
        assert terminal.shown.count("Round ") == game.round
        assert terminal.shown.count("Lives: ") == game.round

    def test_ctrl_c_leaves_a_whole_log(self, tmp_path: Path) -> None:
        log = tmp_path / "game.jsonl"
        terminal = Terminal(f"honest --seed 1 --starter 0 --log {log}")
        terminal.read(PROMPT)
        terminal.type("31\n")
        terminal.read(PROMPT)
        terminal.type("\x03")
        assert terminal.end() == 130
        assert terminal.shown.endswith(f"the log up to here is in {log}\n")
        assert "Traceback" not in terminal.shown
        game = Game.replay(log.read_text())
        assert (game.over, game.torn, game.to_act) == (False, None, 0)
        assert [event.what for event in game.events[:3]] == ["round", "throw", "call"]

    def test_ctrl_d_leaves_the_table(self, tmp_path: Path) -> None:
        log = tmp_path / "game.jsonl"
        terminal = Terminal(f"honest --seed 1 --log {log}")
        terminal.read(PROMPT)
        terminal.type("\x04")
        assert terminal.end() == 0
        assert terminal.shown.endswith("\nYou leave the table.\n")
        assert not Game.replay(log.read_text()).over

    def test_a_crash_leaves_whole_lines(self, tmp_path: Path) -> None:
        """What has happened is in the file before the person is asked."""
        log = tmp_path / "game.jsonl"
        terminal = Terminal(f"honest --seed 1 --starter 0 --log {log}")
        terminal.read(PROMPT)
        terminal.process.send_signal(signal.SIGKILL)
        terminal.end()
        game = Game.replay(log.read_text())
        assert (game.to_act, game.torn) == (0, None)

    @pytest.mark.parametrize("columns", [40, 57, 120])
    def test_it_fits(self, columns: int) -> None:
        terminal = Terminal("liar --seed 3 --lives 1", columns)
        terminal.read(PROMPT)
        terminal.type("?\n")
        while (shown := terminal.read(PROMPT)).endswith(PROMPT):
            terminal.type(answers(shown) + "\n")
        assert terminal.end() == 0
        assert max(map(len, terminal.shown.splitlines())) <= columns


class TestInAPipe:
    """What is typed is shown, so that a transcript can be read."""

    def test_the_same_seed_and_the_same_answers(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        typed = ["66", "doubt", "doubt", "61", "doubt"]
        line = "random honest --seed 5 --lives 1 --starter 0"
        one, two = (play(capsys, monkeypatch, line, typed) for _ in range(2))
        assert one == two
        assert "> 66\nYou call 66.\n" in one

    def test_it_ends_where_no_more_is_typed(self, tmp_path: Path) -> None:
        run = shell(f"echo 54 | mia-stats play honest --seed 1 --starter 0 --log {tmp_path}/x")
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.endswith("> \nYou leave the table.\n")
        assert Game.replay((tmp_path / "x").read_text()).events[2].what == "call"
        run = shell("mia-stats play honest --seed 1 <&-")
        assert (run.returncode, run.stderr) == (0, "")

    def test_quit(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for word in ("quit", "Q", "exit"):
            shown = play(capsys, monkeypatch, "honest --seed 1", [word, "54"])
            assert shown.endswith(f"> {word}\nYou leave the table.\n")

    def test_what_is_no_text(self) -> None:
        run = shell(r"printf '\xff\xfe\n\x1b[31m54\n31\n' | mia-stats play honest --seed 1")
        assert (run.returncode, run.stderr) == (0, "")
        assert "\x1b" not in run.stdout

    def test_what_is_shown_is_cut_off_by_head(self) -> None:
        run = shell("yes doubt | head -99 | mia-stats play honest --seed 1 | head -1")
        assert (run.returncode, run.stderr) == (0, "")


def words(shown: str) -> list[str]:
    """Return what follows on each thing that was typed."""
    return [" ".join(part.split("\n", 1)[-1].split()) for part in shown.split("> ")[1:]]


class TestWhatMayBeTyped:
    """Much, and what is wrong changes nothing."""

    def game(self, tmp_path: Path, capsys: Any, monkeypatch: Any, line: str, *typed: str) -> Game:
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        self.shown = play(capsys, monkeypatch, f"{line} --log {log}", typed)
        return Game.replay(log.read_text())

    @pytest.mark.parametrize("said", ["54", " 5 4", "4,5", "call 54", "c 54", "54\t"])
    def test_a_call(self, said: str, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
        game = self.game(tmp_path, capsys, monkeypatch, "honest --starter 0 --seed 1", said)
        assert str(game.events[2].call) == "54"

    @pytest.mark.parametrize("said", ["8", "62", "call 8"])
    def test_a_sum(self, said: str, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
        line = "honest --variant points --starter 0 --seed 1"
        game = self.game(tmp_path, capsys, monkeypatch, line, said)
        assert str(game.events[2].call) == "62"
        assert "You call 8 (62=53)." in self.shown

    @pytest.mark.parametrize(
        ("said", "what"),
        [("d", "doubt"), ("Doubt", "doubt"), ("b", "believe"), ("BELIEVE", "believe")],
    )
    def test_an_answer(
        self, said: str, what: str, tmp_path: Path, capsys: Any, monkeypatch: Any
    ) -> None:
        game = self.game(tmp_path, capsys, monkeypatch, "honest --starter 1 --seed 1", said)
        assert game.events[3].answer == what

    @pytest.mark.parametrize(("said", "what"), [("l", "look"), ("d", "look"), ("fold", "fold")])
    def test_an_answer_to_mia(
        self, said: str, what: str, tmp_path: Path, capsys: Any, monkeypatch: Any
    ) -> None:
        line = "honest --dice 1,0,0,0,0,0/0,1,0,0,0,0 --starter 1 --seed 1"
        game = self.game(tmp_path, capsys, monkeypatch, line, said)
        assert "Look or fold?" in self.shown
        assert game.events[3].answer == what

    @pytest.mark.parametrize(("said", "call"), [("pass", "41"), ("p 61", "61"), ("pass 6 1", "61")])
    def test_a_cup_that_is_handed_on(
        self, said: str, call: str, tmp_path: Path, capsys: Any, monkeypatch: Any
    ) -> None:
        line = "honest honest --unseen-pass liable --starter 2 --seed 1"
        game = self.game(tmp_path, capsys, monkeypatch, line, "61", said)
        heard = str(game.events[2].call)
        assert f"Doubt, believe or pass {heard} or more, unseen?" in self.shown
        assert "to hand the cup on, type pass 61." in self.shown
        assert (game.events[3].what, str(game.events[3].call)) == ("pass", call)

    def test_a_second_throw(self, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
        line = "honest --second-throw blind --starter 0 --seed 1"
        game = self.game(tmp_path, capsys, monkeypatch, line, "a", "54", "d")
        assert game.events[2].blind
        assert "You do not know the dice. Call 31 or more." in self.shown
        assert "to throw blind. Optimal play of the round does so" in self.shown

    def test_what_is_wrong_is_said_and_asked_again(
        self, tmp_path: Path, capsys: Any, monkeypatch: Any
    ) -> None:
        typed = ["", "45", "dubt", "doubt", "99999", "x" * 10**6, "b", "pass 61", "call", "54"]
        game = self.game(tmp_path, capsys, monkeypatch, "honest --starter 0 --seed 1", *typed)
        assert [event.what for event in game.events[:3]] == ["round", "throw", "call"]
        said = words(self.shown)
        assert said[0] == ""
        assert "write 54" in said[1]
        assert "'dubt' is no outcome" in said[2]
        assert "'doubt' is not legal" in said[3]
        assert len(said[5]) < 700
        assert "You call 54." in said[9]

    def test_help(self, capsys: Any, monkeypatch: Any) -> None:
        shown = play(capsys, monkeypatch, "honest --variant meyer --starter 0 --seed 1", ["?"])
        assert "From the best to the worst: 21 31 66 55" in " ".join(shown.split())


class TestRules:
    """Any rules, any players, any seat."""

    @pytest.mark.parametrize("key", list(RULES))
    def test_each_published_set(
        self, key: str, tmp_path: Path, capsys: Any, monkeypatch: Any
    ) -> None:
        for others in ("liar", "random sniper honest"):
            log = tmp_path / others.replace(" ", "-")
            typed = ["doubt", "look", "31", "54", "66", "21"] * 60
            line = f"{others} --rules {key} --lives 2 --seed 1 --log {log}"
            shown = play(capsys, monkeypatch, line, typed)
            game = Game.replay(log.read_text())
            assert game.over
            assert "\n* You " in shown
            assert game.rules == replace(RULES[key], lives=2)

    def test_a_seat_a_name_and_lives_by_seat(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        run = shell(
            f"mia-stats play liar honest --seat 1 --name Ann --lives 3,2,1 --log {log} </dev/null"
        )
        assert "To your left: honest, liar." in run.stdout
        game = Game.replay(log.read_text())
        assert game.players == ("liar", "Ann", "honest")
        assert json.loads(log.read_text().splitlines()[0])["lives"] == [3, 2, 1]

    def test_players_of_one_name_are_told_apart(self, capsys: Any, monkeypatch: Any) -> None:
        shown = play(capsys, monkeypatch, "honest honest --seed 1", [])
        assert "To your left: honest (seat 1), honest (seat 2)." in shown

    def test_a_strategy_in_a_file(self, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
        save_strategy(tmp_path / "mine.json", "liar", "meyer-engine")
        shown = play(capsys, monkeypatch, f"{tmp_path}/mine.json --seed 1", [])
        assert shown.startswith("Meyer, 6 lives, calls may be equalled")


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["poker"], "'poker' is no player"),
        (["liar", "--seat", "2"], "--seat must be from 0 to 1"),
        (["liar", "--starter", "2"], "starter must be from 0 to 1"),
        (["liar", "--lives", "1,2,3"], "lives must be a list of 2"),
        (["liar", "--name", ""], "name of a person"),
        (["liar"] * 20, "20 players at most"),
        (["liar", "--log", "-"], "--log needs a file"),
        (["liar", "--log", "/nowhere/x"], "/nowhere/x"),
        (["liar", "--log", "/"], "/: Is a directory"),
        (["optimal", "--rules", "drinking"], "no closed form"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_what_is_refused(argv: list[str], part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert part in error(capsys, "play", *argv)


def test_a_log_is_never_written_over(tmp_path: Path, capsys: Any) -> None:
    log = tmp_path / "log"
    log.write_text("kept")
    assert "holds something already" in error(capsys, "play", "liar", "--log", str(log))
    assert log.read_text() == "kept"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    run = shell("mia-stats play liar --log /dev/full </dev/null")
    assert (run.returncode, run.stderr) == (2, "mia-stats: /dev/full: No space left on device\n")
