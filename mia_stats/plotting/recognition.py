"""The chart of who a player is, by what was seen of it: how that becomes clear, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, TypeAlias

from matplotlib.axes import Axes

from mia_stats.exact.recognition import ready_made, recognise
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.seen import Seen
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.player import Mixture, Player, name_of
from mia_stats.plotting.chart import Chart, finish
from mia_stats.plotting.histories import (
    ABOVE,
    ROW,
    History,
    NoteAbove,
    draw_histories,
    name_ends,
    name_peaks,
)
from mia_stats.plotting.scales import CHANCES, Names, reach, room_beside
from mia_stats.plotting.style import NARROW
from mia_stats.plotting.words import Labels, Words, called, joint, listing, whole_percents
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.simulate.game import Game
from mia_stats.utils.checks import listed
from mia_stats.utils.tables import counted

__all__ = ["plot_recognition"]

_MOST_SEEN: Final = 10_000
_MOST_STEPS: Final = 200  # more can't be seen in a picture
_TELLING: Final = 0.3  # what changes a chance so much is said, above 100 %

_Chances: TypeAlias = Mapping[str, Fraction | float]


def plot_recognition(
    seen: Iterable[Seen] | None = None,
    candidates: Iterable[Player] = CHARACTERS,
    *,
    prior: Mapping[Any, Fraction | float] | Mixture | None = None,
    rules: RulesLike = Rules(),
    ax: Axes | None = None,
    title: str | None = None,
    labels: Labels | None = None,
) -> Axes:
    """Draw how it becomes clear who a player is, the more of it is seen.

    Parameters
    ----------
    seen : iterable of Seen, optional
        What the player did, as for `recognise`; that of a liar in a duel where it is not given.
    candidates : iterable of Player
        Who it may be; all ready-made players where they are not given.
    prior : mapping of Player to Fraction or float, or Mixture, optional
        How likely it is each candidate before; all are alike where it is not given.
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
        A line for those who play the same: how likely it is one of them, after each round in which
        the player did something; or after each thing, where not all say their round. Above it
        stands what has changed the chances most.

    Raises
    ------
    TypeError, ValueError
        As `recognise`, if there are more than 10,000 things, or the axes show something else.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> seen = [Seen(54, call=61, shown=42, round=1), Seen(heard=64, answer="believe", round=2)]
    >>> ax = plot_recognition(seen, ["honest", "liar", "blind"], ax=Figure().subplots())
    >>> ax.get_title()
    'After 2 rounds it is honest with 65 %'
    """
    say = Words(labels, title)
    rules = find_rules(rules)
    things = listed(_seen_of_a_liar(rules) if seen is None else seen, "seen", _MOST_SEEN)
    given: Any = candidates
    people = listed(ready_made(rules) if given is CHARACTERS else given, "candidates")
    who = recognise(things, people, prior=prior, rules=rules)  # which says what is wrong
    by_round = all(thing.round is not None for thing in things)
    if by_round:
        things.sort(key=lambda thing: thing.round)

    def after(count: int) -> _Chances:
        return recognise(things[:count], people, prior=prior, rules=rules).chances

    ends = _ends(things, by_round=by_round)
    steps = _some(len(ends) - 1)
    so_far = [after(ends[step]) for step in steps]
    best = round(float(who.chances[who.most_likely]), 9)
    lines = [
        History(
            _names(name, people, say),
            [float(chances[name]) for chances in so_far],
            last,
            is_best=round(float(last), 9) == best,
        )
        for name, last in who.chances.items()
    ]
    chart = Chart(ax, (NARROW, 3.8), x=_counts(steps[-1]), y=CHANCES)
    ax = chart.ax
    drawn = draw_histories(ax, steps, lines)
    beside = name_ends(ax, steps[-1], lines)
    notes = []
    for row, at in enumerate(told := _most_telling(so_far)):
        before, then = ends[steps[at - 1]], ends[steps[at]]
        each = _changes([after(count) for count in range(before, then + 1)])
        text = _told(things[before + each.index(max(each))], rules, say)
        notes.append(NoteAbove(ax, steps[at], ABOVE + ROW * (len(told) - row), text))
        drawn.append(notes[-1].line)
    name_peaks(ax, steps, lines, drawn)
    reach(ax.yaxis, 0, ABOVE + ROW * len(notes))
    unit = "round" if by_round else "thing"
    chart.caption(
        say.title(f"{_after(steps[-1], unit)} {_answer(lines)}"),
        x=say(f"{unit}s seen"),
        y=say("how likely each is"),
        left=True,
    )

    def fit() -> None:
        last = steps[-1]
        reach(ax.xaxis, 0, room_beside(ax, [last], [beside.length()], last + 0.4))
        for note in notes:
            note.fit()

    finish(fit, chart)
    return ax


def _seen_of_a_liar(rules: Rules) -> Sequence[Seen]:
    """Return what was seen of one who seems honest first, and then always lucky."""
    game = Game(["liar", "calculator"], rules, rng=2108)
    game.run()
    return game.seen_of(0)


def _ends(things: Sequence[Seen], *, by_round: bool) -> list[int]:
    """Return how many things were seen before each step and after the last."""
    places = [
        place
        for place, (one, other) in enumerate(pairwise(things), 1)
        if not by_round or one.round != other.round
    ]
    return [0, *places, len(things)] if things else [0]


def _some(last: int) -> list[int]:
    """Return the steps that are drawn: all from 0 to the last, or some where these are many."""
    most = min(last, _MOST_STEPS)
    return [last * n // max(most, 1) for n in range(most + 1)]


def _counts(last: int) -> Names:
    """Return the numbers from 0 to the last, every second or tenth of them where they are many."""
    apart = next(
        width * 10**power
        for power in range(9)
        for width in (1, 2, 5)
        if last <= 12 * width * 10**power
    )
    places = range(0, last + 1, apart)
    return Names(map(str, places), places=places, apart=apart)


def _changes(so_far: Sequence[_Chances]) -> list[float]:
    """Return by how much each step changed all chances together."""
    return [
        round(sum(abs(float(after[name] - before[name])) for name in after) / 2, 9)
        for before, after in pairwise(so_far)
    ]


def _most_telling(so_far: Sequence[_Chances], most: int = 2) -> list[int]:
    """Return the steps that changed most, from 1, in their order."""
    changes = dict(enumerate(_changes(so_far), 1))
    telling = [step for step, change in changes.items() if change >= _TELLING]
    return sorted(sorted(telling, key=lambda step: -changes[step])[:most])


def _names(alike: str, people: Sequence[Player], say: Words) -> str:
    """Return the name of a line, made of the short names of all who play alike."""
    known = [name_of(person) for person in people]
    names = alike.split(" = ")
    if not all(name in known for name in names):  # one has this sign in its name
        names = [alike]
    return joint([say(name, 24) for name in names])


def _after(count: int, unit: str) -> str:
    return f"After {counted(count, unit)}" if count else "Before anything is seen"


def _answer(lines: Sequence[History]) -> str:
    """Return who it is, in words."""
    best = [line for line in lines if line.is_best]
    chance, names = whole_percents(best[0].last), [line.name for line in best]
    if len(best) > 1:
        return f"it may be {listing(names)}, {chance} each"
    if best[0].last == 1:
        return f"it can only be {names[0]}"
    return f"it is {'' if best[0].last >= 0.5 else 'most likely '}{names[0]} with {chance}"


def _told(thing: Seen, rules: Rules, say: Words) -> str:
    """Return what was seen, in words."""

    def name(call: OutcomeLike) -> str:
        return called(rules, rules.tier(call), say, brief=True)

    over = "" if thing.previous is None else f" {say('over')} {name(thing.previous)}"
    if thing.call is not None:
        text = f"{say('calls' if over else 'opens with')} {name(thing.call)}{over}"
        dice = () if thing.shown is None else rules.variant.meant(thing.shown)
        has = "=".join(say(outcome.label) for outcome in dice)
        return f"{text}, {say('has')} {has}" if has else text
    heard: Any = thing.heard
    answer: Any = thing.answer
    verbs = {"look": "looks at", "fold": "folds to", "doubt": "doubts", "believe": "believes"}
    if isinstance(answer, str) and answer in verbs:
        return f"{say(verbs[answer])} {name(heard)}{over}"
    return f"{say('hands on')} {name(heard)} {say('as')} {name(answer)}"
