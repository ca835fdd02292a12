"""Facts about what axes show: a chart is never relabelled by another that shares them."""

from __future__ import annotations

from functools import partial

import pytest
from matplotlib.figure import Figure

from mia_stats import odds
from mia_stats.plotting import plot_beat_probability, plot_rolls, plot_survival
from tests.plotting.helpers import CHARTS, Chart, texts, ticks


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (plot_beat_probability, partial(plot_beat_probability, "meyer"), "y"),
        (partial(plot_survival, calls=[54]), plot_rolls, "x"),
        (partial(plot_survival, calls=[54]), CHARTS["convergence"], "x"),
        (CHARTS["convergence"], CHARTS["lies"], "x"),
        (CHARTS["convergence"], partial(CHARTS["convergence"], most=1000), "x"),
        (CHARTS["beat"], CHARTS["calls"], "y"),
    ],
)
def test_a_chart_is_never_relabelled(first: Chart, second: Chart, shared: str) -> None:
    left, right = Figure().subplots(1, 2, sharex=shared == "x", sharey=shared == "y")
    first(ax=left)
    before = [text.get_text() for text in texts(left)]
    with pytest.raises(ValueError, match=f"shares its {shared} axis .*share{shared}=False"):
        second(ax=right)
    assert not right.has_data()
    assert [text.get_text() for text in texts(left)] == before


def test_charts_with_the_same_labels_share_axes() -> None:
    axs = Figure().subplots(2, sharex=True, sharey=True)
    for ax in axs:
        plot_beat_probability(ax=ax)
    assert ticks(axs[0]) == ticks(axs[1]) == [str(row.outcome) for row in odds()]
    left, right = Figure().subplots(1, 2, sharey=True)
    plot_survival(calls=[66], ax=left)
    plot_survival(calls=[31], ax=right)
    assert left.get_ylim() == right.get_ylim() == (0, 1.03)  # both can be seen whole


@pytest.mark.parametrize("shared", ["x", "y"])
def test_numbers_of_ones_own_become_no_percentages(shared: str) -> None:
    left, right = Figure().subplots(1, 2, sharex=shared == "x", sharey=shared == "y")
    left.plot([50, 55], [1, 2])
    chart = plot_beat_probability if shared == "x" else plot_survival
    with pytest.raises(ValueError, match=f"shares its {shared} axis"):
        chart(ax=right)
