"""Charts of variants: medians, and which outcome beats which."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.medians import medians
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import CHANCES, Names, reach, size_of
from mia_stats.plotting.style import PALETTE, set_sizes
from mia_stats.plotting.words import Labels, Words, conditions, font_size, length_of
from mia_stats.ranking.catalogue import STANDARD, VARIANTS, VariantLike, find_variant, find_variants
from mia_stats.utils.checks import warn_of_change

__all__ = ["plot_medians", "plot_who_beats_whom"]


def plot_medians(
    variants: Iterable[VariantLike] = tuple(VARIANTS),
    *,
    dice: Dice = FAIR,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw the medians of variants on one scale: the share of rolls that are better.

    Parameters
    ----------
    variants : iterable of VariantLike
        Which variants to draw, in this order.
    dice : Dice
        The dice that are thrown.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A row for each variant; a box reaches from the share of rolls that beat a median to the
        share that meet or beat it.

    Raises
    ------
    ValueError
        If there is no such variant, every roll is rethrown, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_medians(["standard"], ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['61', '54']
    """
    say = Words(labels, title)
    found = [medians(variant, dice=dice) for variant in find_variants(variants)]
    names = Names(say(middle.odds.variant.key) for middle in found)
    chart = Chart(ax, (7.2, 5.4), x=CHANCES, y=names)
    ax = chart.ax
    notes = []
    for place, middle in enumerate(found):
        for tier in dict.fromkeys((middle.upper, middle.lower)):
            row = middle.odds[tier[0]]
            left, width, color = float(row.beaten), float(row.tied), PALETTE[tier[0].kind]
            ax.barh(place, width, left=left, height=0.72, color=color, edgecolor="white")
            note = ax.annotate(
                " = ".join(say(outcome.label) for outcome in tier),
                (left + width / 2, place),
                ha="center",
                va="center",
                color="white",
                fontweight="bold" if tier[0] in middle.even else "normal",
            )
            notes.append((note, width))
    ax.axvline(0.5, color="0.5", linestyle="--", linewidth=1, zorder=0)
    ax.set_ylim(len(found) - 0.4, -0.6)
    reach(ax.xaxis, 0.25, 0.75)
    edges = say("share of rolls that are better (left edge), or at least as good (right edge)")
    chart.caption(
        say.title("Which outcome is the median? It depends on the variant"),
        x=f"{edges}\n{say('bold: a better roll comes exactly half the time')}",
    )

    def fit() -> None:
        across, down = size_of(ax)
        scale = across / (ax.get_xlim()[1] - ax.get_xlim()[0])
        room = [scale * width / length_of(note.get_text(), "bold") for note, width in notes]
        size = min([font_size("small"), down / (len(found) + 0.2) / 1.3, *(0.95 * r for r in room)])
        set_sizes([note for note, _ in notes], size)

    finish(fit, chart)
    return ax


def plot_who_beats_whom(
    variant: VariantLike = STANDARD,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw which outcome beats which, as a square; `plot_rolls` and `plot_doubts` take its place.

    It warns of that, and goes in the next version.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A row and a column for each outcome, best first: dark where the row beats the column, light
        where it loses, and in between where they tie.

    Raises
    ------
    ValueError
        If there is no such variant, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     plot_who_beats_whom(ax=Figure().subplots()).images[0].get_array().shape
    (21, 21)
    """
    warn_of_change(
        "plot_who_beats_whom goes in the next version: plot_rolls draws what beats a call, "
        "plot_doubts which calls to doubt"
    )
    say = Words(labels, title)
    variant = find_variant(variant)
    outcomes = variant.outcomes
    ranks = np.array([variant.rank(outcome) for outcome in outcomes])
    result = np.sign(ranks[None, :] - ranks[:, None])
    names = Names((say(outcome.label) for outcome in outcomes), "small")
    chart = Chart(ax, (6.4, 6.4), x=names, y=names)
    ax = chart.ax
    ax.imshow(result, cmap="Blues", vmin=-1.3, vmax=1.3)
    ax.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False)
    count = len(outcomes)
    notes = [
        ax.annotate(say(text), (count * x, count * y), ha="center", color=color)
        for text, x, y, color in (
            ("the row beats the column", 0.7, 0.22, "white"),
            ("the row loses", 0.27, 0.75, "black"),
        )
        if count > 5
    ]
    chart.caption(
        say.title(f"{say(variant.title)}: who beats whom?"),
        x=say("on the diagonal they tie") + conditions(variant, FAIR, say),
        y=say("outcome, best first"),
    )
    ax.spines[:].set_visible(False)

    def fit() -> None:
        for note in notes:
            most = 0.5 * size_of(ax)[0] / length_of(note.get_text())
            note.set_fontsize(min(font_size("medium"), most))

    finish(fit, chart)
    return ax
