"""Charts of the odds, drawn on matplotlib axes: data first, then ink, and no global changes."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from mia_stats.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.checks import shown
from mia_stats.dice import FAIR, Dice
from mia_stats.files import write_whole
from mia_stats.medians import medians
from mia_stats.odds import odds
from mia_stats.tables import percent
from mia_stats.variants import Variant

__all__ = ["PALETTE", "draw_figures", "plot_beat_probability", "save_figure"]

PALETTE: Final = {"Mia": "#a3144b", "double": "#f0b445", "mixed": "#4a7fb5"}
"""The colours of the three kinds of outcomes: apart for every eye, and in grey."""

_PORTRAIT = (6.4, 7.6)


def plot_beat_probability(
    variant: VariantLike = STANDARD, *, dice: Dice = FAIR, ax: Axes | None = None
) -> Axes:
    """Draw how often the next roll is *strictly* better than a call of each outcome.

    Parameters
    ----------
    variant : VariantLike
    dice : Dice
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A bar for each outcome, best on top, with its exact chance; outcomes that tie touch.

    Raises
    ------
    ValueError
        If there is no such variant, or every roll is rethrown.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_beat_probability("meyer", ax=Figure().subplots())
    >>> ax.get_title()
    'Meyer: a call of 61 is beaten exactly half the time'
    """
    table = odds(variant, dice=dice)
    even = medians(table.variant, dice=dice).even
    chances = [float(row.beaten) for row in table]
    if ax is None:
        ax = _new_axes()
    elif not isinstance(ax, Axes):
        raise TypeError(f"ax must be one matplotlib Axes, not {shown(ax)}")

    tops, heights = _slots(table.variant)
    ax.barh(
        tops,
        chances,
        height=heights,
        align="edge",
        color=[PALETTE[row.outcome.kind] for row in table],
    )
    for place, row in enumerate(table):
        exact = f"   {row.beaten}" if len(str(row.beaten)) <= 12 else ""
        ax.annotate(
            f"{percent(row.beaten)}{exact}{'   ← even' if row.outcome in even else ''}",
            (float(row.beaten), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
            fontweight="bold" if row.outcome in even else None,
            bbox={"boxstyle": "square,pad=0.1", "color": ax.get_facecolor()},
        )
    ax.axvline(0.5, color="0.5", linestyle="--", linewidth=1, zorder=0)

    ax.set_yticks(range(len(table)), _tick_labels(table.variant))
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.set_xlim(0, 1.18)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1])
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(f"chance that the next roll is better{_conditions(table.variant, dice)}")
    ax.set_ylabel("call")
    labels = " or ".join(outcome.label for outcome in even[:3])
    labels += f" or {len(even) - 3} more" * (len(even) > 3)
    answer = f"a call of {labels} is" if even else "no call is"
    title = f"{table.variant.title}: {answer} beaten exactly half the time"
    title = title.replace("$", r"\$")  # a name is no formula
    ax.set_title(title if len(title) <= 60 else title.replace(": ", "\n"))
    kinds = {row.outcome.kind: None for row in table}
    ax.legend(
        [Patch(color=PALETTE[kind]) for kind in kinds],
        ["doubles" if kind == "double" else kind for kind in kinds],
        loc="upper right",
        frameon=False,
    )
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _new_axes() -> Axes:
    import matplotlib.pyplot as plt  # only here: it chooses the user's window system

    return plt.subplots(figsize=_PORTRAIT, layout="constrained")[1]


def _slots(variant: Variant) -> tuple[list[float], list[float]]:
    """Return the top edge and the height of each bar; the bars of one tier touch."""
    gap = 0.1
    tops: list[float] = []
    heights: list[float] = []
    for tier in variant.tiers:
        for place in range(len(tier)):
            above = gap if place == 0 else 0
            below = gap if place == len(tier) - 1 else 0
            tops.append(len(tops) - 0.5 + above)
            heights.append(1 - above - below)
    return tops, heights


def _tick_labels(variant: Variant) -> list[str]:
    """Return the labels of the outcomes; one that ties with the outcome above it says so."""
    return [
        f"= {outcome}" if place else outcome.label
        for tier in variant.tiers
        for place, outcome in enumerate(tier)
    ]


def _conditions(variant: Variant, dice: Dice) -> str:
    conditions = [f"{outcome} is thrown again" for outcome in variant.rethrown]
    conditions += [] if dice == FAIR else [f"dice {dice}"]
    return f"\n({', '.join(conditions)})" if conditions else ""


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> list[Path]:
    """Save a figure as SVG and as PNG, the same bytes on every run.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : str or path-like
        Where; a suffix .svg or .png is left out. The folder is made if it is missing.

    Returns
    -------
    list of Path
        The two files.

    Raises
    ------
    OSError
        If a file can't be written; none is left half-written.
    """
    if not isinstance(figure, Figure):
        raise TypeError(f"figure must be a matplotlib Figure, not {shown(figure)}")
    path = Path(path)
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


def draw_figures(
    folder: str | os.PathLike[str] = "figures",
    variants: VariantLike | Iterable[VariantLike] = STANDARD,
    *,
    dice: Dice = FAIR,
) -> list[Path]:
    """Draw the beat-probability chart of each variant into a folder, as SVG and PNG.

    Parameters
    ----------
    folder : str or path-like
        It is made if it is missing.
    variants : VariantLike or iterable of VariantLike
    dice : Dice

    Returns
    -------
    list of Path
        The files, the same bytes on every run.

    Raises
    ------
    ValueError
        If there is no such variant.
    OSError
        If a file can't be written.
    """
    paths = []
    if isinstance(variants, str | Variant):
        variants = [variants]
    loaded = "" if dice == FAIR else f"-dice-{dice}".replace(",", "-").replace("/", "-and-")
    for variant in dict.fromkeys([find_variant(variant) for variant in variants]):
        with mpl.rc_context():
            mpl.rcdefaults()
            figure = Figure(figsize=_PORTRAIT, layout="constrained")
            FigureCanvasAgg(figure)
            plot_beat_probability(variant, dice=dice, ax=figure.subplots())
            key = re.sub(r"[^\w+-]", "-", variant.key)
            paths += save_figure(figure, Path(folder) / f"beat-probability-{key}{loaded}")
    return paths
