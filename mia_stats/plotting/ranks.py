"""The chart of ranks: a table of variants and outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes

from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import Names, size_of
from mia_stats.plotting.style import NARROW, ink_on, paper_of, set_sizes
from mia_stats.plotting.words import Labels, Words, font_size, length_of, tier_called
from mia_stats.ranking.catalogue import STANDARD, VARIANTS, VariantLike, find_variants
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant

__all__ = ["plot_ranks"]

_WORST: Final = len(STANDARD.outcomes)


def plot_ranks(
    variants: Iterable[VariantLike] = tuple(VARIANTS),
    *,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw the rank of every outcome across variants, as a table.

    Parameters
    ----------
    variants : iterable of VariantLike
        Which variants to draw, in this order.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A row for each variant and a column for each outcome, as the standard order has them: the
        lighter a cell, the better the rank that stands in it. It is empty where the outcome is
        rethrown.

    Raises
    ------
    ValueError
        If there is no such variant, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> plot_ranks(["standard", "meyer", "numeric"], ax=Figure().subplots()).get_title()
    '21 is best in 3 of 3 variants; 31 ranks anywhere from 2 to 21'
    """
    say = Words(labels, title)
    found = find_variants(variants)
    rows = Names((_in_lines(say(variant.key)) for variant in found), "small")
    columns = Names((say(outcome.label) for outcome in STANDARD.outcomes), "small")
    chart = Chart(ax, (NARROW, 6.2), x=columns, y=rows)
    ax = chart.ax
    _draw_cells(ax, found)
    ax.set_xlim(-0.5, _WORST - 0.5)
    ax.set_ylim(max(len(found), 1) - 0.5, -0.5)
    chart.caption(
        say.title(_answer(found, say)),
        x=say("outcome; its rank, 1 is best, in each variant") + _again(found, say),
        left=True,
    )
    ax.spines[:].set_visible(False)

    def fit() -> None:
        width, height = size_of(ax)
        across, down = width / _WORST, height / max(len(found), 1)
        set_sizes(ax.texts, min(font_size("small"), 0.8 * across / length_of("21"), 0.75 * down))

    finish(fit, chart)
    return ax


def _in_lines(name: str) -> str:
    """Return a name in two lines where it is long, broken after a hyphen near its middle."""
    breaks = [place + 1 for place, letter in enumerate(name) if letter == "-"]
    if len(name) < 12 or not breaks:
        return name
    middle = min(breaks, key=lambda place: max(place, len(name) - place))
    return f"{name[:middle]}\n{name[middle:]}"


def _again(variants: Sequence[Variant], say: Words) -> str:
    """Return what an empty cell means, where there is one."""
    return f"\n{say('an empty cell is thrown again')}" * any(v.rethrown for v in variants)


def _draw_cells(ax: Axes, variants: Sequence[Variant]) -> None:
    """Draw a coloured cell with the rank of each outcome that has one."""
    ranks = np.full((max(len(variants), 1), _WORST), np.nan)
    for row, variant in enumerate(variants):
        for column, outcome in enumerate(STANDARD.outcomes):
            if outcome not in variant.rethrown:
                ranks[row, column] = variant.rank(outcome)
    for row in range(1, len(variants)):
        ax.axhline(row - 0.5, color=paper_of(ax), linewidth=2)
    better = colormaps["cividis_r"]  # even in grey, and for colour-blind eyes
    ax.imshow(np.ma.masked_invalid(ranks), cmap=better, vmin=1, vmax=_WORST, aspect="auto")
    for (row, column), rank in np.ndenumerate(ranks):
        if not np.isnan(rank):
            ax.annotate(
                f"{rank:.0f}",
                (column, row),
                ha="center",
                va="center",
                color=ink_on(better((rank - 1) / (_WORST - 1))),
            )


def _answer(variants: Sequence[Variant], say: Words) -> str:
    """Return which outcome is best in most variants, and which ranks differ most."""
    if not variants:
        return say("No variants")
    if len(variants) == 1:
        variant = variants[0]
        best, last = (
            tier_called(variant, variant.tiers[end][0], say, brief=True) for end in (0, -1)
        )
        return f"{say(variant.title)}: {best} is best, {last} is last"
    best_of = Counter(outcome for variant in variants for outcome in variant.tiers[0])
    (first, times), *_ = best_of.most_common(1)
    answer = f"{say(first.label)} is best in {times} of {len(variants)} variants"
    ranges = {outcome: _range(outcome, variants) for outcome in STANDARD.outcomes}
    low, high = max(ranges.values(), key=lambda ends: ends[1] - ends[0])
    if low == high:
        return f"{answer}; all ranks agree"
    widest = [say(outcome.label) for outcome, ends in ranges.items() if ends == (low, high)]
    names = " and ".join(widest) if len(widest) < 3 else f"{len(widest)} outcomes"
    verb = "ranks" if len(widest) == 1 else "rank"
    return f"{answer}; {names} {verb} anywhere from {low} to {high}"


def _range(outcome: Outcome, variants: Sequence[Variant]) -> tuple[int, int]:
    """Return the best and the worst rank of an outcome; the same twice where it has none."""
    ranks = [variant.rank(outcome) for variant in variants if outcome not in variant.rethrown]
    return min(ranks, default=0), max(ranks, default=0)
