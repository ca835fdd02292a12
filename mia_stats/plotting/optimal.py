"""Charts of optimal play: of one round, and of whole matches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from mia_stats.advice import plan
from mia_stats.checks import listed, shown
from mia_stats.match import solve_match
from mia_stats.outcomes import OutcomeLike
from mia_stats.plotting.style import ROLES, axes_or_new, chance_matrix, plain
from mia_stats.rules import Rules
from mia_stats.rulesets import RulesLike

__all__ = ["plot_match", "plot_optimal_play"]


def plot_match(rules: RulesLike = Rules(), *, ax: Axes | None = None) -> Axes:
    """Draw the chance that who opens wins a match between two, by the lives of both.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_match`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A row for the lives of the opener, a column for those of the other, with percentages.

    Raises
    ------
    ValueError
        If the rules have no closed form.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_match(Rules(lives=2), ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['65', '43', '76', '58']
    """
    match = solve_match(rules)
    lives = range(1, match.rules.lives + 1)
    ax = axes_or_new(ax, (5.4, 5.2))
    chance_matrix(ax, match.opener_wins[1:, 1:])
    ax.set_xticks(range(len(lives)), [str(n) for n in lives])
    ax.set_yticks(range(len(lives)), [str(n) for n in lives])
    ax.tick_params(length=0)
    ax.set_xlabel("lives of the other")
    ax.set_ylabel("lives of who opens the round")
    chance = match.opener_wins[-1, -1]
    ax.set_title(
        f"Even lives are not even: at {lives[-1]} to {lives[-1]}\n"
        f"who opens wins {chance:.1%} of matches".replace("%", " %")
    )
    return ax


def plot_optimal_play(
    last: OutcomeLike | None = None,
    rules: RulesLike = Rules(),
    *,
    axs: Sequence[Axes] | None = None,
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

    Returns
    -------
    array of two matplotlib.axes.Axes
        Truths and lies on the left, doubts on the right, the best call on top.

    Raises
    ------
    ValueError
        If nobody calls after the last call, or the rules have no closed form.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> calls, doubts = plot_optimal_play(axs=Figure().subplots(1, 2))
    >>> doubts.get_title()
    'The higher the call, the more often doubt it'
    """
    table = plan(last, rules=rules)
    columns = table.columns
    names = [str(name) for name in columns["call"]]
    truth, lie, doubt = (np.array(columns[name], float) for name in ("truth", "lie", "doubt"))
    if axs is None:
        import matplotlib.pyplot as plt

        axs = plt.subplots(1, 2, figsize=(9.0, 6.0), layout="constrained", sharey=True)[1]
    given = listed(axs, "axs")
    if len(given) != 2 or None in given:
        raise ValueError(f"axs must be a list of two matplotlib Axes, not {shown(axs)}")
    calls, doubts = (axes_or_new(ax, (4.5, 6.0)) for ax in given)
    places = range(len(names))
    calls.barh(places, truth, color=ROLES["true"], label="true")
    calls.barh(places, lie, left=truth, color=ROLES["lie"], label="a lie")
    doubts.barh(places, doubt, color=ROLES["doubt"])
    for place, chance in zip(places, doubt, strict=True):
        if chance:
            doubts.annotate(
                f"{chance:.0%}".replace("%", " %"),
                (chance, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize="small",
            )
    for ax in (calls, doubts):
        ax.set_yticks(places, names)
        ax.set_ylim(len(names) - 0.4, -0.6)
        ax.tick_params(axis="y", length=0)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.xaxis.set_major_locator(MaxNLocator(4, prune="upper"))
        plain(ax)
    doubts.set_xlim(0, 1.15)
    doubts.set_xticks([0, 0.25, 0.5, 0.75, 1])
    calls.set_ylabel("call")
    calls.set_xlabel("chance that it is called")
    doubts.set_xlabel("chance to doubt it")
    calls.legend(frameon=False, loc="upper right")
    calls.set_xlim(0, max(truth + lie) * 1.25)
    threshold = table.solution.states[table.state].threshold
    name = table.solution.rules.tier_name
    where = f"After {name(table.state - 1)}" if table.state else "At the start"
    lowest = "lie whenever you must" if threshold is None else f"call {name(threshold)} or more"
    calls.set_title(f"{where}, {lowest}")
    every = min(doubt) == 1
    doubts.set_title(
        "Doubt every call" if every else "The higher the call, the more often doubt it"
    )
    both = np.empty(2, object)
    both[:] = calls, doubts
    return both
