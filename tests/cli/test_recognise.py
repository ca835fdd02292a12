"""Facts about the command that says who a player is by the log of a game."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from mia_stats import (
    CHARACTERS,
    Game,
    Rules,
    best_response,
    recognise,
    save_strategy,
    solve_match,
    solve_round,
)
from mia_stats.cli import main
from mia_stats.exact.recognition import ready_made
from tests.cli.helpers import LOG, error, output, shell

PLAYED = Game.replay(LOG.read_text())
LIAR = ("recognise", str(LOG), "--seat", "1")


def kept(path: Path, rules: Rules, *players: str, public: bool = False) -> str:
    """Keep the log of a game that some players have played, and return its file."""
    game = Game(players, rules, rng=1, starter=0)
    game.run()
    path.write_text(game.log(public=public))
    return str(path)


class TestWhatItPrints:
    """The table of `recognise`, by what all have seen."""

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_each_seat(self, seat: int, capsys: pytest.CaptureFixture[str]) -> None:
        who = recognise(PLAYED.seen_of(seat))
        assert output(capsys, "recognise", str(LOG), "--seat", str(seat)) == f"{who}\n"

    def test_hidden_dice_do_not_count(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        public = tmp_path / "public.jsonl"
        public.write_text(PLAYED.log(public=True))
        assert output(capsys, "recognise", str(public), "--seat", "1") == output(capsys, *LIAR)

    def test_the_log_may_come_from_a_pipe(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(LOG.read_text()))
        assert output(capsys, "recognise", "-", "--seat", "1") == output(capsys, *LIAR)

    def test_formats_and_files(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert output(capsys, *LIAR, "-o", str(tmp_path / "who.json")) == ""
        rows = json.loads((tmp_path / "who.json").read_text())
        assert (rows[0]["player"], rows[0]["chance"]) == ("liar", 0.75)
        who = recognise(PLAYED.seen_of(1))
        assert output(capsys, *LIAR, "--format", "csv") == who.to_csv()

    def test_a_log_that_play_has_kept(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        run = shell(
            f"printf '54\\ndoubt\\n' | mia-stats play liar --seed 1 --starter 0 --log {log}"
            f" > {tmp_path}/shown; mia-stats recognise {log} --seat 0"
        )
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout == f"{recognise(Game.replay(log.read_text()).seen_of(0))}\n"

    def test_the_rules_are_those_of_the_game(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rules = Rules("meyer", toast=32, second_throw="blind", unseen_pass="liable")
        log = kept(tmp_path / "log", rules, "honest", "liar", "random")
        seen = Game.replay(Path(log).read_text()).seen_of(2)
        shown = output(capsys, "recognise", log, "--seat", "2")
        assert shown == f"{recognise(seen, rules=rules)}\n"

    def test_who_cannot_play_by_the_rules_is_nobody(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Who doubts from 54 on plays no game in which 54 is thrown again."""
        rules = Rules("standard+rethrown-54")
        assert [name for name in CHARACTERS if name not in ready_made(rules)] == ["doubter-54"]
        log = kept(tmp_path / "log", rules, "liar", "honest")
        assert "doubter" not in output(capsys, "recognise", log, "--seat", "0")


class TestCandidates:
    """Who it may be, where that is said."""

    def test_what_was_known_before(self, capsys: pytest.CaptureFixture[str]) -> None:
        who = recognise(PLAYED.seen_of(1), ["random", "liar"], prior={"random": 0.25, "liar": 0.75})
        rows = json.loads(
            output(capsys, *LIAR, "--prior", "random:1/4,liar:75%", "--format", "json")
        )
        assert [row["chance"] for row in rows] == pytest.approx(sorted(who.chances.values())[::-1])
        assert "is no candidate, who is one player: give the chances to --prior" in error(
            capsys, *LIAR, "--candidates", "random:1/4,liar:3/4"
        )

    def test_names(self, capsys: pytest.CaptureFixture[str]) -> None:
        names = ["optimal", "Liar", "doubter-61"]
        who = recognise(PLAYED.seen_of(1), names)
        assert output(capsys, *LIAR, "--candidates", *names) == f"{who}\n"

    def test_files(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = str(tmp_path / "reply.json")
        reply = best_response("liar").strategy
        save_strategy(file, reply)
        who = recognise(PLAYED.seen_of(1), [reply, "liar"])
        assert output(capsys, *LIAR, "--candidates", file, "liar") == f"{who}\n"

    def test_a_match_is_read_by_the_lives(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        match = solve_match(Rules(lives=2)).strategy
        file = str(tmp_path / "match.json")
        save_strategy(file, match)
        log = kept(tmp_path / "log", Rules(lives=2), "random", "honest")
        seen = Game.replay(Path(log).read_text()).seen_of(0)
        shown = output(capsys, "recognise", log, "--seat", "0", "--candidates", file, "random")
        assert shown == f"{recognise(seen, [match, 'random'])}\n"

    def test_files_that_are_for_other_games(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = str(tmp_path / "other.json")
        for strategy, rules, why in (
            ("liar", "meyer", "other rules than the game is by: variant, call, mia_penalty"),
            (solve_round(Rules(doubt_penalty=2)).strategy, None, "is by: doubt_penalty"),
            (solve_match(Rules(lives=2)).strategy, None, "plays matches of 2 players, not of 3"),
            (solve_match(Rules(lives=1), 3).strategy, None, "not for lives (2, 2, 2)"),
        ):
            save_strategy(file, strategy, rules)
            said = error(capsys, *LIAR, "--candidates", "honest", file)
            assert said.startswith(f"mia-stats: {file}")
            assert why in said

    def test_how_long_a_game_lasts_is_nothing_that_a_table_is_made_for(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = str(tmp_path / "liar.json")
        save_strategy(file, "liar", Rules(lives=9, ending="last_standing"))
        assert "liar" in output(capsys, *LIAR, "--candidates", file, "honest")

    @pytest.mark.parametrize(
        ("names", "why"),
        [
            (["poker"], "'poker' is no player; known are honest, liar"),
            (["nobody.json"], "nobody.json: No such file"),
            (["honest"], "nobody of honest does all that was seen"),
            (["liar", "LIAR"], "'liar' is several"),
            ([], "--candidates: expected at least one argument"),
        ],
    )
    def test_what_is_refused(
        self, names: list[str], why: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert why in error(capsys, *LIAR, "--candidates", *names)


class TestWhatIsWrong:
    """One line says it, and where."""

    @pytest.mark.parametrize("seat", ["3", "99"])
    def test_a_seat_that_is_not_there(self, seat: str, capsys: pytest.CaptureFixture[str]) -> None:
        said = error(capsys, "recognise", str(LOG), "--seat", seat)
        assert f"there is no seat {seat}: the seats are 0 Ann, 1 liar, 2 honest" in said

    def test_no_seat(self, capsys: pytest.CaptureFixture[str]) -> None:
        said = error(capsys, "recognise", str(LOG))
        assert "--seat is missing: the seats are 0 Ann, 1 liar, 2 honest" in said

    @pytest.mark.parametrize(
        ("file", "why"),
        [
            ("nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
            ("/", "/: Is a directory"),
            ("/dev/null", "/dev/null: it is empty, and holds no log"),
            ("a\x00b", "null byte"),
            (__file__, "test_recognise.py: line 1: this is no JSON"),
        ],
    )
    def test_a_file_that_is_no_log(
        self, file: str, why: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert why in error(capsys, "recognise", file, "--seat", "1")

    def test_a_file_that_is_no_text(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "log").write_bytes(b"\xff\xfe\x00")
        assert "log: 'utf-8' codec" in error(capsys, "recognise", f"{tmp_path}/log", "--seat", "1")

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
    def test_a_file_without_an_end(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "letters at most" in error(capsys, "recognise", "/dev/zero", "--seat", "1")

    def test_a_standard_input_that_is_closed(self) -> None:
        run = shell("mia-stats recognise - --seat 1 <&-")
        assert (run.returncode, run.stderr) == (2, "mia-stats: standard input: it is closed\n")

    @pytest.mark.parametrize(
        ("told", "other", "why"),
        [
            ('"call": 21}', '"call": 62}', "line 7: Event('call', seat=1, call=62) can't happen"),
            ('"dice": [4, 4], "call"', '"dice": [4, 7], "call"', "line 9: dice"),
            ('"dice": [4, 4], "call"', '"dice": [4, 3], "call"', "line 9: Event('show'"),
            ('"lives": [2, 2, 2]', '"lives": [2, 2]', "line 1: "),
        ],
    )
    def test_a_line_that_cannot_have_happened(
        self, told: str, other: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log = tmp_path / "log"
        assert told in LOG.read_text()
        log.write_text(LOG.read_text().replace(told, other, 1))
        assert f"log: {why}" in error(capsys, "recognise", str(log), "--seat", "1")

    def test_a_last_line_that_breaks_off(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """What came before it is read, and the standard error says so, each time."""
        log = tmp_path / "log"
        log.write_text(LOG.read_text()[:-9])
        for _ in range(2):
            assert main(["recognise", str(log), "--seat", "1"]) == 0
            shown, said = capsys.readouterr()
            assert shown == output(capsys, *LIAR)
            lines = len(LOG.read_text().splitlines())
            assert said == (
                f"mia-stats: {log}: line {lines} breaks off: what is seen is in the lines before "
                "it\n"
            )

    def test_a_seat_of_which_nothing_is_seen(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log = tmp_path / "log"
        log.write_text("".join(LOG.read_text().splitlines(keepends=True)[:3]))
        said = error(capsys, "recognise", str(log), "--seat", "2")
        assert "seat 2, honest, has neither called nor answered yet" in said
