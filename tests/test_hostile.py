"""Facts about what no caller should be able to break."""

from __future__ import annotations

import codecs
import copy
import io
import itertools
import json
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    CHARACTERS,
    DOUBT,
    FAIR,
    HONEST,
    OUTCOMES,
    STANDARD,
    VARIANTS,
    Dice,
    Outcome,
    Rules,
    TableStrategy,
    Variant,
    advise,
    beat_probability,
    evaluate,
    exploitability,
    find_variant,
    odds,
    plan,
    simulate_games,
    solve_match,
    solve_round,
)
from mia_stats.cli import main
from mia_stats.cli.options import write
from mia_stats.plotting import draw_figures, plot_beat_probability, save_figure
from mia_stats.utils.checks import shown


class Hostile:
    """A value whose every conversion raises."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise KeyError


def test_a_value_that_raises_is_refused_as_any_other() -> None:
    value: Any = Hostile()
    with pytest.raises(TypeError, match="Hostile"):
        Outcome.parse(value)
    with pytest.raises(TypeError, match="Hostile"):
        Dice([value] * 6)
    with pytest.raises(TypeError, match="Hostile"):
        beat_probability(54, rolls=value)


def test_a_class_named_like_a_builtin_is_shown() -> None:
    assert "object" in shown(type("int", (), {})())
    assert "object" in shown(type("array", (), {})())


def test_numpy_bools_are_no_dice() -> None:
    with pytest.raises(TypeError):
        Outcome.parse((np.True_, 2))  # type: ignore[arg-type]  # it must raise
    with pytest.raises(TypeError, match="or_tie"):
        beat_probability(54, or_tie="no")  # type: ignore[arg-type]  # it must raise
    assert beat_probability(54, or_tie=np.True_) == Fraction(5, 9)  # type: ignore[arg-type]  # welcome


@pytest.mark.parametrize(
    "given",
    [
        {"tiers": itertools.repeat(STANDARD.tiers[0])},
        {"tiers": (tier for tier in STANDARD.tiers)},
        {"tiers": (*STANDARD.tiers, ("54",))},
        {"tiers": (*STANDARD.tiers, iter([]))},
        {"tiers": None},
        {"tiers": [[[5]]]},
        {"tiers": STANDARD.tiers[:-1], "rethrown": (o for o in [Outcome(3, 1)])},
    ],
)
def test_a_variant_is_made_of_tuples_of_outcomes(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"tuples|holds outcomes"):
        Variant("broken", **given)


def test_a_set_has_no_order() -> None:
    with pytest.raises(TypeError, match="outcomes must be a list"):
        Variant.from_order("broken", set(OUTCOMES))
    with pytest.raises(ValueError, match="unknown"):
        Variant.from_order("broken", ["=" * 10**7])
    with pytest.raises(TypeError, match="'standard"):
        find_variant("standard" + "+points" * 10**6)


def test_weights_can_not_be_changed_from_outside() -> None:
    with pytest.raises(TypeError):
        FAIR.outcome_weights[Outcome(2, 1)] = 100  # type: ignore[index]  # it must raise
    for again in (copy.deepcopy(FAIR), pickle.loads(pickle.dumps(FAIR))):
        assert again == FAIR
        assert again.chance(21) == Fraction(1, 18)


def test_monstrous_weights_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="1000 bits at most"):
        Dice([Fraction(1, prime**40_000) for prime in (3, 7, 11, 13, 17, 19)])


def test_some_calls_keep_the_order_of_rank() -> None:
    frame = odds().only(54, 62).to_frame()
    assert list(frame["rank"]) == [11, 13]
    assert list(frame.sort_values("outcome")["rank"]) == [13, 11]


def test_plots_want_axes_and_figures() -> None:
    with pytest.raises(TypeError, match="ax must be one matplotlib Axes, not 5"):
        plot_beat_probability(ax=5)  # type: ignore[arg-type]  # it must raise
    with pytest.raises(TypeError, match="figure must be"):
        save_figure(None, "x")  # type: ignore[arg-type]  # it must raise


def test_a_name_can_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    evil = Variant("/../../$evil$", STANDARD.tiers, title=r"$\foo$")
    for path in draw_figures(tmp_path / "charts", evil):
        assert path.parent == tmp_path / "charts"


class TestFilesAndStreams:
    """What the shell can do to a command."""

    def run(self, command: str, **env: str) -> subprocess.CompletedProcess[str]:
        program = f"{sys.executable} -m mia_stats"
        return subprocess.run(
            ["bash", "-c", command.replace("mia-stats", program)],
            capture_output=True, text=True, check=False,
            env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"} | env,
        )  # fmt: skip

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    @pytest.mark.parametrize("command", ["odds", "--help", "median --format json"])
    def test_a_full_disk_is_one_line(self, command: str) -> None:
        run = self.run(f"mia-stats {command} > /dev/full")
        assert run.returncode == 2
        assert run.stderr == "mia-stats: standard output: No space left on device\n"

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_a_full_disk_is_seen_by_the_parser_too(self) -> None:
        """It swallows what it can't print, where nothing waits in a buffer."""
        run = self.run("mia-stats --version > /dev/full", PYTHONUNBUFFERED="1")
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)

    def test_a_closed_standard_output_is_an_error_where_it_is_needed(self, tmp_path: Path) -> None:
        run = self.run("mia-stats odds >&-")
        assert (run.returncode, run.stderr) == (2, "mia-stats: standard output: it is closed\n")
        run = self.run(f"mia-stats odds -o {tmp_path}/x.csv >&-")
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
        self,
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

    def test_a_strategy_is_not_saved_to_the_file_that_the_shell_puts_the_table_in(
        self, tmp_path: Path
    ) -> None:
        """It would replace that file, and the table would go to one that has no name any more."""
        run = self.run(f"mia-stats solve --save {tmp_path}/x > {tmp_path}/x")
        assert run.returncode == 2
        assert "must be two files" in run.stderr

    def test_a_loop_of_links_is_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        assert main(["odds", "-o", str(tmp_path / "loop")]) == 2
        assert main(["odds", "-o", str(tmp_path / "loop" / "x")]) == 2

    def test_a_path_that_ends_in_a_slash_is_a_folder(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["odds", "-o", f"{tmp_path}/new/"]) == 2
        assert "new/: Is a directory" in capsys.readouterr().err
        assert not list(tmp_path.iterdir())

    def test_a_file_that_may_not_be_written_is_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "odds.csv"
        path.write_text("old")
        monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
        assert main(["odds", "-o", str(path)]) == 2
        assert "odds.csv: Permission denied" in capsys.readouterr().err
        assert path.read_text() == "old"

    def test_control_characters_do_not_reach_the_terminal(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["odds", "-o", "/nowhere/\x1b[31m/x"]) == 2
        assert "\x1b" not in capsys.readouterr().err

    @pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
    def test_an_export_is_never_altered_to_suit_a_terminal(self, encoding: str) -> None:
        """The table of variants holds ä and č; one process prints it in all formats."""
        program = (
            "import sys; from mia_stats.cli import main; sys.stdout.reconfigure(newline='')\n"
            "for form in ('table', 'markdown', 'json', 'html', 'csv', 'latex'):\n"
            "    print(main(['variants', '--format', form]), end='\\f')"
        )
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )  # fmt: skip
        text, markdown, document, page, *refused = run.stdout.decode(encoding).split("\f")[:-1]
        names = "Mäxchen, Meiern, Machá?ek".encode(encoding, "replace").decode(encoding)
        assert names in text
        assert names in markdown
        assert json.loads(document[:-1]) == json.loads(VARIANTS.to_json() or "")
        assert document.isascii()
        assert page == f"{VARIANTS.to_html()}0"
        assert refused == ["2", "2"]
        name = codecs.lookup(encoding).name
        errors = run.stderr.decode(encoding).splitlines()
        assert len(errors) == 2
        for error in errors:
            assert error.startswith(f"mia-stats: the standard output is {name}, which has no '")
            assert "-o FILE" in error

    def test_json_is_whole_on_any_standard_output(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for encoding in ("ascii", "cp1252", "utf-16", "utf-8"):
            raw = io.BytesIO()
            monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, newline=""))
            write('{"ä": "😀\\n"}', "-", "json")
            sys.stdout.flush()
            assert json.loads(raw.getvalue().decode(encoding)) == {"ä": "😀\n"}
            assert ("ä" in raw.getvalue().decode(encoding)) == (encoding == "utf-8")


class TestAtTheTable:
    """What players, executors and files can't do to a game."""

    def test_a_strategy_can_not_change_the_game(self) -> None:
        """It gets copies, even where one player sits in all seats."""

        class Vandal:
            name = "vandal"

            def choose_call(self, seen: Any, rng: Any) -> Any:
                calls = np.maximum(seen.rolled, seen.lowest)
                for array in (seen.seat, seen.seat_lives, seen.rolled, seen.state):
                    array[...] = 0
                return calls

            def answer(self, seen: Any, rng: Any) -> Any:
                answers = np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)
                for array in (seen.seat, seen.seat_lives, seen.call, seen.state):
                    array[...] = 0
                return answers

        vandal = Vandal()
        games = 20_000
        found = simulate_games([vandal] * 2, Rules(lives=2), games=games, rng=1, starter=0)
        honest = evaluate(["honest"] * 2, Rules(lives=2), starter=0).loses[0]
        assert abs(found.losses[0] / games - honest) < 4 * (0.25 / games) ** 0.5

    def test_a_seed_sequence_is_a_seed(self) -> None:
        seed = np.random.SeedSequence(7)
        first, second = (simulate_games(["honest"] * 2, games=100, rng=seed) for _ in range(2))
        assert first == second == simulate_games(["honest"] * 2, games=100, rng=7)

    @pytest.mark.parametrize("rng", [True, [], range(10**12), 1.5, "7", b"7", -1, {}])
    def test_what_is_no_seed_is_refused_at_once(self, rng: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="rng"):
            simulate_games(["honest"] * 2, games=10, rng=rng)

    def test_a_match_strategy_never_folds_where_that_is_forbidden(self) -> None:
        strategy = solve_match(Rules(lives=2)).strategy
        for ask in (evaluate, lambda *game: simulate_games(*game, games=10)):
            with pytest.raises(ValueError, match="solved for"):
                ask([strategy, "honest"], Rules(lives=2, mia_fold=None))
        wrong: list[Any] = [True, 1.0, None, []]
        for lives in wrong:
            with pytest.raises((TypeError, ValueError), match="lives"):
                strategy.at(lives, 1)

    def test_a_round_without_a_threshold_says_so(self) -> None:
        rules = Rules("ascending-doubles", Dice([1, 1, 0, 0, 0, 0]), mia_fold=2, mia_lie_penalty=20)
        solution = solve_round(rules)
        assert solution.threshold is None
        assert exploitability(solution.strategy, rules) == 0
        assert "more must lie" in plan(rules=rules).caption

    def test_a_masked_array_is_no_table(self) -> None:
        table = HONEST.table("wikipedia")
        masked = np.ma.array(table.calls, mask=True)
        with pytest.raises(TypeError, match="masked"):
            TableStrategy("masked", masked, table.doubts)

    @pytest.mark.parametrize("name", ["", "a\nb", "x" * 4_000_000, None])
    def test_a_strategy_needs_a_name(self, name: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="name") as caught:
            TableStrategy(name, [[[1]]], [[1]])
        assert len(str(caught.value)) < 200

    def test_rules_may_be_named_where_a_table_is_made(self) -> None:
        assert HONEST.table("school-paper").name == "honest"
        with pytest.raises(TypeError, match="5"):
            HONEST.table(5)  # type: ignore[arg-type]  # it must raise
        assert "doubter-99" not in CHARACTERS

    @pytest.mark.parametrize("tier", [-1, 21, 10**5000, 1.0, True], ids=type)
    def test_there_is_no_such_tier(self, tier: Any) -> None:
        for ask in (Rules().tier_name, Rules().lowest_call):
            with pytest.raises((TypeError, ValueError), match="must be"):
                ask(tier)

    @pytest.mark.parametrize("lives", [b"\x03\x02", {3, 2}, {3: 1, 2: 1}, np.array(3)])
    def test_lives_are_a_list(self, lives: Any) -> None:
        for ask in (
            lambda: simulate_games(["honest"] * 2, games=10, lives=lives),
            lambda: evaluate(["honest"] * 2, lives=lives),
        ):
            with pytest.raises((TypeError, ValueError), match=r"lives.* must be a list"):
                ask()

    @pytest.mark.parametrize(
        ("argv", "part"),
        [
            (["evaluate", "--tournament", "--starter", "1"], "single game"),
            (["evaluate", "--exploit", "--lives", "3,2"], "single game"),
            (["solve", "--match", "--last", "54"], "--last is for a round"),
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
        self, argv: list[str], part: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(argv) == 2
        err = capsys.readouterr().err
        assert part in err
        assert err.count("\n") == 1

    def test_a_plan_that_fails_saves_nothing(self, tmp_path: Path) -> None:
        assert main(["solve", "--last", "21", "--save", str(tmp_path / "x.json")]) == 2
        assert not list(tmp_path.iterdir())

    def test_an_opener_without_a_roll_sees_its_calls(self) -> None:
        calls = advise().calls
        assert next(iter(calls)) == "52"
        assert sum(calls.values()) == 1
