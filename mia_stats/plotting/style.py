"""The look that all figures share: one palette, and new axes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from numpy.typing import NDArray

from mia_stats.checks import shown
from mia_stats.dice import FAIR, Dice
from mia_stats.outcomes import Kind
from mia_stats.variants import Variant

__all__ = [
    "PALETTE",
    "ROLES",
    "SEQUENTIAL",
    "as_text",
    "axes_or_new",
    "chance_matrix",
    "conditions",
    "kind_legend",
    "plain",
]

PALETTE: Final[dict[Kind, str]] = {"Mia": "#a3144b", "double": "#f0b445", "mixed": "#4a7fb5"}
"""The colours of the three kinds of outcomes: apart for every eye, and in grey."""

ROLES: Final = {"true": "#5aa89d", "lie": "#5b2a86", "doubt": "#8c8c8c"}
"""The colours of what players do; none is that of a kind of outcome."""

SEQUENTIAL: Final = "cividis"
"""The colour map of all chances: even in grey, and for colour-blind eyes."""


def axes_or_new(ax: Axes | None, figsize: tuple[float, float]) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure.

    Raises
    ------
    TypeError
        If `ax` are no axes.
    """
    if ax is None:
        import matplotlib.pyplot as plt  # only here: it chooses the user's window system

        return plt.subplots(figsize=figsize, layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be one matplotlib Axes, not {shown(ax)}")
    if ax.name != "rectilinear":
        raise TypeError(f"ax must be plain Axes with x and y, not {ax.name} ones")
    return ax


def plain(ax: Axes) -> None:
    """Take away what says nothing: the upper and the right edge."""
    ax.spines[["top", "right"]].set_visible(False)


def kind_legend(ax: Axes, kinds: dict[Kind, Any], **placed: Any) -> None:
    """Name the colours of the kinds of outcomes that are drawn."""
    ax.legend(
        [Patch(color=PALETTE[kind]) for kind in kinds],
        ["doubles" if kind == "double" else kind for kind in kinds],
        frameon=False,
        **placed,
    )


def as_text(name: str) -> str:
    """Return a name so that matplotlib takes no part of it for a formula."""
    return name.replace("$", r"\$")


def conditions(variant: Variant, dice: Dice) -> str:
    """Return what a label must say beside: which outcomes are rethrown, and loaded dice."""
    conditions = [f"{outcome} is thrown again" for outcome in variant.rethrown]
    conditions += [] if dice == FAIR else [f"dice {dice}"]
    return f"\n({', '.join(conditions)})" if conditions else ""


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
