"""Facts about what all charts have in common: axes that are free, and texts that fit them."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure

from mia_stats.plotting import plot_beat_probability, plot_chances, save_figure
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
        plot_chances(ax=ax)


def test_a_plot_returns_its_axes_and_changes_nothing_else() -> None:
    before = dict(mpl.rcParams)
    ax = axes()
    assert plot_beat_probability(ax=ax) is ax
    assert plt.get_fignums() == []
    own = plot_beat_probability()
    assert plt.get_fignums() == [own.figure.number]  # type: ignore[union-attr]  # pyplot's own
    plt.close("all")
    assert dict(mpl.rcParams) == before
