"""Charts of games: simulated against exact, tournaments, and optimal play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from mia_stats.advice import plan
from mia_stats.characters import CHARACTERS
from mia_stats.exact import evaluate
from mia_stats.match import solve_match
from mia_stats.outcomes import OutcomeLike
from mia_stats.players import Player, seated
from mia_stats.plotting.style import ROLES, SEQUENTIAL, axes_or_new, plain
from mia_stats.rules import Rules
from mia_stats.rulesets import RulesLike, find_rules
from mia_stats.sampling import RandomLike, generator
from mia_stats.simulate import simulate_games
from mia_stats.tournament import Tournament, tournament

__all__ = [
    "plot_convergence",
    "plot_lies_and_doubts",
    "plot_match",
    "plot_optimal_play",
    "plot_tournament",
]


def plot_convergence(
    players: Sequence[Player] = ("honest", "liar", "lucky"),
    rules: RulesLike = Rules(lives=3),
    *,
    most: int = 1_000_000,
    rng: RandomLike = 7,
    ax: Axes | None = None,
) -> Axes:
    """Draw simulated chances to lose against the exact ones, with intervals that shrink.

    Parameters
    ----------
    players : sequence of Player
        2 to 6 who have tables.
    rules : RulesLike
    most : int
        The largest number of games; 100 is the smallest.
    rng : None, int, SeedSequence or Generator
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A line for the exact chance of each seat, and 95 % intervals at growing numbers of games.

    Raises
    ------
    TypeError, ValueError
        If the players can't be evaluated, or an argument is out of range.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_convergence(["honest", "liar"], most=1000, ax=Figure().subplots())
    >>> ax.get_xscale()
    'log'
    """
    rules = find_rules(rules)
    exact = evaluate(players, rules)
    random = generator(rng)
    sizes = [10**power for power in range(2, len(str(most)))]
    results = [simulate_games(players, rules, games=games, rng=random) for games in sizes]
    ax = axes_or_new(ax, (6.8, 4.2))
    colors = [*ROLES.values(), "#c26b3a", "#2b5c8a", "#b0b0b0"]
    for seat, name in enumerate(exact.players):
        chance = float(exact.loses[seat])
        ax.axhline(chance, color=colors[seat], linewidth=1)
        shares = np.array([result.loses[seat] for result in results])
        low, high = np.array([result.intervals[seat] for result in results]).T
        shift = 10 ** (0.06 * (seat - (len(exact.players) - 1) / 2))
        ax.errorbar(
            np.array(sizes) * shift,
            shares,
            yerr=(shares - low, high - shares),
            fmt="o",
            markersize=4,
            capsize=3,
            color=colors[seat],
        )
        ax.annotate(
            f"{name} {chance:.2%}".replace("%", " %"),
            (1, chance),
            xycoords=("axes fraction", "data"),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    ax.set_xscale("log")
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("simulated games")
    ax.set_ylabel("chance to lose the game")
    ax.set_title("Simulated chances close in on the exact ones")
    plain(ax)
    return ax


def plot_tournament(result: Tournament | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the chances of each player against each other.

    Parameters
    ----------
    result : Tournament, optional
        That of all ready-made players and the optimum where none is given.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A row and a column for each player, the strongest first, with percentages.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> result = tournament(["liar", "honest"], Rules(lives=1))
    >>> ax = plot_tournament(result, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['honest', 'liar']
    """
    if result is None:
        result = tournament([*CHARACTERS, "optimal"])
    order = np.argsort(-result.wins.sum(axis=1), kind="stable")
    wins = result.wins[np.ix_(order, order)]
    names = [result.players[place] for place in order]
    ax = axes_or_new(ax, (7.2, 6.2))
    _matrix(ax, wins)
    ax.set_xticks(range(len(names)), names, rotation=35, ha="left", rotation_mode="anchor")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.set_title(f"{names[0].capitalize()} does best: the chance of the row to beat the column")
    return ax


def _matrix(ax: Axes, chances: NDArray[np.float64]) -> None:
    """Draw chances as a coloured square with a percentage in each cell."""
    ax.imshow(chances, cmap=SEQUENTIAL, vmin=0, vmax=1)
    for (row, column), chance in np.ndenumerate(chances):
        ax.annotate(
            f"{100 * chance:.0f}",
            (column, row),
            ha="center",
            va="center",
            fontsize="small",
            color="white" if chance < 0.45 else "black",
        )
    ax.spines[:].set_visible(False)


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
    _matrix(ax, match.opener_wins[1:, 1:])
    ax.set_xticks(range(len(lives)), [str(n) for n in lives])
    ax.set_yticks(range(len(lives)), [str(n) for n in lives])
    ax.tick_params(length=0)
    ax.set_xlabel("lives of the other")
    ax.set_ylabel("lives of who opens the round")
    chance = match.opener_wins[-1, -1]
    ax.set_title(
        f"Even lives are not even: the opener\nwins {chance:.1%} of matches".replace("%", " %")
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
    calls, doubts = (axes_or_new(ax, (4.5, 6.0)) for ax in axs)
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
        ax.xaxis.set_major_locator(MaxNLocator(5))
        plain(ax)
    doubts.set_xlim(0, 1.15)
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


def plot_lies_and_doubts(
    players: Sequence[Player] = (*CHARACTERS, "optimal"),
    rules: RulesLike = Rules(),
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw how often players lie and doubt in a duel against the optimum.

    Parameters
    ----------
    players : sequence of Player
        They have tables; the optimum is marked.
    rules : RulesLike
        As for `solve_round`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.

    Returns
    -------
    matplotlib.axes.Axes
        A point for each player: the share of its calls that are lies, and of the calls that it
        hears that it doubts.

    Raises
    ------
    TypeError, ValueError
        If a player has no table, or the rules have no closed form.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_lies_and_doubts(["honest", "optimal"], ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['honest', 'optimal']
    """
    rules = find_rules(rules)
    points: dict[tuple[float, float], list[str]] = {}
    for player in players:
        name = seated([player, player], rules)[0].name
        result = evaluate([player, "optimal"], rules)
        doubted = sum(
            float(result.forfeits[cause][1]) for cause in ("lie_caught", "mia_lie_caught")
        )
        doubted += sum(
            float(result.forfeits[cause][0]) for cause in ("wrong_doubt", "mia_looked_at")
        )
        lies = float(result.lies[0] / result.calls[0])
        place = round(lies, 6), round(doubted / float(result.calls[1]), 6)
        points.setdefault(place, []).append(name)
    ax = axes_or_new(ax, (6.4, 5.2))
    for (lies, doubts), names in points.items():
        best = "optimal" in names
        ax.plot(
            lies,
            doubts,
            marker="*" if best else "o",
            markersize=14 if best else 7,
            color=ROLES["lie"] if best else ROLES["doubt"],
        )
        ax.annotate(
            ", ".join(names),
            (lies, doubts),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            fontweight="bold" if best else None,
        )
    ax.set_xlim(-0.08, 1.08)
    ax.set_ylim(0, max(doubts for _, doubts in points) * 1.2)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("share of its calls that are lies")
    ax.set_ylabel("share of the calls it hears that it doubts")
    title = "How often do players lie and doubt?"
    for (lies, doubts), names in points.items():
        if "optimal" in names:
            title = f"Who plays well lies in {lies:.0%} of its calls and doubts {doubts:.0%}"
    ax.set_title(title.replace("%", " %"))
    plain(ax)
    return ax
