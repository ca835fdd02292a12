"""Labels beside lines and points: put in place whenever they are drawn, so that none overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import cos, pi, sin
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from mia_stats.plotting.scales import size_of
from mia_stats.plotting.words import font_size, length_of

__all__ = ["LabelsAroundPoints", "LabelsBesideLines", "spread"]

Pair: TypeAlias = tuple[float, float]

_NEAR: Final = 5.0  # how far a label stands from the end of its line, in points
_WITH_LEADER: Final = 16.0  # where leader lines need room
_MARK: Final = 9.0  # how near to the point of another label it may come
_CLEAR: Final = 2.0  # how far from a line it stays
_AWAY: Final = (7.0, 14.0, 24.0, 36.0, 50.0, 66.0, 84.0, 104.0, 130.0, 160.0, 200.0, 250.0)
_ANGLES: Final = [pi * n / 8 for n in (4, 12, 0, 8, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15)]
_SHARES: Final = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)


def spread(
    centres: Sequence[float], sizes: Sequence[float], low: float, high: float
) -> list[float]:
    """Return centres moved as little as can be so that no two things overlap, in the same order.

    What does not fit between `low` and `high` overlaps nothing either, but reaches above `high`.

    Examples
    --------
    >>> spread([5, 5, 9], [2, 2, 2], 0, 10)
    [4.0, 6.0, 9.0]
    >>> spread([0, 0], [2, 2], 0, 10)
    [1.0, 3.0]
    """
    order = sorted(range(len(centres)), key=centres.__getitem__)
    tops = list(accumulate(sizes[place] for place in order))
    packed = [top - sizes[place] / 2 for top, place in zip(tops, order, strict=True)]
    # runs of things that touch: each moves as one, to the mean of what its members want
    runs: list[tuple[float, int]] = []
    for place, offset in zip(order, packed, strict=True):
        run = (float(centres[place] - offset), 1)
        while runs and runs[-1][0] / runs[-1][1] > run[0] / run[1]:
            before = runs.pop()
            run = (before[0] + run[0], before[1] + run[1])
        runs.append(run)
    highest = max(low, high - tops[-1]) if tops else low
    starts = [min(max(total / n, low), highest) for total, n in runs for _ in range(n)]
    moved = dict(zip(order, (s + o for s, o in zip(starts, packed, strict=True)), strict=True))
    return [moved[place] for place in range(len(centres))]


class _Placed(Annotation):
    """A label that its group puts in place before it is measured or drawn."""

    group: _Labels

    def update_positions(self, renderer: RendererBase) -> None:
        self.group.place(renderer)
        super().update_positions(renderer)


class _Labels:
    """Labels that keep clear of each other; a thin line leads to what one does not stand beside.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        What they stand in.
    size : str
        The size of their font where there is room.
    within : matplotlib.transforms.Bbox, optional
        The part of the axes that is for them, in their numbers; else all.
    """

    align: ClassVar[str]
    leader_from: ClassVar[tuple[float, float]]

    def __init__(self, ax: Axes, size: str, *, within: Bbox | None = None) -> None:
        self.ax, self.within = ax, within
        self.size = self.base = font_size(size)
        self.labels: list[_Placed] = []
        self.placed: object = None

    def add(self, text: str, xy: tuple[float, float], leader: str, **style: Any) -> None:
        """Name what stands at `xy`; `leader` is its colour."""
        label = _Placed(
            text,
            xy,
            xytext=(0, 0),
            textcoords="offset points",
            ha=self.align,
            va="center",
            fontsize=self.size,
            arrowprops={
                "arrowstyle": "-",
                "color": leader,
                "linewidth": 0.8,
                "shrinkA": 1,
                "shrinkB": 1,
                "relpos": self.leader_from,
            },
            **style,
        )
        label.group = self
        self.ax.add_artist(label)
        self.labels.append(label)

    def place(self, renderer: RendererBase) -> None:
        """Put all labels in place, if anything has changed since the last time."""
        box = self.ax.get_window_extent(renderer)
        if self.within is not None:
            box = self.within.transformed(self.ax.transData)
        ends = self.ax.transData.transform([label.xy for label in self.labels])
        anchors = [(float(x), float(y)) for x, y in ends]
        point = float(renderer.points_to_pixels(1))  # type: ignore[arg-type]  # one float for one
        now = (box.bounds, anchors, point, [label.get_text() for label in self.labels])
        if now != self.placed:
            self.arrange(box, anchors, point, renderer)
            self.placed = now

    def arrange(
        self, box: Bbox, anchors: Sequence[Pair], point: float, renderer: RendererBase
    ) -> None:
        """Move each label; all is in pixels, of which a point has so many."""
        raise NotImplementedError

    def extents(self, size: float, renderer: RendererBase) -> list[Pair]:
        """Return the width and height of each label in pixels, once it has this font size."""
        found = []
        for label in self.labels:
            label.set_fontsize(size)
            extent = Text.get_window_extent(label, renderer)  # an annotation would ask for place
            found.append((float(extent.width), float(extent.height)))
        return found


def _move(label: Annotation, offset: Pair, *, led: bool) -> None:
    label.set_position(offset)
    if label.arrow_patch is not None:
        label.arrow_patch.set_visible(led)


class LabelsBesideLines(_Labels):
    """Labels at the right ends of lines, in the order of the lines."""

    align = "left"
    leader_from = (0, 0.5)

    def length(self) -> float:
        """Return how much room the labels need beside their lines, at most half the width."""
        width, _ = size_of(self.ax)
        longest = max(
            (length_of(label.get_text(), str(label.get_fontweight())) for label in self.labels),
            default=1,
        )
        self.size = min(self.base, 0.5 * width / longest)
        self.placed = None
        return _WITH_LEADER + 1.05 * longest * self.size

    def arrange(
        self, box: Bbox, anchors: Sequence[Pair], point: float, renderer: RendererBase
    ) -> None:
        """Move labels up and down; they get smaller where they are too many."""
        heights = [height for _, height in self.extents(self.size, renderer)]
        if sum(heights) > box.height:
            size = 0.97 * self.size * box.height / sum(heights)
            heights = [height for _, height in self.extents(size, renderer)]
        wanted = [y for _, y in anchors]
        centres = spread(wanted, heights, box.y0, box.y1)
        moved = [(centre - y) / point for y, centre in zip(wanted, centres, strict=True)]
        gap = _WITH_LEADER if max(map(abs, moved)) > 1 else _NEAR
        for label, up in zip(self.labels, moved, strict=True):
            _move(label, (gap, up), led=abs(up) > 1)


class LabelsAroundPoints(_Labels):
    """Labels around points, each as near to its own as there is room, and clear of `lines`."""

    align = "center"
    leader_from = (0.5, 0.5)

    def __init__(
        self, ax: Axes, size: str, *, lines: Sequence[Line2D] = (), within: Bbox | None = None
    ) -> None:
        super().__init__(ax, size, within=within)
        self.lines = lines

    def arrange(
        self, box: Bbox, anchors: Sequence[Pair], point: float, renderer: RendererBase
    ) -> None:
        """Move labels to free places; they get smaller until there is one for each."""
        drawn = [_dense(self.ax.transData.transform(line.get_xydata())) for line in self.lines]
        tries = [(share, False) for share in _SHARES[:4] if drawn] + [(s, True) for s in _SHARES]
        for share, crossing in tries:
            extents = self.extents(share * self.size, renderer)
            places = _free_places(box, anchors, extents, point, drawn, crossing=crossing)
            if None not in places:
                break
        for label, anchor, extent, free in zip(self.labels, anchors, extents, places, strict=True):
            above = anchor[0], anchor[1] + extent[1] / 2 + _AWAY[0] * point
            x, y = free or above
            led = (
                abs(x - anchor[0]) > extent[0] / 2 + (_AWAY[0] + 1) * point
                or abs(y - anchor[1]) > extent[1] / 2 + (_AWAY[0] + 1) * point
            )
            _move(label, ((x - anchor[0]) / point, (y - anchor[1]) / point), led=led)


def _dense(line: NDArray[np.float64], each: int = 40) -> NDArray[np.float64]:
    """Return points of a line, so many between two of its own."""
    places = np.linspace(0, len(line) - 1, each * (len(line) - 1) + 1)
    own = np.arange(len(line))
    return np.column_stack([np.interp(places, own, column) for column in line.T])


def _free_places(
    box: Bbox,
    anchors: Sequence[Pair],
    extents: Sequence[Pair],
    point: float,
    lines: Sequence[NDArray[np.float64]] = (),
    *,
    crossing: bool = True,
) -> list[Pair | None]:
    """Return where the middle of each label may stand; None where all places are taken.

    Labels keep clear of lines; what leads to a label may cross them, or not.
    """
    mark = _MARK * point
    marks = [Bbox.from_extents(x - mark, y - mark, x + mark, y + mark) for x, y in anchors]
    taken: list[Bbox] = []
    leaders: list[NDArray[np.float64]] = []
    places: list[Pair | None] = []
    for own, (anchor, extent) in enumerate(zip(anchors, extents, strict=True)):
        others = marks[:own] + marks[own + 1 :]  # where a label stands beside its own is known
        for middle in _around(anchor, extent, point):
            place = Bbox.from_bounds(middle[0] - extent[0] / 2, middle[1] - extent[1] / 2, *extent)
            leader = np.linspace(anchor, middle, 20)
            if (
                _holds(box, place)
                and not place.count_overlaps([*others, *taken])
                and not any(place.count_contains(other) for other in leaders)
                and not any(place.padded(_CLEAR * point).count_contains(line) for line in lines)
                and (crossing or not _crosses(leader, lines, _CLEAR * point))
                and not any(other.count_contains(leader) for other in [*others, *taken])
            ):
                taken.append(place)
                leaders.append(leader)
                places.append(middle)
                break
        else:
            places.append(None)
    return places


def _crosses(
    leader: NDArray[np.float64], lines: Sequence[NDArray[np.float64]], near: float
) -> bool:
    """Return whether what leads away from a line comes near one again."""
    away = leader[np.hypot(*(leader - leader[0]).T) > 4 * near]
    return any(
        bool((np.hypot(*(line[:, None] - away).T) < near).any()) for line in lines if len(away)
    )


def _around(anchor: Pair, extent: Pair, point: float) -> Iterator[Pair]:
    """Yield places around a point, the nearest first."""
    for away in _AWAY:
        for angle in _ANGLES:
            yield (
                anchor[0] + cos(angle) * (extent[0] / 2 + away * point),
                anchor[1] + sin(angle) * (extent[1] / 2 + away * point),
            )


def _holds(box: Bbox, place: Bbox) -> bool:
    across = box.x0 <= place.x0 and place.x1 <= box.x1
    return bool(across and box.y0 <= place.y0 and place.y1 <= box.y1)
