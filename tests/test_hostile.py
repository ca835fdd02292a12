"""Facts about what no caller should be able to break."""

from __future__ import annotations

import copy
import itertools
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
    FAIR,
    OUTCOMES,
    STANDARD,
    Dice,
    Outcome,
    Variant,
    beat_probability,
    find_variant,
    odds,
)
from mia_stats.checks import shown
from mia_stats.cli import main
from mia_stats.plotting import draw_figures, plot_beat_probability, save_figure


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
    with pytest.raises(TypeError, match="list of outcomes"):
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
    assert list(frame.sort_values("outcome")["rank"]) == [11, 13]


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

    def test_a_closed_standard_output_is_no_crash(self, tmp_path: Path) -> None:
        run = self.run(f"mia-stats odds -o {tmp_path}/x.csv >&-")
        assert (run.returncode, run.stderr) == (0, "")
        assert (tmp_path / "x.csv").exists()
        assert self.run("mia-stats odds >&-").stderr == ""

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

    def test_an_export_is_never_altered_to_suit_a_terminal(self) -> None:
        assert "M?xchen" in self.run("mia-stats variants", PYTHONIOENCODING="ascii").stdout
        run = self.run("mia-stats variants --format csv", PYTHONIOENCODING="ascii")
        assert run.returncode == 2
        assert "can't encode" in run.stderr
