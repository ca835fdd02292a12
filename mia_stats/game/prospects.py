"""What each decision in a round brings to one of the players, where all their chances are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mia_stats.game.reply import round_worth
from mia_stats.game.ring import MIA, Ring, Worth, dice_over, habits_of, together
from mia_stats.game.rules import CAUGHT, CAUSES, Rules
from mia_stats.game.stakes import stakes_by
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["Prospects", "prospects", "win_worth"]


@dataclass(frozen=True, eq=False)
class Prospects:
    """What decisions bring to the first player of a ring; made by `prospects`.

    Parameters
    ----------
    rules : Rules
        The house rules.
    tables : sequence of TableStrategy
        How all play, from the first on.
    throwing, answering : list of numbers, by state
        What the first expects when it throws, and when the next one does.
    worth : Worth
        What the ends are worth to the first.
    """

    rules: Rules
    tables: Sequence[TableStrategy]
    throwing: list[Any]
    answering: list[Any]
    worth: Worth

    @property
    def exact(self) -> bool:
        """Whether all are Fractions."""
        return bool(self.worth.folded.dtype == object)

    def doubting(self, state: int, call: int, *, blind: bool) -> Any:
        """Return what a doubt of the last player's call brings; None where it never makes it."""
        habits = habits_of(self.tables[-1], self.rules, self.exact)
        made = habits.made[int(blind), state, call, : MIA + 1]
        often = made.sum()
        return _plain((made * self.worth.doubted[0, -1, call]).sum() / often) if often else None

    def doubted(self, state: int) -> Any:
        """Return how often a call that the first makes in a state is doubted, or looked at."""
        mine, following = (habits_of(t, self.rules, self.exact) for t in self.tables[:2])
        made = mine.often[:, state]
        return (made * following.doubts[:, state]).sum() / made.sum()

    @property
    def folding(self) -> Any:
        """What folding to the last player's call of Mia brings."""
        return _plain(self.worth.folded[0, -1])

    def calling(self, state: int, call: int, rolled: int) -> Any:
        """Return what a call brings over a throw that the first has seen."""
        habits = habits_of(self.tables[1], self.rules, self.exact)
        doubt, fold, onward = (
            part[0, state, call] for part in (habits.doubts, habits.folds, habits.onward)
        )
        brings = doubt * self.worth.doubted[0, 0, call, dice_over(self.rules)[rolled, call]]
        brings = brings + fold * self.worth.folded[0, 0] + onward * self.answering[call + 1]
        return _plain(brings)


def _plain(number: Any) -> Any:
    """Return a number that is no longer one of numpy."""
    return number if isinstance(number, Fraction) else float(number)


def prospects(tables: Sequence[TableStrategy], rules: Rules, worth: Worth) -> Prospects:
    """Return what decisions in a round bring to the first player.

    Parameters
    ----------
    tables : sequence of TableStrategy
        Those who are in, in the order in which the cup goes round.
    rules : Rules
        The house rules; nobody hands a cup on.
    worth : Worth
        What the ends are worth to the first, in one game.

    Returns
    -------
    Prospects
        In Fractions where `worth` is, as all tables must be then.

    Examples
    --------
    Who opens a round between two who play well wins it more often than not:

    >>> from mia_stats import solve_round
    >>> rules, best = Rules(), solve_round().strategy
    >>> found = prospects([best, best], rules, win_worth(rules, exact=True))
    >>> round(float(found.throwing[0]), 3)
    0.647
    """
    exact = bool(worth.folded.dtype == object)
    ring = Ring(together([[habits_of(table, rules, exact) for table in tables]]), rules)
    throwing, answering = ring.values(worth)[0, :2].tolist()
    return Prospects(rules, tables, throwing, answering, worth)


def win_worth(rules: Rules, *, exact: bool) -> Worth:
    """Return the ends of a round between two as the chance to win it: nothing for who pays."""
    one: Any = Fraction(1) if exact else 1.0
    wins = [one * (cause not in CAUGHT) for cause in CAUSES]
    mine, theirs = stakes_by(rules, lambda c: wins[c]), stakes_by(rules, lambda c: one - wins[c])
    return round_worth(rules, mine, theirs, exact=exact)
