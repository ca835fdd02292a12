"""What all charts have in common: the check of their axes, the texts around them, the last fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes

from mia_stats.plotting.room import settle
from mia_stats.plotting.scales import Scale, size_of
from mia_stats.plotting.words import font_size, length_of
from mia_stats.utils.checks import shown

__all__ = ["Chart", "finish"]

_FEW_WORDS: Final = 13  # how long they are, as a multiple of the font size
_FEW_LINES: Final = 3


class Chart:
    """The axes that a chart is drawn on: those given, or those of a new figure.

    Parameters
    ----------
    ax : Axes, optional
        Those given.
    size : pair of float
        The width and height of a new figure, in inches.
    x, y : Scale
        What the axes show.

    Raises
    ------
    TypeError
        If `ax` are no axes.
    ValueError
        If something is drawn on them already, or an axis that they share shows something else.
    """

    def __init__(self, ax: Axes | None, size: tuple[float, float], *, x: Scale, y: Scale) -> None:
        if ax is None:
            import matplotlib.pyplot as plt  # only here: it chooses the user's window system

            ax = plt.subplots(figsize=size, layout="constrained")[1]
        else:
            _check_free(ax)
            x.check(ax.xaxis)
            y.check(ax.yaxis)
        self.ax, self.x, self.y = ax, x, y

    def caption(self, title: str, *, x: str = "", y: str = "", left: bool = False) -> None:
        """Write the title, the labels of the axes and what these show; idle edges go.

        The title stands in the middle, or begins on the left.
        """
        ax, tex = self.ax, mpl.rcParams["text.usetex"]
        self.x.show(ax.xaxis)
        self.y.show(ax.yaxis)
        ax.spines[["top", "right"]].set_visible(False)
        for text, side in (
            (ax.set_title(title, wrap=True, usetex=tex), "width"),
            (ax.set_xlabel(x, wrap=True, usetex=tex), "width"),
            (ax.set_ylabel(y, wrap=True, usetex=tex), "height"),
        ):
            # matplotlib wraps at the edge of the figure, which is too late beside a neighbour
            text._get_wrap_line_width = partial(_extent, ax, side)  # type: ignore[attr-defined]  # private
        if left:
            ax.title.set(x=0, horizontalalignment="left")

    def fit_caption(self) -> None:
        """Make the title and the labels small enough: few lines, with room for a few words each."""
        ax, (width, height) = self.ax, size_of(self.ax)
        title, label = mpl.rcParams["axes.titlesize"], mpl.rcParams["axes.labelsize"]
        for text, room, size in (
            (ax.title, width, title),
            (ax.xaxis.label, width, label),
            (ax.yaxis.label, height, label),
        ):
            words = text.get_text().split()
            longest = max(map(length_of, words), default=0)
            whole = length_of(" ".join(words))
            most = room / max(_FEW_WORDS, longest, whole / _FEW_LINES)
            text.set_fontsize(min(font_size(size), most))

    def fit_ticks(self) -> None:
        """Make what the ticks say small enough."""
        self.x.fit(self.ax.xaxis)
        self.y.fit(self.ax.yaxis)


def _check_free(ax: object) -> None:
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be one matplotlib Axes, not {shown(ax)}")
    if ax.name != "rectilinear":
        raise TypeError(f"ax must be plain Axes with x and y, not {ax.name} ones")
    if ax.has_data():
        raise ValueError(
            "something is drawn on ax already, and a chart over it would mislead: "
            "give empty axes (ax.clear() makes them so), and draw what is yours afterwards"
        )


def _extent(ax: Axes, side: str) -> float:
    return float(getattr(ax.get_window_extent(), side))


def finish(fit: Callable[[], None], *charts: Chart) -> None:
    """Fit all texts to the axes, and the axes into the room that there is.

    Parameters
    ----------
    fit : callable
        Chooses the sizes of what is drawn by the size of the axes; called once or more.
    *charts : Chart
        They stay side by side: all shrink alike in height.
    """

    def fit_all() -> None:
        for chart in charts:
            chart.fit_caption()
        fit()
        for chart in charts:
            chart.fit_ticks()

    settle(fit_all, *(chart.ax for chart in charts))
