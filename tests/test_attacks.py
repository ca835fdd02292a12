"""Facts that hard use has shown to be needed: each was wrong once."""

from __future__ import annotations

import copy
import pickle
import re
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from mia_stats import (
    DOUBT,
    FAIR,
    HONEST,
    POINTS,
    STANDARD,
    Character,
    Dice,
    Outcome,
    Rules,
    SimulationInterrupted,
    TableStrategy,
    Variant,
    best_response,
    doubter,
    exploitability,
    plan,
    sample_outcomes,
    simulate_games,
    simulate_rolls,
    solve_match,
    solve_round,
    tournament,
)
from mia_stats.cli import main
from mia_stats.plotting import draw_figures, plot_chances, plot_convergence, plot_lies_and_doubts
from mia_stats.simulate.results import wilson


def named(name: str) -> TableStrategy:
    """Return the honest player under another name."""
    table = HONEST.table(Rules())
    return TableStrategy(name, table.calls, table.doubts)


class TestRightNumbers:
    """What was answered, but wrongly."""

    def test_players_that_are_equal_are_not_the_same(self) -> None:
        class Bot:
            name = "bot"

            def __init__(self, *, bold: bool) -> None:
                self.bold = bold

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Bot)

            __hash__ = None  # type: ignore[assignment]  # as a dataclass has it

            def choose_call(self, seen: Any, rng: Any) -> Any:
                top = np.full(len(seen.state), seen.rules.top)
                return top if self.bold else np.maximum(seen.rolled, seen.lowest)

            def answer(self, seen: Any, rng: Any) -> Any:
                return np.full(len(seen.call), DOUBT)

        for seats in ([False, True], [True, False]):
            players = [Bot(bold=bold) for bold in seats]
            result = simulate_games(players, Rules(lives=1), games=1000, rng=1)
            assert result.losses[seats.index(True)] > 900

    def test_what_never_comes_does_not_come_in_10_to_the_18_rolls(self) -> None:
        dice = Dice([0, 0, 0, 2, 0, 1])
        for seed in range(20):
            rolls = simulate_rolls(10**18, "ascending-doubles", dice=dice, rng=seed)
            assert rolls.total == 10**18
            assert {str(outcome) for outcome in rolls if rolls[outcome]} <= {"44", "64", "66"}

    @pytest.mark.parametrize("total", [1, 7, 9, 10, 12, 100, 10**6])
    def test_an_interval_holds_what_was_seen(self, total: int) -> None:
        assert wilson(0, total)[0] == 0
        assert wilson(total, total)[1] == 1

    def test_who_never_loses_can_be_drawn(self) -> None:
        ax = Figure().subplots()
        plot_convergence(["lucky", "honest"], Rules(lives=20), most=1000, ax=ax)

    def test_a_solution_is_about_the_variant_that_was_given(self) -> None:
        mine = Variant("mine", STANDARD.tiers, title="Mine")
        assert plan(rules=Rules(mine)).caption.startswith("Mine, ")
        assert plan().caption.startswith("Mia, ")
        assert solve_round(Rules(mine)).rules.variant.key == "mine"

    def test_a_cached_answer_can_not_be_changed(self) -> None:
        with pytest.raises(TypeError):
            solve_round().states[0].calls[0][0] = 99  # type: ignore[index]  # it must raise
        with pytest.raises(AttributeError):
            solve_round().states[0].value = 1  # type: ignore[misc,assignment]  # it must raise
        with pytest.raises(AttributeError, match="can't be changed"):
            HONEST.table(Rules()).name = "evil"

    def test_a_match_of_very_many_lives_is_refused(self) -> None:
        with pytest.raises(ValueError, match="40 lives at most, not 100"):
            solve_match(Rules(lives=100))

    @pytest.mark.long
    def test_a_match_of_many_lives_is_solved(self) -> None:
        assert solve_match(Rules(lives=40)).opener_wins.max() <= 1

    def test_two_variants_are_not_drawn_into_one_file(self, tmp_path: Path) -> None:
        both = [Variant("a b", STANDARD.tiers), Variant("a-b", POINTS.tiers)]
        with pytest.raises(ValueError, match="two variants would go to one file"):
            draw_figures(tmp_path, both)
        assert not list(tmp_path.iterdir())

    @pytest.mark.long
    def test_long_names_make_short_files(self, tmp_path: Path) -> None:
        heavy = Dice([10**17 + n for n in range(1, 7)], [10**17 + n for n in range(7, 13)])
        for paths in (
            draw_figures(tmp_path, dice=heavy),
            draw_figures(tmp_path, Variant("é" * 200, STANDARD.tiers)),
        ):
            assert all(path.is_file() for path in paths)

    def test_a_column_is_never_lost(self) -> None:
        for name in ("player", "mean"):
            with pytest.raises(ValueError, match="columns of the table"):
                tournament([named(name), "liar"])

    def test_a_long_name_can_be_responded_to(self) -> None:
        assert best_response(named("x" * 200)).exploitability == exploitability("honest")

    @pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no /dev/shm")
    def test_a_file_in_memory_is_replaced_as_any_other(self) -> None:
        path = Path("/dev/shm/mia_stats_test.csv")
        try:
            for _ in range(2):
                assert main(["odds", "54", "--format", "csv", "-o", str(path)]) == 0
            assert len(path.read_text().splitlines()) == 2
        finally:
            path.unlink(missing_ok=True)


class TestRefused:
    """What failed with an error that says nothing."""

    def test_an_outcome_of_a_derived_class_is_an_outcome(self) -> None:
        class Mine(Outcome):
            pass

        assert FAIR.chance(Mine(5, 4)) == FAIR.chance(54)
        assert STANDARD.rank(Mine(5, 4)) == 13

    @pytest.mark.parametrize("projection", ["polar", "3d"])
    def test_a_chart_needs_plain_axes(self, projection: str) -> None:
        ax = Figure().add_subplot(projection=projection)
        with pytest.raises(TypeError, match=f"not {projection} ones"):
            plot_chances(ax=ax)

    def test_a_name_is_no_formula(self) -> None:
        figure = Figure()
        plot_lies_and_doubts([named(r"a$\foo$b"), "lucky"], ax=figure.subplots())
        figure.draw_without_rendering()
        with pytest.raises(ValueError, match="one player or more"):
            plot_lies_and_doubts([], ax=figure.subplots())

    @pytest.mark.parametrize(
        "given",
        [{"title": 5}, {"title": "a\nb"}, {"source": None}, {"other_names": 5}, {"aliases": [5]}],
        ids=str,
    )
    def test_what_is_said_of_a_variant_is_text(self, given: dict[str, Any]) -> None:
        with pytest.raises((TypeError, ValueError), match=r"text|printable|list"):
            Variant("own", STANDARD.tiers, **given)

    @pytest.mark.parametrize(
        "given", [{"hands": lambda *_: {99: 1}}, {"speech": lambda *_: [0.5]}], ids=str
    )
    def test_a_character_calls_tiers(self, given: dict[str, Any]) -> None:
        parts = {"speech": HONEST.speech, "ears": HONEST.ears, **given}
        with pytest.raises((TypeError, ValueError), match=r"(a call|a pass) of own must be"):
            Character("own", "", **parts).table(Rules(unseen_pass="liable"))

    @pytest.mark.parametrize("result", [None, 5, "future of nothing"])
    def test_an_executor_must_play_all_games(self, result: Any) -> None:
        class Idle(Executor):
            def submit(self, *_: Any, **__: Any) -> Any:
                if not isinstance(result, str):
                    return result
                future: Future[object] = Future()
                future.set_result(None)
                return future

        with pytest.raises((TypeError, ValueError), match="executor"):
            simulate_games(["honest"] * 2, games=10, executor=Idle())

    @pytest.mark.parametrize(
        "weights", [pd.RangeIndex(10**12), np.broadcast_to(np.int64(1), 10**9), np.ndarray],
        ids=["index", "broadcast", "class"],
    )  # fmt: skip
    def test_what_is_far_too_long_is_refused_at_once(self, weights: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="weights"):
            Dice(weights)
        with pytest.raises(ValueError, match="21 tiers at most"):
            TableStrategy("huge", np.broadcast_to(0.5, (400,) * 3), [[1]])
        with pytest.raises(ValueError, match="2\\*\\*4096"):
            sample_outcomes(1, rng=1 << 10**7)

    def test_an_answer_that_is_ragged_names_the_player(self) -> None:
        class Ragged:
            name = "ragged"

            def choose_call(self, seen: Any, rng: Any) -> Any:
                return [[1], [1, 2]]

            def answer(self, seen: Any, rng: Any) -> Any:
                return []

        with pytest.raises(ValueError, match="ragged must give a whole number for each call"):
            simulate_games([Ragged(), "honest"], games=10, starter=0)

    def test_look_ups_that_find_nothing_say_so(self) -> None:
        values = solve_round().values  # noqa: PD011 - no pandas
        assert Outcome.parse(21) not in values
        assert values.get(Outcome.parse(21)) is None
        rolls = simulate_rolls(10, "meyer-toast", rng=1)
        assert 54 in rolls
        assert 32 not in rolls
        assert len(list(rolls)) == len(rolls) == 20
        with pytest.raises((TypeError, ValueError)):
            solve_match("school-paper").strategy.check(5)  # type: ignore[arg-type]  # it must raise

    def test_players_and_results_travel(self) -> None:
        result = simulate_games(["honest"] * 2, games=10, rng=1)
        again = pickle.loads(pickle.dumps(SimulationInterrupted(result)))
        assert again.result == result
        again = pickle.loads(pickle.dumps(doubter(61)))
        assert (again.table("wikipedia").doubts == doubter(61).table("wikipedia").doubts).all()
        for table in (copy.deepcopy(named("x")), pickle.loads(pickle.dumps(named("x")))):
            assert not table.calls.flags.writeable
            assert (table.calls == named("x").calls).all()


class TestCommand:
    """What ended in a traceback, or told the wrong stream."""

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        program = command.replace("mia-stats", f"{sys.executable} -m mia_stats")
        return subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False)

    def test_an_error_that_nobody_can_read_has_a_status(self) -> None:
        for stderr in ("2>&-", "2>/dev/full"):
            run = self.run(f"mia-stats odds --variant poker {stderr}")
            assert (run.returncode, run.stdout) == (2, "")

    def test_a_progress_bar_that_nobody_can_see_is_left_out(self) -> None:
        run = self.run("mia-stats simulate honest liar --games 100 --progress 2>&-")
        assert run.returncode == 0
        assert "honest" in run.stdout

    def test_a_worker_that_is_killed_is_one_line(self) -> None:
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
