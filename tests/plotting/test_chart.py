"""Facts about what all charts have in common: axes that are free, and texts that fit them."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from mia_stats.plotting import plot_beat_probability, plot_optimal_play, plot_rolls, save_figure
from tests.plotting.helpers import axes, ticks


def test_no_chart_is_drawn_over_something() -> None:
    """Two charts on one axes, or somebody's own data under one, read as what they are not."""
    ax = axes()
    plot_beat_probability(ax=ax)
    for variant in ("standard", "meyer"):
        with pytest.raises(ValueError, match="something is drawn on ax already"):
            plot_beat_probability(variant, ax=ax)
    with pytest.raises(ValueError, match=r"shares its y axis .*'21'"):
        plot_beat_probability("meyer", ax=ax.twiny())
    ax.axvspan(0.4, 0.6)  # afterwards it is one's own
    ax.clear()
    plot_beat_probability("meyer", ax=ax)
    assert ticks(ax)[1] == "31"


def test_plots_want_axes_and_figures() -> None:
    with pytest.raises(TypeError, match="ax must be one matplotlib Axes, not 5"):
        plot_beat_probability(ax=5)  # type: ignore[arg-type]  # it must raise
    with pytest.raises(TypeError, match="figure must be"):
        save_figure(None, "x")  # type: ignore[arg-type]  # it must raise


@pytest.mark.parametrize("projection", ["polar", "3d"])
def test_a_chart_needs_plain_axes(projection: str) -> None:
    ax = Figure().add_subplot(projection=projection)
    with pytest.raises(TypeError, match=f"not {projection} ones"):
        plot_rolls(ax=ax)


def test_a_plot_returns_its_axes_and_changes_nothing_else() -> None:
    before = dict(mpl.rcParams)
    ax = axes()
    assert plot_beat_probability(ax=ax) is ax
    assert plt.get_fignums() == []
    own = plot_beat_probability()
    assert plt.get_fignums() == [own.figure.number]  # type: ignore[union-attr]  # pyplot's own
    plt.close("all")
    assert dict(mpl.rcParams) == before


def title_of(width: float, title: str) -> Text:
    """Return the title of a chart in a figure of so many inches."""
    figure = Figure(figsize=(width, 4))
    ax = plot_rolls(ax=figure.add_axes((0.1, 0.2, 0.8, 0.5)), title=title)
    figure.draw_without_rendering()
    assert ax.title.get_window_extent().width <= 1.03 * ax.bbox.width  # letters are whole pixels
    return ax.title


def test_a_title_is_as_large_as_the_settings_say_and_smaller_where_room_is_short() -> None:
    """It is wrapped, and no line is longer than the axes are wide."""
    whole = FontProperties(size=mpl.rcParams["axes.titlesize"]).get_size_in_points()
    title = "how likely is each of the outcomes that two dice can make when they are thrown"
    sizes = [float(title_of(width, title).get_fontsize()) for width in (12, 6, 3, 1.5)]
    assert sizes[0] == pytest.approx(whole)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 0.75 * whole
    one_word = float(title_of(3, "x" * len(title)).get_fontsize())
    assert one_word < sizes[2]  # which can't be wrapped


def test_idle_edges_are_gone_and_the_others_stay() -> None:
    ax = plot_beat_probability(ax=axes())
    shown = {side for side, spine in ax.spines.items() if spine.get_visible()}
    assert shown == {"left", "bottom"}


def test_two_charts_of_a_pair_stay_as_high_as_each_other() -> None:
    """The names on the left need no more room below than those on the right."""
    figure = Figure(figsize=(7, 4))
    left, right = plot_optimal_play(axs=figure.subplots(1, 2))
    assert left.get_position().height == pytest.approx(right.get_position().height)
    assert left.get_position().y0 == pytest.approx(right.get_position().y0)


def test_axes_that_are_refused_stay_as_they_were() -> None:
    ax = axes()
    ax.plot([1, 2], [3, 4])
    ax.set(title="mine", xlabel="x", ylabel="y")
    with pytest.raises(ValueError, match="something is drawn on ax already"):
        plot_rolls(ax=ax)
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("mine", "x", "y")
    assert len(ax.lines) == 1
