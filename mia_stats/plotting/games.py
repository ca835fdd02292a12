"""Charts of games: simulated against exact, tournaments, and optimal play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from mia_stats.characters import CHARACTERS
from mia_stats.checks import listed, shown, whole_number
from mia_stats.exact import evaluate
from mia_stats.players import Player, seated
from mia_stats.plotting.style import ROLES, as_text, axes_or_new, chance_matrix, plain
from mia_stats.roundrobin import Tournament, tournament
from mia_stats.rules import Rules
from mia_stats.rulesets import RulesLike, find_rules
from mia_stats.sampling import RandomLike, generator
from mia_stats.simulate import simulate_games

__all__ = [
    "plot_convergence",
    "plot_lies_and_doubts",
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
        The house rules, or the key of a published set.
    most : int
        The largest number of games; 100 is the smallest.
    rng : None, int, SeedSequence or Generator
        The seed, or the generator to draw from; None is a new seed each time.
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
    players = listed(players, "players")
    most = whole_number(most, "most", 100, 10**9)
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
            as_text(f"{name} {chance:.2%}".replace("%", " %")),
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
    if not isinstance(result, Tournament):
        raise TypeError(f"result must be a Tournament, not {shown(result)}")
    order = np.argsort(-result.wins.sum(axis=1), kind="stable")
    wins = result.wins[np.ix_(order, order)]
    names = [as_text(result.players[place]) for place in order]
    ax = axes_or_new(ax, (7.2, 6.2))
    chance_matrix(ax, wins)
    ax.set_xticks(range(len(names)), names, rotation=35, ha="left", rotation_mode="anchor")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.set_title(
        f"{names[0].capitalize()} does best: the row beats the column in so many % of duels"
    )
    return ax


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
    sitting = listed(players, "players")
    if not sitting:
        raise ValueError("players must be a list of one player or more, not []")
    for player in sitting:
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
            as_text(", ".join(names)),
            (lies, doubts),
            xytext=(0, -17 if _is_crowded((lies, doubts), points) else 9),
            textcoords="offset points",
            ha="center",
            fontweight="bold" if best else None,
        )
    ax.set_xlim(-0.08, 1.08)
    highest = max(0.1, *(doubts for _, doubts in points))
    ax.set_ylim(-0.05 * highest, 1.2 * highest)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("share of its calls that are lies, in duels with the optimum")
    ax.set_ylabel("share of the calls it hears that it doubts")
    title = "How often do players lie and doubt?"
    for (lies, doubts), names in points.items():
        if "optimal" in names:
            title = f"Who plays well lies in {lies:.0%} of its calls and doubts {doubts:.0%}"
    ax.set_title(title.replace("%", " %"))
    plain(ax)
    return ax


def _is_crowded(place: tuple[float, float], points: Iterable[tuple[float, float]]) -> bool:
    """Return whether a point close by stands a bit higher, where a label would go."""
    return any(abs(x - place[0]) < 0.15 and 0 < y - place[1] < 0.08 for x, y in points)
