"""Facts about the chart of true calls: bars are exact, and what is never called is no zero."""

from __future__ import annotations

from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import same_color
from matplotlib.figure import Figure

from mia_stats import (
    CHARACTERS,
    HONEST,
    MODEST,
    Mixture,
    Rules,
    beat_probability,
    solve_match,
    truth_chance,
)
from mia_stats.plotting import PALETTE, plot_truth_chances
from tests.plotting.helpers import assert_all_can_be_read, axes, bars, notes, ticks

PITCH = 1.6


def heads(ax: Axes) -> dict[tuple[int, int], tuple[float, str]]:
    """Return the height and the colour of the head of each bar, by panel and call."""
    found = {}
    for line in ax.lines:
        if line.get_marker() == "o":
            for x, y in zip(*map(np.asarray, line.get_data()), strict=True):
                row = max(int(np.ceil(-y / PITCH - 1e-9)), 0)
                found[row, int(x)] = (float(y) + PITCH * row, str(line.get_color()))
    return found


def gaps(ax: Axes) -> set[tuple[int, int]]:
    """Return where a call is never made, by panel and call."""
    found = set()
    for bar in bars(ax):
        assert bar.get_height() == 1
        row = round(-bar.get_y() / PITCH)
        first = round(bar.get_x() + 0.5)
        found |= {(row, place) for place in range(first, first + round(bar.get_width()))}
    return found


class TestTheBars:
    @pytest.mark.parametrize("previous", [None, 54, 64])
    def test_they_are_the_chances_and_gaps_are_none(self, previous: int | None) -> None:
        players = ["honest", "liar", "lucky", "blind", "random", "modest", "optimal"]
        ax = plot_truth_chances(players, previous=previous, ax=axes())
        calls = list(reversed(Rules().legal_calls(previous)))
        shown, never = heads(ax), gaps(ax)
        for row, player in enumerate(players):
            for place, call in enumerate(calls):
                chance = truth_chance(call, player, previous=previous)
                assert ((row, place) in never) == (chance is None)
                if chance is not None:
                    height, color = shown[row, place]
                    assert height == pytest.approx(float(chance), abs=1e-8)
                    assert color == PALETTE[call.kind]
        assert len(shown) + len(never) == len(players) * len(calls)

    def test_they_begin_at_zero(self) -> None:
        ax = plot_truth_chances(["liar", "random"], ax=axes())
        stems = [stem for stem in ax.collections if isinstance(stem, LineCollection)]
        lowest = {segment[0][1] for stem in stems for segment in stem.get_segments()}
        assert lowest == {0, -PITCH}
        assert ticks(ax) == ["0%", "100%"] * 2
        assert list(ax.get_yticks()) == [0, 1, -PITCH, 1 - PITCH]

    def test_a_zero_has_a_head_and_what_is_never_called_has_none(self) -> None:
        """The liar's 32 is never true; his 31 is never heard."""
        ax = plot_truth_chances(["liar"], ax=axes())
        assert gaps(ax) == {(0, 0)}
        assert heads(ax)[0, 1] == (0, PALETTE["mixed"])
        legend = ax.get_legend()
        assert legend is not None
        assert [text.get_text() for text in legend.get_texts()] == [
            "Mia", "a fresh throw", "doubles", "never called", "mixed",
        ]  # fmt: skip
        legend = plot_truth_chances(["honest"], previous=65, ax=axes()).get_legend()
        assert legend is not None
        assert [text.get_text() for text in legend.get_texts()] == [
            "Mia", "a fresh throw", "doubles",
        ]  # fmt: skip

    @pytest.mark.parametrize("truth", ["at_least", "exact"])
    def test_the_line_is_a_fresh_throw(self, truth: str) -> None:
        rules = Rules(truth=truth)  # type: ignore[arg-type]  # one of the two
        ax = plot_truth_chances(["honest", "liar"], previous=65, rules=rules, ax=axes())
        lines = [line for line in ax.lines if line.get_linestyle() == "--"]
        calls = list(reversed(Rules().legal_calls(65)))
        chances = [
            float(beat_probability(call, or_tie=True)) if truth == "at_least" else call.ways / 36
            for call in calls
        ]
        for row, line in enumerate(lines):
            heights = np.asarray(line.get_ydata()) + PITCH * row
            assert heights[::2] == pytest.approx(chances)
            assert heights[1::2] == pytest.approx(chances)
            assert np.asarray(line.get_xdata())[[0, -1]].tolist() == [-0.5, len(calls) - 0.5]


class TestThePanels:
    def test_who_tells_the_truth_alike_is_in_one(self) -> None:
        ax = plot_truth_chances(call=65, ax=axes())
        assert notes(ax) == [
            "honest (= sniper = doubter-54 and 2 more)", "65: 100 %", "liar", "65: 0 %",
            "lucky", "65: never", "blind", "65: never", "random", "65: 28 %",
            "modest", "65: 100 %", "optimal", "65: 75 %",
        ]  # fmt: skip

    def test_the_same_player_twice_is_named_once(self) -> None:
        assert notes(plot_truth_chances(["honest", "HONEST"], ax=axes()))[0] == "honest"

    def test_nobody_and_too_many_are_refused(self) -> None:
        with pytest.raises(ValueError, match="players must be a list of one player or more"):
            plot_truth_chances([], ax=axes())
        many = [Mixture({"honest": n / 32, "liar": 1 - n / 32}) for n in range(1, 22)]
        with pytest.raises(ValueError, match=r"21 panels could not be read: .* at most 20"):
            plot_truth_chances(many, ax=axes())

    def test_who_plays_by_the_lives_needs_them(self) -> None:
        match = solve_match(Rules(lives=2)).strategy
        rules = Rules(lives=2)
        ax = plot_truth_chances([match], call=66, lives=(1, 2), rules=rules, ax=axes())
        chance = truth_chance(66, match, lives=(1, 2), rules=rules)
        assert chance is not None
        assert notes(ax)[1] == f"66: {float(chance):.0%}".replace("%", " %")
        with pytest.raises(ValueError, match="lives"):
            plot_truth_chances([match], rules=rules, ax=axes())


class TestTheAnswer:
    def test_it_is_of_the_call_that_was_asked_for(self) -> None:
        ax = plot_truth_chances(call=65, ax=axes())
        assert ax.get_title() == (
            "An opening 65 is true 100 % of the time from honest, 75 % from optimal, 0 % from liar"
        )
        bold = [t.get_text() for t in ax.get_xticklabels() if t.get_fontweight() == "bold"]
        assert bold == ["65"]

    def test_or_else_of_the_lowest_that_most_of_them_make(self) -> None:
        """Over 54 all but the lucky one say 61; only one in ten of the honest ones is true."""
        ax = plot_truth_chances(previous=54, ax=axes())
        assert notes(ax)[1] == "61: 10 %"
        assert ax.get_title().startswith("61 over 54 is true 50 % of the time from blind, ")

    def test_a_call_that_nobody_makes_is_never_called(self) -> None:
        ax = plot_truth_chances(["lucky", "liar"], call=31, ax=axes())
        assert ax.get_title() == "An opening 31 is never called"

    def test_what_is_next_to_nothing_is_not_zero(self) -> None:
        rare = Mixture({"honest": 0.001, "liar": 0.999})
        ax = plot_truth_chances([rare], call=65, ax=axes())
        assert notes(ax)[1] == "65: < 1 %"

    def test_a_call_that_is_not_above_the_one_before_is_refused(self) -> None:
        with pytest.raises(ValueError, match="call must be one of 61 or better, not 54"):
            plot_truth_chances(call=54, previous=54, ax=axes())
        with pytest.raises(ValueError, match="nobody calls after 21"):
            plot_truth_chances(previous=21, ax=axes())

    def test_sums_and_ties_are_called_as_at_the_table(self) -> None:
        ax = plot_truth_chances(["honest"], call=9, previous=8, rules=Rules("points"), ax=axes())
        assert ax.get_title().startswith("9 over 8 is true ")
        assert notes(ax)[1].startswith("9: ")
        assert [tick.get_text() for tick in ax.get_xticklabels()][:2] == ["9 (63=54)", "10 (64)"]
        ax = plot_truth_chances(["honest"], rules=Rules("kiriki"), ax=axes())
        assert [tick.get_text() for tick in ax.get_xticklabels()][-2:] == ["66=…=11", "21"]


@pytest.mark.parametrize("size", [(4.6, 6.9), (8, 8), (4.6, 4)])
@pytest.mark.parametrize("variant", ["standard", "points", "kiriki", "kinito"])
def test_no_text_covers_another(variant: str, size: tuple[float, float]) -> None:
    long = [replace(HONEST, name="x" * 150), replace(MODEST, name="y" * 150)]
    rules = Rules(variant)
    for layout in ("constrained", None):
        figure = Figure(figsize=size, layout=layout)
        plot_truth_chances([*long, *CHARACTERS], previous=51, rules=rules, ax=figure.subplots())
        assert_all_can_be_read(figure)


def test_letters_are_large_enough_for_a_phone() -> None:
    """9 of 360 pixels, where the picture is as wide as the screen."""
    figure = Figure(figsize=(4.6, 6.9), layout="constrained")
    ax = plot_truth_chances(call=65, ax=figure.subplots())
    legend = ax.get_legend()
    assert legend is not None
    for text in [*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels(), *legend.get_texts()]:
        assert float(text.get_fontsize()) * 360 / (4.6 * 72) > 9


def test_heads_keep_their_colors_in_the_dark() -> None:
    with mpl.rc_context({"axes.facecolor": "black"}):
        ax = plot_truth_chances(["random"], ax=axes())
    drawn = [line.get_color() for line in ax.lines if line.get_marker() == "o"]
    assert all(any(same_color(c, kind) for kind in PALETTE.values()) for c in drawn)
