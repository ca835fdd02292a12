"""Charts of players: simulated against exact chances, tournaments, and who lies and doubts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from textwrap import fill
from typing import Final, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from mia_stats.exact.games import evaluate
from mia_stats.exact.response import exploitability
from mia_stats.exact.tournament import Tournament, tournament
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import CAUGHT, Rules
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.player import Player
from mia_stats.players.seating import take_seats
from mia_stats.plotting.beside import LabelsAroundPoints, LabelsBesideLines
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import CHANCES, Games, Names, reach, room_beside
from mia_stats.plotting.style import ROLES, chance_matrix, fit_cells
from mia_stats.plotting.words import Labels, Words, as_text, one_round_only, percents
from mia_stats.simulate.games import simulate_games
from mia_stats.simulate.results import SimulatedGames
from mia_stats.utils.checks import listed, shown, whole_number
from mia_stats.utils.sampling import RandomLike, generator

__all__ = ["plot_convergence", "plot_lies_and_doubts", "plot_tournament"]

_ROUNDING: Final = 1e-9  # what floats leave of nothing
_SEATS: Final = (*ROLES.values(), "#c26b3a", "#2b5c8a", "#b0b0b0")

_Point: TypeAlias = tuple[float, float]


def plot_convergence(
    players: Sequence[Player] = ("honest", "liar", "lucky"),
    rules: RulesLike = Rules(lives=3),
    *,
    most: int = 1_000_000,
    rng: RandomLike = 7,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw simulated chances to lose against the exact ones, with intervals that shrink.

    Parameters
    ----------
    players : sequence of Player
        2 to 6 who have tables; more lines could not be told apart.
    rules : RulesLike
        The house rules, or the key of a published set.
    most : int
        The largest number of games; 100 is the smallest.
    rng : None, int, SeedSequence or Generator
        The seed, or the generator to draw from; None is a new seed each time.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A line for the exact chance of each seat, and 95 % intervals at growing numbers of games.

    Raises
    ------
    TypeError, ValueError
        If the players can't be evaluated, an argument is out of range, or the axes show something
        else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_convergence(["honest", "liar"], most=1000, ax=Figure().subplots())
    >>> ax.get_xscale()
    'log'
    """
    say = Words(labels, title)
    players = listed(players, "players")
    most = whole_number(most, "most", 100, 10**9)
    if len(players) > len(_SEATS):
        raise ValueError(
            f"the lines of {len(players)} players could not be told apart: give 2 to {len(_SEATS)}"
        )
    exact = evaluate(players, rules)
    random = generator(rng)
    sizes = [10**power for power in range(2, len(str(most)))]
    # refused before a million games
    chart = Chart(ax, (6.8, 4.2), x=Games(sizes), y=CHANCES)
    ax = chart.ax
    results = [simulate_games(players, exact.rules, games=games, rng=random) for games in sizes]
    first, last = 0.6 * sizes[0], 1.7 * sizes[-1]
    beside = LabelsBesideLines(ax, "small")
    for seat, (name, color) in enumerate(zip(exact.players, _SEATS, strict=False)):
        chance = float(exact.loses[seat])
        ax.plot([first, last], [chance, chance], color=color, linewidth=1)
        shift = 10 ** (0.06 * (seat - (len(exact.players) - 1) / 2))
        _draw_intervals(ax, np.array(sizes) * shift, results, seat, color)
        beside.add(f"{say(name)} {percents(chance, 2)}", (last, chance), color)
    reach(ax.yaxis, 0, ax.get_ylim()[1])
    chart.caption(
        say.title("Simulated chances close in on the exact ones"),
        x=say("simulated games"),
        y=say("chance to lose the game"),
    )

    def fit() -> None:
        span = np.log10(last / first)
        reach(ax.xaxis, first, first * 10 ** room_beside(ax, [span], [beside.length()], span))

    finish(fit, chart)
    return ax


def _draw_intervals(
    ax: Axes, places: NDArray[np.float64], results: Sequence[SimulatedGames], seat: int, color: str
) -> None:
    """Draw the simulated chances of a seat to lose, with their intervals."""
    shares = np.array([result.loses[seat] for result in results])
    low, high = np.array([result.intervals[seat] for result in results]).T
    errors = (shares - low, high - shares)
    ax.errorbar(places, shares, yerr=errors, fmt="o", markersize=4, capsize=3, color=color)


def plot_tournament(
    result: Tournament | None = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw the chances of each player against each other.

    Parameters
    ----------
    result : Tournament, optional
        That of all ready-made players and the optimum where none is given.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A row and a column for each player, the strongest first, with percentages. Players are
        known by name here: one that is named "optimal" is taken for the optimum of a round.

    Raises
    ------
    TypeError, ValueError
        If `result` is no tournament, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> result = tournament(["liar", "honest"], Rules(lives=1))
    >>> ax = plot_tournament(result, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['honest', 'liar']
    """
    say = Words(labels, title)
    if result is None:
        result = tournament([*CHARACTERS, "optimal"])
    if not isinstance(result, Tournament):
        raise TypeError(f"result must be a Tournament, not {shown(result)}")
    order = np.argsort(-result.wins.sum(axis=1).round(9), kind="stable")
    wins = result.wins[np.ix_(order, order)]
    names = [say(result.players[place]) for place in order]
    scale = Names(names, upright=True)
    chart = Chart(ax, (7.2, 6.6), x=scale, y=scale)
    chance_matrix(chart.ax, wins)
    chart.ax.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False)
    percent = as_text("%")
    chart.caption(
        say.title(
            f"{_who_does_best(names, wins)}: the row beats the column in so many {percent} of duels"
        ),
        x=one_round_only(say("optimal"), say) if "optimal" in result.players else "",
    )
    finish(lambda: fit_cells(chart.ax, len(names)), chart)
    return chart.ax


def _who_does_best(names: Sequence[str], wins: NDArray[np.float64]) -> str:
    """Return who does best in words; the players stand in the order of how well they do."""
    totals = wins.sum(axis=1)
    best = [name for name, total in zip(names, totals, strict=True) if total > totals[0] - 1e-9]
    if len(best) == len(names):
        return "All do alike"
    said = " and ".join(best[:3]) + f" and {len(best) - 3} more" * (len(best) > 3)
    return f"{said[:1].upper()}{said[1:]} {'do' if len(best) > 1 else 'does'} best"


def plot_lies_and_doubts(
    players: Sequence[Player] = (*CHARACTERS, "optimal"),
    rules: RulesLike = Rules(),
    *,
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw how often players lie and doubt in a duel against the optimum.

    Parameters
    ----------
    players : sequence of Player
        They have tables; who can't be exploited in a round is marked, whatever its name.
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
        A point for each player: the share of its calls that are lies, and of the calls that it
        hears that it doubts.

    Raises
    ------
    TypeError, ValueError
        If a player has no table, the rules have no closed form or show a thrown Mia, or the axes
        show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_lies_and_doubts(["honest", "optimal"], ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['honest', 'optimal']
    """
    say = Words(labels, title)
    rules = find_rules(rules)
    sitting = listed(players, "players")
    if not sitting:
        raise ValueError("players must be a list of one player or more, not []")
    if rules.shown_at_all:
        raise ValueError(
            "a Mia that is shown costs as one that is looked at, so doubts can't be told from it: "
            f"thrown_mia must be 'hidden', not {rules.thrown_mia!r}"
        )
    points: dict[_Point, list[str]] = {}
    best: dict[_Point, list[str]] = {}
    for player in sitting:
        place = _lies_and_doubts(player, rules)
        name = say(take_seats([player, player], rules).names[0])
        points.setdefault(place, []).append(name)
        if exploitability(player, rules) < _ROUNDING:
            best.setdefault(place, []).append(name)
    chart = Chart(ax, (6.4, 5.2), x=CHANCES, y=CHANCES)
    _draw_points(chart.ax, points, best)
    highest = max(0.1, *(doubts for _, doubts in points))
    reach(chart.ax.xaxis, -0.08, 1.08)
    reach(chart.ax.yaxis, -0.05 * highest, 1.2 * highest)
    heading = "How often do players lie and doubt?"
    only = ""
    for (lies, doubts), names in best.items():
        heading = (
            f"Who plays well lies in {percents(lies)} of its calls and doubts {percents(doubts)}"
        )
        only = f"\n{one_round_only(', '.join(names), say)}"
    chart.caption(
        say.title(heading),
        x=say("share of its calls that are lies, in duels with the optimum") + only,
        y=say("share of the calls it hears that it doubts"),
    )
    finish(lambda: None, chart)
    return chart.ax


def _draw_points(
    ax: Axes, points: Mapping[_Point, Sequence[str]], best: Collection[_Point]
) -> None:
    """Draw players where they lie and doubt, and who plays best as a star."""
    around = LabelsAroundPoints(ax, "medium")
    for place, names in points.items():
        color = ROLES["lie"] if place in best else ROLES["doubt"]
        marker, size = ("*", 14) if place in best else ("o", 7)
        ax.plot(*place, marker=marker, markersize=size, color=color)
        text = fill(", ".join(names), 30, break_long_words=False, break_on_hyphens=False)
        around.add(text, place, color, fontweight="bold" if place in best else None)


def _lies_and_doubts(player: Player, rules: Rules) -> tuple[float, float]:
    """Return the shares of its calls that are lies, and of the calls it hears that it doubts."""
    result = evaluate([player, "optimal"], rules)
    caught = sum(float(result.forfeits[cause][1]) for cause in CAUGHT)
    wrong = sum(float(result.forfeits[cause][0]) for cause in ("wrong_doubt", "mia_looked_at"))
    lies = float(result.lies[0] / result.calls[0])
    return round(lies, 6), round((caught + wrong) / float(result.calls[1]), 6)
