"""Charts of optimal play: of one round, and of whole matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from numpy.typing import NDArray

from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import Rules
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import CHANCES, Names, reach, room_beside, size_of
from mia_stats.plotting.style import (
    ROLES,
    chance_matrix,
    color_legend,
    fit_cells,
    legend_size,
    set_sizes,
)
from mia_stats.plotting.words import Labels, Words, font_size, length_of, percents
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.solve.match import solve_match
from mia_stats.solve.plan import Plan, plan
from mia_stats.utils.checks import listed, shown

__all__ = ["plot_match", "plot_optimal_play"]


def plot_match(
    rules: RulesLike = Rules(),
    *,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw the chance that who opens wins a match between two, by the lives of both.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_match`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A row for the lives of the opener, a column for those of the other, with percentages.

    Raises
    ------
    ValueError
        If the rules have no closed form, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_match(Rules(lives=2), ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['65', '43', '76', '58']
    """
    say = Words(labels, title)
    match = solve_match(rules)
    lives = match.rules.lives
    names = Names(str(n) for n in range(1, lives + 1))
    chart = Chart(ax, (5.4, 5.2), x=names, y=names)
    chance_matrix(chart.ax, match.opener_wins[1:, 1:])
    chart.caption(
        say.title(
            f"Even lives are not even: at {lives} to {lives}\n"
            f"who opens wins {percents(match.opener_wins[-1, -1], 1)} of matches"
        ),
        x=say("lives of the other"),
        y=say("lives of who opens the round"),
    )
    finish(lambda: fit_cells(chart.ax, lives), chart)
    return chart.ax


def plot_optimal_play(
    last: OutcomeLike | None = None,
    rules: RulesLike = Rules(),
    *,
    axs: Sequence[Axes] | None = None,
    title: Sequence[str] | None = None,
    labels: Labels | None = None,
) -> NDArray[np.object_]:
    """Draw optimal play after a call: how often each call is made, true or not, and doubted.

    Parameters
    ----------
    last : OutcomeLike, optional
        The last call; None is the start of the round.
    rules : RulesLike
        As for `solve_round`.
    axs : two matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where they are not given.
    title : two of str, optional
        What stands above the left and the right axes; '' for nothing above either.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    array of two matplotlib.axes.Axes
        Truths and lies on the left, doubts on the right, the best call on top.

    Raises
    ------
    ValueError
        If nobody calls after the last call, the rules have no closed form, or the axes show
        something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> calls, doubts = plot_optimal_play(axs=Figure().subplots(1, 2))
    >>> doubts.get_title()
    'The higher the call, the more often doubt it'
    """
    titles = [title, title] if title is None or title == "" else _two(title, "title", "texts")
    left, right = (Words(labels, text) for text in titles)
    table = plan(last, rules=rules)
    columns = table.columns
    truth, lie, doubt = (np.array(columns[name], float) for name in ("truth", "lie", "doubt"))
    if axs is None:
        import matplotlib.pyplot as plt

        axs = plt.subplots(1, 2, figsize=(9.0, 6.0), layout="constrained", sharey=True)[1]
    names = Names(left(str(call)) for call in table.for_people["call"])
    calls, doubts = (
        Chart(ax, (4.5, 6.0), x=CHANCES, y=names) for ax in _two(axs, "axs", "matplotlib Axes")
    )
    notes = _draw_bars(calls.ax, doubts.ax, truth, lie, doubt)
    for chart in (calls, doubts):
        chart.ax.set_ylim(len(doubt) - 0.4, -0.6)
    calls.caption(
        left.title(_what_to_call(table, left)), x=left("chance that it is called"), y=left("call")
    )
    every = (
        "Doubt every call" if min(doubt) == 1 else "The higher the call, the more often doubt it"
    )
    doubts.caption(right.title(right(every)), x=right("chance to doubt it"))
    roles = {left("true"): ROLES["true"], left("a lie"): ROLES["lie"]}

    def fit() -> None:
        size = _fit_notes(doubts.ax, notes)
        _fit_legend(calls.ax, roles, size, truth + lie)

    finish(fit, calls, doubts)
    both = np.empty(2, object)
    both[:] = calls.ax, doubts.ax
    return both


def _draw_bars(
    calls: Axes,
    doubts: Axes,
    truth: NDArray[np.float64],
    lie: NDArray[np.float64],
    doubt: NDArray[np.float64],
) -> list[Annotation]:
    """Draw how often each call is made and doubted, and return the notes beside the doubts."""
    places = range(len(doubt))
    calls.barh(places, truth, color=ROLES["true"])
    calls.barh(places, lie, left=truth, color=ROLES["lie"])
    doubts.barh(places, doubt, color=ROLES["doubt"])
    return [
        doubts.annotate(
            percents(chance),
            (chance, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
        )
        for place, chance in enumerate(doubt)
        if chance
    ]


def _fit_notes(doubts: Axes, notes: Sequence[Annotation]) -> float:
    """Make room on the right for the notes, and return the size of their font."""
    width, height = size_of(doubts)
    slot = height / float(np.ptp(doubts.get_ylim()))
    size = min(font_size("small"), slot / 1.3, 0.1 * width)
    set_sizes(notes, size)
    lengths = [4 + 1.05 * size * length_of(note.get_text()) for note in notes]
    reach(doubts.xaxis, 0, room_beside(doubts, [note.xy[0] for note in notes], lengths, 1.15))
    return size


def _fit_legend(
    calls: Axes, roles: Mapping[str, str], size: float, ends: NDArray[np.float64]
) -> None:
    """Name the colours in the upper right corner, and make room for that beside the bars."""
    across, down = legend_size(roles)
    color_legend(calls, roles, size)
    slot = size_of(calls)[1] / float(np.ptp(calls.get_ylim()))
    beside = ends[: int(size * down / slot) + 1]
    room = room_beside(calls, list(beside), [size * across] * len(beside), 1.05 * max(ends))
    reach(calls.xaxis, 0, room)


def _two(items: object, name: str, what: str) -> list[Any]:
    """Return two items, one for the left and one for the right."""
    given = listed(items, name)
    if len(given) != 2 or None in given:
        raise ValueError(f"{name} must be a list of two {what}, not {shown(items)}")
    return given


def _what_to_call(table: Plan, say: Words) -> str:
    """Return the title that says what to call."""
    threshold = table.solution.states[table.state].threshold
    name = table.solution.rules.tier_words
    where = f"After {say(name(table.state - 1))}" if table.state else "At the start"
    if threshold is None:
        return f"{where}, lie whenever you must"
    return f"{where}, call {say(name(threshold))} or more"
