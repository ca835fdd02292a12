"""Charts of the odds: how often a call is beaten, and how likely each outcome is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.text import Annotation

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import Odds, OddsRow, odds
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import CHANCES, Names, reach, room_beside, size_of
from mia_stats.plotting.style import (
    PALETTE,
    PORTRAIT,
    color_legend,
    legend_size,
    named_kinds,
    set_sizes,
)
from mia_stats.plotting.words import Labels, Words, as_text, conditions, font_size, length_of
from mia_stats.ranking.catalogue import STANDARD, VariantLike
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import warn_of_change
from mia_stats.utils.tables import percent

__all__ = ["plot_beat_probability", "plot_chances"]


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
    say = Words(labels, title)
    middle = medians(variant, dice=dice)
    table, even = middle.odds, middle.even
    variant = table.variant
    chart = Chart(ax, PORTRAIT, x=CHANCES, y=Names(_tick_labels(variant, say)))
    ax = chart.ax
    _draw_bars(ax, table)
    notes = [
        ax.annotate(
            "",
            (float(row.beaten), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontweight="bold" if row.outcome in even else None,
            bbox={"boxstyle": "square,pad=0.1", "color": ax.get_facecolor()},
        )
        for place, row in enumerate(table)
    ]
    ax.axvline(0.5, color="0.5", linestyle="--", linewidth=1, zorder=0)
    ax.set_ylim(len(table) - 0.4, -0.6)
    chart.caption(
        say.title(_even_title(variant, even, say)),
        x=say("chance that the next roll is better") + conditions(variant, dice, say),
        y=say("call"),
    )
    texts = [
        [_note(row, say, even=row.outcome in even, brief=brief) for row in table]
        for brief in (False, True)
    ]
    kinds = named_kinds({row.outcome.kind for row in table if row.beaten}, say)
    finish(lambda: _fit_notes(ax, notes, texts, kinds), chart)
    return ax


def _draw_bars(ax: Axes, table: Odds) -> None:
    """Draw how often each outcome is beaten; the bars of one tier touch."""
    gap = 0.1
    tops: list[float] = []
    heights: list[float] = []
    for tier in table.variant.tiers:
        for place in range(len(tier)):
            above = gap if place == 0 else 0
            below = gap if place == len(tier) - 1 else 0
            tops.append(len(tops) - 0.5 + above)
            heights.append(1 - above - below)
    ax.barh(
        tops,
        [float(row.beaten) for row in table],
        height=heights,
        align="edge",
        color=[PALETTE[row.outcome.kind] for row in table],
    )


def _note(row: OddsRow, say: Words, *, even: bool, brief: bool) -> str:
    """Return what stands beside a bar: the chance, and the fraction where it is not too long."""
    fraction = "" if brief or len(str(row.beaten)) > 12 else f"   {row.beaten}"
    arrow = as_text("←")
    pointer = "" if not even else f" {arrow}" if brief else f"   {arrow} {say('even')}"
    return f"{as_text(percent(row.beaten))}{fraction}{pointer}"


def _even_title(variant: Variant, even: Sequence[Outcome], say: Words) -> str:
    calls = " or ".join(say(outcome.label) for outcome in even[:3])
    calls += f" or {len(even) - 3} more" * (len(even) > 3)
    answer = f"a call of {calls} is" if even else "no call is"
    title = f"{say(variant.title)}: {answer} beaten exactly half the time"
    return title if len(title) <= 60 else title.replace(": ", "\n")


def _fit_notes(
    ax: Axes,
    notes: Sequence[Annotation],
    texts: Sequence[Sequence[str]],
    kinds: Mapping[str, str],
) -> None:
    """Make room on the right for the notes, and between them for the legend.

    The last of their texts are the shortest, for narrow axes.
    """
    width, height = size_of(ax)
    slot = height / (len(notes) + 0.2)
    size = min(font_size("small"), slot / 1.35)
    for chosen in texts:
        longest = max(length_of(text, "bold") for text in chosen)
        if longest * size < 0.5 * width:
            break
    for note, text in zip(notes, chosen, strict=True):
        note.set_text(text)
    size = min(size, 0.5 * width / longest)
    set_sizes(notes, size)
    lengths = [10 + size * length_of(n.get_text(), str(n.get_fontweight())) for n in notes]
    across, down = legend_size(kinds)
    legend = min(font_size("small"), 0.4 * width / across)
    color_legend(ax, kinds, legend)
    for place in range(min(len(notes), int(legend * down / slot + 1))):
        lengths[place] += legend * across
    reach(ax.xaxis, 0, room_beside(ax, [note.xy[0] for note in notes], lengths, 1.18))


def _tick_labels(variant: Variant, say: Words) -> list[str]:
    """Return the labels of the outcomes; one that ties with the outcome above it says so.

    Where players call the sum of a tier, it stands before the first one: "8 (62", "= 53)".
    """
    ticks = []
    for tier in variant.tiers:
        labels = [say(tier[0].label), *(f"= {say(outcome.label)}" for outcome in tier[1:])]
        total, called, _ = variant.in_words(tier[0]).partition(" (")
        if called:
            labels[0] = f"{say(total)} ({labels[0]}"
            labels[-1] += ")"
        ticks += labels
    return ticks


def plot_chances(
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw how likely each outcome is to be thrown; `plot_rolls` says more, and takes its place.

    It warns of that, and goes in the next version.

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
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     plot_chances(ax=Figure().subplots()).get_title()
    'Mia: a mixed outcome is twice as likely as a double'
    """
    warn_of_change("plot_chances goes in the next version: plot_rolls draws all 36 rolls")
    say = Words(labels, title)
    table = odds(variant, dice=dice)
    names = Names(say(row.outcome.label) for row in table)
    chances = [float(row.p) for row in table]
    chart = Chart(ax, (8.0, 3.6), x=names, y=CHANCES)
    ax = chart.ax
    ax.bar(
        range(len(table)), chances, width=0.8, color=[PALETTE[row.outcome.kind] for row in table]
    )
    notes = []
    for level in sorted({row.p for row in table}, reverse=True)[:4]:
        place = max(place for place, row in enumerate(table) if row.p == level)
        side, aside = _side(chances, place)
        text = as_text(str(level) if len(str(level)) <= 12 else percent(level))
        at = place + aside, float(level)
        notes.append(ax.annotate(text, at, xytext=(0, 3), textcoords="offset points", ha=side))
    ax.set_xlim(-0.6, len(table) - 0.4)
    fair = "a mixed outcome is twice as likely as a double"
    answer = fair if dice == FAIR else "how likely is each outcome?"
    chart.caption(
        say.title(f"{say(table.variant.title)}: {answer}"),
        x=say("outcome, best first") + conditions(table.variant, dice, say),
        y=say("chance to throw it"),
    )
    kinds = named_kinds({row.outcome.kind for row in table}, say)

    def fit() -> None:
        width, height = size_of(ax)
        across, down = legend_size(kinds, columns=3)
        size = min(font_size("small"), width / across, 0.1 * height)
        set_sizes(notes, size)
        color_legend(ax, kinds, size, columns=3)
        above = size * (1.3 + down) + 3
        highest = max(chances)
        reach(ax.yaxis, 0, max(1.25 * highest, highest * height / (height - above)))

    finish(fit, chart)
    return ax


def _side(chances: Sequence[float], place: int) -> tuple[Literal["right", "left", "center"], float]:
    """Return how a note above a bar is aligned, away from a neighbour that is higher, and where."""
    if place and chances[place - 1] <= chances[place]:
        return "right", 0.4
    if place + 1 < len(chances) and chances[place + 1] <= chances[place]:
        return "left", -0.4
    return "center", 0
