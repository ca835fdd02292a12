"""The axes of a chart: whether they are free for it, what their ticks say, how far they reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import (
    FixedLocator,
    MaxNLocator,
    NullLocator,
    PercentFormatter,
    StrMethodFormatter,
)

from mia_stats.plotting.words import as_text, font_size, length_of
from mia_stats.utils.checks import shown

__all__ = [
    "Scale",
    "axes_or_new",
    "check_shared",
    "fit_games",
    "fit_ticks",
    "reach",
    "room_beside",
    "show_chances",
    "show_games",
    "show_names",
    "size_of",
    "ticks_of",
]

Scale: TypeAlias = Mapping[float, str] | Sequence[int] | Literal["chance"]
"""What an axis shows: names at their places, these numbers of games, or chances in percent."""


def ticks_of(names: Iterable[str]) -> dict[float, str]:
    """Return the scale that shows names at 0, 1, 2 and so on."""
    return {float(place): name for place, name in enumerate(names)}


def axes_or_new(ax: Axes | None, figsize: tuple[float, float], *, x: Scale, y: Scale) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure.

    Raises
    ------
    TypeError
        If `ax` are no axes.
    ValueError
        If something is drawn on them already, or an axis that they share shows something else.
    """
    if ax is None:
        import matplotlib.pyplot as plt  # only here: it chooses the user's window system

        return plt.subplots(figsize=figsize, layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be one matplotlib Axes, not {shown(ax)}")
    if ax.name != "rectilinear":
        raise TypeError(f"ax must be plain Axes with x and y, not {ax.name} ones")
    if ax.has_data():
        raise ValueError(
            "something is drawn on ax already, and a chart over it would mislead: "
            "give empty axes (ax.clear() makes them so), and draw what is yours afterwards"
        )
    check_shared(ax, "x", x)
    check_shared(ax, "y", y)
    return ax


def check_shared(ax: Axes, name: Literal["x", "y"], wanted: Scale) -> None:
    """Refuse an axis where the new ticks would relabel what is drawn already.

    Raises
    ------
    ValueError
        If something is drawn whose labels differ.
    """
    axis = _axis(ax, name)
    if not any(other.has_data() for other in _siblings(ax, name)) or _agree(axis, wanted):
        return
    locator, formatter = axis.get_major_locator(), axis.get_major_formatter()
    there = [text for text in formatter.format_ticks(list(locator())) if text]
    raise ValueError(
        f"ax shares its {name} axis with what has other labels already ({shown(there)}): draw on "
        f"axes of their own, plt.subplots(..., share{name}=False)"
    )


def _agree(axis: Axis, wanted: Scale) -> bool:
    """Return whether an axis that shows something says what is wanted of it."""
    locator, formatter = axis.get_major_locator(), axis.get_major_formatter()
    if wanted == "chance":
        percents = isinstance(formatter, PercentFormatter) and formatter.xmax == 1
        return axis.get_scale() == "linear" and percents
    if not isinstance(wanted, Mapping):
        return axis.get_scale() == "log" and getattr(locator, "sizes", None) == wanted
    places = [float(place) for place in locator()]
    return dict(zip(places, formatter.format_ticks(places), strict=True)) == dict(wanted)


def _siblings(ax: Axes, name: Literal["x", "y"]) -> list[Axes]:
    shared = ax.get_shared_x_axes() if name == "x" else ax.get_shared_y_axes()
    return list(shared.get_siblings(ax))


def _axis(ax: Axes, name: Literal["x", "y"]) -> Axis:
    return ax.xaxis if name == "x" else ax.yaxis


def reach(ax: Axes, name: Literal["x", "y"], low: float, high: float) -> None:
    """Set how far an axis of numbers reaches; a shared one goes on showing what it showed."""
    if any(other is not ax and other.has_data() for other in _siblings(ax, name)):
        first, last = sorted(ax.get_xlim() if name == "x" else ax.get_ylim())
        low, high = min(low, first), max(high, last)
    if name == "x":
        ax.set_xlim(low, high)
    else:
        ax.set_ylim(low, high)


def show_names(axis: Axis, scale: Mapping[float, str]) -> None:
    """Show names at their places, without strokes."""
    axis.set_ticks(list(scale), list(scale.values()), usetex=mpl.rcParams["text.usetex"])
    axis.set_tick_params(length=0)


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


def show_chances(axis: Axis) -> None:
    """Show percentages, no more than have room."""
    # the sign is made safe for TeX now, for the settings may be others when it is drawn
    axis.set_major_formatter(_Percent(1, symbol=as_text("%"), is_latex=True))
    axis.set_major_locator(_ChanceLocator(steps=[1, 2.5, 5, 10]))
    for tick in axis.get_major_ticks():
        tick.label1.set_usetex(mpl.rcParams["text.usetex"])


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


def show_games(axis: Axis, sizes: Sequence[int]) -> None:
    """Show numbers of games on a logarithmic axis."""
    axis.set_major_locator(_GamesLocator(sizes))
    axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axis.set_minor_locator(NullLocator())


def fit_games(ax: Axes, sizes: Sequence[int]) -> None:
    """Make the numbers of games small enough that at least the first and the last have room."""
    first, last = (length_of(f"{size:,}") for size in (sizes[0], sizes[-1]))
    start, low, stop, high = np.log10([sizes[0], ax.get_xlim()[0], sizes[-1], ax.get_xlim()[1]])
    decade = size_of(ax)[0] / float(high - low)
    # the first may reach a bit to the left of the axis, not as far as the labels of that
    most = [font_size("medium"), 2 * (decade * float(start - low) + 5) / first]
    if stop > start:
        most.append(1.8 * decade * float(stop - start) / (first + last))
    ax.xaxis.set_tick_params(labelsize=min(most))


def size_of(ax: Axes) -> tuple[float, float]:
    """Return the width and the height of axes, in points."""
    box = ax.get_window_extent()
    return box.width * 72 / ax.figure.dpi, box.height * 72 / ax.figure.dpi


def fit_ticks(
    ax: Axes,
    name: Literal["x", "y"],
    names: Sequence[str],
    base: str = "medium",
    *,
    upright: bool = False,
    square: bool = False,
) -> None:
    """Make the names of ticks small enough that each has room.

    Parameters
    ----------
    ax : Axes
        What they belong to.
    name : {"x", "y"}
        Which of its axes.
    names : sequence of str
        What they say.
    base : str
        The size of their font where there is room.
    upright : bool
        Whether those of x rather stand on end than get smaller; others do where they would get
        very small.
    square : bool
        Whether the axes are a square within the room that they have.
    """
    width, height = (min(size_of(ax)),) * 2 if square else size_of(ax)
    low, high = ax.get_xlim() if name == "x" else ax.get_ylim()
    slot = (width if name == "x" else height) / abs(high - low)
    longest = max([0.5, *map(length_of, names)])
    lines = max([1, *(text.count("\n") + 1 for text in names)])
    size = font_size(base)
    lying = 0.87 * slot / longest if name == "x" else 0
    rotation = 0
    if lying < (1 if upright else 0.6) * size:
        rotation = 90 if name == "x" else 0
        # names may take a good part of the figure, or of the column in a grid of axes
        lying = min(slot / (1.25 * lines), 0.4 * _cell_size(ax)[name == "x"] / longest)
    _axis(ax, name).set_tick_params(labelsize=min(size, lying), rotation=rotation)


def _cell_size(ax: Axes) -> tuple[float, float]:
    """Return the width and height of the part of the figure that is for these axes, in points."""
    box, spec = ax.figure.get_window_extent(), ax.get_subplotspec()
    grid = (1, 1) if spec is None else spec.get_gridspec().get_geometry()
    return box.width * 72 / ax.figure.dpi / grid[1], box.height * 72 / ax.figure.dpi / grid[0]


def room_beside(
    ax: Axes, ends: Sequence[float], lengths: Sequence[float], least: float, low: float = 0
) -> float:
    """Return how far x must reach for texts of these lengths (points) to stand right of bars."""
    width = size_of(ax)[0]
    free = [max(0.15 * width, width - length) for length in lengths]
    needed = [
        low + (end - low) * width / room for end, room in zip(ends, free, strict=True) if end > low
    ]
    return max([least, *needed])
