"""The look that all figures share: one palette, new axes, and how figures are saved."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from numpy.typing import NDArray

from mia_stats.checks import shown
from mia_stats.dice import FAIR, Dice
from mia_stats.files import file_path, write_whole
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
    "save_figure",
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


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> list[Path]:
    """Save a figure as SVG and as PNG, the same bytes on every run.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What to save.
    path : str or path-like
        Where; a suffix .svg or .png is left out. The folder is made if it is missing.

    Returns
    -------
    list of Path
        The two files.

    Raises
    ------
    TypeError
        If `figure` is none.
    OSError
        If a file can't be written; none is left half-written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in save_figure(Figure(), f"{folder}/empty")]
    ['empty.svg', 'empty.png']
    """
    if not isinstance(figure, Figure):
        raise TypeError(f"figure must be a matplotlib Figure, not {shown(figure)}")
    path = file_path(path)
    if path.suffix in (".svg", ".png"):
        path = path.with_suffix("")
    path.parent.mkdir(parents=True, exist_ok=True)
    contents = {}
    with mpl.rc_context({"svg.hashsalt": "mia_stats"}):
        for suffix, metadata in ((".svg", {"Date": None}), (".png", {"Software": None})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix[1:], dpi=150, metadata=metadata)
            contents[suffix] = buffer.getvalue()
    return [
        write_whole(path.with_name(path.name + suffix), content)
        for suffix, content in contents.items()
    ]
