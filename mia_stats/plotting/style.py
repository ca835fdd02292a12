"""The look that all figures share: one palette, and what is drawn in more than one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.typing import ColorType
from numpy.typing import NDArray

from mia_stats.plotting.scales import size_of
from mia_stats.plotting.words import Words, font_size, length_of
from mia_stats.ranking.outcomes import Kind

__all__ = [
    "FAINT",
    "NARROW",
    "PALETTE",
    "PORTRAIT",
    "ROLES",
    "STRONG",
    "chance_matrix",
    "color_legend",
    "contrast",
    "fit_cells",
    "ink_on",
    "legend_size",
    "named_kinds",
    "pale",
    "paper_of",
    "set_sizes",
]

PALETTE: Final[dict[Kind, str]] = {"Mia": "#a3144b", "double": "#f0b445", "mixed": "#4a7fb5"}
"""The colours of the three kinds of outcomes: apart for every eye, and in grey."""

ROLES: Final = {"true": "#5aa89d", "lie": "#5b2a86", "doubt": "#8c8c8c"}
"""The colours of what players do; none is that of a kind of outcome."""

STRONG: Final = "#d1622b"
"""The colour of the one line that matters, which is no outcome and no deed."""

FAINT: Final = ("0.5", "0.62")
"""The colours of lines that matter less, and least: to be read on light and on dark."""

_PALE: Final = 0.2  # of a colour, the rest is the page

NARROW: Final = 4.6
"""The width of a figure for a phone, in inches: small letters are 9 of 360 pixels high."""

PORTRAIT: Final = (6.4, 7.6)
"""The size of a figure in which all outcomes stand below each other, in inches."""


def contrast(one: ColorType, other: ColorType) -> float:
    """Return the contrast of two colours, from 1 to 21, as the accessibility guidelines have it.

    Examples
    --------
    >>> round(contrast("black", "white"), 9)
    21.0
    """
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: ColorType) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def ink_on(color: ColorType) -> str:
    """Return black or white, whichever is read better on a colour: its contrast is 4.5 or more."""
    return max(("black", "white"), key=lambda ink: contrast(ink, color))


def paper_of(ax: Axes) -> tuple[float, float, float]:
    """Return the colour behind a chart; where it is clear, that of a light page."""
    *color, alpha = to_rgba(ax.get_facecolor())
    red, green, blue = (alpha * part + 1 - alpha for part in color)
    return red, green, blue


def pale(color: ColorType, ax: Axes) -> tuple[float, float, float]:
    """Return a colour of what matters less, near that of the page."""
    red, green, blue = (
        _PALE * part + (1 - _PALE) * paper
        for part, paper in zip(to_rgb(color), paper_of(ax), strict=True)
    )
    return red, green, blue


def named_kinds(kinds: Collection[Kind], say: Words) -> dict[str, str]:
    """Return the colour of each kind of outcome that is drawn, in the same order everywhere."""
    return {
        say("doubles" if kind == "double" else kind): color
        for kind, color in PALETTE.items()
        if kind in kinds
    }


def color_legend(ax: Axes, colors: Mapping[str, str], size: float, columns: int = 1) -> None:
    """Say what colours mean, in the upper right corner; a legend that was there goes."""
    ax.legend(
        [Patch(color=color) for color in colors.values()],
        list(colors),
        frameon=False,
        loc="upper right",
        ncols=columns,
        fontsize=size,
        handlelength=1.4,
    )


def legend_size(names: Collection[str], columns: int = 1) -> tuple[float, float]:
    """Return the width and height that a legend takes, as multiples of its font size."""
    longest = max(map(length_of, names), default=0.0)
    rows = -(-len(names) // columns)
    return columns * (longest + 2.2) + 2 * (columns - 1) + 1.9, 1.75 * rows + 1


def chance_matrix(ax: Axes, chances: NDArray[np.float64]) -> None:
    """Draw chances as a coloured square with a percentage in each cell."""
    chances = np.round(chances, 9)  # the last digits of floats are no matter of colour
    ax.imshow(chances, cmap="cividis", vmin=0, vmax=1)  # even in grey, and for colour-blind eyes
    for (row, column), chance in np.ndenumerate(chances):
        ax.annotate(
            f"{100 * chance:.0f}",
            (column, row),
            ha="center",
            va="center",
            fontsize="small",
            color="white" if chance < 0.45 else "black",
        )
    ax.spines[:].set_visible(False)


def fit_cells(ax: Axes, cells: int) -> None:
    """Make the texts of a square small enough for its cells, so many in a row."""
    longest = max((length_of(text.get_text()) for text in ax.texts), default=1)
    cell = size_of(ax)[0] / cells
    set_sizes(ax.texts, min(font_size("small"), 0.9 * cell / max(longest, 1.3)))


def set_sizes(texts: Iterable[Text], size: float) -> None:
    """Set the size of the font of all texts."""
    for text in texts:
        text.set_fontsize(size)
