"""What the tests of charts share: all charts, and what can be read from one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from matplotlib.typing import ColorType

from mia_stats import VARIANTS, Rules, Variant, tournament
from mia_stats.plotting import (
    plot_beat_probability,
    plot_convergence,
    plot_doubts,
    plot_lies_and_doubts,
    plot_match,
    plot_medians,
    plot_optimal_play,
    plot_ranks,
    plot_recognition,
    plot_rolls,
    plot_survival,
    plot_tournament,
    plot_truth_chances,
)

Chart = Callable[..., Axes]


def axes() -> Axes:
    """Return axes in no grid: nothing has to be measured to make room around them."""
    return Figure().add_axes((0.15, 0.1, 0.8, 0.8))


def bars(ax: Axes) -> list[Rectangle]:
    """Return the bars of a chart, in the order in which they are drawn."""
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def ticks(ax: Axes) -> list[str]:
    """Return what the ticks of the y axis say."""
    return [label.get_text() for label in ax.get_yticklabels()]


def notes(ax: Axes) -> list[str]:
    """Return what stands within a chart, beside bars, lines and points."""
    return [text.get_text() for text in ax.texts]


def texts(ax: Axes) -> list[Text]:
    """Return all texts of a chart that are seen, those of ticks too."""
    found: list[Text] = [ax.title, ax.xaxis.label, ax.yaxis.label, *ax.texts]
    legend = ax.get_legend()
    found += legend.get_texts() if legend is not None else []
    for axis in (ax.xaxis, ax.yaxis):
        low, high = sorted(axis.get_view_interval())
        ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
        found += [label for tick in ticks for label in (tick.label1, tick.label2)]
    return [text for text in found if text.get_visible() and text.get_text().strip()]


def box(text: Text) -> Bbox:
    """Return the place of a text itself, without the line that leads to it."""
    return Text.get_window_extent(text)


def assert_all_can_be_read(figure: Figure) -> None:
    """No text covers another, or leaves the figure, by more than a pixel."""
    figure.draw_without_rendering()
    seen = [(text.get_text(), box(text)) for ax in figure.axes for text in texts(ax)]
    assert seen
    for text, place in seen:
        whole = figure.bbox.padded(1)
        assert whole.x0 <= place.x0 < place.x1 <= whole.x1, text
        assert whole.y0 <= place.y0 < place.y1 <= whole.y1, text
    for (one, a), (other, b) in combinations(seen, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), (one, other)


def assert_labels_stand_at_their_lines(ax: Axes) -> None:
    """Each is level with the end of its line, or a line leads there; both in the same order."""
    ax.figure.draw_without_rendering()  # type: ignore[union-attr]  # no sub-figure
    ends, middles = [], []
    for note in ax.texts:
        assert isinstance(note, Annotation)
        assert note.arrow_patch is not None
        place = box(note)
        end_x, end_y = ax.transData.transform(note.xy)
        middle = (place.y0 + place.y1) / 2
        if not note.arrow_patch.get_visible():
            assert middle == pytest.approx(end_y, abs=2)
        leader = note.arrow_patch.get_path().get_extents()
        leader = note.arrow_patch.get_transform().transform_bbox(leader)
        assert end_x == pytest.approx(leader.x0, abs=3)
        assert (leader.y0 - 3 <= end_y <= leader.y1 + 3) or not note.arrow_patch.get_visible()
        assert end_x < place.x0
        ends.append(end_y)
        middles.append(middle)
    assert np.argsort(ends).tolist() == np.argsort(middles).tolist()


def for_deuteranopes(color: ColorType) -> tuple[float, float, float]:
    """Return a colour as who has no green cones sees it, after Machado and others (2009)."""
    matrix = [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
    coded = np.array(to_rgb(color))
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(matrix @ linear, 0, 1)
    red, green, blue = np.where(
        seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055
    ).tolist()
    return red, green, blue


PAIR = tournament(["honest", "optimal"], Rules(lives=1))
LONG = Variant.from_order(
    "house-with-a-long-name", VARIANTS["kiriki"].tiers[:-1], rethrown=[31]
)  # fmt: skip
CHARTS: dict[str, Chart] = {
    "beat": partial(plot_beat_probability, replace(LONG, title="Kiriki as we play it at home")),
    "rolls": partial(plot_rolls, 41, replace(LONG, title="Kiriki as we play it at home")),
    "survival": partial(plot_survival, calls=(66, 65, 64, 63, 62, 61, 54, 53, 52, 51)),
    "ranks": partial(plot_ranks, ["standard", "meyer-toast-high", LONG, "points"]),
    "medians": partial(plot_medians, ["standard", "meyer-toast-high", "kinito", "points"]),
    "doubts map": partial(plot_doubts, Rules("kiriki", mia_equalled=True)),
    "convergence": partial(plot_convergence, ["honest"] * 5 + ["liar"], Rules(lives=1), most=100),
    "tournament": partial(plot_tournament, PAIR),
    "match": partial(plot_match, Rules(lives=2)),
    "lies": partial(plot_lies_and_doubts, ["honest", "optimal"], Rules(lives=1)),
    "calls": lambda ax, title=None, **given: plot_optimal_play(
        axs=[ax, axes()], title=None if title is None else [title, ""], **given
    )[0],
    "doubts": lambda ax, title=None, **given: plot_optimal_play(
        axs=[axes(), ax], title=None if title is None else ["", title], **given
    )[1],
    "recognition": plot_recognition,
    "truth": plot_truth_chances,
    "truth of ties": partial(plot_truth_chances, previous=31, rules=Rules("kiriki")),
}
