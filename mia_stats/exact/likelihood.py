"""How likely a player does what was seen of it, and what tells players apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from mia_stats.game.rules import Rules
from mia_stats.game.said import Answers, behind
from mia_stats.game.seen import Heard, Made
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["habits", "likelihood"]

_Throws: TypeAlias = Mapping[tuple[int, int], Mapping[int, Fraction | float]]


@dataclass(frozen=True, eq=False)
class _Play:
    """What a player does over throws that it has seen, and over blind ones."""

    throws: tuple[_Throws, _Throws]
    answers: tuple[Answers, Answers]
    passes: Any


@lru_cache(maxsize=512)
def _play(table: TableStrategy, rules: Rules) -> _Play:
    seen, blind = (
        (behind(table, rules, blind=by), Answers(table, rules, blind=by)) for by in (False, True)
    )
    passes = None if table.passes is None or not rules.may_pass else table.passes.tolist()
    return _Play((seen[0], blind[0]), (seen[1], blind[1]), passes)


@lru_cache(maxsize=512)
def habits(table: TableStrategy, rules: Rules) -> object:
    """Return all that others can see a player do; equal where players can't be told apart.

    Examples
    --------
    >>> from mia_stats import HONEST, LIAR, SNIPER
    >>> plain = Rules()
    >>> habits(HONEST.table(plain), plain) == habits(SNIPER.table(plain), plain)
    True
    >>> habits(HONEST.table(plain), plain) == habits(LIAR.table(plain), plain)
    False
    """
    play, kinds = _play(table, rules), (False, True) if rules.may_throw_again else (False,)
    throws = [
        frozenset((key, frozenset(of.items())) for key, of in play.throws[kind].items())
        for kind in kinds
    ]
    answers = [
        _heard(rows, rules)
        for kind in kinds
        for rows in (play.answers[kind].doubts, play.answers[kind].onward)
    ]
    passes = None
    if play.passes is not None:  # none are the same as none with a chance
        entries = [tuple(map(tuple, row)) for row in _heard(play.passes, rules)]
        passes = tuple(entries) if any(map(any, (c for row in entries for c in row))) else None
    return tuple(throws), tuple(answers), passes


def _heard(rows: Sequence[Sequence[Any]], rules: Rules) -> tuple[tuple[Any, ...], ...]:
    """Return the part of each row, by state, that is about calls that can be heard there."""
    return tuple(tuple(row[rules.lowest_heard(state) :]) for state, row in enumerate(rows))


def likelihood(thing: Made | Heard, table: TableStrategy, rules: Rules) -> Fraction | float:
    """Return how likely a player does this, where it comes to that.

    Parameters
    ----------
    thing : Made or Heard
        A call, together with the dice under it where they were shown; or an answer.
    table : TableStrategy
        How the player plays.
    rules : Rules
        The house rules.

    Returns
    -------
    Fraction or float
        A Fraction where the table is exact.

    Examples
    --------
    >>> from mia_stats import HONEST
    >>> likelihood(Made(9, 9, False, None), HONEST.table(Rules()), Rules())
    Fraction(5, 9)
    """
    play = _play(table, rules)
    if isinstance(thing, Made):
        throws = play.throws[thing.blind].get((thing.state, thing.call), {})
        if thing.shown is None:
            return sum(throws.values(), Fraction(0))
        return throws.get(thing.shown, Fraction(0))
    answers, state, call = play.answers[thing.blind], thing.state, thing.call
    passes = [] if play.passes is None or not thing.may_pass else play.passes[state][call]
    if isinstance(thing.answer, int):
        return passes[thing.answer] if passes else Fraction(0)
    said = {"believe": answers.onward, "fold": answers.folds}.get(thing.answer, answers.doubts)
    chance: Fraction | float = said[state][call]
    if thing.answer == "believe" and passes:
        chance -= sum(passes)
        if isinstance(chance, float) and chance <= _CLOSE:
            return 0.0
    return chance


_CLOSE = 1e-9  # what floats may miss of certainty
