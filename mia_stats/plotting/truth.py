"""The chart of how likely calls are true, by who makes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, groupby, zip_longest
from typing import Any, Final, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Annotation

from mia_stats.exact.truth import truth_chance
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules, chance_true
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.player import Player, name_of
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.scales import Names, size_of
from mia_stats.plotting.style import NARROW, PALETTE, named_kinds, set_sizes
from mia_stats.plotting.words import (
    Labels,
    Words,
    as_text,
    called,
    conditions,
    font_size,
    joint,
    length_of,
    whole_percents,
)
from mia_stats.ranking.outcomes import Kind, OutcomeLike
from mia_stats.utils.checks import listed, shown

__all__ = ["plot_truth_chances"]

_PITCH: Final = 1.6  # from one panel to the next, each of which is 1 high
_KEY: Final = 1.2  # room above the first panel for who it is and for what the marks mean
_MOST: Final = 20  # panels
_FRESH: Final[dict[str, Any]] = {"color": "0.5", "linestyle": "--", "linewidth": 1.0}
_NEVER: Final[dict[str, Any]] = {"color": "0.5", "alpha": 0.22, "linewidth": 0}


class _Panel(NamedTuple):
    """Players whose calls are equally likely true, and how likely: None is never called."""

    names: list[str]
    chances: Sequence[Fraction | float | None]


def plot_truth_chances(
    players: Sequence[Player] = (*CHARACTERS, "optimal"),
    *,
    call: OutcomeLike | None = None,
    previous: OutcomeLike | None = None,
    lives: Sequence[int] | None = None,
    rules: RulesLike = Rules(),
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw how likely each call is true, by who makes it.

    Parameters
    ----------
    players : sequence of Player
        Who calls, as for `truth_chance`. Those whose calls are equally true are drawn together.
    call : OutcomeLike, optional
        The call that is told in numbers; where it is not given, the lowest of those that most of
        them make.
    previous : OutcomeLike, optional
        The call before; none where they open the round.
    lives : sequence of int, optional
        The lives of all seats, the player's own first. Who plays by the lives needs them.
    rules : RulesLike
        The house rules, or the key of a published set.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of a suitable size where it is not given.
    title : str, optional
        What stands above it; '' for nothing.
    labels : mapping of str to str, optional
        Words and names of the picture, each with what shall stand there instead.

    Returns
    -------
    matplotlib.axes.Axes
        A panel for each, one below the other: a bar with a head for each call, from 0 to 100 %,
        and a grey gap where it is never made. A line says how often a fresh throw makes it true.

    Raises
    ------
    TypeError, ValueError
        As `truth_chance`, if nobody calls after the call before, if there are more than 20 panels,
        or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_truth_chances(["honest", "liar"], previous=54, ax=Figure().subplots())
    >>> ax.get_title()
    '61 over 54 is true 10 % of the time from honest, 0 % from liar'
    """
    say = Words(labels, title)
    rules = find_rules(rules)
    tiers = range(rules.lowest_call(rules.state(previous)), rules.tier_count)
    given = listed(players, "players")
    told = None if call is None else _column(call, tiers, rules)
    panels = _panels(given, tiers, previous, lives, rules)
    told = _most_made(panels) if told is None else told
    names = [called(rules, tier, say) for tier in tiers]
    bases = [-_PITCH * row for row in range(len(panels))]
    scale = Names(
        [as_text(f"{chance:.0%}") for _ in bases for chance in (0, 1)],
        "small",
        places=[base + chance for base in bases for chance in (0, 1)],
        apart=_PITCH - 1,
    )
    chart = Chart(ax, (NARROW, 1.3 + 0.8 * len(panels)), x=Names(names, "small"), y=scale)
    ax = chart.ax
    ax.set_xlim(-0.6, len(tiers) - 0.4)
    ax.set_ylim(bases[-1] - 0.1, 1 + _KEY)
    kinds = [rules.tier_outcomes(tier)[0].kind for tier in tiers]
    fresh = [float(chance_true(rules, tier)) for tier in tiers]
    what = called(rules, tiers[told], say, brief=True)
    headings = []
    for panel, base in zip(panels, bases, strict=True):
        _draw_panel(ax, panel.chances, base, kinds, fresh)
        chance = panel.chances[told]
        answer = f"{what}: {say('never') if chance is None else whole_percents(chance)}"
        name = joint([say(name, 24) for name in panel.names])
        headings.append(
            (_heading(ax, -0.5, base, name), _heading(ax, -0.5 + len(tiers), base, answer))
        )
    if previous is None:
        where = f"An opening {what}"
    else:
        where = f"{what} over {called(rules, rules.tier(previous), say, brief=True)}"
    chart.caption(
        say.title(_answer(panels, told, where, say)),
        x=say("call") + conditions(rules.variant, rules.dice, say),
        left=True,
    )
    ax.spines[:].set_visible(False)
    ax.get_xticklabels()[told].set_fontweight("bold")
    key = _key(kinds, panels, say)
    finish(lambda: _fit(ax, headings, key, len(tiers)), chart)
    return ax


def _panels(
    players: Sequence[Player],
    tiers: range,
    previous: OutcomeLike | None,
    lives: Sequence[int] | None,
    rules: Rules,
) -> list[_Panel]:
    """Return how likely the calls of all players are true, equal ones together."""
    if not players:
        raise ValueError("players must be a list of one player or more, not []")
    calls = [rules.tier_outcomes(tier)[0] for tier in tiers]
    found: dict[tuple[float | None, ...], _Panel] = {}
    for player in players:
        chances = [
            truth_chance(call, player, previous=previous, lives=lives, rules=rules)
            for call in calls
        ]
        alike = tuple(None if chance is None else round(float(chance), 9) for chance in chances)
        names = found.setdefault(alike, _Panel([], chances)).names
        if (name := name_of(player)) not in names:
            names.append(name)
    if len(found) > _MOST:
        raise ValueError(
            f"{len(found)} panels could not be read: give players whose calls are "
            f"true with at most {_MOST} different chances"
        )
    return list(found.values())


def _column(call: OutcomeLike, tiers: range, rules: Rules) -> int:
    tier = rules.tier(call)
    if tier not in tiers:
        raise ValueError(
            f"call must be one of {rules.tier_words(tiers[0])} or better, not {shown(call)}"
        )
    return tiers.index(tier)


def _most_made(panels: Sequence[_Panel]) -> int:
    """Return the lowest of the calls that most players make."""
    by_call = zip(*(panel.chances for panel in panels), strict=True)
    makers = [sum(chance is not None for chance in chances) for chances in by_call]
    return makers.index(max(makers))


def _draw_panel(
    ax: Axes,
    chances: Sequence[Fraction | float | None],
    base: float,
    kinds: Sequence[Kind],
    fresh: Sequence[float],
) -> None:
    """Draw how likely each call is true: a bar with a head, or a gap."""
    count = len(chances)
    ends = [-0.5, count - 0.5]
    for never, run in groupby(range(count), lambda place: chances[place] is None):
        if never:  # as one, for two that touch would show a seam
            gap = list(run)
            middle = (gap[0] + gap[-1]) / 2
            ax.bar(middle, 1, width=len(gap), bottom=base, zorder=0.5, **_NEVER)
    ax.plot(ends, [base, base], color=mpl.rcParams["axes.edgecolor"], linewidth=0.8, zorder=1)
    ax.plot(ends, [base + 1, base + 1], color="0.5", linewidth=0.4, zorder=1)
    edges = np.repeat(np.arange(count + 1), 2)[1:-1] - 0.5
    ax.plot(edges, base + np.repeat(fresh, 2), zorder=1.5, **_FRESH)
    for kind, color in PALETTE.items():
        made = [
            (place, base + float(chance))
            for place, chance in enumerate(chances)
            if chance is not None and kinds[place] == kind
        ]
        if made:
            places, tops = zip(*made, strict=True)
            ax.vlines(places, base, tops, colors=color, zorder=2)
            ax.plot(places, tops, "o", color=color, zorder=2.5)


def _heading(ax: Axes, x: float, base: float, text: str) -> Annotation:
    """Say above a panel, on the left, who it is, or on the right, how likely it tells the truth."""
    left = x < 0
    return ax.annotate(
        text,
        (x, base + 1),
        xytext=(0, 0),
        textcoords="offset points",
        ha="left" if left else "right",
        va="bottom",
        fontweight="bold" if left else "normal",
    )


def _key(kinds: Sequence[Kind], panels: Sequence[_Panel], say: Words) -> dict[str, Any]:
    """Return the marks of the picture by what they mean, kinds in the first row of the legend."""
    marks: dict[str, Any] = {say("a fresh throw"): Line2D([], [], **_FRESH)}
    if any(None in panel.chances for panel in panels):
        marks[say("never called")] = Patch(**_NEVER)
    colors = {name: Patch(color=color) for name, color in named_kinds(set(kinds), say).items()}
    columns = zip_longest(colors.items(), marks.items())
    return dict(pair for pair in chain.from_iterable(columns) if pair)


def _fit(
    ax: Axes, headings: Sequence[tuple[Annotation, Annotation]], key: dict[str, Any], calls: int
) -> None:
    """Choose all sizes by that of the axes."""
    across, down = size_of(ax)
    slot, unit = across / (calls + 0.2), down / float(np.ptp(ax.get_ylim()))
    size, lift = min(font_size("small"), 0.7 * (_PITCH - 1) * unit), min(4, 0.1 * unit)
    for pair in headings:
        length = sum(length_of(text.get_text(), str(text.get_fontweight())) for text in pair)
        set_sizes(pair, min(size, across / (1.06 * length + 1)))
        for text in pair:
            text.set_position((0, lift))
    for stems in ax.collections:
        stems.set_linewidth(min(3, 0.4 * slot))
    for line in ax.lines:
        line.set_markersize(min(6, 0.6 * slot))
    columns = -(-len(key) // 2)
    wide = columns * (max(map(length_of, key)) + 2.2) + 2 * (columns - 1)
    ax.legend(
        list(key.values()),
        list(key),
        loc="upper left",
        ncols=columns,
        frameon=False,
        fontsize=min(size, across / wide, (_KEY * unit - lift - 1.3 * size) / 3),  # of two lines
        borderaxespad=0,
        borderpad=0,
        handlelength=1.4,
    )


def _answer(panels: Sequence[_Panel], told: int, where: str, say: Words) -> str:
    """Return how likely a call is true, in words: most likely, least, and one between."""
    made = [
        (chance, say(panel.names[0], 24))
        for panel in panels
        if (chance := panel.chances[told]) is not None
    ]
    made.sort(key=lambda pair: -pair[0])
    if not made:
        return f"{where} is never called"
    if len(made) > 3:
        made = [made[0], made[len(made) // 2], made[-1]]
    (chance, name), *others = made
    also = "".join(f", {whole_percents(chance)} from {other}" for chance, other in others)
    return f"{where} is true {whole_percents(chance)} of the time from {name}{also}"
