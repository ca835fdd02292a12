"""The chart of how long calls survive while players roll on."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import OddsRow, odds
from mia_stats.plotting.beside import LabelsBesideLines
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import CHANCES, Names, reach, room_beside
from mia_stats.plotting.style import PALETTE
from mia_stats.plotting.words import Labels, Words, conditions
from mia_stats.ranking.catalogue import STANDARD, VariantLike
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
    say = Words(labels, title)
    table = odds(variant, dice=dice)
    variant = table.variant
    rows = [(table[call], call) for call in listed(calls, "calls")]
    later = [table, *(odds(variant, dice=dice, rolls=rolls) for rolls in range(2, 5))]
    last = len(later)
    chart = Chart(ax, (6.4, 4.4), x=Names(str(n) for n in range(last + 1)), y=CHANCES)
    ax = chart.ax
    ends: dict[float, list[tuple[OddsRow, str]]] = {}
    for row, call in rows:
        line = [1.0, *(1 - float(of_n[row.outcome].beaten) for of_n in later)]
        ax.plot(line, color=PALETTE[row.outcome.kind], marker="o", markersize=3)
        tier = len(variant.outcomes_of(call)) > 1  # which is called by its sum
        name = say(variant.in_words(call) if tier else row.outcome.label)
        ends.setdefault(line[-1], []).append((row, name))
    beside = LabelsBesideLines(ax, "small")
    for height, ending in ends.items():
        color = PALETTE[ending[0][0].outcome.kind]
        beside.add(_joint_name(ending), (last, height), color, color=color)
    reach(ax.yaxis, 0, 1.03)
    chart.caption(
        say.title(f"{say(variant.title)}: how long does a call survive?"),
        x=say("later rolls") + conditions(variant, dice, say),
        y=say("chance that none is better"),
    )
    finish(
        lambda: reach(ax.xaxis, 0, room_beside(ax, [last], [beside.length()], last + 0.4)), chart
    )
    return ax


def _joint_name(rows: Sequence[tuple[OddsRow, str]]) -> str:
    """Return the name of all calls whose lines end at one place; those of one tier tie."""
    tiers: dict[int, dict[str, None]] = {}
    for row, name in rows:
        tiers.setdefault(row.rank, {})[name] = None
    return ", ".join(" = ".join(names) for names in tiers.values())
