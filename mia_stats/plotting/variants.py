"""Charts of variants: ranks, medians, and which outcome beats which."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from mia_stats.catalogue import STANDARD, VARIANTS, VariantLike, find_variant
from mia_stats.checks import listed
from mia_stats.dice import FAIR, Dice
from mia_stats.medians import medians
from mia_stats.outcomes import Outcome
from mia_stats.plotting.style import PALETTE, as_text, axes_or_new, conditions, plain
from mia_stats.variants import Variant

__all__ = ["plot_medians", "plot_ranks", "plot_who_beats_whom"]


def plot_ranks(
    variants: Iterable[VariantLike] = tuple(VARIANTS), *, ax: Axes | None = None
) -> Axes:
    """Draw the rank of every outcome across variants, a line for each outcome.

    Parameters
    ----------
    variants : iterable of VariantLike
        Which variants to draw, in this order.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        Variants from left to right, rank 1 on top; a line breaks where the outcome is rethrown.

    Raises
    ------
    ValueError
        If there is no such variant.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> len(plot_ranks(["standard", "meyer"], ax=Figure().subplots()).lines)
    21
    """
    found = [find_variant(variant) for variant in listed(variants, "variants")]
    order = STANDARD.outcomes
    ranks = {
        outcome: [
            float("nan") if outcome in variant.rethrown else variant.rank(outcome)
            for variant in found
        ]
        for outcome in order
    }
    ax = axes_or_new(ax, (13.0, 6.6))
    for outcome, line in ranks.items():
        ax.plot(line, color=PALETTE[outcome.kind], linewidth=1.4, alpha=0.75, zorder=1)
        for place, rank in enumerate(line):
            if rank == rank:  # not rethrown
                ax.annotate(
                    outcome.label,
                    (place, rank),
                    xytext=(_beside(found[place], outcome), 0),
                    textcoords="offset points",
                    ha="center",
                    va="center",
                    fontsize=6.5,
                    color="white" if outcome.kind != "double" else "black",
                    bbox={"boxstyle": "round,pad=0.12", "color": PALETTE[outcome.kind]},
                )
    ax.set_xticks(
        range(len(found)), [as_text(variant.key).replace("-", "-\n") for variant in found]
    )
    ax.tick_params(axis="both", length=0, labelsize="small")
    ax.set_yticks([1, 5, 10, 15, 20])
    ax.set_ylim(21.8, 0.2)
    ax.set_xlim(-0.5, len(found) - 0.3)
    ax.set_ylabel("rank, 1 is best; tied outcomes stand side by side")
    ax.set_title("Where does each outcome stand in each variant?")
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    return ax


def _beside(variant: Variant, outcome: Outcome) -> float:
    """Return how far to the side an outcome stands that ties with others, in points."""
    tier = variant.tiers[variant.rank(outcome) - 1]
    return 11.0 * tier.index(outcome) - 5.5 * (len(tier) - 1)


def plot_medians(
    variants: Iterable[VariantLike] = tuple(VARIANTS), *, dice: Dice = FAIR, ax: Axes | None = None
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

    Returns
    -------
    matplotlib.axes.Axes
        A row for each variant; a box reaches from the share of rolls that beat a median to the
        share that meet or beat it.

    Raises
    ------
    ValueError
        If there is no such variant, or every roll is rethrown.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_medians(["standard"], ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['61', '54']
    """
    found = [find_variant(variant) for variant in listed(variants, "variants")]
    boxes = []
    for place, variant in enumerate(found):
        middle = medians(variant, dice=dice)
        for tier in dict.fromkeys((middle.upper, middle.lower)):
            row = middle.odds[tier[0]]
            label = " = ".join(outcome.label for outcome in tier)
            even = "bold" if tier[0] in middle.even else "normal"
            boxes.append((place, float(row.beaten), float(row.tied), label, tier[0].kind, even))
    ax = axes_or_new(ax, (7.2, 5.4))
    for place, left, width, label, kind, weight in boxes:
        ax.barh(place, width, left=left, height=0.72, color=PALETTE[kind], edgecolor="white")
        ax.annotate(
            label, (left + width / 2, place), ha="center", va="center", color="white",
            fontsize="small", fontweight=weight,
        )  # fmt: skip
    ax.axvline(0.5, color="0.5", linestyle="--", linewidth=1, zorder=0)
    ax.set_yticks(range(len(found)), [as_text(variant.key) for variant in found])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(found) - 0.4, -0.6)
    ax.set_xlim(0.25, 0.75)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(
        "share of rolls that are better (left edge), or at least as good (right edge);\n"
        "bold: a better roll comes exactly half the time"
    )
    ax.set_title("Which outcome is the median? It depends on the variant")
    plain(ax)
    return ax


def plot_who_beats_whom(variant: VariantLike = STANDARD, *, ax: Axes | None = None) -> Axes:
    """Draw which outcome beats which, as a square.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A row and a column for each outcome, best first: dark where the row beats the column, light
        where it loses, and in between where they tie.

    Raises
    ------
    ValueError
        If there is no such variant.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> plot_who_beats_whom(ax=Figure().subplots()).images[0].get_array().shape
    (21, 21)
    """
    variant = find_variant(variant)
    outcomes = variant.outcomes
    ranks = np.array([variant.rank(outcome) for outcome in outcomes])
    result = np.sign(ranks[None, :] - ranks[:, None])
    ax = axes_or_new(ax, (6.4, 6.4))
    ax.imshow(result, cmap="Blues", vmin=-1.3, vmax=1.3)
    labels = [outcome.label for outcome in outcomes]
    ax.set_xticks(range(len(labels)), labels, fontsize="small")
    ax.set_yticks(range(len(labels)), labels, fontsize="small")
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    colors = {-1: "black", 0: "black", 1: "white"}
    if len(labels) > 5:
        ax.annotate("the row beats the column", (len(labels) * 0.7, len(labels) * 0.22),
                    ha="center", color=colors[1])  # fmt: skip
        ax.annotate("the row loses", (len(labels) * 0.27, len(labels) * 0.75),
                    ha="center", color=colors[-1])  # fmt: skip
    ax.set_xlabel(f"on the diagonal they tie{conditions(variant, FAIR)}")
    ax.set_ylabel("outcome, best first")
    ax.set_title(f"{as_text(variant.title)}: who beats whom?")
    ax.spines[:].set_visible(False)
    return ax
