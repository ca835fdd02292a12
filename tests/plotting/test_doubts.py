"""Facts about the map of doubts: each cell is a chance of optimal play, and so is the line."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mia_stats import RULES, VARIANTS, Dice, Rules, solve_round
from mia_stats.plotting import plot_doubts
from mia_stats.plotting.style import contrast
from tests.plotting.helpers import assert_all_can_be_read, axes, box, for_deuteranopes, notes, ticks

DARK: Any = {"axes.facecolor": "#0d1117", "text.color": "#e6edf3"}
ALL_BUT_MIA = Rules(dice=Dice([1, 50, 1, 1, 1, 1], [50, 1, 1, 1, 1, 1]))
NEVER_SEEN = "percent of the time to doubt\nin a single round of two"


def cells(ax: Axes) -> dict[tuple[int, int], int]:
    """Return the percent in each cell, by row and column from the lowest."""
    return {
        (round(note.xy[1]), round(note.xy[0])): int(note.get_text())  # type: ignore[attr-defined]  # an annotation
        for note in ax.texts
        if note.get_text().isdigit()
    }


def said(ax: Axes) -> list[str]:
    """Return what stands beside the cells."""
    return [note for note in notes(ax) if not note.isdigit()]


def columns(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_xticklabels()]


class TestTheCells:
    def test_they_are_rare_doubts_of_an_opening_call_and_sure_ones_over_54(self) -> None:
        ax = plot_doubts(ax=axes())
        assert ticks(ax)[:3] == ["opens", "31", "32"]
        assert ticks(ax)[-1] == "66"
        assert (columns(ax)[0], columns(ax)[-1]) == ("31", "21")
        drawn = cells(ax)
        assert drawn[0, columns(ax).index("52")] == 0
        assert drawn[0, columns(ax).index("53")] == 13
        assert drawn[0, columns(ax).index("54")] == 24  # four times in seventeen
        assert drawn[ticks(ax).index("54"), columns(ax).index("61")] == 100

    @pytest.mark.parametrize(
        "rules",
        [
            *map(Rules, VARIANTS),
            Rules(call="at_least"),
            Rules(mia_equalled=True),
            Rules("kiriki", call="at_least", mia_equalled=True),
            RULES["partisia"],
            ALL_BUT_MIA,
        ],
        ids=str,
    )
    def test_they_are_those_of_the_solution(self, rules: Rules) -> None:
        ax = plot_doubts(rules, ax=axes())
        states = solve_round(rules).states
        image: Any = np.ma.asarray(ax.images[0].get_array())
        drawn = cells(ax)
        assert image.shape == (len(states), rules.tier_count)
        for place, state in enumerate(states):
            for call, doubt in enumerate(state.doubts):
                legal = call >= rules.lowest_call(place)
                assert ((place, call) in drawn) == legal
                assert bool(np.ma.getmaskarray(image)[place, call]) == (not legal)
                if legal:
                    assert image[place, call] == pytest.approx(float(doubt), abs=1e-8)
                    assert abs(drawn[place, call] - 100 * doubt) <= 1
                    assert (drawn[place, call] == 100) == (doubt == 1)
                    assert (drawn[place, call] == 0) == (doubt == 0)

    def test_sums_are_called_as_players_do(self) -> None:
        ax = plot_doubts(Rules("points"), ax=axes())
        assert columns(ax)[:8] == ["4", "5", "6", "7", "8", "9", "10", "65"]


class TestTheLine:
    @pytest.mark.parametrize("variant", VARIANTS)
    def test_every_call_above_it_is_doubted_and_one_below_is_not(self, variant: str) -> None:
        ax = plot_doubts(Rules(variant), ax=axes())
        (line,) = ax.lines
        height = float(np.asarray(line.get_ydata())[0])
        above = [doubt for (row, _), doubt in cells(ax).items() if row > height]
        assert set(above) == {100}
        below = [doubt for (row, _), doubt in cells(ax).items() if row == round(height - 0.5)]
        assert min(below) < 100
        first = ticks(ax)[round(height + 0.5)]
        assert ax.get_title() == f"A call over {first} or more: never believe it"
        assert said(ax) == [NEVER_SEEN, f"over {first} or more:\nalways doubt"]

    @pytest.mark.parametrize(
        ("rules", "title"),
        [
            (Rules(), "A call over 52 or more: never believe it"),
            (Rules(call="at_least"), "A call after 54 or more: never believe it"),
            (Rules(doubt_penalty=100), "A call over 66: never believe it"),
            (RULES["partisia"], "How often should each call be doubted?"),
            (ALL_BUT_MIA, "Believe every call"),
        ],
        ids=str,
    )
    def test_the_title_is_the_truth(self, rules: Rules, title: str) -> None:
        ax = plot_doubts(rules, ax=axes())
        assert ax.get_title() == title
        assert ax.title.get_horizontalalignment() == "left"
        assert bool(ax.lines) == ("never" in title)

    def test_a_second_throw_is_named(self) -> None:
        ax = plot_doubts(Rules("kiriki", second_throw="blind"), ax=axes())
        assert "calls of a first throw" in said(ax)[0]
        assert ax.get_title() == "The higher the call, the more often doubt it"

    @pytest.mark.parametrize(
        "rules",
        [Rules(), Rules("kiriki"), Rules("points"), Rules(doubt_penalty=100), RULES["partisia"]],
        ids=str,
    )
    @pytest.mark.parametrize("width", [3, 4.6, 12])
    def test_the_labels_stand_clear_of_the_cells(self, rules: Rules, width: float) -> None:
        figure = Figure(figsize=(width, 4.9), layout="constrained")
        ax = plot_doubts(rules, ax=figure.subplots())
        figure.draw_without_rendering()
        back = ax.transData.inverted()
        lines = [float(np.asarray(line.get_ydata())[0]) for line in ax.lines]
        for note in ax.texts:
            if not note.get_text().isdigit():
                assert note.get_visible()
                left, low, right, high = back.transform_bbox(box(note)).extents
                row = round(low)
                assert left >= -0.5
                assert right <= Rules.lowest_call(rules, row) - 0.5 + 0.01
                assert high <= len(ticks(ax)) - 0.5 + 0.01
                assert all(low >= line or high <= line for line in lines)


class TestEveryEye:
    @pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
    def test_every_number_is_read_on_its_cell(self, look: Any) -> None:
        with mpl.rc_context(look):
            ax = plot_doubts(Rules(second_throw="blind"), ax=axes())
        image: Any = np.ma.asarray(ax.images[0].get_array())
        for number in ax.texts:
            if number.get_text().isdigit():
                column, row = map(round, number.xy)  # type: ignore[attr-defined]  # an annotation
                cell = colormaps["cividis"](float(image[row, column]))
                for seen in (cell, for_deuteranopes(cell)):
                    assert contrast(number.get_color(), seen) >= 4.5

    def test_letters_are_nine_pixels_high_on_a_phone(self) -> None:
        """Where the picture is 360 pixels wide, those in the cells aside."""
        figure = Figure(figsize=(4.6, 4.9), layout="constrained")
        ax = plot_doubts(ax=figure.subplots())
        assert_all_can_be_read(figure)
        beside = [note for note in ax.texts if not note.get_text().isdigit()]
        labels = (ax.title, ax.xaxis.label, *ax.get_xticklabels(), *ax.get_yticklabels())
        for text in (*beside, *labels):
            assert float(text.get_fontsize()) / 72 * 360 / 4.6 >= 9

    def test_three_on_a_row_can_be_read(self) -> None:
        figure = Figure(figsize=(18, 8))
        for variant, ax in zip(
            ("kiriki", "points", "mexicali"), figure.subplots(1, 3), strict=True
        ):
            plot_doubts(Rules(variant), ax=ax)
        assert_all_can_be_read(figure)


def test_labels_are_those_given() -> None:
    labels = {"opens": "eröffnet", "always doubt": "immer zweifeln", "52": "LII"}
    ax = plot_doubts(ax=axes(), labels=labels)
    assert ticks(ax)[0] == "eröffnet"
    assert said(ax)[1] == "over LII or more:\nimmer zweifeln"


def test_rules_without_a_solution_are_refused() -> None:
    ax = axes()
    with pytest.raises(ValueError, match="a game of sips has no closed form"):
        plot_doubts("drinking", ax=ax)
    assert not ax.has_data()
