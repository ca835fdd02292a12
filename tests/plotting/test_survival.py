"""Facts about the chart of how long calls survive."""

from __future__ import annotations

import numpy as np

from mia_stats import Dice, beat_probability
from mia_stats.plotting import plot_survival
from tests.plotting.helpers import axes, notes


def test_survival_lines_are_exact() -> None:
    calls = [66, 54, 31]
    ax = plot_survival(calls=calls, ax=axes())
    for call, line in zip(calls, ax.lines, strict=True):
        expected = [1.0] + [1 - float(beat_probability(call, rolls=n)) for n in range(1, 5)]
        assert list(np.asarray(line.get_ydata())) == expected
    assert notes(ax) == ["66", "54", "31"]


def test_lines_that_end_together_have_one_label() -> None:
    ax = plot_survival("points", calls=[62, 66, 53, 53], ax=axes())
    assert sorted(notes(ax)) == ["62 = 53", "66"]
    loaded = Dice([1, 0, 0, 0, 0, 1])  # nothing that could be thrown lies between 54 and 53
    assert notes(plot_survival(calls=[54, 53], dice=loaded, ax=axes())) == ["54, 53"]
