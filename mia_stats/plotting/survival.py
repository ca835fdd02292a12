"""The chart of how long calls survive while players roll on."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import OddsRow, odds
from mia_stats.plotting.beside import LabelsBesideLines
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
from mia_stats.plotting.style import PALETTE, plain
from mia_stats.plotting.words import Labels, Say, caption, conditions, words
from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.utils.checks import listed

__all__ = ["plot_survival"]


def plot_survival(
    variant: VariantLike = STANDARD,
    *,
    calls: Sequence[OutcomeLike] = (66, 11, 65, 62, 54, 31),
    dice: Dice = FAIR,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
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
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A line for each call, labelled at its right end.

    Raises
    ------
    ValueError
        If there is no such variant, a call is rethrown in it, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_survival(calls=[54], ax=Figure().subplots())
    >>> [round(float(chance), 3) for chance in ax.lines[0].get_ydata()[:3]]
    [1.0, 0.5, 0.25]
    """
    say = words(labels, title)
    variant = find_variant(variant)
    table = odds(variant, dice=dice)
    rows = [table[call] for call in listed(calls, "calls")]
    rolls = [str(n) for n in range(5)]
    later = [odds(variant, dice=dice, rolls=n) for n in range(1, len(rolls))]
    lines = [[1.0, *(1 - float(of_n[row.outcome].beaten) for of_n in later)] for row in rows]
    ax = axes_or_new(ax, (6.4, 4.4), x=ticks_of(rolls), y="chance")
    ends: dict[float, list[OddsRow]] = {}
    for row, line in zip(rows, lines, strict=True):
        ax.plot(line, color=PALETTE[row.outcome.kind], marker="o", markersize=3)
        ends.setdefault(line[-1], []).append(row)
    beside = LabelsBesideLines(ax, "small")
    for height, ending in ends.items():
        color = PALETTE[ending[0].outcome.kind]
        beside.add(_joint_name(ending, say), (len(rolls) - 1, height), color, color=color)
    show_names(ax.xaxis, ticks_of(rolls))
    show_chances(ax.yaxis)
    reach(ax, "y", 0, 1.03)
    caption(
        ax,
        f"{say(variant.title)}: how long does a call survive?",
        title=title,
        x=f"{say('later rolls')}{conditions(variant, dice, say)}",
        y=say("chance that none is better"),
    )
    plain(ax)

    def fit() -> None:
        last = len(rolls) - 1
        room = room_beside(ax, [last], [beside.length(size_of(ax)[0])], last + 0.4)
        reach(ax, "x", 0, room)
        fit_ticks(ax, "x", rolls)

    settle(fit, ax)
    return ax


def _joint_name(rows: Sequence[OddsRow], say: Say) -> str:
    """Return the name of all calls whose lines end at one place; those of one tier tie."""
    tiers: dict[int, dict[str, None]] = {}
    for row in rows:
        tiers.setdefault(row.rank, {})[say(row.outcome.label)] = None
    return ", ".join(" = ".join(names) for names in tiers.values())
