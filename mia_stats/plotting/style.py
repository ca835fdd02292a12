"""The look that all figures share: one palette, and what is drawn in more than one of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.text import Text
from numpy.typing import NDArray

from mia_stats.plotting.scales import size_of
from mia_stats.plotting.words import Say, font_size, length_of
from mia_stats.ranking.outcomes import Kind

__all__ = [
    "PALETTE",
    "ROLES",
    "SEQUENTIAL",
    "chance_matrix",
    "color_legend",
    "fit_cells",
    "legend_size",
    "named_kinds",
    "plain",
]

PALETTE: Final[dict[Kind, str]] = {"Mia": "#a3144b", "double": "#f0b445", "mixed": "#4a7fb5"}
"""The colours of the three kinds of outcomes: apart for every eye, and in grey."""

ROLES: Final = {"true": "#5aa89d", "lie": "#5b2a86", "doubt": "#8c8c8c"}
"""The colours of what players do; none is that of a kind of outcome."""

SEQUENTIAL: Final = "cividis"
"""The colour map of all chances: even in grey, and for colour-blind eyes."""


def plain(ax: Axes) -> None:
    """Take away what says nothing: the upper and the right edge."""
    ax.spines[["top", "right"]].set_visible(False)


def named_kinds(kinds: Collection[Kind], say: Say) -> dict[str, str]:
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
    ax.imshow(chances, cmap=SEQUENTIAL, vmin=0, vmax=1)
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


def fit_cells(ax: Axes, texts: Collection[Text], cells: float, base: str = "small") -> None:
    """Make texts small enough for the cells of a square, so many in a row."""
    cell = min(size_of(ax)) / cells
    longest = max((length_of(text.get_text()) for text in texts), default=1)
    for text in texts:
        text.set_fontsize(min(font_size(base), 0.9 * cell / max(longest, 1.3)))
