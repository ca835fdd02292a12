"""Charts of the odds, drawn on matplotlib axes: data first, then ink, and no global changes."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from mia_stats.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.checks import listed
from mia_stats.dice import FAIR, Dice
from mia_stats.medians import medians
from mia_stats.odds import beat_probability, odds
from mia_stats.outcomes import OutcomeLike
from mia_stats.plotting.style import (
    PALETTE,
    as_text,
    axes_or_new,
    conditions,
    kind_legend,
    plain,
)
from mia_stats.tables import percent
from mia_stats.variants import Variant

__all__ = [
    "plot_beat_probability",
    "plot_chances",
    "plot_survival",
]

_PORTRAIT = (6.4, 7.6)


def plot_beat_probability(
    variant: VariantLike = STANDARD, *, dice: Dice = FAIR, ax: Axes | None = None
) -> Axes:
    """Draw how often the next roll is *strictly* better than a call of each outcome.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown.
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
    ax = axes_or_new(ax, _PORTRAIT)

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
    ax.set_xlabel(f"chance that the next roll is better{conditions(table.variant, dice)}")
    ax.set_ylabel("call")
    labels = " or ".join(outcome.label for outcome in even[:3])
    labels += f" or {len(even) - 3} more" * (len(even) > 3)
    answer = f"a call of {labels} is" if even else "no call is"
    title = f"{table.variant.title}: {answer} beaten exactly half the time"
    ax.set_title(as_text(title if len(title) <= 60 else title.replace(": ", "\n")))
    kind_legend(ax, {row.outcome.kind: None for row in table if row.beaten}, loc="upper right")
    plain(ax)
    return ax


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


def plot_chances(
    variant: VariantLike = STANDARD, *, dice: Dice = FAIR, ax: Axes | None = None
) -> Axes:
    """Draw how likely each outcome is to be thrown.

    Parameters
    ----------
    variant : VariantLike
        A variant, or its key or alias; chances are taken over the rolls that it keeps.
    dice : Dice
        The dice that are thrown.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A bar for each outcome, best on the left.

    Raises
    ------
    ValueError
        If there is no such variant, or every roll is rethrown.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> plot_chances(ax=Figure().subplots()).get_title()
    'Mia: a mixed outcome is twice as likely as a double'
    """
    table = odds(variant, dice=dice)
    ax = axes_or_new(ax, (8.0, 3.6))
    chances = [float(row.p) for row in table]
    ax.bar(
        range(len(table)), chances, width=0.8, color=[PALETTE[row.outcome.kind] for row in table]
    )
    for level in sorted({row.p for row in table}, reverse=True)[:4]:
        place = max(place for place, row in enumerate(table) if row.p == level)
        ax.annotate(
            str(level) if len(str(level)) <= 12 else percent(level),
            (place, float(level)),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            fontsize="small",
        )
    ax.set_xticks(range(len(table)), [row.outcome.label for row in table])
    ax.tick_params(axis="x", length=0)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_ylim(0, max(chances) * 1.25)
    ax.set_xlabel(f"outcome, best first{conditions(table.variant, dice)}")
    ax.set_ylabel("chance to throw it")
    fair = "a mixed outcome is twice as likely as a double"
    ax.set_title(
        f"{as_text(table.variant.title)}: {fair if dice == FAIR else 'how likely is each outcome?'}"
    )
    kind_legend(ax, {row.outcome.kind: None for row in table}, loc="upper right", ncols=3)
    plain(ax)
    return ax


def plot_survival(
    variant: VariantLike = STANDARD,
    *,
    calls: Sequence[OutcomeLike] = (66, 11, 65, 62, 54, 31),
    dice: Dice = FAIR,
    ax: Axes | None = None,
) -> Axes:
    """Draw how long calls survive: the chance that none of 1 to 4 later rolls is *strictly* better.

    Parameters
    ----------
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    calls : sequence of OutcomeLike
        Which calls to draw, a line each.
    dice : Dice
        The dice that are thrown.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A line for each call, labelled at its right end.

    Raises
    ------
    ValueError
        If there is no such variant, or a call is rethrown in it.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_survival(calls=[54], ax=Figure().subplots())
    >>> [round(float(chance), 3) for chance in ax.lines[0].get_ydata()[:3]]
    [1.0, 0.5, 0.25]
    """
    variant = find_variant(variant)
    table = odds(variant, dice=dice)
    rows = [table[call] for call in listed(calls, "calls")]
    rolls = range(5)
    lines = [
        [
            1.0,
            *(
                1 - float(beat_probability(row.outcome, variant, dice=dice, rolls=n))
                for n in rolls[1:]
            ),
        ]
        for row in rows
    ]
    heights = _apart([line[-1] for line in lines])
    ax = axes_or_new(ax, (6.4, 4.4))
    for row, line, height in zip(rows, lines, heights, strict=True):
        (drawn,) = ax.plot(rolls, line, color=PALETTE[row.outcome.kind], marker="o", markersize=3)
        ax.annotate(
            row.outcome.label,
            (rolls[-1] + 0.1, height),
            va="center",
            fontsize="small",
            color=drawn.get_color(),
        )
    ax.set_xlim(0, 4.4)
    ax.set_xticks(rolls)
    ax.set_ylim(0, 1.03)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(f"later rolls{conditions(variant, dice)}")
    ax.set_ylabel("chance that none is better")
    ax.set_title(f"{as_text(variant.title)}: how long does a call survive?")
    plain(ax)
    return ax


def _apart(heights: Sequence[float], gap: float = 0.045) -> list[float]:
    """Return the heights of labels, moved up where they would cover each other."""
    moved: dict[int, float] = {}
    lowest = 0.02
    for place in sorted(range(len(heights)), key=heights.__getitem__):
        moved[place] = max(heights[place], lowest)
        lowest = moved[place] + gap
    return [moved[place] for place in range(len(heights))]
