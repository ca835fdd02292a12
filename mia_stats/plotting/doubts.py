"""The map of doubts: how often to doubt each call over each other one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.text import Annotation

from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import Rules
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import Names, size_of
from mia_stats.plotting.style import NARROW, STRONG, ink_on, set_sizes
from mia_stats.plotting.words import Labels, Words, called, conditions, font_size, length_of
from mia_stats.solve.round import RoundSolution, solve_round

__all__ = ["plot_doubts"]

_LINE: Final = 1.25  # from one line of a text to the next, as a multiple of the font size
_SHARES: Final = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # of the size of notes, where room is short
_ASIDE: Final = 3  # points between a text and what is beside it


def plot_doubts(
    rules: RulesLike = Rules(),
    *,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw how often to doubt each call over each other one, in optimal play for two.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_round`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A row for each call before, the opening at the bottom, and a column for each call that is
        answered: the percent of the time to doubt it, and of Mia, to look at it. Above the line
        every call is doubted.

    Raises
    ------
    ValueError
        If the rules have no closed form, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> plot_doubts(ax=Figure().subplots()).get_title()
    'A call over 52 or more: never believe it'
    """
    say = Words(labels, title)
    solution = solve_round(rules)
    rules = solution.rules
    rows = _rows(solution)
    names = [called(rules, tier, say, brief=True) for tier in range(rules.tier_count)]
    over = "after" if rules.may_equal else "over"
    chart = Chart(
        ax,
        (NARROW, 4.9),
        x=Names(names, "small"),
        y=Names([say("opens"), *names[: len(rows) - 1]], "small"),
    )
    ax = chart.ax
    _draw_cells(ax, rows, rules.tier_count)
    always = _always(rows)
    what = [say("percent of the time to doubt"), say("in a single round of two")]
    if rules.may_throw_again:
        what.append(say("calls of a first throw"))
    notes = [_note(ax, "\n".join(what))]
    title_given = _title(rows, say)
    if always:
        where = f"{over} {names[always - 1]}" + " or more" * (always < len(rows) - 1)
        title_given = f"A call {where}: never believe it"
        ax.axhline(always - 0.5, color=STRONG, linewidth=2)
        notes.append(_note(ax, f"{where}:\n{say('always doubt')}", "bold"))
    chart.caption(
        say.title(title_given),
        x=say("they call …") + conditions(rules.variant, rules.dice, say),
        y=say(f"… {over}"),
        left=True,
    )
    ax.spines[:].set_visible(False)
    free = [rules.lowest_call(state) for state in range(len(rows))]
    finish(lambda: _fit(ax, notes, free, rules.tier_count, always), chart)
    return ax


def _rows(solution: RoundSolution) -> list[list[Fraction]]:
    """Return how often each legal call is doubted, lowest first, by the state."""
    return [
        list(state.doubts[solution.rules.lowest_call(place) :])
        for place, state in enumerate(solution.states)
    ]


def _always(rows: Sequence[Sequence[Fraction]]) -> int | None:
    """Return the first state from which on every call is doubted."""
    always = None
    for state in reversed(range(len(rows))):
        if min(rows[state]) < 1:
            break
        always = state
    return always


def _title(rows: Sequence[Sequence[Fraction]], say: Words) -> str:
    """Return the answer where no call before decides."""
    every = [doubt for row in rows for doubt in row]
    if min(every) == 1:
        return say("Never believe a call")
    if max(every) == 0:
        return say("Believe every call")
    if all(low <= high for row in rows for low, high in pairwise(row)):
        return say("The higher the call, the more often doubt it")
    return say("How often should each call be doubted?")


def _draw_cells(ax: Axes, rows: Sequence[Sequence[Fraction]], calls: int) -> None:
    """Draw a coloured cell with a percentage for each call, from the right."""
    chances = np.full((len(rows), calls), np.nan)
    for state, row in enumerate(rows):
        chances[state, calls - len(row) :] = [round(float(doubt), 9) for doubt in row]
    cividis = colormaps["cividis"]  # even in grey, and for colour-blind eyes
    ax.imshow(
        np.ma.masked_invalid(chances), cmap=cividis, vmin=0, vmax=1, origin="lower", aspect="auto"
    )
    for (state, call), chance in np.ndenumerate(chances):
        if not np.isnan(chance):
            ax.annotate(
                _percent(chance),
                (call, state),
                ha="center",
                va="center",
                color=ink_on(cividis(chance)),
            )


def _percent(chance: float) -> str:
    """Return whole percents, never 0 or 100 of what is neither impossible nor sure."""
    whole = round(100 * chance)
    return str(whole if chance in (0, 1) else min(max(whole, 1), 99))


def _note(ax: Axes, text: str, weight: str = "normal") -> Annotation:
    """Write a text beside the left edge; where, depends on its size."""
    return ax.annotate(
        text,
        (-0.5, 0),
        xytext=(_ASIDE, 0),
        textcoords="offset points",
        va="bottom",
        fontweight=weight,
    )


def _fit(
    ax: Axes, notes: Sequence[Annotation], free: Sequence[int], calls: int, always: int | None
) -> None:
    """Make the numbers small enough for their cells, and find room for the notes beside them."""
    width, height = size_of(ax)
    across, down = width / calls, height / len(free)
    numbers = [text for text in ax.texts if text not in notes]
    set_sizes(numbers, min(font_size("small"), 0.8 * across / length_of("100"), 0.75 * down))
    room = [across * cells for cells in free]
    line = None if always is None or len(notes) == 1 else always * down
    for share in _SHARES:
        size = share * font_size("small")
        boxes = [_extent(note, size) for note in notes]
        bottoms = _bottoms(boxes, room, down, line)
        if bottoms is not None:
            break
    set_sizes(notes, size)
    for note, bottom in zip(notes, bottoms or [0.0] * len(notes), strict=True):
        note.set_visible(bottoms is not None)
        note.xy = (-0.5, bottom / down - 0.5)


def _extent(note: Annotation, size: float) -> tuple[float, float]:
    """Return the width and the height of a note in letters of a size, in points."""
    text = note.get_text()
    width = 1.05 * size * length_of(text, str(note.get_fontweight()))
    return width + 2 * _ASIDE, size * _LINE * (text.count("\n") + 1)


def _bottoms(
    boxes: Sequence[tuple[float, float]], room: Sequence[float], down: float, line: float | None
) -> list[float] | None:
    """Return how high above the lowest row the notes stand, in points; None without room.

    The first one stands at the top, the other one over the line, as near as it has room; where
    there is too little above the line, both stand below.

    Parameters
    ----------
    boxes : sequence of pair of float
        The widths and heights of one or two notes.
    room : sequence of float
        How wide each row is before its first cell, from the lowest.
    down : float
        How high a row is.
    line : float, optional
        How high the line is.
    """

    def fits(bottom: float, width: float) -> bool:
        return bottom >= 0 and room[int(bottom / down)] >= width

    (width, height), *others = boxes
    top = down * len(room) - height - _ASIDE
    if line is None:
        return [top] if fits(top, width) else None
    other_width, other_height = others[0]
    near = line + _ASIDE
    while near + other_height + _ASIDE <= top:
        if fits(near, other_width) and fits(top, width):
            return [top, near]
        near += down / 4
    near = line - other_height - 2 * _ASIDE
    below = near - height - _ASIDE
    return [below, near] if fits(near, other_width) and fits(below, width) else None
