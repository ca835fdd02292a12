"""Facts about the charts of optimal play."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from mia_stats import Rules, plan, solve_match
from mia_stats.plotting import plot_beat_probability, plot_match, plot_optimal_play
from tests.plotting.helpers import axes, bars, ticks


def test_a_match_shows_the_table_of_the_opener() -> None:
    ax = plot_match(Rules(lives=3), ax=axes())
    wins = solve_match(Rules(lives=3)).opener_wins[1:, 1:]
    assert np.asarray(ax.images[0].get_array()) == pytest.approx(wins, abs=1e-9)
    assert ticks(ax) == ["1", "2", "3"]


@pytest.mark.parametrize("last", [None, 54, 66])
def test_optimal_play_shows_truths_lies_and_doubts(last: int | None) -> None:
    pair = Figure().subplots(1, 2)
    calls, doubts = plot_optimal_play(last, axs=pair)
    assert calls is pair[0]
    columns = plan(last).columns
    names = [str(name) for name in columns["call"]]
    assert ticks(calls) == ticks(doubts) == names
    widths = [bar.get_width() for bar in bars(calls)]
    assert widths[: len(names)] == pytest.approx([float(p) for p in columns["truth"]])  # type: ignore[arg-type]  # fractions
    assert widths[len(names) :] == pytest.approx([float(p) for p in columns["lie"]])  # type: ignore[arg-type]  # fractions
    assert [b.get_width() for b in bars(doubts)] == [float(p) for p in columns["doubt"]]  # type: ignore[arg-type]  # fractions
    expected = f"After {last}, lie whenever you must" if last else "At the start, call 52 or more"
    assert calls.get_title() == expected


def test_two_charts_of_optimal_play_are_refused_before_either_is_drawn() -> None:
    left, right = Figure().subplots(1, 2)
    plot_beat_probability("meyer", ax=right)
    with pytest.raises(ValueError, match="something is drawn on ax already"):
        plot_optimal_play(axs=[left, right])
    assert not left.has_data()
