"""Lines of chances that grow or shrink step by step, each named where it can be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import cycle
from textwrap import fill
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from mia_stats.plotting.beside import LabelsAroundPoints, LabelsBesideLines
from mia_stats.plotting.scales import size_of
from mia_stats.plotting.style import FAINT, STRONG
from mia_stats.plotting.words import font_size, length_of, listing, whole_percents

__all__ = ["ABOVE", "ROW", "History", "NoteAbove", "draw_histories", "name_ends", "name_peaks"]

ABOVE: Final = 1.05
"""How high lines and their names reach; notes stand above that."""

ROW: Final = 0.09
"""How high each row of notes is."""

_GONE: Final = 0.02  # who has no greater chance in the end is named together with others
_LESS: Final = 0.005  # less than 1 % in whole percent
_NOTED: Final = 1 / 3  # or where its line is highest, if that is so high


class History(NamedTuple):
    """How likely it is somebody, step by step, and in the end, as exactly as it is known."""

    name: str
    chances: list[float]
    last: Fraction | float
    is_best: bool

    @property
    def end(self) -> float | None:
        """Where its name stands; None where next to nothing is left."""
        return round(self.chances[-1], 9) if self.is_best or self.last > _GONE else None

    @property
    def peak(self) -> int:
        """The step at which it was likeliest, once something was seen."""
        return max(range(1, len(self.chances)), key=self.chances.__getitem__, default=0)

    @property
    def is_noted(self) -> bool:
        """Whether it was likely once, and is so no more."""
        return self.end is None and self.chances[self.peak] >= _NOTED


def draw_histories(ax: Axes, steps: Sequence[int], lines: Sequence[History]) -> list[Line2D]:
    """Draw how likely each is, step by step."""
    dashes = cycle(("-", "--", "-.", (0, (9, 2))))
    drawn = []
    for line in lines:
        look: dict[str, Any]
        if line.is_best:
            look = {"color": STRONG, "linewidth": 2.4, "zorder": 2.2}
            look |= {"marker": "o", "markersize": 4} if len(steps) <= 30 else {}
        elif line.end is None and not line.is_noted:
            look = {"color": FAINT[1], "linewidth": 0.8}
        else:
            look = {"color": FAINT[0], "linestyle": next(dashes), "zorder": 2.1}
        drawn += ax.plot(steps, line.chances, **look)
    return drawn


def name_ends(ax: Axes, last: int, lines: Sequence[History]) -> LabelsBesideLines:
    """Name lines where they end; those that end together have one label."""
    ends: dict[float | None, list[History]] = {}
    for line in lines:
        if not line.is_noted:
            ends.setdefault(line.end, []).append(line)
    below = Bbox.from_extents(0, 0, last, ABOVE)
    beside = LabelsBesideLines(ax, "small", within=below)
    for end, those in ends.items():
        names, highest = [line.name for line in those], max(line.last for line in those)
        chance = whole_percents(highest).replace(" ", "\xa0")  # stays in one line
        if end is None:
            most = "at\xa0most\xa0"
            several = f"{len(names)} others" if len(names) > 2 else ", ".join(names)
            text = f"{several} {most if highest > _LESS else ''}{chance}"
        else:
            text = f"{listing(names)} {chance}{' each' if len(names) > 1 else ''}"
        best = {"color": STRONG, "fontweight": "bold"} if those[0].is_best else {}
        beside.add(_wrapped(text, 16), (last, end or 0.0), best.get("color", FAINT[0]), **best)
    return beside


def name_peaks(
    ax: Axes, steps: Sequence[int], lines: Sequence[History], clear_of: Sequence[Line2D]
) -> None:
    """Name those who were likely once where they were, clear of all lines."""
    within = Bbox.from_extents(steps[0], 0, steps[-1], ABOVE)
    around = LabelsAroundPoints(ax, "small", lines=clear_of, within=within)
    peaks: dict[tuple[float, float], list[str]] = {}
    for line in lines:
        if line.is_noted:
            height = round(line.chances[line.peak], 9)
            peaks.setdefault((steps[line.peak], height), []).append(line.name)
    for place, names in peaks.items():
        around.add(_wrapped(listing(names), 12), place, FAINT[0])


def _wrapped(text: str, width: int) -> str:
    """Return a text in short lines; no sign stands alone at the end of one."""
    lines = fill(text.replace("= ", "=\xa0"), width, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\xa0", " ")


class NoteAbove:
    """What is said above a step, beside a line that leads to it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where to draw.
    step : int
        The step.
    top : float
        Where it stands.
    text : str
        What is said.
    """

    def __init__(self, ax: Axes, step: int, top: float, text: str) -> None:
        self.ax, self.step = ax, step
        self.line = ax.plot([step, step], [0, top], color=FAINT[0], linestyle=":", linewidth=1)[0]
        self.note = ax.annotate(
            text,
            (step, top),
            xytext=(0, 0),
            textcoords="offset points",
            va="top",
            bbox={"boxstyle": "square,pad=0.1", "color": ax.get_facecolor()},
        )

    def fit(self) -> None:
        """Let it stand on the right, or where there is more room, small enough for it."""
        across, down = (
            size / abs(float(np.ptp(lim)))
            for size, lim in zip(
                size_of(self.ax), (self.ax.get_xlim(), self.ax.get_ylim()), strict=True
            )
        )
        left, right = (
            across * steps - 4 for steps in (self.step, self.ax.get_xlim()[1] - self.step)
        )
        length = length_of(self.note.get_text())
        size = min(font_size("small"), 0.75 * ROW * down, max(left, right) / length)
        on_right = right >= min(left, size * length)
        self.note.set(
            fontsize=size,
            horizontalalignment="left" if on_right else "right",
            position=(4 if on_right else -4, 0),
        )
