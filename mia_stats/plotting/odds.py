"""Charts of the odds, drawn on matplotlib axes: data first, then ink, and no global changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.text import Annotation

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import Odds, OddsRow, odds
from mia_stats.plotting.room import settle
from mia_stats.plotting.scales import (
    axes_or_new,
    fit_ticks,
    reach,
    room_beside,
    show_chances,
    show_names,
    size_of,
    ticks_of,
)
from mia_stats.plotting.style import (
    PALETTE,
    color_legend,
    legend_size,
    named_kinds,
    plain,
)
from mia_stats.plotting.words import (
    Labels,
    Say,
    as_text,
    caption,
    conditions,
    font_size,
    length_of,
    words,
)
from mia_stats.ranking.catalogue import STANDARD, VariantLike
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant
from mia_stats.utils.tables import percent

__all__ = [
    "plot_beat_probability",
    "plot_chances",
]

_PORTRAIT = (6.4, 7.6)


def plot_beat_probability(
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
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
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A bar for each outcome, best on top, with its exact chance; outcomes that tie touch.

    Raises
    ------
    ValueError
        If there is no such variant, every roll is rethrown, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_beat_probability("meyer", ax=Figure().subplots())
    >>> ax.get_title()
    'Meyer: a call of 61 is beaten exactly half the time'
    """
    say = words(labels, title)
    table = odds(variant, dice=dice)
    even = medians(table.variant, dice=dice).even
    names = _tick_labels(table.variant, say)
    ax = axes_or_new(ax, _PORTRAIT, x="chance", y=ticks_of(names))

    tops, heights = _slots(table.variant)
    ax.barh(
        tops,
        [float(row.beaten) for row in table],
        height=heights,
        align="edge",
        color=[PALETTE[row.outcome.kind] for row in table],
    )
    notes = [
        ax.annotate(
            _note(row, say, even=row.outcome in even),
            (float(row.beaten), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
            fontweight="bold" if row.outcome in even else None,
            bbox={"boxstyle": "square,pad=0.1", "color": ax.get_facecolor()},
        )
        for place, row in enumerate(table)
    ]
    ax.axvline(0.5, color="0.5", linestyle="--", linewidth=1, zorder=0)

    show_names(ax.yaxis, ticks_of(names))
    show_chances(ax.xaxis)
    ax.set_ylim(len(table) - 0.4, -0.6)
    chance = say("chance that the next roll is better")
    caption(
        ax,
        _even_title(table.variant, even, say),
        title=title,
        x=f"{chance}{conditions(table.variant, dice, say)}",
        y=say("call"),
    )
    kinds = named_kinds({row.outcome.kind for row in table if row.beaten}, say)
    plain(ax)

    def fit() -> None:
        _fit_notes(ax, table, notes, kinds, say)
        fit_ticks(ax, "y", names)

    settle(fit, ax)
    return ax


def _note(row: OddsRow, say: Say, *, even: bool, brief: bool = False) -> str:
    """Return what stands beside a bar: the chance, and the fraction where it is not too long."""
    fraction = "" if brief or len(str(row.beaten)) > 12 else f"   {row.beaten}"
    arrow = as_text("←")
    pointer = "" if not even else f" {arrow}" if brief else f"   {arrow} {say('even')}"
    return f"{as_text(percent(row.beaten))}{fraction}{pointer}"


def _even_title(variant: Variant, even: Sequence[Outcome], say: Say) -> str:
    calls = " or ".join(say(outcome.label) for outcome in even[:3])
    calls += f" or {len(even) - 3} more" * (len(even) > 3)
    answer = f"a call of {calls} is" if even else "no call is"
    title = f"{say(variant.title)}: {answer} beaten exactly half the time"
    return title if len(title) <= 60 else title.replace(": ", "\n")


def _fit_notes(
    ax: Axes, table: Odds, notes: Sequence[Annotation], kinds: Mapping[str, str], say: Say
) -> None:
    """Make room on the right for the notes, and between them for the legend.

    Narrow axes show no fractions.
    """
    width, height = size_of(ax)
    slot = height / (len(notes) + 0.2)
    size = min(font_size("small"), slot / 1.35)
    for brief in (False, True):
        for note, row in zip(notes, table, strict=True):
            even = note.get_fontweight() == "bold"
            note.set_text(_note(row, say, even=even, brief=brief))
        longest = max(length_of(note.get_text(), "bold") for note in notes)
        if longest * size < 0.5 * width:
            break
    size = min(size, 0.5 * width / longest)
    lengths = []
    for note in notes:
        note.set_fontsize(size)
        lengths.append(10 + size * length_of(note.get_text(), str(note.get_fontweight())))
    across, down = legend_size(kinds)
    legend = min(font_size("small"), 0.4 * width / across)
    color_legend(ax, kinds, legend)
    for place in range(min(len(notes), int(legend * down / slot + 1))):
        lengths[place] += legend * across
    reach(ax, "x", 0, room_beside(ax, [float(row.beaten) for row in table], lengths, 1.18))


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


def _tick_labels(variant: Variant, say: Say) -> list[str]:
    """Return the labels of the outcomes; one that ties with the outcome above it says so."""
    return [
        f"= {say(outcome.label)}" if place else say(outcome.label)
        for tier in variant.tiers
        for place, outcome in enumerate(tier)
    ]


def plot_chances(
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
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
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A bar for each outcome, best on the left.

    Raises
    ------
    ValueError
        If there is no such variant, every roll is rethrown, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> plot_chances(ax=Figure().subplots()).get_title()
    'Mia: a mixed outcome is twice as likely as a double'
    """
    say = words(labels, title)
    table = odds(variant, dice=dice)
    names = [say(row.outcome.label) for row in table]
    chances = [float(row.p) for row in table]
    ax = axes_or_new(ax, (8.0, 3.6), x=ticks_of(names), y="chance")
    ax.bar(
        range(len(table)), chances, width=0.8, color=[PALETTE[row.outcome.kind] for row in table]
    )
    notes = []
    for level in sorted({row.p for row in table}, reverse=True)[:4]:
        place = max(place for place, row in enumerate(table) if row.p == level)
        side, aside = _side(chances, place)
        notes.append(
            ax.annotate(
                as_text(str(level) if len(str(level)) <= 12 else percent(level)),
                (place + aside, float(level)),
                xytext=(0, 3),
                textcoords="offset points",
                ha=side,
                fontsize="small",
            )
        )
    show_names(ax.xaxis, ticks_of(names))
    show_chances(ax.yaxis)
    ax.set_xlim(-0.6, len(table) - 0.4)
    fair = "a mixed outcome is twice as likely as a double"
    caption(
        ax,
        f"{say(table.variant.title)}: {fair if dice == FAIR else 'how likely is each outcome?'}",
        title=title,
        x=f"{say('outcome, best first')}{conditions(table.variant, dice, say)}",
        y=say("chance to throw it"),
    )
    kinds = named_kinds({row.outcome.kind for row in table}, say)
    plain(ax)

    def fit() -> None:
        width, height = size_of(ax)
        across, down = legend_size(kinds, columns=3)
        size = min(font_size("small"), width / across, 0.1 * height)
        for note in notes:
            note.set_fontsize(size)
        color_legend(ax, kinds, size, columns=3)
        above = size * (1.3 + down) + 3
        reach(ax, "y", 0, max(1.25 * max(chances), max(chances) * height / (height - above)))
        fit_ticks(ax, "x", names)

    settle(fit, ax)
    return ax


def _side(chances: Sequence[float], place: int) -> tuple[Literal["right", "left", "center"], float]:
    """Return how a note above a bar is aligned, away from a neighbour that is higher, and where."""
    if place and chances[place - 1] <= chances[place]:
        return "right", 0.4
    if place + 1 < len(chances) and chances[place + 1] <= chances[place]:
        return "left", -0.4
    return "center", 0
