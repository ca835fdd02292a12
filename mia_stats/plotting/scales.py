"""What the axes of a chart show: names, chances or numbers of games, and how far they reach."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.ticker import (
    FixedLocator,
    MaxNLocator,
    NullLocator,
    PercentFormatter,
    StrMethodFormatter,
)

from mia_stats.plotting.words import as_text, font_size, length_of
from mia_stats.utils.checks import shown

__all__ = ["CHANCES", "Games", "Names", "Scale", "reach", "room_beside", "size_of"]

XOrY: TypeAlias = XAxis | YAxis


class Scale(ABC):
    """What an axis shows."""

    def check(self, axis: XOrY) -> None:
        """Refuse an axis where the new ticks would relabel what is drawn already.

        Raises
        ------
        ValueError
            If something is drawn whose labels differ.
        """
        if not any(ax.has_data() for ax in _sharing(axis)) or self.agrees(axis):
            return
        locator, formatter = axis.get_major_locator(), axis.get_major_formatter()
        there = [text for text in formatter.format_ticks(list(locator())) if text]
        name = axis.axis_name
        raise ValueError(
            f"ax shares its {name} axis with what has other labels already ({shown(there)}): draw "
            f"on axes of their own, plt.subplots(..., share{name}=False)"
        )

    @abstractmethod
    def agrees(self, axis: XOrY) -> bool:
        """Return whether an axis that shows something says the same."""

    @abstractmethod
    def show(self, axis: XOrY) -> None:
        """Let the ticks of an axis say it."""

    @abstractmethod
    def fit(self, axis: XOrY) -> None:
        """Make what the ticks say small enough that each has room."""


class Names(Scale):
    """Names at 0, 1, 2 and so on, or at other places, which are marked by no strokes.

    Parameters
    ----------
    names : iterable of str
        What the ticks say.
    size : str
        The size of their font where there is room.
    upright : bool
        Whether the names of x stand on end before they get smaller. Otherwise they do so only
        where they would get very small.
    places : sequence of float, optional
        Where they stand.
    apart : float
        How far apart they stand, at least.
    """

    def __init__(
        self,
        names: Iterable[str],
        size: str = "medium",
        *,
        upright: bool = False,
        places: Sequence[float] | None = None,
        apart: float = 1,
    ) -> None:
        self.names, self.size, self.upright, self.apart = list(names), size, upright, apart
        self.places = list(range(len(self.names)) if places is None else places)

    def agrees(self, axis: XOrY) -> bool:
        """Return whether the same names stand at the same places."""
        places = [float(place) for place in axis.get_major_locator()()]
        names = axis.get_major_formatter().format_ticks(places)
        return dict(zip(places, names, strict=True)) == dict(
            zip(self.places, self.names, strict=True)
        )

    def show(self, axis: XOrY) -> None:
        """Show the names at their places."""
        axis.set_ticks(self.places, self.names, usetex=mpl.rcParams["text.usetex"])
        axis.set_tick_params(length=0)

    def fit(self, axis: XOrY) -> None:
        """Make the names small enough, or let them stand on end."""
        across = axis.axis_name == "x"
        width, height = size_of(axis.axes)
        low, high = axis.get_view_interval()
        slot = self.apart * (width if across else height) / abs(high - low)
        longest = max([0.5, *map(length_of, self.names)])
        lines = max([1, *(text.count("\n") + 1 for text in self.names)])
        size = font_size(self.size)
        lying = 0.87 * slot / longest if across else 0
        rotation = 0
        if lying < (1 if self.upright else 0.6) * size:
            rotation = 90 if across else 0
            # names may take a good part of the figure, or of the column in a grid of axes
            lying = min(slot / (1.25 * lines), 0.4 * _cell_size(axis.axes)[across] / longest)
        axis.set_tick_params(labelsize=min(size, lying), rotation=rotation)


class _Percent(PercentFormatter):
    """Percentages with no more digits than they need."""

    def format_pct(self, x: float, display_range: float) -> str:  # noqa: ARG002  # as inherited
        return f"{round(self.convert_to_pct(x), 6):g}{self.symbol}"


class _ChanceLocator(MaxNLocator):
    """Ticks at even chances; what an axis shows below 0 and above 1 is room for words."""

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        low, high = max(min(vmin, vmax), 0), min(max(vmin, vmax), 1)
        if self.axis is not None and vmin != vmax:
            # matplotlib allows for numbers of three digits, a percentage is longer
            space = 0.65 * self.axis.get_tick_space() * (high - low) / abs(vmax - vmin)
            self.set_params(nbins=min(max(int(space), 1), 9))
        return super().tick_values(low, high)


class _Chances(Scale):
    """Percentages, no more than have room."""

    def agrees(self, axis: XOrY) -> bool:
        """Return whether it shows percentages."""
        formatter = axis.get_major_formatter()
        percents = isinstance(formatter, PercentFormatter) and formatter.xmax == 1
        return axis.get_scale() == "linear" and percents

    def show(self, axis: XOrY) -> None:
        """Show percentages."""
        # the sign is made safe for TeX now, for the settings may be others when it is drawn
        axis.set_major_formatter(_Percent(1, symbol=as_text("%"), is_latex=True))
        axis.set_major_locator(_ChanceLocator(steps=[1, 2.5, 5, 10]))
        for tick in axis.get_major_ticks():
            tick.label1.set_usetex(mpl.rcParams["text.usetex"])

    def fit(self, axis: XOrY) -> None:
        """Do nothing: there are no more ticks than have room."""


CHANCES = _Chances()


class _GamesLocator(FixedLocator):
    """Ticks at the smallest and the largest number of games, and at others that have room."""

    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__(sizes)
        self.sizes = sizes

    def __call__(self) -> Sequence[float]:
        space = 9 if self.axis is None else int(0.45 * self.axis.get_tick_space())
        last = len(self.sizes) - 1
        # as many equal steps as there is room for, so that both ends have a tick
        steps = max(n for n in range(1, last + 2) if n == 1 or (last % n == 0 and n < space))
        return [float(size) for size in self.sizes[:: max(last // steps, 1)]]


class Games(Scale):
    """Numbers of games on a logarithmic axis."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes

    def agrees(self, axis: XOrY) -> bool:
        """Return whether it shows the same numbers."""
        sizes = getattr(axis.get_major_locator(), "sizes", None)
        return axis.get_scale() == "log" and sizes == self.sizes

    def show(self, axis: XOrY) -> None:
        """Show the numbers, as many as have room."""
        axis.axes.set(**{f"{axis.axis_name}scale": "log"})
        axis.set_major_locator(_GamesLocator(self.sizes))
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axis.set_minor_locator(NullLocator())

    def fit(self, axis: XOrY) -> None:
        """Make the numbers small enough that at least the first and the last have room."""
        first, last = (length_of(f"{size:,}") for size in (self.sizes[0], self.sizes[-1]))
        low, high = axis.get_view_interval()
        start, low, stop, high = np.log10([self.sizes[0], low, self.sizes[-1], high])
        decade = size_of(axis.axes)[0] / float(high - low)
        # the first may reach a bit to the left of the axis, not as far as the labels of that
        most = [font_size("medium"), 2 * (decade * float(start - low) + 5) / first]
        if stop > start:
            most.append(1.8 * decade * float(stop - start) / (first + last))
        axis.set_tick_params(labelsize=min(most))


def reach(axis: XOrY, low: float, high: float) -> None:
    """Set how far an axis of numbers reaches; a shared one goes on showing what it showed."""
    if any(ax is not axis.axes and ax.has_data() for ax in _sharing(axis)):
        first, last = sorted(axis.get_view_interval())
        low, high = min(low, first), max(high, last)
    axis.axes.set(**{f"{axis.axis_name}lim": (low, high)})


def _sharing(axis: XOrY) -> list[Axes]:
    """Return all axes that share an axis, its own too."""
    ax = axis.axes
    shared = ax.get_shared_x_axes() if axis.axis_name == "x" else ax.get_shared_y_axes()
    return list(shared.get_siblings(ax))


def size_of(ax: Axes) -> tuple[float, float]:
    """Return the width and the height that axes will have, in points."""
    box = ax.get_window_extent()
    width, height = box.width * 72 / ax.figure.dpi, box.height * 72 / ax.figure.dpi
    if ax.get_aspect() == "auto":
        return width, height
    # a square takes no more of its place than the shorter side until it is drawn
    return min(width, height), min(width, height)


def _cell_size(ax: Axes) -> tuple[float, float]:
    """Return the width and height of the part of the figure that is for these axes, in points."""
    box, spec = ax.figure.get_window_extent(), ax.get_subplotspec()
    grid = (1, 1) if spec is None else spec.get_gridspec().get_geometry()
    return box.width * 72 / ax.figure.dpi / grid[1], box.height * 72 / ax.figure.dpi / grid[0]


def room_beside(ax: Axes, ends: Sequence[float], lengths: Sequence[float], least: float) -> float:
    """Return how far x must reach for texts of these lengths (points) to stand right of bars."""
    width = size_of(ax)[0]
    free = [max(0.15 * width, width - length) for length in lengths]
    needed = [end * width / room for end, room in zip(ends, free, strict=True) if end > 0]
    return max([least, *needed])
