"""Facts about the charts that compare variants."""

from __future__ import annotations

import numpy as np
import pytest

from mia_stats import VARIANTS, medians
from mia_stats.plotting import plot_medians, plot_who_beats_whom
from tests.plotting.helpers import axes, bars, notes, ticks


def test_medians_are_boxes_from_beaten_to_met_or_beaten() -> None:
    ax = plot_medians(ax=axes())
    assert ticks(ax) == list(VARIANTS)
    for bar in bars(ax):
        assert bar.get_x() <= 0.5 <= bar.get_x() + bar.get_width() + 1e-12
    assert notes(ax)[:2] == ["61", "54"]
    toast = medians("meyer-toast").odds[62]
    left = {bar.get_x(): bar.get_width() for bar in bars(ax)}
    assert left[float(toast.beaten)] == pytest.approx(float(toast.tied))


def test_who_beats_whom_says_what_takes_its_place() -> None:
    with pytest.warns(FutureWarning, match="goes in the next version: plot_rolls draws"):
        plot_who_beats_whom(ax=axes())


@pytest.mark.filterwarnings("ignore:plot_who_beats_whom goes:FutureWarning")
def test_who_beats_whom_is_signed() -> None:
    ax = plot_who_beats_whom("kinito", ax=axes())
    grid = np.asarray(ax.images[0].get_array())
    outcomes = VARIANTS["kinito"].outcomes
    for i, a in enumerate(outcomes):
        for j, b in enumerate(outcomes):
            assert grid[i, j] == VARIANTS["kinito"].beats(a, b) - VARIANTS["kinito"].beats(b, a)
