"""The chart of the 36 rolls: which of them beat a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.legend_handler import HandlerTuple
from matplotlib.patches import Patch, Rectangle
from matplotlib.text import Text

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import OddsRow, kept_weight, odds
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import Names, size_of
from mia_stats.plotting.style import NARROW, PALETTE, ink_on, pale, paper_of, set_sizes
from mia_stats.plotting.words import (
    Labels,
    Words,
    conditions,
    font_size,
    length_of,
    tier_called,
    whole_percents,
)
from mia_stats.ranking.catalogue import STANDARD, VariantLike
from mia_stats.ranking.outcomes import ROLLS, Kind, Outcome, OutcomeLike
from mia_stats.ranking.variants import Variant

__all__ = ["plot_rolls"]

_Result: TypeAlias = Literal["better", "as good", "worse", "thrown again"]

_CELL: Final = 0.94  # of the room for it
_KEY: Final = 0.45  # room above the cells for what their looks mean, in cells


def plot_rolls(
    call: OutcomeLike = 54,
    variant: VariantLike = STANDARD,
    *,
    dice: Dice = FAIR,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw the 36 rolls of two dice, and which of them are *strictly* better than a call.

    Parameters
    ----------
    call : OutcomeLike
        An outcome, or the sum by which players of the variant call a tier.
    variant : VariantLike
        Which order of the outcomes: a variant, or its key or alias.
    dice : Dice
        The dice that are thrown. Rolls that they never make are left out.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A cell for each roll, the first die across and the second one up: in the full colour of its
        kind where it beats the call, pale where it does not, framed where it ties, and hatched
        where it is thrown again.

    Raises
    ------
    TypeError, ValueError
        If there is no such variant, no such call in it, every roll is rethrown, or the axes show
        something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> plot_rolls(54, ax=Figure().subplots()).get_title()
    '18 of 36 rolls beat a call of 54'
    """
    say = Words(labels, title)
    table = odds(variant, dice=dice)
    variant, row = table.variant, table[call]
    faces = Names(str(face) for face in range(1, 7))
    chart = Chart(ax, (NARROW, 4.9), x=faces, y=faces)
    ax = chart.ax
    ax.set_xlim(-0.5, 5.5)
    ax.set_ylim(-0.5, 5.5 + _KEY)
    kinds: dict[_Result, set[Kind]] = {result: set() for result in get_args(_Result)}
    numbers = []
    for first, second in ROLLS:
        outcome = Outcome.from_dice(first, second)
        if not dice.first[first - 1] * dice.second[second - 1]:
            continue
        result = _result(outcome, row, variant)
        kinds[result].add(outcome.kind)
        look = _look(ax, outcome.kind, result)
        corner = first - 1 - _CELL / 2, second - 1 - _CELL / 2
        ax.add_patch(Rectangle(corner, _CELL, _CELL, clip_on=False, **look))
        numbers.append(_number(ax, (first - 1, second - 1), say(outcome.label), look, result))
    chart.caption(
        say.title(_answer(row, variant, dice, say)),
        x=say("first die") + conditions(None, dice, say),
        y=say("second die"),
        left=True,
    )
    ax.spines[:].set_visible(False)
    key = {
        say(result): tuple(Patch(**_look(ax, kind, result)) for kind in PALETTE if kind in found)
        for result, found in kinds.items()
        if found
    }
    finish(lambda: _fit(ax, numbers, key), chart)
    return ax


def _result(outcome: Outcome, row: OddsRow, variant: Variant) -> _Result:
    """Return what a roll is against the call of a row."""
    if outcome in variant.rethrown:
        return "thrown again"
    rank = variant.rank(outcome)
    return "better" if rank < row.rank else "worse" if rank > row.rank else "as good"


def _look(ax: Axes, kind: Kind, result: _Result) -> dict[str, Any]:
    """Return how a cell looks."""
    if result == "thrown again":
        return {"facecolor": paper_of(ax), "edgecolor": "0.5", "linewidth": 0.6, "hatch": "////"}
    color = PALETTE[kind] if result == "better" else pale(PALETTE[kind], ax)
    if result == "as good":
        return {"facecolor": color, "edgecolor": mpl.rcParams["text.color"], "linewidth": 2.2}
    return {"facecolor": color, "edgecolor": color, "linewidth": 0}


def _number(
    ax: Axes, place: tuple[int, int], label: str, look: Mapping[str, Any], result: _Result
) -> Text:
    """Write an outcome into its cell; over a hatch it stands on a patch of its own."""
    face = look["facecolor"]
    return ax.annotate(
        label,
        place,
        ha="center",
        va="center",
        color=ink_on(face),
        fontweight="bold" if result == "better" else "normal",
        bbox={"boxstyle": "square,pad=0.15", "color": face} if "hatch" in look else None,
    )


def _answer(row: OddsRow, variant: Variant, dice: Dice, say: Words) -> str:
    """Return how many rolls beat the call; of loaded dice, how often."""
    call = tier_called(variant, row.outcome, say, brief=True)
    if not row.beaten:
        answer = f"No roll beats a call of {call}"
    elif dice == FAIR:
        kept = kept_weight(variant, dice)
        ways = int(row.beaten * kept)
        that_count = "" if kept == len(ROLLS) else " that count"
        verb = "beats" if ways == 1 else "beat"
        answer = f"{ways} of {kept} rolls{that_count} {verb} a call of {call}"
    else:
        answer = f"{whole_percents(row.beaten)} of rolls beat a call of {call}"
    return answer if variant.title == STANDARD.title else f"{say(variant.title)}: {answer}"


def _fit(ax: Axes, numbers: Sequence[Text], key: Mapping[str, tuple[Patch, ...]]) -> None:
    """Make the numbers small enough for their cells, and the key for one line above them."""
    width, height = size_of(ax)
    across, down = width / 6, height / (6 + _KEY)
    longest = max((length_of(number.get_text(), "bold") for number in numbers), default=1)
    set_sizes(numbers, min(font_size("x-large"), 0.45 * down, 0.8 * across / longest))
    gaps = 2.0 * len(key) + 1.5 * (len(key) - 1)
    size = min(
        font_size("small"), 0.98 * width / (sum(map(length_of, key)) + gaps), 0.7 * _KEY * down
    )
    ax.legend(
        list(key.values()),
        list(key),
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0.1)},
        loc="upper left",
        ncols=len(key),
        frameon=False,
        fontsize=size,
        borderaxespad=0,
        borderpad=0,
        handlelength=1.6,
        handletextpad=0.4,
        columnspacing=1.5,
    )
