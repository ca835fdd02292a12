"""Strategies that play by the lives of all who are at the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TypeGuard

import numpy as np

from mia_stats.game.decision import Decider
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES
from mia_stats.game.strategy import AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.checks import whole_number

__all__ = ["StrategyByLives", "plays_by_lives"]

_MOST_KEPT = 4096  # a match of 40 lives has 1600


class StrategyByLives(Decider):
    """Who has a table of chances for each lives of all seats, its own first, then to its left.

    Examples
    --------
    >>> from mia_stats import solve_match
    >>> isinstance(solve_match(Rules(lives=1)).strategy, StrategyByLives)
    True
    """

    name: str
    rules: Rules

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many players it is for."""

    @abstractmethod
    def _check_lives(self, lives: tuple[int, ...]) -> None:
        """Raise a ValueError unless there is a table for these lives, those of so many seats."""

    @abstractmethod
    def _table(self, lives: tuple[int, ...]) -> TableStrategy:
        """Return the table for lives that are checked."""

    @abstractmethod
    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
        """Return a call for each game.

        Parameters
        ----------
        seen : CallSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            Tiers.

        Examples
        --------
        >>> from mia_stats import Strategy, solve_match
        >>> isinstance(solve_match(Rules(lives=1)).strategy, Strategy)
        True
        """

    @abstractmethod
    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:
        """Return an answer for each game.

        Parameters
        ----------
        seen : AnswerSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            BELIEVE or DOUBT.

        Examples
        --------
        >>> from mia_stats import Strategy, solve_match
        >>> isinstance(solve_match(Rules(lives=1)).strategy, Strategy)
        True
        """

    def at(self, mine: int, *others: int) -> TableStrategy:
        """Return the table by which to play a round with these lives.

        Parameters
        ----------
        mine : int
            My own, 1 or more.
        *others : int
            Those to my left, in the order of their seats; 0 for a seat that is out.

        Returns
        -------
        TableStrategy
            In floats, or in Fractions where the strategy is exact.

        Raises
        ------
        TypeError, ValueError
            If it does not play with so many seats or lives.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> solve_match(Rules(lives=1)).strategy.at(1, 1).tier_count
        21
        """
        lives = tuple(whole_number(number, "lives", 0, MOST_LIVES) for number in (mine, *others))
        self._check_seats(len(lives))
        self._check_lives(lives)
        if lives not in self._made_at:
            if len(self._made_at) >= _MOST_KEPT:
                self._made_at.clear()
            self._made_at[lives] = self._table(lives)
        return self._made_at[lives]

    @cached_property
    def _made_at(self) -> dict[tuple[int, ...], TableStrategy]:
        """The tables that were asked for; all of a long game take long."""
        return {}

    def _check_seats(self, seats: int) -> None:
        if seats != self.seats:
            raise ValueError(f"{self.name} plays matches of {self.seats} players, not of {seats}")

    def check(self, rules: RulesLike, lives: Sequence[int] | None = None) -> None:
        """Raise unless a game is one that the strategy is for.

        Parameters
        ----------
        rules : RulesLike
            The house rules, or the key of a published set.
        lives : sequence of int, optional
            Those of each seat, my own first, and then to my left.

        Raises
        ------
        ValueError
            If the variant or the way to call is another, among three and more the ending too,
            folding is forbidden in one of them, or it does not play with so many seats or lives.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> solve_match(Rules(lives=1)).strategy.check(Rules(lives=3))
        """
        rules = find_rules(rules)
        two = self.seats == 2  # a game of two is over when one is out, by either ending
        here, there = (
            (by.variant, by.call, by.may_fold, two or by.ending) for by in (rules, self.rules)
        )
        if here != there:
            raise ValueError(f"{self.name} is solved for {self.rules}, not for {rules}")
        if lives is not None:
            self._check_seats(len(lives))
            self._check_lives(tuple(lives))

    def _check(self, seen: CallSituation | AnswerSituation) -> None:
        for lives in np.unique(seen.lives, axis=0).tolist():
            self.check(seen.rules, lives)

    def _most_lives(self) -> tuple[int, ...]:
        """Return the most lives of each seat, its own first."""
        return (self.rules.lives,) * self.seats

    def _own_rules(self) -> Rules:
        return self.rules

    def _depends_on(self, lives: tuple[int, ...] | None) -> tuple[int, ...]:
        if lives is None:
            whose = "both" if self.seats == 2 else "all"
            raise ValueError(
                f"{self.name} plays a match by the lives of {whose}: give "
                f"lives={self._most_lives()}, say"
            )
        return lives

    def _chances(self, rules: Rules, lives: tuple[int, ...] | None) -> TableStrategy:
        of_all = self._depends_on(lives)
        self.check(rules, of_all)
        return self.at(*of_all)


def plays_by_lives(player: object) -> TypeGuard[StrategyByLives]:
    """Return whether somebody plays by the tables for its lives.

    Who is derived elsewhere from a class of this library may play otherwise.
    """
    ours = __name__.partition(".")[0]
    return isinstance(player, StrategyByLives) and type(player).__module__.startswith(f"{ours}.")
