"""Facts about the room that texts take: all can be read, whatever axes a chart is drawn on."""

from __future__ import annotations

import pickle
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from mia_stats import CHARACTERS, STANDARD, Rules, TableStrategy, Tournament, Variant
from mia_stats.plotting import (
    plot_doubts,
    plot_lies_and_doubts,
    plot_match,
    plot_medians,
    plot_tournament,
)
from tests.plotting.helpers import CHARTS, assert_all_can_be_read, notes, ticks


@pytest.mark.long
@pytest.mark.parametrize("layout", ["constrained", "tight"])
def test_a_later_chart_leaves_room_for_earlier_ones(layout: Any) -> None:
    """A layout engine makes the first narrower when the others come."""
    figure = Figure(figsize=(10, 8), layout=layout)
    first, *others = figure.subplots(2, 2).flat
    plot_doubts(ax=first)
    for ax in others:
        plot_match(Rules(lives=2), ax=ax)
    assert_all_can_be_read(figure)
    assert len(pickle.loads(pickle.dumps(figure)).axes) == 4


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(list(CHARTS)[place : place + 3], marks=[pytest.mark.long] * (place > 0))
        for place in range(0, len(CHARTS), 3)
    ],
)
def test_three_charts_on_a_row_can_be_read_in_large_letters(row: list[str]) -> None:
    """There is no layout engine."""
    with mpl.rc_context({"font.size": 20}):
        figure = Figure(figsize=(18, 8))
        for name, ax in zip(row, figure.subplots(1, 3), strict=True):
            CHARTS[name](ax=ax)
        assert_all_can_be_read(figure)


def test_small_charts_of_a_grid_can_be_read() -> None:
    figure = Figure(figsize=(7, 5))
    axs = figure.subplots(2, 2)
    plot_medians(ax=axs[0, 0])
    for ax, name in zip(axs.flat[1:], ("survival", "lies", "match"), strict=True):
        CHARTS[name](ax=ax)
    assert_all_can_be_read(figure)


def test_twelve_names_can_be_read() -> None:
    names = [*CHARACTERS, "optimal"]
    honest = CHARACTERS["honest"].table(Rules())
    more = [TableStrategy(f"my-own-player-{n}", honest.calls, honest.doubts) for n in range(3)]
    figure = Figure(figsize=(14, 7))
    left, right = figure.subplots(1, 2)
    plot_lies_and_doubts([*names, *more], Rules(lives=1), ax=left)
    wins = np.full((12, 12), 0.5)
    given = Tournament((*names, *(player.name for player in more)), Rules(), wins)
    plot_tournament(given, ax=right)
    assert_all_can_be_read(figure)
    shown = ", ".join(notes(left)).replace("\n", " ").split(", ")
    assert sorted(shown) == sorted(given.players)


def test_a_name_that_is_far_too_long_leaves_room_for_the_chart() -> None:
    ax = plot_medians([Variant("x" * 200, STANDARD.tiers)], ax=Figure().subplots())
    assert_all_can_be_read(ax.figure)  # type: ignore[arg-type]  # no sub-figure
    assert len(ticks(ax)[0]) < 100
    assert ax.get_position().width > 0.3
