"""Facts that can be read from the drawn charts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mia_stats import Dice, Variant, odds
from mia_stats.plotting import PALETTE, draw_figures, plot_beat_probability


def axes() -> Axes:
    return Figure().subplots()


def bars(ax: Axes) -> list[Rectangle]:
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def ticks(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def notes(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_there_is_a_bar_for_each_outcome_from_zero_to_its_chance(published: Variant) -> None:
    ax = plot_beat_probability(published, ax=axes())
    table = odds(published)
    assert [label.removeprefix("= ") for label in ticks(ax)] == [str(r.outcome) for r in table]
    assert [bar.get_width() for bar in bars(ax)] == [float(row.beaten) for row in table]
    assert {bar.get_x() for bar in bars(ax)} == {0}
    assert ax.get_xlim()[0] == 0
    assert ax.yaxis_inverted()  # the best outcome is on top
    for note, row in zip(notes(ax), table, strict=True):
        assert str(row.beaten) in note
        assert f"{float(row.beaten):.1%}".replace("%", " %") in note


def test_kinds_keep_their_colours() -> None:
    ax = plot_beat_probability(ax=axes())
    expected = [PALETTE[row.outcome.kind] for row in odds()]
    assert [to_hex(bar.get_facecolor()) for bar in bars(ax)] == expected
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["Mia", "doubles", "mixed"]


def test_the_kinds_can_be_told_apart_in_grey() -> None:
    grey = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b
        for r, g, b in (mpl.colors.to_rgb(color) for color in PALETTE.values())
    )
    assert min(b - a for a, b in pairwise(grey)) > 0.2


def test_the_even_call_is_pointed_out() -> None:
    ax = plot_beat_probability(ax=axes())
    assert [note for note in notes(ax) if "even" in note] == ["50.0 %   1/2   ← even"]
    assert ax.get_title() == "Mia: a call of 54 is beaten exactly half the time"
    (line,) = ax.lines
    assert list(np.asarray(line.get_xdata())) == [0.5, 0.5]


def test_ties_and_rethrows_are_drawn_right() -> None:
    ax = plot_beat_probability("kinito-void", ax=axes())
    assert ticks(ax)[:3] == ["21", "= 65", "66"]
    assert not any("even" in note for note in notes(ax))
    assert ax.get_title() == "Kinito with void rolls\nno call is beaten exactly half the time"
    assert "41 is thrown again, 32 is thrown again, 31 is thrown again" in ax.get_xlabel()
    first, second, third = bars(ax)[:3]
    assert first.get_y() + first.get_height() == pytest.approx(second.get_y())
    assert second.get_y() + second.get_height() < third.get_y()


def test_dice_that_are_not_fair_are_named() -> None:
    ax = plot_beat_probability(dice=Dice([1, 1, 2, 2, 2, 10**9]), ax=axes())
    assert "dice 1,1,2,2,2,1000000000" in ax.get_xlabel()
    assert not any("/" in note for note in notes(ax)[3:])  # such fractions are too long


def test_a_plot_returns_its_axes_and_changes_nothing_else() -> None:
    before = dict(mpl.rcParams)
    ax = axes()
    assert plot_beat_probability(ax=ax) is ax
    assert plt.get_fignums() == []
    own = plot_beat_probability()
    assert plt.get_fignums() == [own.figure.number]  # type: ignore[union-attr]  # pyplot's own
    plt.close("all")
    assert dict(mpl.rcParams) == before


def test_figures_are_the_same_bytes_on_every_run(tmp_path: Path) -> None:
    """The user's own settings have no say either."""
    first = draw_figures(tmp_path / "a" / "b", ["standard", "points"])
    with mpl.rc_context({"axes.facecolor": "pink", "font.size": 30, "savefig.dpi": 10}):
        second = draw_figures(tmp_path / "c", ["standard", "points"])
    assert [path.name for path in first] == [
        "beat-probability-standard.svg",
        "beat-probability-standard.png",
        "beat-probability-points.svg",
        "beat-probability-points.png",
    ]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert plt.get_fignums() == []


def test_loaded_dice_have_files_of_their_own(tmp_path: Path) -> None:
    drawn = draw_figures(tmp_path, "meyer", dice=Dice([1, 1, 2, 2, 2, 2], [1] * 6))
    assert [path.name for path in drawn] == [
        f"beat-probability-little-mia-dice-1-1-2-2-2-2-and-1-1-1-1-1-1.{suffix}"
        for suffix in ("svg", "png")
    ]


def test_an_unknown_variant_leaves_no_figure(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no variant"):
        draw_figures(tmp_path, ["standard", "standrd"])
    assert not list(tmp_path.iterdir())
